package backing

var neo4j = Service{
	ID: Neo4j, Title: "Neo4j",
	Image: "neo4j:5",
	Environment: []Setting{
		{"NEO4J_AUTH", "neo4j/${NEO4J_PASSWORD}"},
	},
	Volume: "/data",
	User:   "neo4j", Password: "NEO4J_PASSWORD",
	Port: 7687, Scheme: "bolt",

	Images:    []string{"neo4j"},
	Schemes:   []string{"neo4j", "bolt"},
	Words:     []string{"neo4j"},
	Settings:  []string{"NEO4J"},
	Addresses: []string{":7687"},
	Drivers: []string{
		"neo4j-driver", "neo4j", "neomodel", "py2neo", "activegraph", "Neo4j.Driver", "org.neo4j.driver:*",
		"org.springframework.boot:spring-boot-starter-data-neo4j", "github.com/neo4j/neo4j-go-driver*", "neo4rs", "bolt_sips",
	},
}
