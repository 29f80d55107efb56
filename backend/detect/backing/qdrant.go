package backing

var qdrant = Service{
	ID: Qdrant, Title: "Qdrant",
	Image:  "qdrant/qdrant:v1.12.5",
	Volume: "/qdrant/storage",
	Port:   6333, Scheme: "http",

	Images:   []string{"qdrant"},
	Words:    []string{"qdrant"},
	Settings: []string{"QDRANT"},
	Ports:    []int{6334},
	Drivers:  []string{"@qdrant/js-client-rest", "qdrant-client", "github.com/qdrant/go-client", "io.qdrant:client", "Qdrant.Client"},
}
