package deployment

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/universalbuild"
)

func TestSetup(t *testing.T) {
	t.Parallel()
	type set = universalbuild.DataSetup
	type file = universalbuild.InitialFile
	sql := "create table notes (id int);\n"
	for name, c := range map[string]struct {
		files map[string]string
		id    string
		want  set
	}{
		"a file, and the names it is for": {
			map[string]string{
				"compose.yaml": "services:\n  api: {build: ., depends_on: [db]}\n  db:\n    image: postgres:16\n    environment: {POSTGRES_USER: shop, POSTGRES_DB: '${DB:-orders}'}\n    volumes: ['data:/var/lib/postgresql/data', './db/init.sql:/docker-entrypoint-initdb.d/10.sql:ro']\n",
				"db/init.sql":  sql,
			},
			"postgresql", set{Service: "postgresql", User: "shop", Database: "orders", Files: []file{{From: "db/init.sql", To: "/docker-entrypoint-initdb.d/10.sql"}}},
		},
		"a folder, and the image's own user": {
			map[string]string{
				"compose.yaml": "services:\n  api: {build: .}\n  db: {image: postgres, volumes: [{type: bind, source: ./db, target: /docker-entrypoint-initdb.d/}]}\n",
				"db/a.sql.gz":  "", "db/b.sh": "",
			},
			"postgresql", set{Service: "postgresql", User: "postgres", Database: "postgres", Files: []file{{From: "db", To: "/docker-entrypoint-initdb.d"}}},
		},
		"a file above its compose file, for root": {
			map[string]string{
				"docker/compose.yaml": "services:\n  db:\n    image: mysql\n    environment: [MYSQL_ROOT_PASSWORD=x, MYSQL_USER=root, MYSQL_DATABASE=jobs]\n    volumes: ['../doc/t.sql:/docker-entrypoint-initdb.d/t.sql']\n",
				"doc/t.sql":           sql,
			},
			"mysql", set{Service: "mysql", Database: "jobs", Files: []file{{From: "doc/t.sql", To: "/docker-entrypoint-initdb.d/t.sql"}}},
		},
		"the twin's, and the database that the file makes": {
			map[string]string{
				"compose.yaml": "services:\n  db: {image: mysql, volumes: ['./t.sql:/docker-entrypoint-initdb.d/t.sql']}\n",
				"t.sql":        "-- a dump\nCREATE DATABASE /*!32312 IF NOT EXISTS*/ `blog`;\nUSE blog;\n",
			},
			"mariadb", set{Service: "mariadb", Database: "blog", Files: []file{{From: "t.sql", To: "/docker-entrypoint-initdb.d/t.sql"}}},
		},
		"names that only the user has": {
			map[string]string{
				"compose.yaml": "services:\n  db: {image: postgres, environment: {POSTGRES_USER: '${WHO}', POSTGRES_DB: 'a b'}, volumes: ['./t.sql:/docker-entrypoint-initdb.d/t.sql']}\n",
				"t.sql":        sql,
			},
			"postgresql", set{Service: "postgresql", Files: []file{{From: "t.sql", To: "/docker-entrypoint-initdb.d/t.sql"}}},
		},
		"outside, not there, elsewhere, no file that is run": {
			map[string]string{
				"compose.yaml": "services:\n  db: {image: postgres, volumes: ['../x.sql:/docker-entrypoint-initdb.d/x.sql', './no.sql:/docker-entrypoint-initdb.d/no.sql', './t.sql:/etc/t.sql', './readme.md:/docker-entrypoint-initdb.d/readme.md', './empty:/docker-entrypoint-initdb.d']}\n",
				"t.sql":        sql, "readme.md": "", "empty/.gitkeep": "",
			},
			"postgresql", set{},
		},
		"two databases, none of them named by the program": {
			map[string]string{
				"compose.yaml": "services:\n  api: {build: .}\n  a: {image: postgres, volumes: ['./t.sql:/docker-entrypoint-initdb.d/t.sql']}\n  b: {image: postgres}\n",
				"t.sql":        sql,
			},
			"postgresql", set{},
		},
		"a data service that runs nothing": {
			map[string]string{"compose.yaml": "services:\n  db: {image: redis, volumes: ['./t.sql:/docker-entrypoint-initdb.d/t.sql']}\n", "t.sql": sql},
			"redis", set{},
		},
	} {
		c.files["main.go"] = "package main\n"
		f := files(t, c.files, ".")
		if d := cmp.Diff(c.want, f.Setup(c.id).Value); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
}
