package backing

var kafka = Service{
	ID: Kafka, Title: "Kafka",
	Image: "apache/kafka:3.9.0",
	Environment: []Setting{
		{"KAFKA_NODE_ID", "1"},
		{"KAFKA_PROCESS_ROLES", "broker,controller"},
		{"KAFKA_CONTROLLER_QUORUM_VOTERS", "1@{host}:9093"},
		{"KAFKA_LISTENERS", "PLAINTEXT://:9092,CONTROLLER://:9093"},
		{"KAFKA_ADVERTISED_LISTENERS", "PLAINTEXT://{host}:9092"},
		{"KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER"},
		{"KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR", "1"},
	},
	Volume: "/var/lib/kafka/data",
	Health: []string{"CMD-SHELL", "/opt/kafka/bin/kafka-broker-api-versions.sh --bootstrap-server {host}:9092 > /dev/null"},
	Port:   9092,

	AtOnce:      true,
	Images:      []string{"kafka", "cp-kafka", "redpanda", "kafka-native"},
	Addons:      []string{"kafka"},
	Words:       []string{"kafka"},
	Settings:    []string{"KAFKA"},
	Addresses:   []string{":9092"},
	Unreachable: `KafkaJS\w*Error|run out of available brokers|Connection to node -?\d+ \([^)]*9092\) could not be established|NoBrokersAvailable`,
	Drivers: []string{
		"kafkajs", "node-rdkafka", "kafka-node", "@confluentinc/kafka-javascript", "kafka-python", "confluent-kafka", "aiokafka", "faust", "faust-streaming",
		"ruby-kafka", "rdkafka", "karafka", "racecar", "Confluent.Kafka", "MassTransit.Kafka", "Aspire.Confluent.Kafka",
		"org.apache.kafka:kafka-clients", "org.apache.kafka:kafka-streams", "org.springframework.kafka:spring-kafka",
		"org.springframework.cloud:spring-cloud-starter-stream-kafka", "io.quarkus:quarkus-kafka-client",
		"io.quarkus:quarkus-smallrye-reactive-messaging-kafka", "io.quarkus:quarkus-messaging-kafka",
		"github.com/segmentio/kafka-go", "github.com/confluentinc/confluent-kafka-go*", "github.com/ibm/sarama", "github.com/IBM/sarama",
		"github.com/Shopify/sarama", "github.com/twmb/franz-go*",
		"kafka_ex", "brod", "broadway_kafka", "ext-rdkafka", "mateusjunges/laravel-kafka",
	},
}
