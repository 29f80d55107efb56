package export_test

import (
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"aipack/backend/packaging/export"
	"aipack/backend/repo/repotest"
	"aipack/backend/secret/credential/credentialtest"
	"aipack/backend/universalbuild"
)

// ecosystems are a service of each that copies everything, with what its build
// copies first.
var ecosystems = map[string]universalbuild.Build{
	"javascript": {BaseImage: "node:22", PreBuildCommands: []string{"npm ci"}, Manifests: []string{"package.json"}},
	"python":     {BaseImage: "python:3.13", PreBuildCommands: []string{"pip install -r requirements.txt"}, Manifests: []string{"requirements.txt"}},
	"java":       {BaseImage: "maven:3-eclipse-temurin-21", BuildCommands: []string{"mvn package"}, Manifests: []string{"pom.xml"}},
	"ruby":       {BaseImage: "ruby:3.4", PreBuildCommands: []string{"bundle install"}, Manifests: []string{"Gemfile"}},
	"go":         {BaseImage: "golang:1.25", BuildCommands: []string{"go build ./..."}, Manifests: []string{"go.mod"}},
	"php":        {BaseImage: "composer:2", PreBuildCommands: []string{"composer install"}, Manifests: []string{"composer.json"}},
}

// TestNoCredentialIsSentToABuild plants every kind in a project of every
// ecosystem, at its root and in a folder below, and computes with BuildKit's own
// matcher what a build is sent.
func TestNoCredentialIsSentToABuild(t *testing.T) {
	for _, language := range slices.Sorted(maps.Keys(ecosystems)) {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			doc := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Language: language, Path: "."}, Build: ecosystems[language], Runtime: universalbuild.Runtime{BaseImage: "debian:13"}}
			files := map[string]string{}
			for _, m := range doc.Build.Manifests {
				files[m] = "x\n"
			}
			maps.Copy(files, credentialtest.Public)
			secrets := map[string]bool{}
			for _, p := range credentialtest.Files() {
				for _, dir := range []string{"", "services/api"} {
					files[path.Join(dir, p.Path)] = p.Text
					secrets[path.Join(dir, p.Path)] = true
				}
			}
			files[".gitignore"] = "*.json\n.env*\nops/\n" // what git does not see is sent all the same
			dir := t.TempDir()
			repotest.LayOut(t, dir, files)
			all := slices.Sorted(maps.Keys(files))
			docs := []universalbuild.UniversalBuild{doc}
			found, err := export.SearchIn(t.Context(), dir, docs, export.Known{Files: all})
			if err != nil {
				t.Fatal(err)
			}
			for _, known := range [][]string{all, nil} { // an export knows the files, a proof does not
				ignore := export.Ignore(docs, export.Known{Files: known}, found["."])
				sent := strings.Fields(left(t, ignore, all))
				for _, f := range sent {
					if secrets[f] {
						t.Errorf("%s is sent to the build", f)
					}
				}
				for f := range credentialtest.Public {
					if !slices.Contains(sent, f) && !(language == "ruby" && strings.Contains(f, ".bundle/")) { // which the build makes anew
						t.Errorf("%s holds no credential and is left out", f)
					}
				}
				for _, m := range doc.Build.Manifests {
					if !slices.Contains(sent, m) {
						t.Errorf("%s is left out", m)
					}
				}
			}
			if len(found["."].In) > 0 {
				t.Errorf("needed by nothing, and told to come along: %+v", found["."].In)
			}
			if n := len(found["."].Out); n < len(credentialtest.Files()) {
				t.Errorf("%d of %d are told", n, 2*len(credentialtest.Files()))
			}
		})
	}
}

