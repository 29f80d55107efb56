package backing

var zookeeper = Service{
	ID: ZooKeeper, Title: "ZooKeeper",
	Image:  "zookeeper:3.9",
	Volume: "/data",
	Port:   2181,

	Images:    []string{"zookeeper", "cp-zookeeper"},
	Words:     []string{"zookeeper", "zk"},
	Settings:  []string{"ZOOKEEPER"},
	Addresses: []string{":2181"},
	Drivers: []string{
		"node-zookeeper-client", "kazoo", "github.com/go-zookeeper/zk", "github.com/samuel/go-zookeeper", "org.apache.curator:curator-framework",
		"org.apache.curator:curator-recipes",
		"zookeeper-client", "ZooKeeperNetEx",
	},
}
