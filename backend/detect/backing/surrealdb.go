package backing

var surrealdb = Service{
	ID: SurrealDB, Title: "SurrealDB",
	Image: "surrealdb/surrealdb:v2", Command: "start --user root --pass ${SURREALDB_PASSWORD} memory",
	User: "root", Password: "SURREALDB_PASSWORD",
	Port: 8000, Scheme: "ws",

	Images:     []string{"surrealdb"},
	Words:      []string{"surreal", "surrealdb"},
	Settings:   []string{"SURREAL"},
	PortShared: true,
	Drivers:    []string{"surrealdb", "surrealdb.js"},
}
