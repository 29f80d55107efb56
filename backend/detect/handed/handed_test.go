package handed

import (
	"fmt"
	"testing"

	"aipack/backend/detect/source"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

var javascript = language.Language{
	ID: "javascript", Extensions: []string{".js"},
	EnvReads: []language.Pattern{`process\.env\.([A-Z][A-Z0-9_]*)`},
}

var python = language.Language{
	ID: "python", Extensions: []string{".py"},
	EnvReads: []language.Pattern{`(?:os\.)?getenv\(\s*["']([A-Z][A-Z0-9_]*)["']`},
}

// sources are those of a service with the given files.
func sources(t *testing.T, l *language.Language, files map[string]string) *source.Set {
	t.Helper()
	return source.Choose(&language.Project{Folder: languagetest.Reader(t, files).Folder("."), Language: l}, nil, 1)
}

func TestClients(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`const pool = new pg.Pool({ max: 4, connectionString: process.env.BOOKS });`:                                  "map[BOOKS:{postgresql false false}]",
		`const sql = postgres(process.env.BOOKS)`:                                                                     "map[BOOKS:{postgresql false false}]",
		`const m = new MongoClient(process.env.EVENTS)`:                                                               "map[EVENTS:{mongodb false false}]",
		"const where = process.env.EVENTS\nmongoose.connect(where, {})":                                               "map[EVENTS:{mongodb false false}]",
		"const where: string = process.env.EVENTS\nmongoose.connect(where)":                                           "map[EVENTS:{mongodb false false}]",
		`import "redis"; const r = createClient({ url: process.env.SHELF })`:                                          "map[SHELF:{redis false false}]",
		`const r = new Redis(process.env.SHELF)`:                                                                      "map[SHELF:{redis false false}]",
		`import "@libsql/client"; const r = createClient({ url: process.env.TURSO })`:                                 "map[]",
		"const r = redis.Options{\n  Addr: process.env.SHELF,\n}":                                                     "map[SHELF:{redis false true}]",
		"const c = {\n  where: process.env.SHELF,\n}\nconst r = redis.Options{\n  Addr: c.where,\n}":                  "map[SHELF:{redis false true}]",
		"const c = {\n  where: process.env.SHELF,\n}\nconst d = {\n  where: process.env.DESK,\n}\nnew Redis(c.where)": "map[]",
		"new MongoClient(process.env.BOTH)\nnew Redis(process.env.BOTH)":                                              "map[]",
		`const r = new Redis(6379, process.env.SHELF)`:                                                                "map[]",
		`const pool = new pg.Pool({ host: process.env.BOOKS })`:                                                       "map[]",
		`const amqp = await amqplib.connect(process.env.WORK)`:                                                        "map[]", // the plan has no RabbitMQ
		`// const m = new MongoClient(process.env.EVENTS)`:                                                            "map[]",
		"function connect(where) { return new MongoClient(where) }\nconst other = process.env.ELSEWHERE":              "map[]",
	} {
		set := sources(t, &javascript, map[string]string{"package.json": "{}", "index.js": text + "\n"})
		if got := fmt.Sprint(Clients(set, []string{"postgresql", "mongodb", "redis"})); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
