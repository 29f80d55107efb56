package backing

import "strings"

// OfAddon gives the data service that a hosting platform's add-on is, by names
// like "heroku-postgresql:mini" and "pg"; "" for none.
func OfAddon(name string) string {
	lower := strings.ToLower(name)
	for _, e := range []struct{ part, kind string }{
		{"postgres", PostgreSQL}, {"pg", PostgreSQL}, {"redis", Redis}, {"valkey", Valkey}, {"mongo", MongoDB}, {"mysql", MySQL}, {"jawsdb", MySQL},
		{"cleardb", MySQL}, {"kafka", Kafka}, {"amqp", RabbitMQ}, {"rabbit", RabbitMQ}, {"memcach", Memcached}, {"elastic", Elasticsearch}, {"bonsai", Elasticsearch},
	} {
		if strings.Contains(lower, e.part) {
			return e.kind
		}
	}
	return ""
}
