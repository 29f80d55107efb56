package backing

var memcached = Service{
	ID: Memcached, Title: "Memcached",
	Image: "memcached:1.6",
	Port:  11211,

	AtOnce:       true,
	Images:       []string{"memcached"},
	LooseSchemes: []string{"memcached"},
	Dialects:     []string{"memcached"},
	Addons:       []string{"memcach"},
	Words:        []string{"memcached", "memcache", "memcachier"},
	Settings:     []string{"MEMCACHE"},
	Addresses:    []string{":11211"},
	Drivers: []string{
		"memcached", "memjs", "pymemcache", "pylibmc", "python-memcached", "aiomcache", "dalli", "EnyimMemcachedCore", "net.spy:spymemcached",
		"com.googlecode.xmemcached:xmemcached",
		"github.com/bradfitz/gomemcache*", "memcache", "ext-memcached", "ext-memcache",
	},
}
