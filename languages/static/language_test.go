package static

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/language/nginx"
)

// none is the language of pages where no other language has a library.
var none = Language(func(*language.Folder) bool { return false })

func TestSites(t *testing.T) {
	for name, test := range map[string]struct {
		files  map[string]string
		dir    string
		system string // "" for none
		output string
	}{
		"a page":             {map[string]string{"index.html": ""}, ".", "static", "."},
		"a folder of pages":  {map[string]string{"public/index.html": "", "README.md": ""}, ".", "static", "public"},
		"a Staticfile":       {map[string]string{"Staticfile": "root: site\n", "site/index.html": ""}, ".", "static", "site"},
		"a root that leaves": {map[string]string{"Staticfile": "root: ../../etc\n", "index.html": ""}, ".", "static", "."},
		"Hugo":               {map[string]string{"hugo.toml": "baseURL = 'x'"}, ".", "hugo", "public"},
		"Hugo's older name":  {map[string]string{"config.toml": "baseURL = 'x'\npublishDir = 'out'\n", "content/a.md": ""}, ".", "hugo", "out"},
		"Zola":               {map[string]string{"config.toml": "base_url = 'x'", "content/a.md": ""}, ".", "zola", "public"},
		"other settings":     {map[string]string{"config.toml": "[server]\nport = 1\n"}, ".", "", ""},
		"MkDocs":             {map[string]string{"mkdocs.yml": "site_name: x\nsite_dir: out/html\n"}, ".", "mkdocs", "out/html"},
		"Jekyll":             {map[string]string{"_config.yml": "title: x", "index.md": ""}, ".", "jekyll", "_site"},
		"mdBook":             {map[string]string{"book.toml": "[book]", "src/SUMMARY.md": ""}, ".", "mdbook", "book"},
		"a program's pages":  {map[string]string{"package.json": "{}", "web/index.html": ""}, "web", "", ""},
		"templates":          {map[string]string{"x/templates/index.html": ""}, "x/templates", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := languagetest.Reader(t, test.files).Folder(test.dir)
			c, ok := none.Claim(f)
			if ok != (test.system != "") || c.System != test.system {
				t.Fatalf("got %q, %v", c.System, ok)
			}
			if !ok {
				return
			}
			_, r := languagetest.Project(t, none, test.files, test.dir, "")
			if !r.Static || r.Runtime.BaseImage != nginx.Image || r.Runtime.Copy[0].From != test.output {
				t.Errorf("copy %v", r.Runtime.Copy)
			}
		})
	}
}

// The Hugo that a site's host or container file builds with builds it here.
func TestHugoOfTheHost(t *testing.T) {
	for name, c := range map[string]struct {
		file, text, want, image string
	}{
		"a container file": {"site/Dockerfile", "FROM alpine\nARG HUGO_VERSION=0.165.0\n", "hugo@v0.165.0", "golang:1.26-bookworm"},
		"the host":         {"netlify.toml", "[build.environment]\nHUGO_VERSION = \"0.148.1\"\n", "hugo@v0.148.1", "golang:1.25-bookworm"},
		"a workflow":       {".github/workflows/pages.yml", "env:\n  HUGO_VERSION: 0.150.0\n", "hugo@v0.150.0", "golang:1.25-bookworm"},
		"nobody":           {"README.md", "HUGO_VERSION = 1\n", "hugo@v" + hugoDefault, "golang:1.25-bookworm"},
	} {
		_, r := languagetest.Project(t, none, map[string]string{"site/hugo.toml": "baseURL = 'x'", c.file: c.text}, "site", "")
		if !strings.Contains(r.Build.PreBuildCommands[0], c.want) || r.Build.BaseImage != c.image {
			t.Errorf("%s: %+v", name, r.Build)
		}
	}
}

// A site whose pages lie where documentation does is one.
func TestWhatDocuments(t *testing.T) {
	for name, want := range map[string]bool{"content/docs/a.md": true, "content/posts/a.md": false} {
		c, _ := none.Claim(languagetest.Reader(t, map[string]string{"site/hugo.toml": "baseURL = 'x'", "site/" + name: "# A\n"}).Folder("site"))
		if got := c.Documents.Rule != ""; got != want {
			t.Errorf("%s: %+v", name, c)
		}
	}
}
