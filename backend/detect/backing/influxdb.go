package backing

var influxdb = Service{
	ID: InfluxDB, Title: "InfluxDB",
	Image:  "influxdb:2.7",
	Volume: "/var/lib/influxdb2",
	Health: []string{"CMD", "influx", "ping"},
	Port:   8086, Scheme: "http",

	Images:    []string{"influxdb"},
	Words:     []string{"influx", "influxdb"},
	Settings:  []string{"INFLUX"},
	Addresses: []string{":8086"},
	Drivers: []string{
		"@influxdata/influxdb-client", "influx", "influxdb-client", "influxdb", "InfluxDB.Client", "com.influxdb:*",
		"github.com/influxdata/influxdb-client-go*",
	},
}
