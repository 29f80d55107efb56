package sbom

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLockFiles(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"package-lock.json", `{"lockfileVersion":3,"packages":{"":{"name":"x","version":"1.0.0"},"node_modules/@a/b":{"version":"1.2.3"},"packages/c":{"version":"1.0.0"},"node_modules/c":{"link":true},"node_modules/d/node_modules/e":{"version":"2.0.0"},"node_modules/alias":{"name":"real","version":"3.0.0"}}}`,
			[]string{"pkg:npm/%40a/b@1.2.3", "pkg:npm/e@2.0.0", "pkg:npm/real@3.0.0"}},
		{"package-lock.json", `{"dependencies":{"a":{"version":"1.0.0","dependencies":{"b":{"version":"2.0.0"}}}}}`, []string{"pkg:npm/a@1.0.0", "pkg:npm/b@2.0.0"}},
		{"yarn.lock", "# yarn lockfile v1\n\n\"@a/b@^1.0.0\", \"@a/b@^1.1.0\":\n  version \"1.1.4\"\n  dependencies:\n    version \"9\"\n\nc@^2:\n  version \"2.0.1\"\n", []string{"pkg:npm/%40a/b@1.1.4", "pkg:npm/c@2.0.1"}},
		{"yarn.lock", "__metadata:\n  version: 8\n\n\"a@npm:^1.0.0, a@npm:^1.1.0\":\n  version: 1.1.0\n\n\"me@workspace:.\":\n  version: 0.0.0-use.local\n", []string{"pkg:npm/a@1.1.0"}},
		{"pnpm-lock.yaml", "lockfileVersion: '9.0'\npackages:\n  '@a/b@1.0.0(react@18.0.0)':\n    resolution: {}\n  c@2.0.0: {}\n", []string{"pkg:npm/%40a/b@1.0.0", "pkg:npm/c@2.0.0"}},
		{"pnpm-lock.yaml", "lockfileVersion: 5.4\npackages:\n  /@a/b/1.0.0_react@18.0.0:\n    dev: true\n  /c/2.0.0:\n    dev: true\n", []string{"pkg:npm/%40a/b@1.0.0", "pkg:npm/c@2.0.0"}},
		{"go.sum", "github.com/a/b v1.0.0 h1:x=\ngithub.com/a/b v1.0.0/go.mod h1:y=\ngithub.com/c/d v2.0.0+incompatible/go.mod h1:z=\n", []string{"pkg:golang/github.com/a/b@v1.0.0"}},
		{"Cargo.lock", "version = 4\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"registry+https://x\"\n[[package]]\nname = \"a\"\nversion = \"0.9.0\"\nsource = \"registry+https://x\"\n[[package]]\nname = \"me\"\nversion = \"0.1.0\"\n", []string{"pkg:cargo/a@0.9.0", "pkg:cargo/a@1.0.0"}},
		{"uv.lock", "version = 1\n[[package]]\nname = \"me\"\nversion = \"0.1.0\"\nsource = { virtual = \".\" }\n[[package]]\nname = \"Flask_X\"\nversion = \"3.0.0\"\n", []string{"pkg:pypi/flask-x@3.0.0"}},
		{"Pipfile.lock", `{"_meta":{},"default":{"a":{"version":"==1.0"}},"develop":{"b":{"version":"==2.0"}}}`, []string{"pkg:pypi/a@1.0", "pkg:pypi/b@2.0"}},
		{"requirements.txt", "a==1.0\nb[x]==2.0 ; python_version > '3'\n-r other.txt\nc==1.0 \\\n    --hash=sha256:x\n", []string{"pkg:pypi/a@1.0", "pkg:pypi/b@2.0", "pkg:pypi/c@1.0"}},
		{"Gemfile.lock", "GEM\n  remote: https://rubygems.org/\n  specs:\n    rack (3.0.0)\n      need (>= 1)\n\nDEPENDENCIES\n  rack\n", []string{"pkg:gem/rack@3.0.0"}},
		{"composer.lock", `{"packages":[{"name":"a/b","version":"v1.0"}],"packages-dev":[{"name":"c/d","version":"2.0"}]}`, []string{"pkg:composer/a/b@v1.0", "pkg:composer/c/d@2.0"}},
		{"mix.lock", "%{\n  \"jason\": {:hex, :jason, \"1.4.1\", \"abc\", [:mix], [], \"hexpm\", \"def\"},\n}\n", []string{"pkg:hex/jason@1.4.1"}},
		{"packages.lock.json", `{"version":1,"dependencies":{"net8.0":{"A.B":{"resolved":"1.0.0"},"my.project":{"type":"Project"}}}}`, []string{"pkg:nuget/A.B@1.0.0"}},
		{"gradle.lockfile", "# comment\ncom.a:b:1.0=runtimeClasspath\nempty=annotationProcessor\n", []string{"pkg:maven/com.a/b@1.0"}},
	} {
		dir := t.TempDir()
		write(t, dir, c.name, c.content)
		found, err := Read(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range found.Components {
			got = append(got, p.PURL())
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s\n%q", c.name, diff, found.Uncovered)
		}
	}
}

// TestGoModSelects: of the versions in go.sum those that go.mod selects are in the program.
func TestGoModSelects(t *testing.T) {
	sum := "example.org/a v1.0.0 h1:x=\nexample.org/a v1.2.0 h1:x=\nexample.org/b v1.0.0 h1:x=\n"
	for mod, want := range map[string]int{
		"module m\n\ngo 1.22\n\nrequire example.org/a v1.2.0\n": 1, "module m\n\ngo 1.16\n\nrequire example.org/a v1.2.0\n": 3, "module": 3,
	} {
		dir := t.TempDir()
		write(t, dir, "go.sum", sum)
		write(t, dir, "go.mod", mod)
		if found, err := Read(os.DirFS(dir)); err != nil || len(found.Components) != want {
			t.Errorf("%q: %v %v", mod, found.Components, err)
		}
	}
}

func write(t *testing.T, dir, name, content string) {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestSaysWhatIsNotCovered(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "api/pom.xml", "<project/>")
	write(t, dir, "web/package.json", "{}")
	write(t, dir, "web/package-lock.json", "[broken")
	write(t, dir, "jobs/requirements.txt", "a==1.0\nb>=2\n")
	write(t, dir, "node_modules/x/package-lock.json", `{"packages":{"node_modules/y":{"version":"1.0.0"}}}`)
	found, err := Read(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Join(found.Uncovered, "\n")
	for _, want := range []string{"api/pom.xml has no lock file", "web/package-lock.json cannot be read", "web/package.json has no lock file", "jobs/requirements.txt: 1 lines do not pin", "base images"} {
		if !strings.Contains(said, want) {
			t.Errorf("not said: %s\n%s", want, said)
		}
	}
	if len(found.Components) != 1 {
		t.Errorf("components: %v", found.Components)
	}
}

func TestCycloneDX(t *testing.T) {
	found := Inventory{Components: []Component{{Name: "@a/b", Version: "1.0.0", Type: "npm", From: "package-lock.json"}}, Uncovered: []string{"much"}}
	b, err := found.CycloneDX("demo", time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	if doc["bomFormat"] != "CycloneDX" || doc["specVersion"] != "1.5" {
		t.Errorf("head: %v", doc)
	}
	for _, want := range []string{`"purl": "pkg:npm/%40a/b@1.0.0"`, `"value": "much"`, `"timestamp": "1970-01-01T00:00:00Z"`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%s is missing in\n%s", want, b)
		}
	}
}
