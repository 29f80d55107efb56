package source

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/npm"
)

// TestOtherServers: main serves where the start script's file does not; all else
// leaves the start as it is.
func TestOtherServers(t *testing.T) {
	const serves = `require("http").createServer().listen(3000)`
	for name, c := range map[string]struct {
		main, command, want string
		files               map[string]string
	}{
		"main serves":       {"server.js", "node app.js", "node server.js", map[string]string{"app.js": "work()", "server.js": serves}},
		"convention serves": {"", "node app.js", "node server.js", map[string]string{"app.js": "work()", "server.js": serves}},
		"both serve":        {"server.js", "node app.js", "", map[string]string{"app.js": serves, "server.js": serves}},
		"what it brings in serves": {
			"server.js", "node app.js", "", map[string]string{"app.js": "import './http.js'", "http.js": serves, "server.js": serves},
		},
		"in a comment":            {"server.js", "node app.js", "node server.js", map[string]string{"app.js": "// " + serves, "server.js": serves}},
		"neither serves":          {"server.js", "node app.js", "", map[string]string{"app.js": "work()", "server.js": "work()"}},
		"it is the same":          {"./app.js", "node app.js", "", map[string]string{"app.js": "work()"}},
		"another kind of command": {"server.js", "npm run x", "", map[string]string{"app.js": "work()", "server.js": serves}},
		"it is not run as it is":  {"server.ts", "node app.js", "", map[string]string{"app.js": "work()", "server.ts": serves}},
	} {
		got := OtherServers(languagetest.Reader(t, c.files).Folder("."), npm.Package{Main: c.main}, strings.Fields(c.command))
		switch {
		case c.want == "" && len(got) > 0:
			t.Errorf("%s: %+v", name, got)
		case c.want != "" && (len(got) != 1 || got[0].Value != c.want || got[0].Path == ""):
			t.Errorf("%s: %+v", name, got)
		}
	}
}
