package javascript

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// peerLock has a package that wants ajv 6 beside it, with one at the top and one of its own neighbour's.
func peerLock(above, beside string) string {
	return `{
  "name": "shop",
  "lockfileVersion": 2,
  "packages": {
    "": {},
    "node_modules/ajv": {
      "version": "` + above + `"
    },
    "node_modules/schema-utils/node_modules/ajv": {
      "version": "` + beside + `"
    },
    "node_modules/schema-utils/node_modules/ajv-keywords": {
      "version": "3.5.2",
      "peerDependencies": {
        "ajv": "^6.9.1",
        "absent": "^1.0.0"
      }
    }
  },
  "dependencies": {}
}
`
}

// TestPeersOfOldLocks: what npm 6 locked is installed by its rules.
func TestPeersOfOldLocks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lock, text, engine, want string
	}{
		"format 1":                        {"package-lock.json", "{\n  \"name\": \"shop\",\n  \"lockfileVersion\": 1,\n  \"requires\": true\n}", "", "true"},
		"format 1 on one line":            {"package-lock.json", `{"name":"shop","lockfileVersion":1}`, "", "true"},
		"format 1, an old Node":           {"package-lock.json", `{"name":"shop","lockfileVersion":1}`, "14", ""},
		"a shrinkwrap":                    {"npm-shrinkwrap.json", `{"name":"shop","lockfileVersion":1}`, "", "true"},
		"format 2":                        {"package-lock.json", `{"name":"shop","lockfileVersion":2,"packages":{"":{}}}`, "", ""},
		"format 3":                        {"package-lock.json", `{"name":"shop","lockfileVersion":3,"packages":{"":{}}}`, "", ""},
		"format 2, a peer that fits":      {"package-lock.json", peerLock("8.8.2", "6.12.6"), "", ""},
		"format 2, a peer that does not":  {"package-lock.json", peerLock("6.12.6", "8.8.2"), "", "true"},
		"format 2, it does not, old Node": {"package-lock.json", peerLock("6.12.6", "8.8.2"), "14", ""},
		"format 10, if ever":              {"package-lock.json", `{"name":"shop","lockfileVersion":10,"packages":{"":{}}}`, "", ""},
		"another package manager":         {"yarn.lock", "# yarn lockfile v1\n", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			engines := ""
			if c.engine != "" {
				engines = `, "engines": {"node": "` + c.engine + `"}`
			}
			_, r := languagetest.Project(t, &Language, map[string]string{
				"package.json": `{"scripts": {"start": "node index.js"}` + engines + `}`, c.lock: c.text, "index.js": "require('http').createServer().listen(3000)\n",
			}, ".", "")
			if got := r.Build.Environment["npm_config_legacy_peer_deps"]; got != c.want {
				t.Errorf("%q, want %q; image %s", got, c.want, r.Build.BaseImage)
			}
		})
	}
}

// TestLinterOfUnlockedPackages: Create React App lints nothing where nothing locks its linter.
func TestLinterOfUnlockedPackages(t *testing.T) {
	t.Parallel()
	const cra = `{"dependencies": {"react": "^17.0.2", "react-scripts": "4.0.3"}, "scripts": {"build": "react-scripts build"}}`
	for name, c := range map[string]struct {
		manifest, lock string
		want           string
	}{
		"without a lock": {cra, "", "true"},
		"with one":       {cra, "yarn.lock", ""},
		"another":        {`{"dependencies": {"react": "^17.0.2"}, "devDependencies": {"vite": "^5.0.0"}, "scripts": {"build": "vite build"}}`, "", ""},
	} {
		files := map[string]string{"package.json": c.manifest, "public/index.html": "<div id=root></div>", "index.html": "<div></div>", "src/index.js": "import React from 'react'\n"}
		if c.lock != "" {
			files[c.lock] = "# yarn lockfile v1\n"
		}
		_, r := languagetest.Project(t, &Language, files, ".", "")
		if got := r.Build.Environment["DISABLE_ESLINT_PLUGIN"]; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
