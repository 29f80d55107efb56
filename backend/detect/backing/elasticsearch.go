package backing

var elasticsearch = Service{
	ID: Elasticsearch, Title: "Elasticsearch",
	Image: "docker.elastic.co/elasticsearch/elasticsearch:8.17.0",
	Environment: []Setting{
		{"discovery.type", "single-node"},
		{"xpack.security.enabled", "false"},
	},
	Volume: "/usr/share/elasticsearch/data",
	Health: []string{"CMD-SHELL", "curl -fs http://127.0.0.1:9200/_cluster/health > /dev/null"},
	Port:   9200, Scheme: "http",

	Family:    "search",
	Images:    []string{"elasticsearch"},
	Addons:    []string{"elastic", "bonsai"},
	Words:     []string{"elasticsearch", "elastic", "opensearch"},
	Settings:  []string{"ELASTIC"},
	Addresses: []string{":9200"},
	Drivers: []string{
		"@elastic/elasticsearch", "elasticsearch", "elasticsearch-dsl", "django-elasticsearch-dsl", "searchkick", "elasticsearch-rails",
		"elasticsearch-model", "NEST", "Elasticsearch.Net", "Elastic.Clients.Elasticsearch",
		"co.elastic.clients:*", "org.elasticsearch.client:*", "org.springframework.boot:spring-boot-starter-data-elasticsearch",
		"github.com/elastic/go-elasticsearch*", "github.com/olivere/elastic*", "elasticsearch/elasticsearch",
	},
}
