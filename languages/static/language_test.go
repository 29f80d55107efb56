package static

import (
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
