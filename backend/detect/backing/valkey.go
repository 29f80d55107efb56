package backing

var valkey = Service{
	ID: Valkey, Title: "Valkey",
	Image:  "valkey/valkey:8.1",
	Volume: "/data",
	Health: []string{"CMD", "valkey-cli", "ping"},
	Port:   6379, Scheme: "redis",

	AtOnce: true,
	Family: "redis", Twin: Redis,
	Images:   []string{"valkey"},
	Schemes:  []string{"valkey"},
	Addons:   []string{"valkey"},
	Words:    []string{"redis", "valkey", "celery", "keydb", "dragonfly", "kvrocks", "rediscloud", "redistogo"},
	Settings: []string{"VALKEY", "REDIS"},
	Names:    []string{"redis", "valkey"},
	Drivers:  []string{"@valkey/valkey-glide", "iovalkey", "valkey", "valkey-glide", "github.com/valkey-io/valkey-go*", "io.valkey:*"},
}
