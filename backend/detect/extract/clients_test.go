package extract

import (
	"fmt"
	"testing"
)

func TestClients(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`const pool = new pg.Pool({ max: 4, connectionString: process.env.BOOKS });`:                     "map[BOOKS:{postgresql false false}]",
		`const sql = postgres(process.env.BOOKS)`:                                                        "map[BOOKS:{postgresql false false}]",
		`const m = new MongoClient(process.env.EVENTS)`:                                                  "map[EVENTS:{mongodb false false}]",
		"const where = process.env.EVENTS\nmongoose.connect(where, {})":                                  "map[EVENTS:{mongodb false false}]",
		"const where: string = process.env.EVENTS\nmongoose.connect(where)":                              "map[EVENTS:{mongodb false false}]",
		`import "redis"; const r = createClient({ url: process.env.SHELF })`:                             "map[SHELF:{redis false false}]",
		`const r = new Redis(process.env.SHELF)`:                                                         "map[SHELF:{redis false false}]",
		`import "@libsql/client"; const r = createClient({ url: process.env.TURSO })`:                    "map[]",
		"const r = redis.Options{\n  Addr: process.env.SHELF,\n}":                                        "map[SHELF:{redis false true}]",
		"new MongoClient(process.env.BOTH)\nnew Redis(process.env.BOTH)":                                 "map[]",
		`const r = new Redis(6379, process.env.SHELF)`:                                                   "map[]",
		`const pool = new pg.Pool({ host: process.env.BOOKS })`:                                          "map[]",
		`const amqp = await amqplib.connect(process.env.WORK)`:                                           "map[]", // the plan has no RabbitMQ
		`// const m = new MongoClient(process.env.EVENTS)`:                                               "map[]",
		"function connect(where) { return new MongoClient(where) }\nconst other = process.env.ELSEWHERE": "map[]",
	} {
		f := facts(t, map[string]string{"package.json": "{}", "index.js": text + "\n"}, ".")
		if got := fmt.Sprint(f.Clients([]string{"postgresql", "mongodb", "redis"})); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
