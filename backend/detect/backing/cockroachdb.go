package backing

var cockroachdb = Service{
	ID: CockroachDB, Title: "CockroachDB",
	Image: "cockroachdb/cockroach:v24.3.2", Command: "start-single-node --insecure",
	Volume: "/cockroach/cockroach-data",
	User:   "root", Database: "defaultdb",
	Port: 26257, Scheme: "postgresql",

	Main:   true,
	Family: "relational", Twin: PostgreSQL,
	Images:  []string{"cockroach"},
	Schemes: []string{"cockroachdb"},
	Words:   []string{"postgres", "postgresql", "pg", "pgsql", "postgre"},
}
