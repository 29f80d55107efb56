package backing

var nats = Service{
	ID: NATS, Title: "NATS",
	Image: "nats:2.11", Command: "--jetstream --store_dir /data",
	Volume: "/data",
	Port:   4222, Scheme: "nats",

	AtOnce:    true,
	Images:    []string{"nats", "nats-streaming"},
	Schemes:   []string{"nats"},
	Words:     []string{"nats"},
	Settings:  []string{"NATS"},
	Addresses: []string{"nats://", ":4222"},
	Drivers: []string{
		"nats", "@nats-io/transport-node", "@nats-io/jetstream", "nats-py", "asyncio-nats-client", "nats-pure", "NATS.Client*", "NATS.Net", "io.nats:jnats",
		"github.com/nats-io/nats.go", "github.com/nats-io/stan.go", "async-nats", "gnat",
	},
	Clients: []Client{
		{Before: `\bnats\.(?:connect|Connect)\(\s*(?:servers\s*=\s*)?\[?`},
	},
}
