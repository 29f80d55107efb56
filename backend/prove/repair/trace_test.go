package repair

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/universalbuild"
)

// TestFromTrace: the place of the project's own sources at which a program broke
// off, as each runtime prints it.
func TestFromTrace(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"src/db.js", "main.py", "shop/views.py", "api/cmd/main.go", "index.php", "app.rb", "src/main/java/com/shop/Db.java", "node_modules/pg/index.js", "vendor/a/a.go",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/hostname", filepath.Join(dir, "link.py")); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path string // of the service
		log  string
		want string
	}{
		"Node, its own frame first":      {".", "Error: no\n    at f (/app/node_modules/pg/index.js:3:1)\n    at g (/app/src/db.js:12:5)\n    at h (/app/src/db.js:40:5)", "Look at src/db.js, line 12."},
		"a module of Node":               {".", "    at file:///app/src/db.js:7:9", "Look at src/db.js, line 7."},
		"Python, the innermost is last":  {".", "Traceback (most recent call last):\n  File \"/app/main.py\", line 3, in <module>\n  File \"/app/shop/views.py\", line 9, in f\n  File \"/usr/lib/python3/site-packages/x.py\", line 1", "Look at shop/views.py, line 9."},
		"Go, of a service in a folder":   {"api", "panic: no\n\t/src/cmd/main.go:17 +0x1d", "Look at api/cmd/main.go, line 17."},
		"Go, from the root of a module":  {"api", "api/cmd/main.go:17: no such thing", "Look at api/cmd/main.go, line 17."},
		"PHP":                            {".", "PHP Fatal error:  Uncaught Error in /app/index.php:4", "Look at index.php, line 4."},
		"PHP's notice":                   {".", "PHP Parse error: syntax error in /app/index.php on line 4", "Look at index.php, line 4."},
		"Ruby":                           {".", "/app/app.rb:5:in `<main>': no (RuntimeError)", "Look at app.rb, line 5."},
		"Java":                           {".", "java.lang.Error\n\tat org.hikari.Pool.get(Pool.java:1)\n\tat com.shop.Db.open(Db.java:12)", "Look at src/main/java/com/shop/Db.java, line 12."},
		"Java, loaded by a named loader": {".", "\tat app//com.shop.Db.<init>(Db.java:12)", "Look at src/main/java/com/shop/Db.java, line 12."},
		"installed packages alone":       {".", "    at f (/app/node_modules/pg/index.js:3:1)", ""},
		"what was vendored":              {".", "/app/vendor/a/a.go:3", ""},
		"what the build made":            {".", "    at g (/app/dist/db.js:12:5)", ""},
		"out of the repository":          {".", "/app/../../etc/passwd.js:1 ../../etc/hosts.js:2", ""},
		"a link out of it":               {".", "  File \"/app/link.py\", line 1", ""},
		"an address":                     {".", "connect ECONNREFUSED 127.0.0.1:5432 db.internal:5432", ""},
		"line zero and a huge one":       {".", "/app/main.py:0 /app/main.py:99999999", ""},
		"nothing":                        {".", "", ""},
	} {
		doc := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Path: c.path}, Build: universalbuild.Build{Workdir: "/src"}, Runtime: universalbuild.Runtime{Workdir: "/app"}}
		report := &prove.Report{Verdict: prove.Failed, Failure: &cause.Failure{Stage: "start", Log: strings.Split(c.log, "\n")}}
		got := ""
		for _, q := range questions(prove.Request{Document: doc, Dir: dir}, report) {
			got += q.Text
			if q.Name != "" || q.Path == "" || q.Line == 0 || !strings.Contains(q.Why, "The log leads there") {
				t.Errorf("%s: %+v", name, q)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
