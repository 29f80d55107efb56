package extract

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/detect/deployment"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestReadsThatNothingAsksFor: of what several services share, one reads what it names.
func TestReadsThatNothingAsksFor(t *testing.T) {
	t.Parallel()
	const kept = "impl Store {\n    pub fn from_env() -> Self {\n        Self { url: env::var(\"STORE_URL\").expect(\"STORE_URL\") }\n    }\n}\nimpl Mails {\n    pub fn from_env() -> Self {\n        Self { url: env::var(\"MAILS_URL\").expect(\"MAILS_URL\") }\n    }\n}\n"
	for name, c := range map[string]struct {
		main, shared, own string
		want              string
	}{
		"a type's":              {"main.rs", "config.rs", "let s = Store::from_env();\n", "STORE_URL"},
		"all of them":           {"main.rs", "config.rs", "let s = Store::from_env(); let m = Mails::from_env();\n", "MAILS_URL STORE_URL"},
		"a name that is longer": {"main.rs", "config.rs", "let s = Store::from_env(); let m = NoMails::new();\n", "STORE_URL"},
		"a use alone":           {"main.rs", "config.rs", "use shared::config::{Store, Mails};\nlet s = Store::from_env();\n", "STORE_URL"},
		"functions":             {"main.js", "config.js", "const s = config.store();\n", "STORE_URL"},
		"functions of Python":   {"main.py", "config.py", "s = config.store()\n", "STORE_URL"},
		"at the import":         {"main.js", "top.js", "require('shared');\n", "MAILS_URL STORE_URL"},
	} {
		shared := map[string]string{
			"config.rs": "pub struct Store { url: String }\npub struct Mails { url: String }\n" + kept,
			"config.js": "export function store() {\n  return process.env.STORE_URL;\n}\nexport function mails() {\n  return process.env.MAILS_URL;\n}\n",
			"config.py": "def store():\n    return os.environ[\"STORE_URL\"]\n\n\ndef mails():\n    return os.environ[\"MAILS_URL\"]\n",
			"top.js":    "exports.store = process.env.STORE_URL;\nexports.mails = process.env.MAILS_URL;\n",
		}
		r := languagetest.Reader(t, map[string]string{"api/" + c.main: c.own, "shared/" + c.shared: shared[c.shared]})
		p := &language.Project{Folder: r.Folder("api"), Language: &polyglot, Deps: []language.Dependency{{Name: "shared", Local: "shared", Path: "api/x"}}}
		var got []string
		for _, v := range Of(p, deployment.Survey(r, deployment.Compose(r), []string{"api"})).Env() {
			got = append(got, v.Value.Name)
		}
		if slices.Sort(got); strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
