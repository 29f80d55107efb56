package extract

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/detect/deployment"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// asked lists all variables of a project, those that it needs with a mark behind them.
func asked(t *testing.T, files map[string]string) (out []string) {
	t.Helper()
	r := languagetest.Reader(t, files)
	p := &language.Project{Folder: r.Folder("."), Language: &polyglot}
	for _, v := range Of(p, deployment.Survey(r, deployment.Compose(r), []string{"."})).Env() {
		name := v.Value.Name
		if v.Value.Required {
			name += "!"
		}
		if v.Value.Default != "" {
			name += "=" + v.Value.Default
		}
		out = append(out, name)
	}
	return out
}

// TestNamesThatArePutTogether: a read whose name is made of texts and a constant, an element
// of a list or a function's argument is one of the names that come of it.
func TestNamesThatArePutTogether(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text, want string }{
		"a prefix":                     {"app.py", "PREFIX = 'SHOP_'\nurl = os.environ[PREFIX + 'URL']\n", "SHOP_URL!"},
		"a prefix within":              {"app.py", "PREFIX = \"SHOP\"\nurl = os.environ[f\"{PREFIX}_URL\"]\n", "SHOP_URL!"},
		"with a default":               {"app.py", "PREFIX = 'SHOP'\nlevel = os.environ.get(f'{PREFIX}_LEVEL', 'info')\n", "SHOP_LEVEL=info"},
		"of another file":              {"app.py", "from names import PREFIX\nurl = os.environ[f'{PREFIX}_URL']\n", ""},
		"what changes":                 {"app.py", "prefix = 'SHOP'\nif test:\n    prefix = 'TEST'\nurl = os.environ[f'{prefix}_URL']\n", ""},
		"what nobody knows":            {"app.py", "def read(prefix):\n    return os.environ[f'{prefix}_URL']\n", ""},
		"a list":                       {"app.py", "for name in ('HOST', 'USER'):\n    settings[name] = os.environ['DB_' + name]\n", "DB_HOST! DB_USER!"},
		"a list by its name":           {"app.py", "FIELDS = ['HOST', 'USER']\nsettings = {n: os.environ[f'DB_{n}'] for n in FIELDS}\n", "DB_HOST! DB_USER!"},
		"a function":                   {"app.py", "def read(name):\n    return os.environ['SHOP_' + name]\n\nhost, user = read('HOST'), read('USER')\n", "SHOP_HOST! SHOP_USER!"},
		"a function in capitals":       {"app.py", "def read(name):\n    return os.environ[f'SHOP_{name.upper()}']\n\nhost = read('host')\n", "SHOP_HOST!"},
		"a function called env":        {"app.py", "def env(name):\n    return os.environ['SHOP_' + name]\n\nhost = env('HOST')\n", "SHOP_HOST!"},
		"a name alone":                 {"server.js", "const KEY = 'SHOP_KEY';\nconst key = process.env[KEY];\nif (!key) throw new Error('no key');\n", "SHOP_KEY!"},
		"a template":                   {"server.js", "const PREFIX = 'SHOP';\nconst url = process.env[`${PREFIX}_URL`] || 'http://shop';\n", "SHOP_URL=http://shop"},
		"a loop of scripts":            {"server.js", "for (const name of ['HOST', 'USER']) {\n  db[name] = process.env['DB_' + name];\n}\n", "DB_HOST DB_USER"},
		"what is set":                  {"server.js", "const KEY = 'SHOP_KEY';\nprocess.env[KEY] = 'x';\n", ""},
		"what is taken away":           {"server.js", "const KEY = 'SHOP_KEY';\ndelete process.env[KEY];\n", ""},
		"a function of scripts":        {"server.js", "const env = (name) => process.env[`SHOP_${name}`];\nconst host = env('HOST');\n", "SHOP_HOST"},
		"a constant of Go":             {"main.go", "package main\n\nconst prefix = \"SHOP_\"\n\nfunc main() {\n\tif os.Getenv(prefix+\"URL\") == \"\" {\n\t\tpanic(\"no address\")\n\t}\n}\n", "SHOP_URL!"},
		"a block of constants":         {"main.go", "package main\n\nconst (\n\tother = 1\n\tkey   = \"SHOP_KEY\"\n)\n\nfunc main() { use(os.Getenv(key)) }\n", "SHOP_KEY"},
		"Ruby":                         {"main.rb", "PREFIX = 'SHOP'\nurl = ENV.fetch(\"#{PREFIX}_URL\")\n", "SHOP_URL!"},
		"a name of a part in a test":   {"app.py", "x = os.environ['SHOP_' + other() + 'URL']\n", ""},
		"a name that is no variable's": {"server.js", "const path = 'shop/path';\nconst key = process.env[path];\n", ""},
	} {
		text := c.text
		if strings.HasSuffix(c.file, ".py") {
			text = "import os\n" + text
		}
		if got := asked(t, map[string]string{c.file: text}); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestNamesInLowerCase: what a source reads of its environment counts in lower case, too,
// where the name says something; a request's environment and what systems set do not.
func TestNamesInLowerCase(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text, want string }{
		"of several words":   {"app.py", "import os\nurl = os.environ['shop_url']\n", "shop_url!"},
		"a secret":           {"app.py", "import os\nkey = os.environ.get('password')\n", "password"},
		"of one word":        {"app.py", "import os\nlang = os.environ.get('language')\n", ""},
		"a proxy":            {"app.py", "import os\nproxy = os.environ['http_proxy']\n", ""},
		"a request's":        {"app.py", "def app(environ, start_response):\n    return environ['shop_url']\n", ""},
		"a script's":         {"server.js", "const url = process.env.shop_url;\nif (!url) throw new Error('no address');\n", "shop_url!"},
		"with a default":     {"server.js", "const url = process.env.shop_url || 'http://shop';\n", "shop_url=http://shop"},
		"what npm sets":      {"server.js", "const v = process.env.npm_package_version;\n", ""},
		"what is set":        {"server.js", "process.env.shop_url = 'x';\n", ""},
		"of a program's own": {"app.py", "import settings\nurl = settings.get('shop_url')\n", ""},
	} {
		if got := asked(t, map[string]string{c.file: c.text}); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