// TestWhatSourcesNeedIsTold: a credential that a source or the plan names comes
// along, and is said to, with who names it.
func TestWhatSourcesNeedIsTold(t *testing.T) {
	key := credentialtest.Key("testkey")
	for name, test := range map[string]struct {
		files map[string]string
		doc   universalbuild.UniversalBuild
		told  []string // each a part of a line; none: nothing comes along
	}{
		"embedded in Go":       {map[string]string{"fixtures/test.key": key, "fixtures/keys.go": "package fixtures\n\n//go:embed test.key\nvar Key []byte\n"}, doc("go"), []string{"fixtures/test.key:1 (a key) comes into the image: fixtures/keys.go:3 reads it"}},
		"a folder is embedded": {map[string]string{"certs/a.pem": key, "main.go": "package main\n\n//go:embed certs\nvar fs embed.FS\n"}, doc("go"), []string{"certs/a.pem:1"}},
		"embedded in Rust":     {map[string]string{"keys/dev.pem": key, "src/main.rs": "const K: &str = include_str!(\"../keys/dev.pem\");\n"}, doc("rust"), []string{"src/main.rs:1"}},
		"imported":             {map[string]string{"src/account.json": credentialtest.Account(), "src/a.ts": "import account from './account.json';\n"}, doc("typescript"), []string{"src/a.ts:1"}},
		"joined":               {map[string]string{"config/sa.json": credentialtest.Account(), "app.py": "p = os.path.join(HERE, 'config', 'sa.json')\n"}, doc("python"), []string{"config/sa.json:1"}},
		"on the class path":    {map[string]string{"src/main/resources/tls.p12": "\x30\x82", "src/main/resources/application.properties": "server.ssl.key-store=classpath:tls.p12\n"}, doc("java"), []string{"application.properties:1"}},
		"copied by the plan": {map[string]string{"server.key": key}, func() universalbuild.UniversalBuild {
			d := doc("go")
			d.Build.Manifests = []string{"server.key"}
			return d
		}(), []string{"the plan copies it by name"}},
		"by a test alone":         {map[string]string{"keys/dev.pem": key, "main_test.go": "package main\n\nvar k = \"keys/dev.pem\"\n"}, doc("go"), nil},
		"in somebody's home":      {map[string]string{"id_rsa": key, "main.go": "package main\n\nvar k = \"~/.ssh/id_rsa\"\n"}, doc("go"), nil},
		"another of its name":     {map[string]string{"a/dev.pem": key, "main.go": "package main\n\nvar k = \"b/dev.pem\"\n"}, doc("go"), nil},
		"a comment":               {map[string]string{"dev.pem": key, "main.go": "package main\n\n// make dev.pem first\n"}, doc("go"), nil},
		"home's, not a project's": {map[string]string{".netrc": "machine a login b password 4f3c9d1e\n", "main.go": "package main\n\nvar n = \".netrc\"\n"}, doc("go"), nil},
		"a token in a source":     {map[string]string{"main.go": "package main\n\nvar t = \"AKIA" + "Z7VRTQ5XJ2MHLKPD\"\n"}, doc("go"), []string{"main.go:3 holds an AWS access key, which comes into the image"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			repotest.LayOut(t, dir, test.files)
			all := slices.Sorted(maps.Keys(test.files))
			docs := []universalbuild.UniversalBuild{test.doc}
			found, err := export.SearchIn(t.Context(), dir, docs, export.Known{Files: all})
			if err != nil {
				t.Fatal(err)
			}
			told, out := found.Told()
			if len(told) != len(test.told) {
				t.Fatalf("told %q", told)
			}
			for i, part := range test.told {
				if !strings.Contains(told[i], part) {
					t.Errorf("told %q, want %q", told[i], part)
				}
			}
			sent := left(t, export.Ignore(docs, export.Known{Files: all}, found["."]), all)
			if test.told != nil && len(out) == 0 != (sent == strings.Join(all, " ")) || test.told == nil && len(out) != 1 {
				t.Errorf("sent %s, left out %q", sent, out)
			}
		})
	}
}

func doc(language string) universalbuild.UniversalBuild {
	return universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Language: language, Path: "."}, Build: universalbuild.Build{BaseImage: "debian:13", BuildCommands: []string{"make"}}}
}

// TestNamesThatPatternsCannotHold: a path is a pattern that matches it alone.
func TestNamesThatPatternsCannotHold(t *testing.T) {
	key := credentialtest.Key("odd")
	files := map[string]string{}
	for _, name := range []string{"a[1].txt", "a*.txt", "!keys", "#keys", " keys", "keys ", "a\nb", `a\b`, "a?c", "tab\tx", "ünï"} {
		files[name] = key
		files["dir/"+name] = key
	}
	files["a1.txt"], files["ab.txt"] = "plain\n", "plain\n"
	dir := t.TempDir()
	repotest.LayOut(t, dir, files)
	docs := []universalbuild.UniversalBuild{doc("go")}
	found, err := export.SearchIn(t.Context(), dir, docs, export.Known{})
	if err != nil {
		t.Fatal(err)
	}
	if got := left(t, export.Ignore(docs, export.Known{}, found["."]), slices.Sorted(maps.Keys(files))); got != "a1.txt ab.txt" {
		t.Errorf("sent %q\n%s", got, export.Ignore(docs, export.Known{}, found["."]))
	}
}
