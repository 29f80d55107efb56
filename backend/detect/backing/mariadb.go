package backing

var mariadb = Service{
	ID: MariaDB, Title: "MariaDB",
	Image: "mariadb:11.8",
	Environment: []Setting{
		{"MARIADB_USER", "{user}"},
		{"MARIADB_PASSWORD", "${MYSQL_PASSWORD}"},
		{"MARIADB_DATABASE", "{database}"},
		{"MARIADB_RANDOM_ROOT_PASSWORD", "1"},
	},
	Volume: "/var/lib/mysql", Initial: initialFolder,
	Health: []string{"CMD", "healthcheck.sh", "--connect", "--innodb_initialized"},
	User:   "app", Password: "MYSQL_PASSWORD", Database: "app",
	Port: 3306, Scheme: "mysql",

	Main:   true,
	Family: "relational", Twin: MySQL,
	Images:    []string{"mariadb", "mariadb-galera"},
	Schemes:   []string{"mariadb", "jdbc:mariadb", "r2dbc:mariadb", "mariadb+pymysql"},
	Dialects:  []string{"mariadb"},
	Words:     []string{"mysql", "mariadb", "jawsdb", "cleardb"},
	Addresses: []string{"mariadb://"},
	Names: []string{
		"mariadb", "mysql", "mysql2", "django.db.backends.mysql", "org.mariadb.jdbc.Driver", "MARIADB", "MariaDB", "MYSQL", "MySQL",
	},
	ToolNames: []ToolName{{"typeorm", "mariadb"}, {"sequelize", "mariadb"}, {"knex", "mysql2"}, {"django", "django.db.backends.mysql"}, {"laravel", "mariadb"}},
	JDBC:      "jdbc:mariadb://{mariadb.address}/{mariadb.database}",
	Drivers:   []string{"mariadb", "org.mariadb.jdbc:mariadb-java-client", "org.mariadb:r2dbc-mariadb", "@mikro-orm/mariadb", "io.quarkus:quarkus-jdbc-mariadb"},
}
