package backing

var cassandra = Service{
	ID: Cassandra, Title: "Cassandra",
	Image:  "cassandra:5.0",
	Volume: "/var/lib/cassandra",
	Health: []string{"CMD", "cqlsh", "-e", "describe keyspaces"},
	Port:   9042,

	Images:    []string{"cassandra", "scylla"},
	Words:     []string{"cassandra", "scylla"},
	Settings:  []string{"CASSANDRA"},
	Addresses: []string{":9042"},
	Drivers: []string{
		"cassandra-driver", "scylla-driver", "CassandraCSharpDriver", "com.datastax.oss:*", "com.datastax.cassandra:*",
		"org.springframework.boot:spring-boot-starter-data-cassandra*", "github.com/gocql/gocql", "scylla", "xandra", "cdrs",
	},
}
