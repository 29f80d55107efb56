package languages

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/detect/deployment"
	"aipack/backend/detect/extract"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestLibrariesOfConfiguration asks of each library, by the names of its own
// documents, which variables a program cannot do without. A name with "?" is
// known and not required; one with "-" is no variable at all.
func TestLibrariesOfConfiguration(t *testing.T) {
	t.Parallel()
	for name, c := range libraries {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := languagetest.Reader(t, c.files)
			i := slices.IndexFunc(All(), func(l *language.Language) bool { return l.ID == c.id })
			p := &language.Project{Folder: r.Folder("."), Language: All()[i]}
			for _, d := range strings.Fields(c.deps) {
				p.Deps = append(p.Deps, language.Dependency{Name: d, Path: "manifest"})
			}
			known := map[string]bool{}
			facts := extract.Of(p, deployment.Survey(r, deployment.Compose(r), []string{"."}))
			vars := facts.Env()
			if p.Language.Variables != nil {
				vars = append(vars, p.Language.Variables(p)...)
			}
			for _, v := range vars {
				known[v.Value.Name] = known[v.Value.Name] || v.Value.Required
			}
			for _, want := range strings.Fields(c.want) {
				bare := strings.Trim(want, "?-")
				required, there := known[bare]
				switch {
				case strings.HasSuffix(want, "-") && there, !strings.HasSuffix(want, "-") && !there:
					t.Errorf("%s: there %v", want, there)
				case strings.HasSuffix(want, "?") && required, want == bare && !required:
					t.Errorf("%s: required %v", want, required)
				}
				delete(known, bare)
			}
			for name, required := range known {
				if required {
					t.Errorf("%s is required without a reason", name)
				}
			}
		})
	}
}

// library is a program that one of them reads variables for.
type library struct {
	id    string
	files map[string]string
	deps  string
	want  string
}

func one(id, name, text, want string, deps ...string) library {
	return library{id, map[string]string{name: text}, strings.Join(deps, " "), want}
}

