package lockfile

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOwnPackagesAreNotListed: what lies in the project is no package of a registry,
// whatever each manager writes for it.
func TestOwnPackagesAreNotListed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"package-lock.json", `{"packages":{"":{"version":"1.0.0"},"libs/own":{"version":"1.0.0"},"node_modules/own":{"link":true},"node_modules/other":{"version":"2.0.0"}}}`, "other@2.0.0"},
		{"package-lock.json", `{"dependencies":{"own":{"version":"file:libs/own"},"other":{"version":"2.0.0"}}}`, "other@2.0.0"},
		{"yarn.lock", "\"own@file:./libs/own\":\n  version \"1.0.0\"\n\n\"other@^2\":\n  version \"2.0.0\"\n", "other@2.0.0"},
		{"yarn.lock", "__metadata:\n  version: 8\n\n\"own@portal:libs/own::locator=x\":\n  version: 1.0.0\n\n\"@a/own@workspace:libs/own\":\n  version: 0.0.0-use.local\n\n\"other@npm:^2\":\n  version: 2.0.0\n", "other@2.0.0"},
		{"pnpm-lock.yaml", "lockfileVersion: '9.0'\npackages:\n  own@file:libs/own: {}\n  other@2.0.0: {}\n", "other@2.0.0"},
		{"pnpm-lock.yaml", "lockfileVersion: 5.4\npackages:\n  file:libs/own: {}\n  /other/2.0.0: {}\n", "other@2.0.0"},
		{"Cargo.lock", "[[package]]\nname = \"own\"\nversion = \"1.0.0\"\n[[package]]\nname = \"other\"\nversion = \"2.0.0\"\nsource = \"registry+https://github.com/rust-lang/crates.io-index\"\n", "other@2.0.0"},
		{"uv.lock", "[[package]]\nname = \"own\"\nversion = \"1\"\nsource = { editable = \"libs/own\" }\n[[package]]\nname = \"other\"\nversion = \"2.0.0\"\nsource = { registry = \"https://pypi.org/simple\" }\n", "other@2.0.0"},
		{"poetry.lock", "[[package]]\nname = \"own\"\nversion = \"1\"\n[package.source]\ntype = \"directory\"\nurl = \"libs/own\"\n[[package]]\nname = \"other\"\nversion = \"2.0.0\"\n", "other@2.0.0"},
		{"pdm.lock", "[[package]]\nname = \"own\"\nversion = \"1\"\npath = \"./libs/own\"\n[[package]]\nname = \"other\"\nversion = \"2.0.0\"\n", "other@2.0.0"},
		{"Pipfile.lock", `{"default":{"own":{"editable":true,"path":"libs/own"},"other":{"version":"==2.0.0"}}}`, "own@ other@2.0.0"},
		{"Gemfile.lock", "PATH\n  remote: engines/own\n  specs:\n    own (1.0.0)\n      other\n\nGEM\n  specs:\n    other (2.0.0)\n", "other@2.0.0"},
		{"composer.lock", `{"packages":[{"name":"a/own","version":"1","dist":{"type":"path","url":"libs/own"}},{"name":"b/other","version":"2.0.0","dist":{"type":"zip"}}]}`, "b/other@2.0.0"},
		{"packages.lock.json", `{"dependencies":{"net8.0":{"other":{"resolved":"2.0.0"}}}}`, "other@2.0.0"},
	} {
		f, ok := Of(c.name)
		if !ok {
			t.Fatal(c.name)
		}
		list, _, err := f.Read(c.text)
		var got []string
		for _, p := range list {
			got = append(got, p.Name+"@"+p.Version)
		}
		want := strings.Fields(c.want)
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", c.name, err, diff)
		}
	}
}

func FuzzLocks(f *testing.F) {
	for _, lock := range All {
		f.Add(lock.Name, "")
	}
	f.Add("yarn.lock", "@\n  version")
	f.Add("yarn.lock", "a@:\n  version")
	f.Add("pnpm-lock.yaml", "packages: {'/': 1}")
	f.Fuzz(func(_ *testing.T, name, content string) {
		if lock, ok := Of(name); ok {
			_, _, _ = lock.Read(content) // what it cannot read is an error, never a panic
		}
	})
}

// TestEveryLockFileIsDescribed: of a new one each field is wanted; those without a
// manifest are named here, with the reason.
func TestEveryLockFileIsDescribed(t *testing.T) {
	alone := map[string]string{"requirements.txt": "written by hand, too", "packages.lock.json": "of any *.csproj"}
	for _, f := range slices.Concat(All, Unread) {
		if f.Name == "" || f.Manager == "" || f.Ecosystem == "" || f.PURL == "" || (f.Manifest == "") != (alone[f.Name] != "") {
			t.Errorf("%+v", f)
		}
	}
	if got := WrittenOf("Cargo.toml"); !slices.Equal(got, []string{"Cargo.lock"}) {
		t.Error(got)
	}
	if got := WrittenOf("package.json"); !slices.Contains(got, "yarn.lock") || !slices.Contains(got, "bun.lock") || slices.Contains(got, "go.sum") {
		t.Error(got)
	}
	if got := WrittenOf("Dockerfile"); got != nil {
		t.Error(got)
	}
}
