package backing

var weaviate = Service{
	ID: Weaviate, Title: "Weaviate",
	Image: "cr.weaviate.io/semitechnologies/weaviate:1.28.2",
	Environment: []Setting{
		{"AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED", "true"},
		{"PERSISTENCE_DATA_PATH", "/var/lib/weaviate"},
	},
	Volume: "/var/lib/weaviate",
	Port:   8080, Scheme: "http",

	Images:     []string{"weaviate"},
	Words:      []string{"weaviate"},
	Settings:   []string{"WEAVIATE"},
	PortShared: true,
	Drivers:    []string{"weaviate-client", "weaviate-ts-client", "github.com/weaviate/weaviate-go-client*"},
}
