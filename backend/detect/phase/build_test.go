package phase

import (
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/detect/extract"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/repo"
)

func TestWhatLiesOutsideOfTheContext(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want bool
	}{
		"a folder beside":       {"FROM go\nCOPY ./pb/ ./pb/\nCOPY services/cart .\nCMD [\"a\"]\n", true},
		"its own folder":        {"FROM go\nCOPY services/cart .\nCMD [\"a\"]\n", false},
		"a name that is inside": {"FROM go\nCOPY src .\nCMD [\"a\"]\n", false},
		"what is not there":     {"FROM go\nCOPY nothing .\nCMD [\"a\"]\n", false},
		"from a stage":          {"FROM go AS a\nFROM go\nCOPY --from=a /pb /pb\nCMD [\"a\"]\n", false},
		"everything":            {"FROM go\nCOPY . .\nCMD [\"a\"]\n", false},
	} {
		fsys := fstest.MapFS{"services/cart/Dockerfile": {Data: []byte(c.file)}, "services/cart/src/a.go": {}, "src/b.go": {}, "pb/x.proto": {}}
		r := repo.New(fsys, "shop")
		x, err := r.Index(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		reader := language.NewReader(r, x)
		p := &language.Project{Folder: reader.Folder("services/cart"), Language: &language.Language{ID: "go"}}
		s := &pipeline.ServiceContext{Service: &pipeline.Service{Project: p}, Facts: extract.Of(p, nil)}
		s.Built = s.Facts.Built()
		outside(s)
		if got := len(reader.Warnings("services/cart")) > 0; got != c.want {
			t.Errorf("%s: warned %t", name, got)
		}
	}
}

// TestImportsAsTheFilesAreCalled: the build writes them, and nothing else.
func TestImportsAsTheFilesAreCalled(t *testing.T) {
	t.Parallel()
	javascript := &language.Language{ID: "javascript", Extensions: []string{".js"}}
	for text, want := range map[string]string{
		"const u = require('./user')\n":  `sed -i 's|\(["'\'']\)\./user\(["'\'']\)|\1./User\2|' server.js`,
		"const u = require('./User')\n":  "",
		"const u = require('./other')\n": "",
	} {
		s := serviceOf(t, fstest.MapFS{"server.js": {Data: []byte(text)}, "User.js": {Data: []byte("module.exports = {}\n")}}, javascript)
		asCalled(s)
		if len(s.Recipe.Build.BuildCommands) > 0 {
			t.Errorf("nothing is built, and %q is run", s.Recipe.Build.BuildCommands)
		}
		s.Recipe.Build.BaseImage, s.Recipe.Build.BuildCommands = "node:22", []string{"npm run build"}
		asCalled(s)
		if got := strings.TrimSuffix(strings.Join(s.Recipe.Build.BuildCommands, "\n"), "npm run build"); strings.TrimSuffix(got, "\n") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
