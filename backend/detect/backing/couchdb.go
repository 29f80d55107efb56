package backing

var couchdb = Service{
	ID: CouchDB, Title: "CouchDB",
	Image: "couchdb:3",
	Environment: []Setting{
		{"COUCHDB_USER", "app"},
		{"COUCHDB_PASSWORD", "${COUCHDB_PASSWORD}"},
	},
	Volume: "/opt/couchdb/data",
	User:   "app", Password: "COUCHDB_PASSWORD",
	Port: 5984, Scheme: "http",

	Images:    []string{"couchdb"},
	Words:     []string{"couchdb"},
	Settings:  []string{"COUCHDB"},
	Addresses: []string{":5984"},
	Drivers:   []string{"nano", "couchdb", "CouchDB.NET", "github.com/go-kivik/kivik*"},
}
