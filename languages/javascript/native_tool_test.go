package javascript

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// Whatever a package is called that compiles its native part, its lock names the
// tool that does.
func TestNativeTools(t *testing.T) {
	for name, c := range map[string]struct {
		lock, text string
		want       bool
	}{
		"npm":         {"package-lock.json", `{"lockfileVersion": 3, "packages": {"": {}, "node_modules/@mapbox/node-pre-gyp": {"version": "1.0.11"}}}`, true},
		"npm, none":   {"package-lock.json", `{"lockfileVersion": 3, "packages": {"": {}, "node_modules/node-gyp-build": {"version": "4.0.0"}}}`, false},
		"yarn":        {"yarn.lock", "# yarn lockfile v1\n\nprebuild-install@^7.1.1:\n  version \"7.1.1\"\n", true},
		"yarn berry":  {"yarn.lock", "__metadata:\n  version: 8\n\n\"node-gyp@npm:latest\":\n  version: 11.0.0\n", true},
		"pnpm":        {"pnpm-lock.yaml", "lockfileVersion: '9.0'\n\npackages:\n\n  '@mapbox/node-pre-gyp@1.0.11':\n    resolution: {integrity: x}\n", true},
		"pnpm, older": {"pnpm-lock.yaml", "lockfileVersion: 5.4\n\npackages:\n\n  /prebuild-install/7.1.1:\n    resolution: {integrity: x}\n", true},
		"pnpm, none":  {"pnpm-lock.yaml", "lockfileVersion: '9.0'\n\npackages:\n\n  ms@2.1.3:\n    resolution: {integrity: x}\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			_, r := languagetest.Project(t, &Language, map[string]string{
				"package.json": `{"scripts": {"start": "node index.js"}}`, c.lock: c.text, "index.js": "require('http').createServer().listen(3000)\n",
			}, ".", "")
			if got := slices.Contains(r.Build.SystemPackages, "g++"); got != c.want || (r.Build.Environment["npm_config_nodedir"] != "") != c.want {
				t.Errorf("packages %v, environment %v", r.Build.SystemPackages, r.Build.Environment)
			}
		})
	}
}
