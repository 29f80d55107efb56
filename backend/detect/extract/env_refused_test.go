package extract

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/detect/deployment"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestRefusals: what a program refuses to start without is required, wherever its value
// went in between, and however its names are listed.
func TestRefusals(t *testing.T) {
	t.Parallel()
	many := language.Language{ID: "many", Extensions: []string{".js", ".ts", ".py", ".go"}, EnvReads: []language.Pattern{`process\.env\.([A-Z_]+)`, `os\.Getenv\("([A-Z_]+)"\)`, `environ\.get\("([A-Z_]+)"\)`}}
	const loader = "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc getEnv(key, otherwise string) string {\n\tif v := os.Getenv(key); v != \"\" {\n\t\treturn v\n\t}\n\treturn otherwise\n}\n\nfunc Load() (*Config, error) {\n\tcfg := &Config{Store: getEnv(\"STORE_ADDRESS\", \"\"), Mail: getEnv(\"MAIL_KEY\", \"\")}\n"
	const object = "const config = {\n  store: process.env.STORE_ADDRESS || '',\n  mail: process.env.MAIL_KEY || '',\n};\n"
	for _, tt := range []struct {
		name, file, text string
		want             []string
	}{
		{"a client's address and key", "db.py", "from supabase import create_client\n\nclient = create_client(\n    os.environ.get(\"STORE_ADDRESS\"),\n" +
			"    os.environ.get(\"STORE_KEY\")\n)\n", []string{"STORE_ADDRESS", "STORE_KEY"}},
		{"a client's, by a name", "db.py", "from supabase import create_client\n\naddress = os.environ.get(\"STORE_ADDRESS\")\n" +
			"client = create_client(address, \"x\")\n", []string{"STORE_ADDRESS"}},
		{"a client's in a function", "db.py", "from supabase import create_client\n\ndef client():\n" +
			"    return create_client(os.environ.get(\"STORE_ADDRESS\"), \"x\")\n", nil},
		{"origins that may not be empty", "main.go", "import \"github.com/gin-contrib/cors\"\n\nfunc main() {\n\tr.Use(cors.New(cors.Config{\n" +
			"\t\tAllowOrigins: []string{os.Getenv(\"SHOP_ORIGIN\")},\n\t}))\n}\n", []string{"SHOP_ORIGIN"}},
		{"origins of another", "main.go", "import \"github.com/rs/cors\"\n\nfunc main() {\n\tc := cors.New(cors.Options{\n" +
			"\t\tAllowOrigins: []string{os.Getenv(\"SHOP_ORIGIN\")},\n\t})\n}\n", nil},
		{"another's client", "db.py", "from mine import create_client\n\nclient = create_client(os.environ.get(\"STORE_ADDRESS\"))\n", nil},
		{"an option of a client", "ai.js", "import OpenAI from 'openai';\nexport const ai = new OpenAI({ timeout: 5, apiKey: process.env.MAIL_KEY });\n" +
			"", []string{"MAIL_KEY"}},
		{"an option with another value", "ai.js", "import OpenAI from 'openai';\nexport const ai = new OpenAI({ apiKey: process.env.MAIL_KEY || 'none' });\n", nil},
		{"a field that is tested", "main.go", loader + "\tif cfg.Store == \"\" {\n\t\treturn nil, fmt.Errorf(\"STORE_ADDRESS is required\")\n\t}\n\treturn cfg, nil\n}\n", []string{"STORE_ADDRESS"}},
		{"only with another", "main.go", loader + "\tif cfg.Kind == \"mail\" && cfg.Mail == \"\" {\n\t\treturn nil, fmt.Errorf(\"MAIL_KEY is required\")\n\t}\n\treturn cfg, nil\n}\n", nil},
		{"of one kind among several", "main.go", loader + "\treturn cfg, nil\n}\n\ntype Sender interface {\n\tCheck() error\n}\n\nfunc (m *Mail) Check() error {\n\tif m.cfg.Mail == \"\" {\n\t\treturn fmt.Errorf(\"MAIL_KEY is required\")\n\t}\n\treturn nil\n}\n\nfunc (p *Post) Check() error { return nil }\n", nil},
		{"with a capital", "a.js", object + "if (!config.store) throw new Error('Required: STORE_ADDRESS');\n", []string{"STORE_ADDRESS"}},
		{"of a seeder", "prisma/seed.ts", "const mail = process.env.MAIL_KEY;\nif (!mail) {\n  throw new Error('MAIL_KEY must be set');\n}\n", nil},
		{"in a branch", "main.go", loader + "\tif cfg.Kind == \"mail\" {\n\t\tif cfg.Mail == \"\" {\n\t\t\treturn nil, fmt.Errorf(\"MAIL_KEY is required\")\n\t\t}\n\t}\n\treturn cfg, nil\n}\n", nil},
		{"a property that is tested", "a.js", object + "if (!config.store) {\n  throw new Error('STORE_ADDRESS must be set');\n}\n", []string{"STORE_ADDRESS"}},
		{"told, and ended", "a.js", object + "if (!config.store) {\n  console.error('Missing STORE_ADDRESS, MAIL_KEY');\n  process.exit(1);\n}\n", []string{"MAIL_KEY", "STORE_ADDRESS"}},
		{"told, and no more", "a.js", object + "if (!config.store) {\n  console.error('Missing STORE_ADDRESS');\n}\n", nil},
		{"either of two", "a.js", object + "if (!config.store) {\n  throw new Error('STORE_ADDRESS or MAIL_KEY must be set');\n}\n", nil},
		{"what it advises", "a.js", object + "if (!ready()) {\n  throw new Error('mail is not configured. Set MAIL_KEY');\n}\n", nil},
		{"in a function that sends", "a.js", object + "function send(text) {\n  if (!config.mail) {\n    throw new Error('MAIL_KEY is not set');\n  }\n}\n", nil},
		{"of a request", "a.js", object + "app.get('/', (req, res) => {\n  if (!config.mail) {\n    throw new Error('MAIL_KEY is not set');\n  }\n});\n", nil},
		{"a list that is filtered", "a.js", "const needed = ['STORE_ADDRESS', 'MAIL_KEY'];\nconst missing = needed.filter((name) => !process.env[name]);\nif (missing.length > 0) {\n  throw new Error(missing.join());\n}\n", []string{"MAIL_KEY", "STORE_ADDRESS"}},
		{"a list that is gone through", "a.ts", "const needed: string[] = [\n  'STORE_ADDRESS',\n  'MAIL_KEY',\n];\nfor (const name of needed) {\n  if (!process.env[name]) {\n    console.error(name);\n    process.exit(1);\n  }\n}\n", []string{"MAIL_KEY", "STORE_ADDRESS"}},
		{"a list that is told of", "a.js", "const needed = ['STORE_ADDRESS'];\nfor (const name of needed) {\n  if (!process.env[name]) {\n    console.warn(name);\n  }\n}\n", nil},
		{"a list of other things", "a.js", "const needed = ['store-address', 'MAIL_KEY'];\nfor (const name of needed) {\n  if (!process.env[name]) throw new Error(name);\n}\n", nil},
		{"a list of Python", "a.py", "import os\nNEEDED = (\"STORE_ADDRESS\", \"MAIL_KEY\")\nmissing = [n for n in NEEDED if not os.environ.get(n)]\nif missing:\n    raise RuntimeError(missing)\n", []string{"MAIL_KEY", "STORE_ADDRESS"}},
		{"a list in Go's loop", "main.go", "package main\n\nimport \"os\"\n\nfunc main() {\n\tfor _, name := range []string{\"STORE_ADDRESS\", \"MAIL_KEY\"} {\n\t\tif os.Getenv(name) == \"\" {\n\t\t\tpanic(name)\n\t\t}\n\t}\n}\n", []string{"MAIL_KEY", "STORE_ADDRESS"}},
		{"names handed to a function", "main.go", "package main\n\nfunc needs(names ...string) {\n\tfor _, name := range names {\n\t\tif os.Getenv(name) == \"\" {\n\t\t\tlog.Fatalf(\"%s is not set\", name)\n\t\t}\n\t}\n}\n\nfunc main() { needs(\"STORE_ADDRESS\", \"MAIL_KEY\") }\n", []string{"MAIL_KEY", "STORE_ADDRESS"}},
		{"a list handed to a function", "main.go", "package main\n\nfunc needs(names []string) error {\n\tfor _, name := range names {\n\t\tif os.Getenv(name) == \"\" {\n\t\t\treturn errors.New(name)\n\t\t}\n\t}\n\treturn nil\n}\n\nfunc main() {\n\tall := []string{\"STORE_ADDRESS\"}\n\tif err := needs(all); err != nil {\n\t\tpanic(err)\n\t}\n}\n", []string{"STORE_ADDRESS"}},
		{"other texts handed to a function", "main.go", "package main\n\nfunc needs(prefix string, names []string) {\n\tfor _, name := range names {\n\t\tif os.Getenv(name) == \"\" {\n\t\t\tpanic(name)\n\t\t}\n\t}\n}\n\nfunc main() { needs(\"SHOP\", nil) }\n", nil},
		{"pairs of a name and a value", "main.go", loader + "\tfor name, value := range needed {\n\t\tif value == \"\" {\n\t\t\treturn nil, fmt.Errorf(\"no %s\", name)\n\t\t}\n\t}\n\treturn cfg, nil\n}\n\nvar needed = map[string]string{\"STORE_ADDRESS\": cfg.Store, \"OTHER_WORD\": other}\n", []string{"STORE_ADDRESS"}},
		{"pairs that are told of", "main.go", loader + "\tfor name, value := range needed {\n\t\tif value == \"\" {\n\t\t\tlog.Println(name)\n\t\t}\n\t}\n\treturn cfg, nil\n}\n\nvar needed = map[string]string{\"STORE_ADDRESS\": cfg.Store}\n", nil},
		{"insisted on", "a.py", "import os\n\ndef _required(values, key):\n    if not values.get(key):\n        raise ValueError(key)\n    return values[key]\n\ndef load(values):\n    return _required(values, \"STORE_ADDRESS\")\n\nsettings = load(os.environ)\n", []string{"STORE_ADDRESS"}},
		{"insisted on, of something else", "a.py", "def _required(values, key):\n    return values[key]\n\ndef load(row):\n    return _required(row, \"STORE_ADDRESS\")\n", nil},
		{"every field", "main.go", "package main\n\nimport \"github.com/vrischmann/envconfig\"\n\ntype Config struct {\n\tStoreAddress string\n\tMailKey string `envconfig:\"optional\"`\n\tSize int `envconfig:\"default=3\"`\n}\n\nfunc main() {\n\tvar cfg Config\n\tif err := envconfig.Init(&cfg); err != nil {\n\t\tpanic(err)\n\t}\n}\n", []string{"STORE_ADDRESS"}},
		{"fields of fields", "main.go", "package main\n\nimport \"github.com/vrischmann/envconfig\"\n\ntype Config struct {\n\tAPITokenSecret string\n\tMail\n\tOther Store\n}\n\ntype Mail struct {\n\tHost string\n\tMaxSize int\n}\n\ntype Store struct {\n\tName string\n}\n\nfunc main() {\n\tvar cfg Config\n\tif err := envconfig.Init(&cfg); err != nil {\n\t\tpanic(err)\n\t}\n}\n", []string{"API_TOKEN_SECRET", "MAIL_HOST", "MAIL_MAX_SIZE", "OTHER_NAME"}},
		{"a field below a constant", "main.go", "package main\n\nimport \"github.com/kelseyhightower/envconfig\"\n\nconst APP = \"shop\"\n\ntype Config struct {\n\tStoreAddress string\n\tMailKey string\n}\n\nfunc (c *Config) Get() (string, error) {\n\tif err := envconfig.Process(APP, c); err != nil {\n\t\treturn \"\", err\n\t}\n\tif c.StoreAddress == \"\" {\n\t\treturn \"\", errors.New(\"no address\")\n\t}\n\treturn c.StoreAddress, nil\n}\n", []string{"SHOP_STOREADDRESS"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			r := languagetest.Reader(t, map[string]string{tt.file: tt.text})
			p := &language.Project{Folder: r.Folder("."), Language: &many}
			for _, v := range Of(p, deployment.Survey(r, deployment.Compose(r), []string{"."})).Env() {
				if v.Value.Required {
					got = append(got, v.Value.Name)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// TestDefaultsThatAreWorkedOut: what the program computes is no value that a person
// could write.
func TestDefaultsThatAreWorkedOut(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"process.env.A || 20 * 60_000": false, "process.env.A || 3600": true, `process.env.A || "0 3 * * *"`: true, "process.env.A || true": true, "process.env.A || other": false,
	} {
		value := strings.Trim(strings.TrimPrefix(text, "process.env.A || "), `"`)
		if got := isLiteral(value, text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
