package backing

var meilisearch = Service{
	ID: Meilisearch, Title: "Meilisearch",
	Image:  "getmeili/meilisearch:v1.12",
	Volume: "/meili_data",
	Health: []string{"CMD", "curl", "-fs", "http://127.0.0.1:7700/health"},
	Port:   7700, Scheme: "http",

	Images:    []string{"meilisearch"},
	Words:     []string{"meili", "meilisearch"},
	Settings:  []string{"MEILI"},
	Addresses: []string{":7700"},
	Drivers: []string{
		"meilisearch", "meilisearch-python-sdk", "meilisearch-rails", "MeiliSearch", "com.meilisearch.sdk:*",
		"github.com/meilisearch/meilisearch-go", "meilisearch-sdk", "meilisearch/meilisearch-php",
	},
}
