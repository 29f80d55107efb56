package backing

var typesense = Service{
	ID: Typesense, Title: "Typesense",
	Image: "typesense/typesense:27.1", Command: "--data-dir /data --api-key=${TYPESENSE_API_KEY}",
	Volume: "/data",
	Port:   8108, Scheme: "http",

	Images:    []string{"typesense"},
	Words:     []string{"typesense"},
	Settings:  []string{"TYPESENSE"},
	Addresses: []string{":8108"},
	Drivers:   []string{"typesense", "github.com/typesense/typesense-go*", "typesense/typesense-php"},
}
