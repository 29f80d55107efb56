package backing

var opensearch = Service{
	ID: OpenSearch, Title: "OpenSearch",
	Image: "opensearchproject/opensearch:2",
	Environment: []Setting{
		{"discovery.type", "single-node"},
		{"DISABLE_SECURITY_PLUGIN", "true"},
		{"DISABLE_INSTALL_DEMO_CONFIG", "true"},
	},
	Volume: "/usr/share/opensearch/data",
	Health: []string{"CMD-SHELL", "curl -fs http://127.0.0.1:9200/_cluster/health > /dev/null"},
	Port:   9200, Scheme: "http",

	Family:    "search",
	Images:    []string{"opensearch"},
	Words:     []string{"elasticsearch", "elastic", "opensearch"},
	Settings:  []string{"OPENSEARCH"},
	Addresses: []string{":9200"},
	Drivers: []string{
		"@opensearch-project/opensearch", "opensearch-py", "opensearch-ruby", "OpenSearch.Client", "org.opensearch.client:*",
		"github.com/opensearch-project/opensearch-go*", "opensearch",
	},
}
