package extract

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/detect/deployment"
	"aipack/backend/detect/variable"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// polyglot is a language of the tests that reads the files of several.
var polyglot = language.Language{
	ID: "polyglot", Name: "Polyglot", Extensions: []string{".js", ".ts", ".py", ".go", ".rs", ".rb", ".exs"},
	EnvReads: []language.Pattern{
		`process\.env\.([A-Za-z_]\w*)(?:\s*(?:\|\||\?\?)\s*['"]([^'"\n]*)['"])?`,
		`\{([^{}]+)\}\s*=\s*process\.env\b`,
		`\benviron(?:\.get)?[\[(]\s*["']([A-Za-z_]\w*)["'](?:\s*,\s*["']?([^"'\n,()]*)["']?\s*\))?`,
		`\b(?:config|env(?:\.str)?)\(\s*["']([A-Z][A-Z0-9_]*)["']`,
		`\bos\.(?:Getenv|LookupEnv)\(\s*"([A-Z_]+)"`,
		"\\b(?:env|envconfig):\"([A-Z][A-Z0-9_]*)[^\"`]*\"",
		`\benv::var\(\s*"([A-Z_]+)"`,
		`\b\w*env_get\w*\(\s*"([A-Z_]{3,})"\s*\)`,
		`\bENV\.fetch\(\s*"([A-Z_]+)"`,
		`\bSystem\.(?:get_env|fetch_env!?)\(\s*"([A-Z_]+)"`,
	},
}

// needed lists the variables without which the program of these files does not
// run.
func needed(t *testing.T, files map[string]string, deps ...string) []string {
	t.Helper()
	r := languagetest.Reader(t, files)
	p := &language.Project{Folder: r.Folder("."), Language: &polyglot}
	for _, d := range deps {
		p.Deps = append(p.Deps, language.Dependency{Name: d, Path: "package.json"})
	}
	var out []string
	for _, v := range Of(p, deployment.Survey(r, deployment.Compose(r), []string{"."})).Env() {
		if v.Value.Required {
			out = append(out, v.Value.Name)
		}
	}
	return out
}

