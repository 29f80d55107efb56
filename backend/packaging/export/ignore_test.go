package export_test

import (
	"strings"
	"testing"

	"aipack/backend/packaging/export"
	"aipack/backend/universalbuild"

	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
)

// left gives the files that Docker would send.
func left(t *testing.T, ignore string, files []string) string {
	t.Helper()
	patterns, err := ignorefile.ReadAll(strings.NewReader(ignore))
	if err != nil {
		t.Fatal(err)
	}
	m, err := patternmatcher.New(patterns)
	if err != nil {
		t.Fatalf("%v\n%s", err, ignore)
	}
	var kept []string
	for _, f := range files {
		out, err := m.MatchesOrParentMatches(f)
		if err != nil {
			t.Fatal(err)
		}
		if !out {
			kept = append(kept, f)
		}
	}
	return strings.Join(kept, " ")
}

func TestIgnore(t *testing.T) {
	node := universalbuild.UniversalBuild{
		Metadata: universalbuild.Metadata{Language: "typescript"},
		Build:    universalbuild.Build{BaseImage: "node:22", BuildCommands: []string{"npm run build"}, Artifacts: []string{"dist", "node_modules", "package.json"}, Manifests: []string{"package.json"}},
	}
	tree := []string{
		"package.json", "src/a.ts", "src/build/tool.ts", "dist/a.js", "node_modules/x/i.js", "apps/web/node_modules/y.js", ".git/HEAD", ".github/ci.yml",
		".env", "apps/web/.env.local", ".env.example", ".env.production", "Dockerfile", "apps/web/Dockerfile", "docker-compose.dev.yml", "server-key.pem", "ca.pem", "README.md",
	}
	for _, c := range []struct {
		name string
		docs []universalbuild.UniversalBuild
		tree []string // what the repository is known to hold
		want string
	}{
		{"node", []universalbuild.UniversalBuild{node}, nil, "package.json src/a.ts src/build/tool.ts .github/ci.yml .env.example ca.pem README.md"},
		{"output that is committed", []universalbuild.UniversalBuild{node}, []string{"dist/a.js"}, "package.json src/a.ts src/build/tool.ts dist/a.js .github/ci.yml .env.example ca.pem README.md"},
		{"static site", []universalbuild.UniversalBuild{edited(node, func(d *universalbuild.UniversalBuild) { d.Metadata.StaticSite = true })}, nil,
			"package.json src/a.ts src/build/tool.ts .github/ci.yml .env.example ca.pem README.md"},
		{"copied by name", []universalbuild.UniversalBuild{{Runtime: universalbuild.Runtime{BaseImage: "debian:12", Copy: []universalbuild.Copy{{From: "server-key.pem", To: "."}, {From: ".env", To: ".env"}}}}}, nil,
			"package.json src/a.ts src/build/tool.ts dist/a.js node_modules/x/i.js apps/web/node_modules/y.js .github/ci.yml .env .env.example server-key.pem ca.pem README.md"},
		{"Symfony", []universalbuild.UniversalBuild{{Metadata: universalbuild.Metadata{Language: "php", Framework: "Symfony", Path: "."}}}, nil,
			"package.json src/a.ts src/build/tool.ts dist/a.js node_modules/x/i.js apps/web/node_modules/y.js .github/ci.yml .env .env.example ca.pem README.md"},
		{"two services", []universalbuild.UniversalBuild{{Metadata: universalbuild.Metadata{Language: "python"}}, {Metadata: universalbuild.Metadata{Language: "go", Languages: []string{"javascript"}}}}, nil,
			"package.json src/a.ts src/build/tool.ts dist/a.js .github/ci.yml .env.example ca.pem README.md"},
	} {
		if got := left(t, export.Ignore(c.docs, export.Known{Files: c.tree}, export.Found{}), tree); got != c.want {
			t.Errorf("%s: %s\nwant %s\n%s", c.name, got, c.want, export.Ignore(c.docs, export.Known{Files: c.tree}, export.Found{}))
		}
	}
}

func edited(d universalbuild.UniversalBuild, edit func(*universalbuild.UniversalBuild)) universalbuild.UniversalBuild {
	edit(&d)
	return d
}

func TestIgnoreKeepsVendoredCode(t *testing.T) {
	for _, c := range []struct{ language, tree, unknown string }{
		// What the repository itself holds stays; without its files nothing is known to be there.
		{"php", "index.php vendor/autoload.php", "index.php"},
		{"php", "a/index.php b/vendor/autoload.php", "a/index.php b/vendor/autoload.php"}, // beside the service's own manifest alone
		{"java", "src/A.java lib/Old.class", "src/A.java"},
		{"java", "src/Mainclass src/A.java", "src/Mainclass src/A.java"},
		{"python", "app.py old.pyc", "app.py"},
		{"python", "app.py tool.egg-info/PKG-INFO", "app.py"},
		{"cpp", "cmake-build-debug/x.txt main.cpp", "main.cpp"},
		{"javascript", "index.js sub/node_modules/left-pad/index.js", "index.js"},
	} {
		d := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Language: c.language}}
		tree := strings.Fields(c.tree)
		if got := left(t, export.Ignore([]universalbuild.UniversalBuild{d}, export.Known{Files: tree}, export.Found{}), tree); got != c.tree {
			t.Errorf("%s: %q of %q", c.language, got, c.tree)
		}
		if got := left(t, export.Ignore([]universalbuild.UniversalBuild{d}, export.Known{}, export.Found{}), tree); got != c.unknown {
			t.Errorf("%s, files unknown: %q, want %q", c.language, got, c.unknown)
		}
	}
}
