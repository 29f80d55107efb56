package backing

var etcd = Service{
	ID: Etcd, Title: "etcd",
	Image: "quay.io/coreos/etcd:v3.5.21", Command: "etcd --data-dir /data --listen-client-urls http://0.0.0.0:2379 --advertise-client-urls http://{host}:2379",
	Volume: "/data",
	Port:   2379, Scheme: "http",

	Images:    []string{"etcd"},
	Words:     []string{"etcd"},
	Settings:  []string{"ETCD"},
	Addresses: []string{":2379"},
	Drivers:   []string{"etcd3", "etcd3-py", "io.etcd:jetcd-core", "go.etcd.io/etcd/client*", "etcd-client", "dotnet-etcd"},
}
