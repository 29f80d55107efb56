package wiring

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
)

// spring is what Spring Boot reads by itself (Common Application Properties):
// whoever sets nothing in a file has these names, and an account goes with the
// address that a file names.
func spring(p Program) (out []Value) {
	if p.Framework != "Spring Boot" {
		return nil
	}
	id := p.relational()
	if id != "" && !p.spoken("DATASOURCE", "JDBC") {
		out = append(out, p.account("SPRING_DATASOURCE_", backing.Known(id).JDBC, id)...)
	}
	if id != "" && p.uses("spring-boot-starter-data-r2dbc") && !p.spoken("R2DBC") {
		out = append(out, p.account("SPRING_R2DBC_", strings.Replace(backing.Known(id).JDBC, "jdbc:", "r2dbc:", 1), id)...)
	}
	say := func(store, word string, pairs ...string) {
		if !slices.Contains(p.Stores, store) || p.spoken(word) {
			return
		}
		for i := 0; i+1 < len(pairs); i += 2 {
			out = append(out, p.convention(pairs[i], pairs[i+1]))
		}
	}
	say("redis", "REDIS", "SPRING_DATA_REDIS_HOST", "{redis.host}", "SPRING_REDIS_HOST", "{redis.host}") // version 3, version 2
	say("valkey", "REDIS", "SPRING_DATA_REDIS_HOST", "{valkey.host}", "SPRING_REDIS_HOST", "{valkey.host}")
	say("mongodb", "MONGO", "SPRING_DATA_MONGODB_URI", "{mongodb.url}", "SPRING_MONGODB_URI", "{mongodb.url}")
	say("rabbitmq", "RABBIT", "SPRING_RABBITMQ_HOST", "{rabbitmq.host}", "SPRING_RABBITMQ_USERNAME",
		"{rabbitmq.user}", "SPRING_RABBITMQ_PASSWORD", "{rabbitmq.password}")
	say("kafka", "KAFKA", "SPRING_KAFKA_BOOTSTRAPSERVERS", "{kafka.address}")
	say("elasticsearch", "ELASTIC", "SPRING_ELASTICSEARCH_URIS", "{elasticsearch.url}")
	say("neo4j", "NEO4J", "SPRING_NEO4J_URI", "{neo4j.url}", "SPRING_NEO4J_AUTHENTICATION_USERNAME",
		"{neo4j.user}", "SPRING_NEO4J_AUTHENTICATION_PASSWORD", "{neo4j.password}")
	say("cassandra", "CASSANDRA", "SPRING_CASSANDRA_CONTACTPOINTS", "{cassandra.host}", "SPRING_CASSANDRA_LOCALDATACENTER", "datacenter1")
	return out
}

// quarkus starts databases of its own while it is developed and needs their
// addresses in production (Quarkus' guide to datasources).
func quarkus(p Program) (out []Value) {
	id := p.relational()
	if p.Framework == "Quarkus" {
		if id != "" && !p.spoken("DATASOURCE", "JDBC", "DATABASE") {
			out = append(out, p.account("QUARKUS_DATASOURCE_", "", id)...)
			if p.uses("quarkus-jdbc", "quarkus-agroal", "quarkus-hibernate-orm") {
				out = append(out, p.convention("QUARKUS_DATASOURCE_JDBC_URL", backing.Known(id).JDBC))
			}
			if p.uses("quarkus-reactive") {
				out = append(out, p.convention("QUARKUS_DATASOURCE_REACTIVE_URL", strings.TrimPrefix(backing.Known(id).JDBC, "jdbc:")))
			}
		}
		for _, one := range [][3]string{
			{"redis", "QUARKUS_REDIS_HOSTS", "{redis.url}"}, {"mongodb", "QUARKUS_MONGODB_CONNECTION_STRING", "{mongodb.url}"},
			{"kafka", "KAFKA_BOOTSTRAP_SERVERS", "{kafka.address}"},
			{"rabbitmq", "RABBITMQ_HOST", "{rabbitmq.host}"}, {"rabbitmq", "RABBITMQ_USERNAME", "{rabbitmq.user}"},
			{"rabbitmq", "RABBITMQ_PASSWORD", "{rabbitmq.password}"},
		} {
			if slices.Contains(p.Stores, one[0]) {
				out = append(out, p.convention(one[1], one[2]))
			}
		}
	}
	return out
}

// micronaut has one datasource by default (Micronaut SQL Libraries).
func micronaut(p Program) []Value {
	if id := p.relational(); p.Framework == "Micronaut" && id != "" && !p.spoken("DATASOURCE", "JDBC") {
		return p.account("DATASOURCES_DEFAULT_", backing.Known(id).JDBC, id)
	}
	return nil
}

// account gives an address with the user and the password that go with it.
func (p Program) account(prefix, address, id string) (out []Value) {
	if address != "" {
		out = append(out, p.convention(prefix+"URL", address))
	}
	if b, _ := backing.Of(id); b.User != "" {
		out = append(out, p.convention(prefix+"USERNAME", "{"+id+".user}"), p.convention(prefix+"PASSWORD", "{"+id+".password}"))
	}
	return out
}

func (p Program) convention(name, text string) Value {
	return Value{Name: name, Text: text, Confidence: finding.Likely, Why: finding.Evidence{Rule: "wiring.convention"}}
}

// relational is the plan's relational database, "" for none.
func (p Program) relational() string {
	for _, id := range backing.Main() {
		if backing.Family(id) == "relational" && slices.Contains(p.Stores, id) {
			return id
		}
	}
	return ""
}

// spoken reports whether a value that is known speaks of something by one of
// some words, and is more than its port.
func (p Program) spoken(words ...string) bool {
	return slices.ContainsFunc(p.known, func(v Value) bool {
		return !strings.HasSuffix(v.Text, ".port}") && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToUpper(v.Name), w) })
	})
}

func (p Program) uses(parts ...string) bool {
	return slices.ContainsFunc(p.Packages, func(name string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
	})
}
