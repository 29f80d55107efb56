package extract

import (
	"slices"
	"testing"
)

func TestDataFolders(t *testing.T) {
	t.Parallel()
	got := []string{}
	for _, dir := range facts(t, map[string]string{
		"index.js": "open(process.env.FILE || '/etc/shop/shop.db')\nopen(\"/var/shop/keep/a.sqlite3\")\nopen('/etc/shop/other.db')\n// open('/comment/a.db')\n" +
			"open('shop.db')\nopen('/a.db')\nopen('/data/words.txt')\n",
		"test/index.js": "open('/test/shop.db')\n", "shop.test.js": "open('/tests/shop.db')\n",
	}, ".").DataFolders() {
		got = append(got, dir.Value)
		if dir.Evidence[0].Path != "index.js" {
			t.Errorf("%s by %v", dir.Value, dir.Evidence[0])
		}
	}
	for name, of := range map[string][3]string{
		"relative":             {"index.js", "new Database('var/shop.db')", "var"},
		"relative, with a dot": {"main.js", "x = sql.Open(\"sqlite3\", \"file:data/notes.db?_fk=1\")", "data"},
		"SQLAlchemy, absolute": {"app.js", "e = create_engine('sqlite:////srv/state/app.db')", "/srv/state"},
		"sqlx":                 {"src/main.js", "let p = connect(\"sqlite://state/app.db?mode=rwc\");", "state"},
		"sqlx, absolute":       {"src/main.js", "let p = connect(\"sqlite:///state/app.db\");", "/state"},
		"JDBC":                 {"A.js", "getConnection(\"jdbc:sqlite:keep/a.db\")", "keep"},
		"ADO":                  {"A.js", "UseSqlite(\"Data Source=keep/a.db;Cache=Shared\")", "keep"},
		"joined":               {"src/db.js", "open(path.join(__dirname, '..', 'keep', 'a.sqlite'))", "keep"},
		"joined, Go":           {"main.js", "x = open(filepath.Join(\"keep\", \"a.db\"))", "keep"},
		"joined, unknown":      {"main.js", "x = open(filepath.Join(root, \"keep\", \"a.db\"))", ""},
		"a media type":         {"index.js", "if (kind === 'application/vnd.sqlite3') read()", ""},
		"outside":              {"index.js", "open('../keep/a.db')", ""},
		"in the folder itself": {"index.js", "open('./a.db')", ""},
	} {
		got := ""
		for _, dir := range facts(t, map[string]string{of[0]: of[1]}, ".").DataFolders() {
			got = dir.Value
		}
		if got != of[2] {
			t.Errorf("%s: %q, want %q", name, got, of[2])
		}
	}
	if want := []string{"/etc/shop", "/var/shop/keep"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
