package source

import (
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/npm"
)

// TestServing: of an application and its server, the server is the program.
func TestServing(t *testing.T) {
	t.Parallel()
	const app, server = "const app = express()\nexport default app", "import app from './app'\napp.listen(3000)"
	for name, one := range map[string]struct {
		pkg         npm.Package
		files       map[string]string
		entry, made string
	}{
		"main names the application":  {npm.Package{Main: "app.js"}, map[string]string{"app.js": app, "index.js": server}, "index.js", ""},
		"by convention":               {npm.Package{}, map[string]string{"src/app.js": app, "src/server.js": server}, "src/server.js", ""},
		"compiled":                    {npm.Package{Main: "dist/app.js"}, map[string]string{"src/app.ts": app, "src/server.ts": server}, "src/server.ts", "dist/server.js"},
		"main names the server":       {npm.Package{Main: "dist/server.js"}, map[string]string{"src/app.ts": app, "src/server.ts": server}, "src/server.ts", "dist/server.js"},
		"both serve":                  {npm.Package{Main: "app.js"}, map[string]string{"app.js": app + "\napp.listen(80)", "index.js": server}, "app.js", ""},
		"what it brings in serves":    {npm.Package{Main: "app.js"}, map[string]string{"app.js": "import './http.js'", "http.js": "createServer()", "index.js": server}, "app.js", ""},
		"a server of something else":  {npm.Package{Main: "app.js"}, map[string]string{"app.js": app, "index.js": "import o from './other'\no.listen(1)"}, "app.js", ""},
		"an example beside a library": {npm.Package{Main: "app.js", Types: "app.d.ts"}, map[string]string{"app.js": app, "server.js": server}, "app.js", ""},
	} {
		f := languagetest.Reader(t, one.files).Folder(".")
		got := Entry(f, one.pkg)
		if made := Compiled(f, one.pkg, got); got != one.entry || made != one.made {
			t.Errorf("%s: %q compiled to %q, want %q and %q", name, got, made, one.entry, one.made)
		}
	}
}