var libraries = map[string]library{
	// Go
	"caarlos0/env":                   one("go", "main.go", "package main\ntype config struct {\n\tHost string `env:\"SHOP_HOST,required\"`\n\tPort int `env:\"SHOP_PORT\" envDefault:\"3000\"`\n\tKey string `env:\"SHOP_KEY,notEmpty\"`\n\tNote string `env:\"SHOP_NOTE\"`\n}\nfunc main() { env.Parse(&config{}) }\n", "SHOP_HOST SHOP_KEY SHOP_PORT? SHOP_NOTE?"),
	"caarlos0/env, prefix":           one("go", "main.go", "package main\ntype config struct {\n\tMail mail `envPrefix:\"MAIL_\"`\n}\ntype mail struct {\n\tHost string `env:\"HOST,required\"`\n\tFrom string `env:\"FROM\"`\n}\nfunc main() { env.Parse(&config{}) }\n", "MAIL_HOST MAIL_FROM? HOST- FROM-"),
	"caarlos0/env, prefix of all":    one("go", "main.go", "package main\ntype config struct {\n\tKey string `env:\"KEY,required\"`\n}\nfunc main() { env.ParseWithOptions(&config{}, env.Options{Prefix: \"SHOP_\"}) }\n", "SHOP_KEY KEY-"),
	"caarlos0/env, required if none": one("go", "main.go", "package main\ntype config struct {\n\tKey string `env:\"SHOP_KEY\"`\n\tNote string `env:\"SHOP_NOTE\" envDefault:\"\"`\n}\nfunc main() { env.ParseWithOptions(&config{}, env.Options{RequiredIfNoDef: true}) }\n", "SHOP_KEY SHOP_NOTE?"),
	"caarlos0/env, names of fields":  one("go", "main.go", "package main\ntype config struct {\n\tSmtpHost string `env:\",required\"`\n\tRegion string\n}\nfunc main() { env.ParseWithOptions(&config{}, env.Options{UseFieldNameByDefault: true}) }\n", "SMTP_HOST"),
	"kelseyhightower/envconfig":      one("go", "main.go", "package main\ntype config struct {\n\tKey string `envconfig:\"KEY\" required:\"true\"`\n\tMailHost string `split_words:\"true\" required:\"true\"`\n\tRegion string `required:\"true\" default:\"eu\"`\n\tOwner string `required:\"true\"`\n\tNote string\n}\nfunc main() { var c config; envconfig.Process(\"shop\", &c) }\n", "KEY SHOP_MAIL_HOST SHOP_OWNER"),
	"envconfig without a prefix":     one("go", "main.go", "package main\ntype config struct {\n\tKey string `envconfig:\"SHOP_KEY\" required:\"true\"`\n}\nfunc main() { var c config; envconfig.Process(\"\", &c) }\n", "SHOP_KEY"),
	"sethvargo/go-envconfig":         one("go", "main.go", "package main\ntype config struct {\n\tKey string `env:\"SHOP_KEY, required\"`\n\tPort int `env:\"SHOP_PORT, default=80\"`\n}\n", "SHOP_KEY SHOP_PORT?"),
	"sethvargo, prefix":              one("go", "main.go", "package main\ntype config struct {\n\tMail *mail `env:\", prefix=MAIL_\"`\n}\ntype mail struct {\n\tHost string `env:\"HOST, required\"`\n}\n", "MAIL_HOST HOST-"),
	"sethvargo, prefix of all":       one("go", "main.go", "package main\ntype config struct {\n\tKey string `env:\"KEY, required\"`\n}\nfunc main() { envconfig.ProcessWith(ctx, &envconfig.Config{Target: &config{}, Lookuper: envconfig.PrefixLookuper(\"SHOP_\", envconfig.OsLookuper())}) }\n", "SHOP_KEY KEY-"),
	"sethvargo, several lookups":     one("go", "main.go", "package main\ntype config struct {\n\tKey string `env:\"KEY\"`\n}\nfunc main() { envconfig.MultiLookuper(envconfig.MapLookuper(m), envconfig.PrefixLookuper(\"SHOP_\", envconfig.OsLookuper())) }\n", "SHOP_KEY-"),
	"qiangxue/go-env":                one("go", "main.go", "package main\ntype config struct {\n\tKey string `env:\"KEY,secret\"`\n}\nfunc main() { env.New(\"SHOP_\", log.Printf).Load(&config{}) }\n", "SHOP_KEY? KEY-"),
	"cleanenv":                       one("go", "main.go", "package main\ntype config struct {\n\tKey string `env:\"SHOP_KEY\" env-required:\"true\"`\n\tPort int `env:\"SHOP_PORT\" env-default:\"80\"`\n}\n", "SHOP_KEY SHOP_PORT?"),
	"cleanenv, prefix":               one("go", "main.go", "package main\ntype config struct {\n\tMail mail `env-prefix:\"MAIL_\"`\n}\ntype mail struct {\n\tHost string `env:\"HOST\" env-required:\"true\"`\n}\n", "MAIL_HOST HOST-"),
	"envdecode":                      one("go", "main.go", "package main\ntype config struct {\n\tKey string `env:\"SHOP_KEY,required\"`\n\tPort int `env:\"SHOP_PORT,default=80\"`\n}\n", "SHOP_KEY SHOP_PORT?"),
	"viper, AutomaticEnv":            one("go", "main.go", "package main\nfunc init() {\n\tviper.SetEnvPrefix(\"shop\")\n\tviper.SetEnvKeyReplacer(strings.NewReplacer(\".\", \"_\"))\n\tviper.AutomaticEnv()\n\tviper.SetDefault(\"redis.host\", \"localhost\")\n\tviper.SetDefault(\"log.level\", \"info\")\n}\n", "SHOP_REDIS_HOST", "github.com/redis/go-redis/v9"),
	"viper, BindEnv":                 one("go", "main.go", "package main\nfunc init() {\n\tviper.BindEnv(\"db.url\", \"DATABASE_URL\")\n\tviper.BindEnv(\"mail\", \"SHOP_MAIL\")\n}\n", "DATABASE_URL SHOP_MAIL?", "github.com/jackc/pgx/v5"),
	"viper, fields":                  one("go", "main.go", "package main\ntype config struct {\n\tSecret string `mapstructure:\"SHOP_SECRET_TEXT\"`\n\tMode string `mapstructure:\"MODE\"`\n}\nfunc load(c config) error {\n\tviper.AutomaticEnv()\n\tif c.Secret == \"\" || c.Mode == \"\" {\n\t\treturn errors.New(\"empty\")\n\t}\n\treturn nil\n}\n", "SHOP_SECRET_TEXT MODE"),
	"urfave/cli":                     one("go", "main.go", "package main\nvar flags = []cli.Flag{\n\t&cli.StringFlag{\n\t\tName: \"key\",\n\t\tRequired: true,\n\t\tEnvVars: []string{\"SHOP_KEY\"},\n\t},\n\t&cli.StringFlag{\n\t\tName: \"region\",\n\t\tValue: \"eu\",\n\t\tEnvVars: []string{\"SHOP_REGION\"},\n\t},\n\t&cli.StringFlag{\n\t\tName: \"store\",\n\t\tEnvVars: []string{\"SHOP_STORE\"},\n\t},\n}\nfunc run(c *cli.Context) error {\n\tswitch s := c.String(\"store\"); s {\n\tcase \"s3\":\n\t\tx()\n\tcase \"local\":\n\t\ty()\n\tdefault:\n\t\treturn errors.New(\"store?\")\n\t}\n\treturn nil\n}\n", "SHOP_KEY SHOP_REGION? SHOP_STORE"),
	"urfave/cli v3":                  one("go", "main.go", "package main\nvar flags = []cli.Flag{\n\t&cli.StringFlag{\n\t\tName: \"key\",\n\t\tRequired: true,\n\t\tSources: cli.EnvVars(\"SHOP_KEY\"),\n\t},\n}\n", "SHOP_KEY"),
	"kong":                           one("go", "main.go", "package main\nvar cli struct {\n\tKey string `required:\"\" env:\"SHOP_KEY\"`\n\tPort int `default:\"80\" env:\"SHOP_PORT\"`\n}\n", "SHOP_KEY SHOP_PORT?"),
	"go-flags":                       one("go", "main.go", "package main\nvar opts struct {\n\tKey string `long:\"key\" env:\"SHOP_KEY\" required:\"true\"`\n\tPort int `long:\"port\" env:\"SHOP_PORT\" default:\"80\"`\n}\n", "SHOP_KEY SHOP_PORT?"),
	"kingpin":                        one("go", "main.go", "package main\nvar (\n\tkey = kingpin.Flag(\"key\", \"k\").Envar(\"SHOP_KEY\").Required().String()\n\tport = kingpin.Flag(\"port\", \"p\").Default(\"80\").Envar(\"SHOP_PORT\").Int()\n)\n", "SHOP_KEY SHOP_PORT?"),
	"os.Environ through a table":     one("go", "config.go", "package config\nfunc parse() { lines(os.Environ()) }\nvar options = map[string]option{\n\t\"LOG_LEVEL\": {\n\t\tvalue: \"info\",\n\t},\n\t\"DATABASE_URL\": {\n\t\tvalue: \"user=a password=b dbname=c\",\n\t},\n\t\"MAIL\": {\n\t\tvalue: \"\",\n\t},\n\t\"WORKERS\": {\n\t\tvalue: \"2\",\n\t},\n}\n", "DATABASE_URL LOG_LEVEL? MAIL? WORKERS?", "github.com/lib/pq"),
	"a case that is taken anyway":    one("go", "main.go", "package main\ntype config struct {\n\tKind string `env:\"SHOP_KIND,default=smtp\"`\n}\nfunc check() {\n\tswitch c.Kind {\n\tcase \"smtp\":\n\t\tmustHave(\"SHOP_SMTP\")\n\tcase \"ses\":\n\t\tmustHave(\"SHOP_SES\")\n\t}\n}\nfunc mustHave(name string) {\n\tif os.Getenv(name) == \"\" {\n\t\tpanic(name)\n\t}\n}\n", "SHOP_KIND? SHOP_SMTP SHOP_SES?"),
	// JavaScript
	"node-config":         {"javascript", map[string]string{"config/custom-environment-variables.json": `{"db":{"url":"DATABASE_URL","pool":{"__name":"DB_POOL","__format":"json"}},"mail":"SHOP_MAIL"}`, "config/default.json": `{"db":{"url":"postgres://localhost/x","pool":3}}`, "server.js": "require('config')"}, "config pg", "DATABASE_URL DB_POOL? SHOP_MAIL?"},
	"convict":             one("javascript", "config.js", "convict({\n  url: {\n    format: String,\n    default: 'postgres://localhost/x',\n    env: 'DATABASE_URL',\n  },\n  level: {\n    default: 'info',\n    env: 'LOG_LEVEL',\n  },\n});\n", "DATABASE_URL LOG_LEVEL?", "convict", "pg"),
	"envalid":             one("javascript", "env.js", "const { cleanEnv, str, num } = require('envalid')\nmodule.exports = cleanEnv(process.env, {\n  SHOP_KEY: str(),\n  SHOP_LIMIT: num({ default: 3 }),\n})\n", "SHOP_KEY SHOP_LIMIT?", "envalid"),
	"zod":                 one("javascript", "src/config.ts", "const schema = z.object({\n  SHOP_KEY: z.string(),\n  SHOP_LEVEL: z.enum(['a']).default('a'),\n});\nexport const config = schema.parse(process.env);\n", "SHOP_KEY SHOP_LEVEL?", "zod"),
	"t3-env":              one("javascript", "src/env.mjs", "export const env = createEnv({\n  server: {\n    SHOP_KEY: z.string().min(1),\n    SHOP_NOTE: z.string().optional(),\n  },\n});\n", "SHOP_KEY SHOP_NOTE?", "@t3-oss/env-nextjs"),
	"joi":                 one("javascript", "src/config/config.js", "const schema = Joi.object()\n  .keys({\n    SHOP_KEY: Joi.string().required(),\n    SHOP_LEVEL: Joi.string().default('info'),\n  })\nschema.validate(process.env)\n", "SHOP_KEY SHOP_LEVEL?", "joi"),
	"@nestjs/config":      one("javascript", "src/config/database.config.ts", "export default registerAs('database', () => {\n  return {\n    url: process.env.DATABASE_URL,\n    host: process.env.REDIS_HOST || 'localhost',\n  };\n});\n", "DATABASE_URL REDIS_HOST", "@nestjs/config", "pg", "ioredis"),
	"@nestjs, getOrThrow": one("javascript", "src/app.module.ts", "useFactory: (config: ConfigService) => ({\n  url: config.getOrThrow<string>('SHOP_URL'),\n  level: config.get('SHOP_LEVEL', 'info'),\n})\n", "SHOP_URL SHOP_LEVEL?", "@nestjs/config"),
	"env-var":             one("javascript", "src/config.ts", "import * as env from 'env-var';\nexport const key = env.get('SHOP_KEY').required().asString();\nexport const port = env.get('SHOP_LIMIT').default('3').asInt();\nexport const note = env.get('SHOP_NOTE').asString();\n", "SHOP_KEY SHOP_LIMIT? SHOP_NOTE?", "env-var"),
	"valibot":             one("javascript", "src/env.ts", "export const env = v.parse(v.object({\n  SHOP_KEY: v.string(),\n  SHOP_NOTE: v.optional(v.string()),\n}), process.env);\n", "SHOP_KEY SHOP_NOTE?", "valibot"),
	"AdonisJS":            one("javascript", "start/env.ts", "export default await Env.create(new URL('../', import.meta.url), {\n  APP_KEY: Env.schema.string(),\n  SHOP_HOST: Env.schema.string({ format: 'host' }),\n  SHOP_NOTE: Env.schema.string.optional(),\n})\n", "APP_KEY SHOP_HOST SHOP_NOTE?", "@adonisjs/core"),
	// Python
	"pydantic-settings":         one("python", "app/config.py", "class Settings(BaseSettings):\n    model_config = SettingsConfigDict(env_prefix=\"SHOP_\", env_nested_delimiter=\"__\")\n    key: str\n    level: str = \"info\"\n    mail: Optional[str] = None\n    token: str = Field(..., validation_alias=\"SHOP_API_TOKEN\")\n", "SHOP_KEY SHOP_LEVEL? SHOP_MAIL? SHOP_API_TOKEN"),
	"pydantic-settings, nested": one("python", "app/config.py", "class Mail(BaseModel):\n    host: str\n    port: int = 25\n\nclass Settings(BaseSettings):\n    model_config = SettingsConfigDict(env_nested_delimiter=\"__\")\n    mail: Mail\n", "MAIL__HOST MAIL__PORT? MAIL-"),
	"environs":                  one("python", "settings.py", "from environs import Env\nenv = Env()\nKEY = env.str(\"SHOP_KEY\")\nLEVEL = env(\"SHOP_LEVEL\", \"info\")\nNOTE = env.str(\"SHOP_NOTE\", default=None)\n", "SHOP_KEY SHOP_LEVEL? SHOP_NOTE?"),
	"environs, prefixed":        one("python", "settings.py", "from environs import Env\nenv = Env()\nwith env.prefixed(\"SHOP_\"):\n    KEY = env.str(\"KEY\")\n", "SHOP_KEY KEY-"),
	"python-decouple":           one("python", "settings.py", "from decouple import config\nKEY = config('SHOP_KEY')\nLEVEL = config('SHOP_LEVEL', default='info')\n", "SHOP_KEY SHOP_LEVEL?"),
	"django-environ":            one("python", "settings.py", "import environ\nenv = environ.Env()\nKEY = env('SHOP_KEY')\nDATABASES = {'default': env.db()}\nLEVEL = env('SHOP_LEVEL', default='info')\n", "SHOP_KEY SHOP_LEVEL? DATABASE_URL", "psycopg2"),
	"starlette":                 one("python", "app.py", "from starlette.config import Config\nconfig = Config('.env')\nKEY = config('SHOP_KEY', cast=Secret)\nDEBUG = config('SHOP_DEBUG', cast=bool, default=False)\n", "SHOP_KEY SHOP_DEBUG?"),
	"typed_settings":            one("python", "app.py", "import os\ndef secret(key, default=None):\n    return os.environ.get(key, default)\nA = secret('SHOP_A', 'x')\nDB_HOST = secret('DB_HOST', '')\n", "SHOP_A? DB_HOST", "psycopg2"),
	"dj-database-url":           one("python", "settings.py", "import dj_database_url\nDATABASES = {'default': dj_database_url.config(conn_max_age=600)}\n", "DATABASE_URL", "psycopg2", "dj-database-url"),
	// Rust
	"clap":      one("rust", "src/main.rs", "#[derive(Parser)]\nstruct Args {\n    #[arg(long, env = \"SHOP_KEY\")]\n    key: String,\n    #[arg(long, env = \"SHOP_PORT\", default_value = \"80\")]\n    port: u16,\n    #[arg(long, env)]\n    shop_name: String,\n    #[arg(long, env)]\n    shop_note: Option<String>,\n}\n", "SHOP_KEY SHOP_PORT? SHOP_NAME SHOP_NOTE?"),
	"envy":      one("rust", "src/main.rs", "#[derive(Deserialize)]\nstruct Config {\n    key: String,\n    note: Option<String>,\n    #[serde(default)]\n    level: String,\n}\nfn main() {\n    let c = envy::prefixed(\"SHOP_\").from_env::<Config>().unwrap();\n}\n", "SHOP_KEY SHOP_NOTE? SHOP_LEVEL?"),
	"config-rs": one("rust", "src/settings.rs", "#[derive(Deserialize)]\npub struct Settings {\n    pub url: String,\n    pub host: String,\n    pub mail: Mail,\n    pub note: Option<String>,\n}\n#[derive(Deserialize)]\npub struct Mail {\n    pub from: String,\n}\nimpl Settings {\n    pub fn new() -> Result<Self, ConfigError> {\n        Config::builder()\n            .set_default(\"host\", \"0.0.0.0\")?\n            .add_source(Environment::with_prefix(\"shop\").separator(\"__\"))\n            .build()?\n            .try_deserialize()\n    }\n}\n", "SHOP__URL SHOP__HOST? SHOP__MAIL__FROM SHOP__NOTE?"),
	"figment":   one("rust", "src/main.rs", "#[derive(Deserialize)]\nstruct Config {\n    key: String,\n    level: Option<String>,\n}\nfn load() -> Result<Config, Error> {\n    Figment::new().merge(Env::prefixed(\"SHOP_\")).extract()\n}\n", "SHOP_KEY SHOP_LEVEL?"),
	// Java
	"Spring, placeholders": {"java", map[string]string{"pom.xml": "<project/>", "src/main/resources/application.properties": "shop.key=${SHOP_KEY}\nshop.level=${SHOP_LEVEL:info}\n", "src/main/java/App.java": "class App {}"}, "org.springframework.boot:spring-boot-starter", "SHOP_KEY SHOP_LEVEL?"},
	"Quarkus":              {"java", map[string]string{"pom.xml": "<project/>", "src/main/resources/application.properties": "%prod.shop.key=${SHOP_KEY}\nshop.level=${SHOP_LEVEL:info}\n", "src/main/java/App.java": "class App {}"}, "io.quarkus:quarkus-rest", "SHOP_KEY SHOP_LEVEL?"},
	"Micronaut":            {"java", map[string]string{"pom.xml": "<project/>", "src/main/resources/application.yml": "shop:\n  key: ${SHOP_KEY}\n  level: ${SHOP_LEVEL:info}\n", "src/main/java/App.java": "class App {}"}, "io.micronaut:micronaut-runtime", "SHOP_KEY SHOP_LEVEL?"},
}
