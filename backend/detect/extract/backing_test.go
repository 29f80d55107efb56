package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBacking(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files map[string]string
		deps  []string
		want  []string
	}{
		{name: "none", deps: []string{"express", "better-sqlite3", "sqlite3"}},
		{name: "drivers of several ecosystems", deps: []string{"pg", "ioredis", "go.mongodb.org/mongo-driver/v2", "com.rabbitmq:amqp-client"}, want: []string{"mongodb", "postgresql", "rabbitmq", "redis"}},
		{
			name: "a connection string decides between drivers", deps: []string{"pg", "mysql2", "redis"}, want: []string{"mysql", "redis"},
			files: map[string]string{".env.example": "DATABASE_URL=mysql://root@localhost/x\n"},
		},
		{
			name: "compose with several programs: what it depends on or names as a host, and not the rest", deps: []string{"mysql2"}, want: []string{"mariadb", "redis"},
			files: map[string]string{"compose.yaml": "services:\n  y: {build: y}\n  x: {build: ., depends_on: [db], environment: [\"CACHE=redis://cache:6379\"]}\n  db: {image: \"mariadb:11\"}\n  cache: {image: \"redis:7\"}\n  other: {image: mongo}\n"},
		},
		{
			name: "compose with one program: all of it", deps: []string{"mysql2"}, want: []string{"mariadb", "redis"},
			files: map[string]string{"compose.yaml": "services:\n  x: {build: .}\n  db: {image: \"mariadb:11\"}\n  cache: {image: \"redis:7\"}\n", ".env.example": "DATABASE_URL=mysql://db/x\n"},
		},
		{name: "a client that can sign in to MariaDB alone", deps: []string{"old-mysql"}, want: []string{"mariadb"}, files: map[string]string{".env.example": "DATABASE_URL=mysql://localhost/x\n", "main.js": "old(process.env.DATABASE_URL)\n"}},
		{
			name: "such a client, and compose with MySQL", deps: []string{"old-mysql"}, want: []string{"mariadb"},
			files: map[string]string{"compose.yaml": "services:\n  x: {build: .}\n  db: {image: \"mysql:5.7\"}\n"},
		},
		{name: "Prisma", want: []string{"postgresql"}, files: map[string]string{"prisma/schema.prisma": "generator c {\n  provider = \"prisma-client-js\"\n}\ndatasource db {\n  provider = \"postgresql\"\n}\n"}},
		{name: "Prisma with a file", files: map[string]string{"prisma/schema.prisma": "datasource db {\n  provider = \"sqlite\"\n}\n"}},
		{name: "Rails", want: []string{"postgresql"}, files: map[string]string{"config/database.yml": "default:\n  adapter: postgresql\n#  adapter: mysql2\n"}},
		{name: "Spring", want: []string{"mysql"}, files: map[string]string{"src/main/resources/application.properties": "spring.datasource.url=jdbc:mysql://localhost/x\n"}},
		{
			name: "compose starts what the program has no driver for", deps: []string{"com.mysql:mysql-connector-j"}, want: []string{"mysql"},
			files: map[string]string{
				"src/main/resources/application.properties": "spring.datasource.url=jdbc:mysql://localhost/x\n",
				"compose.yaml": "services:\n  x: {build: ., depends_on: [db]}\n  db: {image: postgres}\n",
			},
		},
		{
			name: "compose starts what the program has a driver for, too", deps: []string{"com.mysql:mysql-connector-j", "org.postgresql:postgresql"}, want: []string{"mysql", "postgresql"},
			files: map[string]string{
				"src/main/resources/application.properties": "spring.datasource.url=jdbc:mysql://localhost/x\n",
				"compose.yaml": "services:\n  x: {build: ., depends_on: [db]}\n  db: {image: postgres}\n",
			},
		},
		{name: "Laravel", want: []string{"mysql"}, files: map[string]string{".env.example": "DB_CONNECTION=mysql\nQUEUE_CONNECTION=sync\n"}},
		{
			name: "an address that nobody reads, without a client", deps: []string{"pg"}, want: []string{"postgresql"},
			files: map[string]string{".env": "CACHE_LOCATION=redis://redis:6379/0\n", "main.js": "connect(process.env.DATABASE_URL)\n"},
		},
		{
			name: "one that a source reads", deps: []string{"pg"}, want: []string{"postgresql", "redis"},
			files: map[string]string{".env": "CACHE_LOCATION=redis://redis:6379/0\n", "main.js": "connect(process.env.CACHE_LOCATION)\n"},
		},
		{
			name: "one of whose kind there is a client", deps: []string{"ioredis"}, want: []string{"redis"},
			files: map[string]string{".env": "CACHE_LOCATION=redis://redis:6379/0\n"},
		},
		{name: "a flag that is empty", deps: []string{"redis"}, files: map[string]string{"main.js": "fs.StringVar(&c.cache, \"cache-server\", \"\", \"address of Redis\")\n"}},
		{name: "a flag with an address", deps: []string{"redis"}, want: []string{"redis"}, files: map[string]string{"main.js": "fs.String(\"cache-server\", \"redis:6379\", \"address of Redis\")\n"}},
		{name: "a flag whose help has an example", deps: []string{"redis"}, files: map[string]string{"main.js": "// redis://here\nfs.String(\"redis\", \"\", \"as in redis://user@host\")\n"}},
		{
			name: "what its schema lets be missing", deps: []string{"pg", "@clickhouse/client"}, want: []string{"postgresql"},
			files: map[string]string{
				"config.js": "const url = process.env.CLICKHOUSE_URL\nconst example = 'http://localhost:8123'\n",
				"env.js":    "import { IsUrl } from 'class-validator'\nclass EnvironmentVariables {\n  @ValidateIf((o) => o.EVENTS === 'clickhouse')\n  @IsUrl()\n  CLICKHOUSE_URL: string;\n}\n",
			},
		},
		{name: "an empty flag for something else", deps: []string{"redis"}, want: []string{"redis"}, files: map[string]string{"main.js": "fs.String(\"name\", \"\", \"what it is called\")\n"}},
		{name: "a module of Nest that nothing imports", deps: []string{"redis", "pg"}, want: []string{"postgresql"}, files: map[string]string{
			"src/app.module.js": "import { Pool } from 'pg';\n@Module({})\nclass AppModule {}\n", "src/main.js": "import { AppModule } from './app.module';\n",
			"src/cache/cache.module.js": "import * as redis from 'redis';\n@Module({})\nclass CacheModule {}\n",
		}},
		{name: "a module of Nest that another imports", deps: []string{"redis"}, want: []string{"redis"}, files: map[string]string{
			"src/main.js":               "import { CacheModule } from './cache/cache.module';\n",
			"src/cache/cache.module.js": "import * as redis from 'redis';\n@Module({})\nclass CacheModule {}\n",
		}},
		{name: "a file that nothing imports and is no module of Nest", deps: []string{"redis"}, want: []string{"redis"}, files: map[string]string{"cache.js": "require('redis');\n"}},
		{name: "render.yaml", want: []string{"postgresql"}, files: map[string]string{"render.yaml": "databases: [{name: d}]\nservices: [{type: web}]\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, b := range facts(t, tt.files, ".", tt.deps...).Backing() {
				if len(b.Evidence) == 0 || b.Evidence[0].Path == "" {
					t.Errorf("%s without a place", b.Value)
				}
				got = append(got, b.Value)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestTheBrokersOwn: what stands in a compose file for Kafka is none of the
// program's, unless it speaks to it.
func TestTheBrokersOwn(t *testing.T) {
	t.Parallel()
	files := map[string]string{"compose.yaml": "services:\n  web: {build: ., depends_on: [kafka, keeper]}\n  kafka: {image: confluentinc/cp-kafka}\n  keeper: {image: confluentinc/cp-zookeeper}\n", "server.js": ""}
	for driver, want := range map[string]int{"kafkajs": 1, "node-zookeeper-client": 2} {
		if got := facts(t, files, ".", driver).Backing(); len(got) != want || got[0].Value != "kafka" {
			t.Errorf("%s: %+v", driver, got)
		}
	}
}

// TestBackingOfPackages: of a module that serves several databases the packages that
// are imported say which, and one for a file is for a file.
func TestBackingOfPackages(t *testing.T) {
	t.Parallel()
	for dialect, want := range map[string]string{"mysql": "mysql", "postgres": "postgresql", "mssql": "sqlserver", "sqlite": ""} {
		f := facts(t, map[string]string{"main.js": ""}, ".", "github.com/jinzhu/gorm")
		f.Project.Deps[0].Packages = []string{"github.com/jinzhu/gorm/dialects/" + dialect}
		got := ""
		for _, b := range f.Backing() {
			got += b.Value
		}
		if got != want || f.shipsEmbedded() != (dialect == "sqlite") {
			t.Errorf("%s: %q, want %q", dialect, got, want)
		}
	}
}
