package backing

// redis stands for those that speak its protocol too: KeyDB (https://docs.keydb.dev),
// Dragonfly (https://www.dragonflydb.io/docs) and Kvrocks, whose own port is 6666
// (https://kvrocks.apache.org/docs/getting-started). A client tells them apart by nothing.
var redis = Service{
	ID: Redis, Title: "Redis",
	Image:  "redis:8.0",
	Volume: "/data",
	Health: []string{"CMD", "redis-cli", "ping"},
	Port:   6379, Scheme: "redis",

	AtOnce: true,
	Family: "redis", Twin: Valkey,
	Images:    []string{"redis", "redis-stack", "redis-stack-server", "redismod", "keydb", "dragonfly", "kvrocks", "rediscloud", "redistogo"},
	Schemes:   []string{"redis", "rediss"},
	Dialects:  []string{"redis"},
	Addons:    []string{"redis"},
	Words:     []string{"redis", "valkey", "celery", "keydb", "dragonfly", "kvrocks", "rediscloud", "redistogo"},
	Settings:  []string{"REDIS", "VALKEY"},
	Addresses: []string{"redis://", "rediss://", "6379"},
	Names:     []string{"redis", "Redis"},
	Unreachable: `Could not connect to Redis|Redis::CannotConnectError|RedisConnectionFailureException|\[ioredis\] Unhandled error event|` +
		`MaxRetriesPerRequestError|RedisConnectionException`,
	Drivers: []string{
		"redis", "ioredis", "bull", "bullmq", "bee-queue", "connect-redis", "@redis/client", "@nestjs/bull", "@nestjs/bullmq", "cache-manager-redis-store",
		"cache-manager-ioredis*", "@fastify/redis", "rate-limit-redis", "@socket.io/redis-adapter", "@keyv/redis", "resque", "redis-om",
		"aioredis", "django-redis", "rq", "django-rq", "flask-redis", "channels-redis", "channels_redis", "arq", "hiredis", "walrus",
		"sidekiq", "redis-client", "redis-rails", "redis-namespace", "resque-scheduler", "redis-store", "hiredis-client",
		"StackExchange.Redis", "Microsoft.Extensions.Caching.StackExchangeRedis", "ServiceStack.Redis", "Aspire.StackExchange.Redis*", "FreeRedis",
		"redis.clients:jedis", "io.lettuce:lettuce-core", "org.redisson:*", "org.springframework.boot:spring-boot-starter-data-redis*",
		"org.springframework.session:spring-session-data-redis", "io.quarkus:quarkus-redis-client",
		"github.com/redis/go-redis*", "github.com/go-redis/redis*", "github.com/gomodule/redigo", "github.com/redis/rueidis",
		"github.com/hibiken/asynq", "github.com/gocraft/work",
		// packages of Go modules that keep sessions or caches in several stores
		"github.com/gin-contrib/sessions/redis", "github.com/kataras/iris/v12/sessions/sessiondb/redis", "github.com/ulule/limiter/v3/drivers/store/redis",
		"github.com/astaxie/beego/session/redis*", "github.com/astaxie/beego/cache/redis", "github.com/beego/beego/v2/server/web/session/redis*",
		"github.com/beego/beego/v2/client/cache/redis",
		"deadpool-redis", "fred", "bb8-redis", "redix", "exq", "predis/predis", "ext-redis", "laravel/horizon", "jedis", "com.taoensso/carmine", "hedis",
	},
	Clients: []Client{
		{Before: `\b(?:Redis|StrictRedis|redis|aioredis|ConnectionPool)\.from_url\(\s*(?:url\s*=\s*)?`},
		{Before: `\bnew\s+(?:IO)?Redis\(\s*`},
		{Before: `\bcreateClient\(\s*\{[^{}]{0,200}?\burl\s*:\s*`, Named: "redis"},
		{Before: `\bredis\.ParseURL\(\s*`},
		// https://pkg.go.dev/github.com/redis/go-redis/v9#Options: host:port address
		{Before: `\b(?:redis\.Options|asynq\.RedisClientOpt)\s*\{[^{}]{0,200}?\bAddr\s*:\s*`, Pair: true},
	},
}
