package backing

var rabbitmq = Service{
	ID: RabbitMQ, Title: "RabbitMQ",
	Image: "rabbitmq:4.0",
	Environment: []Setting{
		{"RABBITMQ_DEFAULT_USER", "{user}"},
		{"RABBITMQ_DEFAULT_PASS", "${RABBITMQ_PASSWORD}"},
	},
	Volume: "/var/lib/rabbitmq",
	Health: []string{"CMD", "rabbitmq-diagnostics", "-q", "check_port_connectivity"},
	User:   "app", Password: "RABBITMQ_PASSWORD",
	Port: 5672, Scheme: "amqp",

	AtOnce:       true,
	Images:       []string{"rabbitmq"},
	Schemes:      []string{"amqp", "amqps"},
	LooseSchemes: []string{"pyamqp"},
	Addons:       []string{"amqp", "rabbit"},
	Words:        []string{"rabbitmq", "rabbit", "amqp", "cloudamqp", "celery"},
	Settings:     []string{"RABBIT", "AMQP", "RMQ", "BROKER"},
	Addresses:    []string{"amqp://", "amqps://", "5672"},
	Hosts:        []string{"rabbit"},
	Unreachable:  `AMQPConnectionError|AMQP[^\n]*(?i:connection refused)`,
	Drivers: []string{
		"amqplib", "amqp-connection-manager", "rascal", "@golevelup/nestjs-rabbitmq", "rabbitmq-client", "pika", "aio-pika", "aio_pika", "aioamqp",
		"bunny", "sneakers", "hutch", "kicks", "RabbitMQ.Client", "MassTransit.RabbitMQ", "EasyNetQ", "Aspire.RabbitMQ*",
		"com.rabbitmq:amqp-client", "org.springframework.boot:spring-boot-starter-amqp", "org.springframework.amqp:spring-rabbit",
		"org.springframework.cloud:spring-cloud-starter-stream-rabbit", "io.quarkus:quarkus-smallrye-reactive-messaging-rabbitmq",
		"io.quarkus:quarkus-messaging-rabbitmq",
		"github.com/rabbitmq/amqp091-go", "github.com/streadway/amqp", "lapin", "amqprs", "amqp", "broadway_rabbitmq", "php-amqplib/php-amqplib",
		"ext-amqp", "vladimir-yuldashev/laravel-queue-rabbitmq", "enqueue/amqp*",
	},
	Clients: []Client{
		{Before: `\bamqp(?:lib)?\.(?:connect|Dial)\(\s*`},
		{Before: `\baio_pika\.connect(?:_robust)?\(\s*(?:url\s*=\s*)?`},
		{Before: `\bpika\.URLParameters\(\s*`},
	},
}
