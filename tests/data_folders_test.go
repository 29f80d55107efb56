package tests

import (
	"slices"
	"testing"
)

// TestFoldersOfDatabaseFiles: the folder of a file database is there when the program
// starts, and belongs to its user.
func TestFoldersOfDatabaseFiles(t *testing.T) {
	for name, of := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"Python": {map[string]string{
			"requirements.txt": "bottle\n", "app.py": "import sqlite3\nfrom bottle import run\nDB = sqlite3.connect(\"state/app.db\")\nrun(host='0.0.0.0', port=5092)\n",
		}, []string{"install -d -o 10001 /app/state"}},
		"SQLAlchemy, which counts slashes otherwise": {map[string]string{
			"requirements.txt": "bottle\nsqlalchemy\n", "app.py": "from bottle import run\nE = create_engine('sqlite:///state/app.db')\nrun(host='0.0.0.0', port=5092)\n",
		}, []string{"install -d -o 10001 /app/state"}},
		"Go, whose image has the binary alone": {map[string]string{
			"go.mod": "module n\n\ngo 1.24\n\nrequire modernc.org/sqlite v1.34.0\n", "data/.gitkeep": "", "data/seed.sql": "",
			"main.go": "package main\n\nimport (\n\t\"database/sql\"\n\t\"net/http\"\n\n\t_ \"modernc.org/sqlite\"\n)\n\nfunc main() {\n\tdb, _ := sql.Open(\"sqlite\", \"file:data/notes.db?_fk=1\")\n\t_ = db\n\thttp.ListenAndServe(\":8080\", nil)\n}\n",
		}, []string{"install -d -o 10001 /app/data"}},
		"a folder that comes along": {map[string]string{
			"requirements.txt": "bottle\n", "state/seed.csv": "a\n", "app.py": "import sqlite3\nfrom bottle import run\nDB = sqlite3.connect(\"state/app.db\")\nrun(host='0.0.0.0', port=5092)\n",
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := firstOf(t, of.files).Runtime.Setup; !slices.Equal(got, of.want) {
				t.Errorf("%q, want %q", got, of.want)
			}
		})
	}
}
