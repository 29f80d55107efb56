package backing

var clickhouse = Service{
	ID: ClickHouse, Title: "ClickHouse",
	Image: "clickhouse/clickhouse-server:25.3",
	Environment: []Setting{
		{"CLICKHOUSE_USER", "{user}"},
		{"CLICKHOUSE_PASSWORD", "${CLICKHOUSE_PASSWORD}"},
		{"CLICKHOUSE_DB", "{database}"},
	},
	Volume: "/var/lib/clickhouse", Initial: initialFolder,
	Health: []string{"CMD-SHELL", "wget -qO- http://127.0.0.1:8123/ping"},
	User:   "app", Password: "CLICKHOUSE_PASSWORD", Database: "app",
	Port: 8123, Scheme: "http",

	Images:    []string{"clickhouse-server", "clickhouse"},
	Schemes:   []string{"clickhouse", "jdbc:clickhouse"},
	Words:     []string{"clickhouse"},
	Settings:  []string{"CLICKHOUSE"},
	Addresses: []string{":8123", ":9000"},
	Drivers: []string{
		"@clickhouse/client", "clickhouse", "clickhouse-driver", "clickhouse-connect", "aiochclient", "click_house", "ClickHouse.Client",
		"com.clickhouse:*", "ru.yandex.clickhouse:*", "github.com/ClickHouse/clickhouse-go*", "clickhouse-rs", "ch",
	},
}
