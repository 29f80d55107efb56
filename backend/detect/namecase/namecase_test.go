package namecase

import (
	"testing"

	"aipack/backend/detect/source"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

var javascript = language.Language{ID: "javascript", Extensions: []string{".js", ".ts"}}

func TestNamesInAnotherCase(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a folder and a file":     {map[string]string{"server.js": `const u = require("./Routes/Users")`, "routes/users.js": ""}, "server.js imports ./Routes/Users, and what is there is called routes/users.js: Linux tells upper from lower case"},
		"as it is called":         {map[string]string{"server.js": `const u = require("./routes/users")`, "routes/users.js": ""}, ""},
		"with its end":            {map[string]string{"server.js": `import u from "./routes/Users.js"`, "routes/users.js": ""}, "server.js imports ./routes/Users.js, and what is there is called routes/users.js: Linux tells upper from lower case"},
		"before it is compiled":   {map[string]string{"server.ts": `import u from "./users.js"`, "users.ts": ""}, ""},
		"a folder's index":        {map[string]string{"src/server.js": `import u from "../lib"`, "lib/index.js": ""}, ""},
		"one of each":             {map[string]string{"server.js": `import u from "./users"`, "Users.js": "", "users.js": ""}, ""},
		"nothing of that name":    {map[string]string{"server.js": `import u from "./made-by-a-build"`}, ""},
		"in a comment":            {map[string]string{"server.js": `// import u from "./Users"`, "users.js": ""}, ""},
		"in a test":               {map[string]string{"server.js": "", "test/a.js": `import u from "../Users"`, "users.js": ""}, ""},
		"outside of the folder":   {map[string]string{"server.js": `import u from "../Users"`}, ""},
		"several in one sentence": {map[string]string{"server.js": "import a from './A';\nimport b from './B';", "a.js": "", "b.js": ""}, "server.js imports ./A, and what is there is called a.js: Linux tells upper from lower case"},
	} {
		got := ""
		p := &language.Project{Folder: languagetest.Reader(t, of.files).Folder("."), Language: &javascript}
		if found := Warnings(p, source.Choose(p, nil, 1), false); len(found) > 0 {
			got = found[0].Message
		}
		if got != of.want {
			t.Errorf("%s: %q, want %q", name, got, of.want)
		}
	}
}

// TestAsTheFileIsCalled: an import is written with the names that are there, with the end
// that it has itself.
func TestAsTheFileIsCalled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ written, found, want string }{
		{"./user", "app/models/User.js", "./User"},
		{"../../Enviroment", "src/common/enviroment.ts", "../../enviroment"},
		{"./Routes/Users.js", "routes/users.js", "./routes/users.js"},
		{"./Users.js", "src/users.ts", "./users.js"},
		{"./Routes", "src/routes", "./routes"},
		{"./a.b/C.vue", "x/A.b/c.vue", "./A.b/c.vue"},
		{"./other", "src/another.ts", ""},
	} {
		if got := called(c.written, c.found); got != c.want {
			t.Errorf("%s for %s: %q, want %q", c.written, c.found, got, c.want)
		}
	}
	if (Import{File: "a.py", Written: "Users", Called: "users"}).Mends() || (Import{File: "a.ts", Written: "./it's", Called: "./It's"}).Mends() {
		t.Error("mended by a line that would have to quote it, or in another language")
	}
}