func TestNeedOfReads(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text, want string }{
		"a throw behind it":                  {"server.js", "const key = process.env.SHOP_KEY\nif (!key) {\n  throw new Error('SHOP_KEY')\n}\n", "SHOP_KEY"},
		"a throw on its line":                {"server.js", "if (!process.env.SHOP_KEY) throw new Error('no key')\n", "SHOP_KEY"},
		"of several at once":                 {"server.js", "const { MAIL_HOST, MAIL_FROM } = process.env\nif (!MAIL_HOST) throw new Error('x')\n", "MAIL_HOST"},
		"a single one":                       {"server.js", "const { SHOP_KEY } = process.env;\nif (!SHOP_KEY) {\n  throw new Error('SHOP_KEY must be set');\n}\n", "SHOP_KEY"},
		"a single one, ending the process":   {"server.ts", "const { SHOP_KEY: key } = process.env\nif (key === undefined) {\n  console.error('no key')\n  process.exit(1)\n}\n", "SHOP_KEY"},
		"of several lines, each tested":      {"server.js", "const {\n  SHOP_A,\n  SHOP_B,\n  SHOP_C,\n  SHOP_D,\n} = process.env\n\nif (!SHOP_A) {\n  throw new Error('a')\n}\n\nif (!SHOP_B) {\n  throw new Error('b')\n}\n\nif (!SHOP_C) {\n  throw new Error('c')\n}\n\nif (!SHOP_D) {\n  throw new Error('d')\n}\n", "SHOP_A SHOP_B SHOP_C SHOP_D"},
		"a single one with a default":        {"server.js", "const { SHOP_KEY = 'x' } = process.env\nif (!SHOP_KEY) throw new Error('x')\n", ""},
		"a single one that may lack":         {"server.js", "const { SHOP_KEY } = process.env\nif (!SHOP_KEY) {\n  console.warn('no key')\n}\n", ""},
		"taken apart for a request":          {"server.js", "app.get('/x', (req, res) => {\n  const { SHOP_KEY } = process.env\n  if (!SHOP_KEY) {\n    throw new Error('x')\n  }\n})\n", ""},
		"taken apart in some cases":          {"server.js", "if (useMail) {\n  const { MAIL_KEY } = process.env\n  if (!MAIL_KEY) throw new Error('x')\n}\n", ""},
		"it is looked at":                    {"server.js", "if (process.env.SHOP_KEY) {\n  throw new Error('no more')\n}\n", ""},
		"the other way round":                {"server.js", "if (process.env.SHOP_KEY !== undefined) {\n  throw new Error('no more')\n}\n", ""},
		"a block of its own use":             {"server.js", "if (useMail) {\n  send(process.env.MAIL_KEY!)\n}\n", ""},
		"a branch of production":             {"server.js", "if (process.env.NODE_ENV === 'production') {\n  sign(process.env.SIGN_KEY!)\n}\n", "SIGN_KEY"},
		"asserted":                           {"server.ts", "connect(process.env.BROKER!)\n", "BROKER"},
		"asserted, with a default elsewhere": {"server.ts", "connect(process.env.BROKER!)\nlog(process.env.BROKER || 'none')\n", ""},
		"a method is called on it":           {"server.js", "const hosts = process.env.HOSTS.split(',')\n", "HOSTS"},
		"perhaps":                            {"server.js", "const hosts = process.env.HOSTS?.split(',')\n", ""},
		"an entry of a table":                {"server.js", "const c = {\n  secret: process.env.SESSION_SECRET,\n  mail: process.env.MAIL_KEY,\n}\n", "SESSION_SECRET"},
		"a script for releases":              {"scripts/publish.js", "if (!process.env.NPM_AUTH) throw new Error('x')\n", ""},
		"a test's":                           {"server.js", "if (!process.env.TEST_RUN) throw new Error('x')\n", ""},
		"subscript":                          {"app.py", "import os\nKEY = os.environ['SHOP_KEY']\n", "SHOP_KEY"},
		"a number that may be missing":       {"app.py", "import os\nMINUTES = int(os.environ.get('SHOP_MINUTES'))\n", "SHOP_MINUTES"},
		"a number with another":              {"app.py", "import os\nMINUTES = int(os.environ.get('SHOP_MINUTES', '30'))\n", ""},
		"a number or another":                {"app.py", "import os\nMINUTES = int(os.environ.get('SHOP_MINUTES') or 30)\n", ""},
		"a print of what may be missing":     {"app.py", "import os\nprint(os.environ.get('SHOP_MINUTES'))\n", ""},
		"a folder that may be missing":       {"app.py", "import os\nFILES = os.path.join(os.environ.get('SHOP_FILES'), 'a')\n", "SHOP_FILES"},
		"subscript before a condition":       {"app.py", "import os\nKEY = os.environ['SHOP_KEY']\nif os.environ.get('DEBUG'):\n    log()\n", "SHOP_KEY"},
		"subscript where it is there":        {"app.py", "import os\nif 'SHOP_KEY' in os.environ:\n    KEY = os.environ['SHOP_KEY']\n", ""},
		"subscript in an expression":         {"app.py", "import os\nKEY = (\n    os.environ['SHOP_KEY']\n    if 'SHOP_KEY' in os.environ\n    else None\n)\n", ""},
		"a request's environment":            {"app.py", "def app(environ, start):\n    return environ['PATH_INFO']\n", ""},
		"raise behind it":                    {"app.py", "import os\nkey = os.environ.get('SHOP_KEY')\nif key is None:\n    raise Exception('set it')\n", "SHOP_KEY"},
		"none for a default":                 {"settings.py", "import os\nSECRET_KEY = os.environ.get('SECRET_KEY', None)\n", "SECRET_KEY"},
		"a handler of requests":              {"app.py", "import os\n@app.get('/x')\ndef x():\n    return os.environ['MAIL_KEY']\n", ""},
		"decouple":                           {"settings.py", "from decouple import config\nA = config('SHOP_A')\nB = config('SHOP_B', default=1)\nC = config('SHOP_C', cast=int)\n", "SHOP_A SHOP_C"},
		"django-environ over several lines":  {"settings.py", "A = env.str(\n    'SHOP_A',\n    default='x',\n)\nB = env.str(\n    'SHOP_B'\n)\n", "SHOP_B"},
		"django-environ's scheme":            {"settings.py", "env = environ.Env(SHOP_A=(bool, False))\nA = env('SHOP_A')\n", ""},
		"Go: fatal behind it":                {"main.go", "v := os.Getenv(\"SHOP_KEY\")\nif v == \"\" {\n\tlog.Fatal(\"no key\")\n}\n", "SHOP_KEY"},
		"Go: an error goes up":               {"main.go", "if v := os.Getenv(\"SHOP_KEY\"); v == \"\" {\n\treturn nil, errors.New(\"no key\")\n}\n", "SHOP_KEY"},
		"Go: it is looked up":                {"main.go", "v, ok := os.LookupEnv(\"SHOP_KEY\")\nif !ok {\n\tpanic(\"no key\")\n}\n", "SHOP_KEY"},
		"Go: a value where it is not set":    {"main.go", "v := os.Getenv(\"SHOP_KEY\")\nif v == \"\" {\n\tv = \"x\"\n}\n", ""},
		"Go: tags":                           {"main.go", "type c struct {\n\tA string `env:\"SHOP_A,required\"`\n\tB string `env:\"SHOP_B\"`\n\tC string `env-required:\"true\" env:\"SHOP_C\"`\n\tD string `envconfig:\"SHOP_D\" required:\"true\"`\n\tE string `envconfig:\"SHOP_E\" required:\"true\" default:\"x\"`\n}\n", "SHOP_A SHOP_C SHOP_D"},
		"Go: go-flags' namespaces":           {"main.go", "type opts struct {\n\tKey string `long:\"key\" env:\"SHOP_KEY\" required:\"true\"`\n\tMail Mail `group:\"mail\" env-namespace:\"MAIL\"`\n\tStore struct {\n\t\tURL string `long:\"url\" env:\"URL\" required:\"true\"`\n\t} `group:\"store\" env-namespace:\"STORE\"`\n}\n\ntype Mail struct {\n\tHost string `long:\"host\" env:\"HOST\" required:\"true\"`\n}\n", "MAIL_HOST SHOP_KEY STORE_URL"},
		"Go: a help that asks for it":        {"main.go", "type opts struct {\n\tKey string `long:\"key\" env:\"SHOP_KEY\" description:\"Key for signing (required)\"`\n\tName string `long:\"name\" env:\"SHOP_NAME\" default:\"x\" description:\"Name (required)\"`\n}\n", "SHOP_KEY"},
		"Go: one of several of a kind":       {"main.go", "type Login interface {\n\tName() string\n\tSetup() error\n}\n\ntype A struct {\n\tID string `env:\"SHOP_A_ID\"`\n}\n\nfunc (a *A) Setup() error {\n\tif a.ID == \"\" {\n\t\treturn errors.New(\"no ID\")\n\t}\n\treturn nil\n}\n\nfunc (b *B) Setup() error {\n\treturn nil\n}\n", ""},
		"Go: what each structure checks":     {"main.go", "type A struct {\n\tID string `env:\"SHOP_A_ID\"`\n}\n\nfunc (a *A) Validate() error {\n\tif a.ID == \"\" {\n\t\treturn errors.New(\"no ID\")\n\t}\n\treturn nil\n}\n\nfunc (b *B) Validate() error {\n\treturn nil\n}\n", "SHOP_A_ID"},
		"a function in capitals that throws": {"server.js", "const a = needENV('SHOP_A')\nfunction needENV(name) {\n  const v = process.env[name]\n  if (!v) throw new Error(name)\n  return v\n}\n", "SHOP_A"},
		"Rust: expect":                       {"main.rs", "let a = env::var(\"SHOP_A\").expect(\"a\");\nlet b = env::var(\"SHOP_B\")?;\nlet c = env::var(\"SHOP_C\").ok();\nlet d = env::var(\"SHOP_D\").unwrap_or_default();\n", "SHOP_A SHOP_B"},
		"Rust: what follows a map":           {"main.rs", "let a = env::var(\"SHOP_A\").map(|v| v.len()).expect(\"a\");\nlet b = env::var(\"SHOP_B\")\n    .map(|v| (v, 1))\n    .unwrap_or_default();\n", "SHOP_A"},
		"Rust: a panic but for debugging":    {"main.rs", "let a = env::var(\"SHOP_A\").unwrap_or_else(|e| {\n  if cfg!(debug_assertions) {\n    x()\n  } else {\n    panic!(\"a\")\n  }\n});\n", "SHOP_A"},
		"Rust: a function that panics":       {"main.rs", "fn main() {\n    let a = env_get(\"SHOP_A\");\n}\nfn env_get(key: &str) -> String {\n    match std::env::var(key) {\n        Ok(v) => v,\n        Err(e) => panic!(\"{key}\"),\n    }\n}\n", "SHOP_A"},
		"a function that stops if told to":   {"app.py", "import os\nA = get_text('SHOP_A', required=True)\nB = get_text('SHOP_B')\ndef get_text(name, default=None, required=False):\n    result = os.environ.get(name, default)\n    if required and not result:\n        raise ValueError(name)\n    return result\n", "SHOP_A"},
		"a function for what is not there":   {"app.py", "import os\nA = must('SHOP_A')\ndef must(name):\n    try:\n        return os.environ[name]\n    except KeyError:\n        raise Improper(name)\n", "SHOP_A"},
		"a function that reads a number":     {"app.py", "import os\nA = number('SHOP_A')\ndef number(name):\n    if name not in os.environ:\n        return 0\n    try:\n        return int(os.environ[name])\n    except ValueError as e:\n        raise Improper(name) from e\n", ""},
		"a function that composes the name":  {"app.py", "import os\nA = config('SHOP')\ndef config(name):\n    if not os.environ.get(f'{name}_KEY'):\n        raise Improper(name)\n", "SHOP_KEY"},
		"together with another":              {"server.js", "if (small() && !process.env.SHOP_DANGER) {\n  process.exit(1)\n}\n", ""},
		"either of two":                      {"main.go", "if os.Getenv(\"SHOP_A\") == \"\" && os.Getenv(\"SHOP_B\") == \"\" {\n\tpanic(\"one\")\n}\n", ""},
		"a value is handed along":            {"app.py", "import os\nfile = os.getenv('SHOP_FILE', default=str(HERE / 'x.ini'))\nif not os.path.isfile(file):\n    raise Exception('none')\n", ""},
		"settings of developers":             {"settings/local.py", "import os\nKEY = os.environ['SHOP_KEY']\n", ""},
		"Ruby: a block gives another":        {"app.rb", "a = ENV.fetch(\"SHOP_A\")\nb = ENV.fetch(\"SHOP_B\") { 'x' }\nc = ENV.fetch(\"SHOP_C\", 'x')\n", "SHOP_A"},
		"Elixir: raise on the next line":     {"runtime.exs", "if config_env() == :prod do\n  url =\n    System.get_env(\"DATABASE_ADDRESS\") ||\n      raise \"none\"\nend\n", "DATABASE_ADDRESS"},
		"Elixir: a tuple of what is there":   {"runtime.exs", "shop = System.fetch_env(\"SHOP_NAME\")\nkey = System.fetch_env!(\"SHOP_KEY\")\n", "SHOP_KEY"},
		"Elixir: a switch":                   {"runtime.exs", "if System.get_env(\"SHOP_SERVER\") do\n  x()\nend\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(needed(t, map[string]string{c.file: c.text}), " "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// What leads to a database is required where the program needs that database.
func TestNeedOfAddresses(t *testing.T) {
	t.Parallel()
	code := map[string]string{"server.js": "connect(process.env.DATABASE_URL)\ncache(process.env.REDIS_HOST || 'localhost')\nmail(process.env.MAIL_HOST)\n"}
	if got := needed(t, code, "pg", "ioredis"); !slices.Equal(got, []string{"DATABASE_URL", "REDIS_HOST"}) {
		t.Errorf("with drivers: %q", got)
	}
	if got := needed(t, code); len(got) > 0 {
		t.Errorf("without: %q", got)
	}
}

// A program that turns to its own machine where a variable is not set reaches nothing
// there in a container.
func TestNeedOfAddressesWithOneAtHome(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		code string
		want []string
	}{
		"its own machine": {"const db = process.env.JAWSDB_URL\n  ? new Sequelize(process.env.JAWSDB_URL)\n  : new Sequelize(process.env.NAME, {\n      host: '127.0.0.1',\n    });\n", []string{"JAWSDB_URL"}},
		"of production":   {"const db = process.env.DB_HOST_PROD ? connect(process.env.DB_HOST_PROD) : connect('localhost');\n", []string{"DB_HOST_PROD"}},
		"a file":          {"const db = process.env.JAWSDB_URL ? new Sequelize(process.env.JAWSDB_URL) : new Sequelize('sqlite::memory:');\nlisten('localhost');\n", nil},
		"something else":  {"const shop = process.env.SHOP_URL ? open(process.env.SHOP_URL) : open('http://localhost:3000');\n", nil},
	} {
		if got := needed(t, map[string]string{"server.js": c.code}, "mysql2"); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestOwnSecrets(t *testing.T) {
	t.Parallel()
	project := map[string]bool{"SHOP": true}
	for name, want := range map[string]bool{
		"SECRET_KEY": true, "JWT_SECRET": true, "SHOP_COOKIE_SECRET": true, "SESSION_SECRET": true, "APP_KEY": true, "ACCESS_TOKEN_SALT": true, "HMAC_KEY": true,
		"STRIPE_SECRET_KEY": false, "AWS_SECRET_ACCESS_KEY": false, "SMTP_PASSWORD": false, "API_KEY": false, "BOT_TOKEN": false, "ACCESS_KEY": false, "OTHER_SECRET_KEY": false, "JWT_SECRET_TTL": false,
	} {
		if got := variable.OwnSecret(name, project); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
