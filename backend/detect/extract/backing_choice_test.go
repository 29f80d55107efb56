package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/detect/deployment"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// needs lists the data services of a program in several languages' files.
func needs(t *testing.T, files map[string]string, deps []string) []string {
	t.Helper()
	r := languagetest.Reader(t, files)
	p := &language.Project{Folder: r.Folder("."), Language: &polyglot}
	for _, d := range deps {
		p.Deps = append(p.Deps, language.Dependency{Name: d, Path: "go.mod"})
	}
	var out []string
	for _, b := range Of(p, deployment.Survey(r, deployment.Compose(r), []string{"."})).Backing() {
		out = append(out, b.Value)
	}
	return out
}

func TestAlternatives(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		deps  []string
		want  []string
	}{
		"a file unless told otherwise": {deps: []string{"modernc.org/sqlite", "github.com/lib/pq", "github.com/go-sql-driver/mysql"}},
		"a server by default though a file would do": {
			map[string]string{"config.sample.yml": "db:\n  type: postgres\n"}, []string{"sqlite3", "pg", "mysql2"}, []string{"postgresql"},
		},
		"the default of a flag": {
			map[string]string{"main.go": "\tflag.String(\"database\", \"memcached\", \"memcached or redis\")\n\tflag.String(\"redis\", \"redis://localhost:6379/0\", \"\")\n"},
			[]string{"github.com/bradfitz/gomemcache", "github.com/redis/go-redis/v9"}, []string{"memcached"},
		},
		"a comparison is no default": {
			map[string]string{"main.go": "\tif c.Driver == \"sqlite\" {\n\t}\n"}, []string{"github.com/lib/pq"}, []string{"postgresql"},
		},
		"an address of a file": {
			map[string]string{"config.py": "URI = os.environ.get('SHOP_URI') or 'sqlite:///shop.db'\n"}, []string{"psycopg2", "pymysql"}, nil,
		},
		"a variable's default, beside what tests take": {
			map[string]string{"main.py": "URL = os.environ.get('SHOP_URL', 'postgresql://localhost/shop')\n"}, []string{"aiosqlite", "asyncpg"}, []string{"postgresql"},
		},
		"an address that is only compared, beside a file": {
			map[string]string{"main.py": "if url.startswith('postgresql://'):\n    pass\n"}, []string{"aiosqlite", "asyncpg"}, nil,
		},
		"a setting's type, beside what tests take": {
			map[string]string{"config.py": "class Database(BaseModel):\n    url: PostgresDsn\n    echo: bool = False\n"}, []string{"aiosqlite", "asyncpg"}, []string{"postgresql"},
		},
		"a setting that may be missing": {
			map[string]string{"config.py": "class Database(BaseModel):\n    url: PostgresDsn | None = None\n"}, []string{"aiosqlite", "asyncpg"}, nil,
		},
		"the only one with an address": {
			map[string]string{"main.go": "\tdial(\"mongodb://localhost/shop\")\n"}, []string{"mongodb", "pg"}, []string{"mongodb"},
		},
		"Django: a file, unless a branch takes another": {
			map[string]string{"settings.py": "DATABASES = {\n    'default': {'ENGINE': 'django.db.backends.sqlite3'},\n}\nif os.getenv('DB') == 'postgres':\n    DATABASES = {\n        'default': {'ENGINE': 'django.db.backends.postgresql'},\n    }\n"},
			[]string{"psycopg"}, nil,
		},
		"Django: the branch that is left": {
			map[string]string{"settings.py": "if TESTING:\n    DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3'}}\nelse:\n    DATABASES = {'default': {'ENGINE': 'django.db.backends.postgresql'}}\n"},
			nil, []string{"postgresql"},
		},
		"two databases by their addresses": {
			map[string]string{"config.py": "A = f'postgresql+asyncpg://{x}'\nB = f'mongodb://{y}'\n"}, []string{"asyncpg", "pymongo"}, []string{"mongodb", "postgresql"},
		},
		"one of two by its address": {
			map[string]string{"config.py": "B = f'mongodb://{y}'\n"}, []string{"asyncpg", "pymongo"}, []string{"mongodb"},
		},
		"more than a program uses": {deps: []string{"pg", "mysql2", "mongodb", "ioredis", "kafkajs"}},
		"a cache that is looked for": {
			map[string]string{"server.js": "if (process.env.REDIS_URL) {\n  cache(process.env.REDIS_URL)\n}\n"}, []string{"ioredis"}, nil,
		},
		"a cache that is needed": {
			map[string]string{"server.js": "cache(process.env.REDIS_URL)\n"}, []string{"ioredis"}, []string{"redis"},
		},
		"a cache that is off": {
			map[string]string{"server.js": "const on = process.env.REDIS_ENABLED || 'false'\ncache(process.env.REDIS_URL)\n"}, []string{"ioredis"}, nil,
		},
		"a setting that is shipped empty": {
			map[string]string{"config.py": "(\"rabbitmq_endpoint\", {\n    \"value\": \"\",\n})\n"}, []string{"pika"}, nil,
		},
		"a cache whose address is looked for": {
			map[string]string{"cache.py": "class Cache:\n    def __init__(self, redis_uri):\n        self.redis_uri = redis_uri\n\n    async def setup(self):\n        if self.redis_uri is not None:\n            self.redis = await aioredis.from_url(self.redis_uri)\n"}, []string{"redis"}, nil,
		},
		"a cache without whose address it ends": {
			map[string]string{"cache.py": "def setup(redis_uri):\n    if not redis_uri:\n        raise ValueError(redis_uri)\n    return aioredis.from_url(redis_uri)\n"}, []string{"redis"}, []string{"redis"},
		},
		"a search that nothing points to": {deps: []string{"@elastic/elasticsearch"}},
		"a search with an address": {
			map[string]string{"server.js": "const node = process.env.SEARCH || 'http://localhost:9200'\n"}, []string{"@elastic/elasticsearch"}, []string{"elasticsearch"},
		},
		"what is started to try each": {
			map[string]string{"compose.yaml": "services:\n  shop: {build: .}\n  a: {image: postgres}\n  b: {image: mariadb}\n"}, []string{"github.com/mattn/go-sqlite3", "github.com/lib/pq"}, nil,
		},
		"a broker": {
			map[string]string{"settings.py": "CELERY_BROKER_URL = \"amqp://guest@localhost\"\n"}, nil, []string{"rabbitmq"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(c.want, needs(t, c.files, c.deps)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestOptionalDriversAreNone(t *testing.T) {
	t.Parallel()
	r := languagetest.Reader(t, map[string]string{"server.js": ""})
	p := &language.Project{Folder: r.Folder("."), Language: &javascript, Deps: []language.Dependency{{Name: "pg", Optional: true, Path: "package.json"}}}
	if got := Of(p, nil).Backing(); len(got) > 0 {
		t.Errorf("%v", got)
	}
}

// What a service is made with talks and reads for it.
func TestPathDependencies(t *testing.T) {
	t.Parallel()
	r := languagetest.Reader(t, map[string]string{
		"api/server.js": "", "db/package.json": "{}", "db/env.js": "connect(process.env.DATABASE_URL)",
		"api/prisma/schema.prisma": "", "db/prisma/schema.prisma": "datasource db {\n  provider = \"postgresql\"\n  url = env(\"SHOP_DB\")\n}\n",
	})
	l := javascript
	l.Dependencies = func(p *language.Project) []language.Dependency {
		if p.Path == "db" {
			return []language.Dependency{{Name: "pg", Path: "db/package.json"}}
		}
		return nil
	}
	p := &language.Project{Folder: r.Folder("api"), Language: &l, Deps: []language.Dependency{{Name: "@shop/db", Local: "db", Path: "api/package.json"}}}
	f := Of(p, deployment.Survey(r, deployment.Compose(r), []string{"api"}))
	if b := f.Backing(); len(b) != 1 || b[0].Value != "postgresql" {
		t.Errorf("%v", b)
	}
	var got []string
	for _, v := range f.Env() {
		if v.Value.Required {
			got = append(got, v.Value.Name+" "+v.Value.Path)
		}
	}
	if d := cmp.Diff([]string{"DATABASE_URL db/env.js", "SHOP_DB db/prisma/schema.prisma"}, got); d != "" {
		t.Error(d)
	}
}
