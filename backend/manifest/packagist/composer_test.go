package packagist

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseComposer(t *testing.T) {
	got, err := Parse(`{
  "name": "shop/api",
  "type": "project",
  "require": {
    "php": "^8.2",
    "ext-intl": "*",
    "slim/slim": "^4.12"
  },
  "require-dev": [],
  "config": {"platform": {"php": "8.2.0", "ext-gd": false}},
  "scripts": {"post-install-cmd": ["@auto-scripts"], "serve": "php -S localhost:8000"},
  "bin": "bin/shop",
  "repositories": {"local": {"type": "path", "url": "../core"}},
  "extra": {"public-dir": "web"}
}`)
	if err != nil {
		t.Fatal(err)
	}
	got.Lines = map[string]int{"php": got.Lines["php"], "slim/slim": got.Lines["slim/slim"]}
	want := Manifest{
		Name: "shop/api", Type: "project",
		Require:    map[string]string{"php": "^8.2", "ext-intl": "*", "slim/slim": "^4.12"},
		RequireDev: map[string]string{},
		Lines:      map[string]int{"php": 5, "slim/slim": 7},
		Platform:   map[string]string{"php": "8.2.0", "ext-gd": ""},
		Scripts:    map[string][]string{"post-install-cmd": {"@auto-scripts"}, "serve": {"php -S localhost:8000"}},
		Bin:        []string{"bin/shop"},
		Paths:      []string{"../core"},
		PublicDir:  "web",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestParseComposerLock(t *testing.T) {
	got, err := ParseLock(`{"packages": [
  {"name": "slim/slim", "version": "4.12.0", "require": {"php": "^7.4 || ^8.0", "ext-json": "*"}},
  {"name": "psr/log", "version": "3.0.0", "require": []}], "platform": {"php": "^8.2"}}`)
	if err != nil {
		t.Fatal(err)
	}
	want := Lock{
		Packages: []Package{
			{Name: "psr/log", Version: "3.0.0", Require: map[string]string{}},
			{Name: "slim/slim", Version: "4.12.0", Require: map[string]string{"php": "^7.4 || ^8.0", "ext-json": "*"}},
		},
		Platform: map[string]string{"php": "^8.2"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if _, err := ParseLock(`{"packages": [`); err == nil {
		t.Error("a lock that is cut off is an error")
	}
}

func FuzzComposer(f *testing.F) {
	f.Add(`{"require": {"php": "^8.2"}, "extra": 1, "repositories": [{}]}`)
	f.Fuzz(func(t *testing.T, src string) {
		c, err := Parse(src)
		if err == nil && c.Require == nil {
			t.Fatal("require is never nil")
		}
	})
}
