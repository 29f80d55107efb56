package backing

var mysql = Service{
	ID: MySQL, Title: "MySQL",
	Image: "mysql:9.7",
	Environment: []Setting{
		{"MYSQL_USER", "{user}"},
		{"MYSQL_PASSWORD", "${MYSQL_PASSWORD}"},
		{"MYSQL_DATABASE", "{database}"},
		{"MYSQL_RANDOM_ROOT_PASSWORD", "1"},
	},
	Volume: "/var/lib/mysql", Initial: initialFolder,
	Health: []string{"CMD-SHELL", `mysqladmin ping -h 127.0.0.1 -u {user} -p"$$MYSQL_PASSWORD"`},
	User:   "app", Password: "MYSQL_PASSWORD", Database: "app",
	Port: 3306, Scheme: "mysql",

	Main:   true,
	Family: "relational", Twin: MariaDB,
	Images:       []string{"mysql", "mysql-server", "percona", "percona-server"},
	Schemes:      []string{"mysql", "mysql2", "myxql", "trilogy", "mysql+pymysql", "mysql+aiomysql", "mysql+mysqldb", "jdbc:mysql", "r2dbc:mysql"},
	LooseSchemes: []string{"mysqlx"},
	Dialects:     []string{"mysql", "mysql2"},
	Addons:       []string{"mysql", "jawsdb", "cleardb"},
	Words:        []string{"mysql", "mariadb", "jawsdb", "cleardb"},
	Addresses:    []string{"mysql://", ":3306"},
	Names:        []string{"mysql", "mysql2", "mariadb", "django.db.backends.mysql", "com.mysql.cj.jdbc.Driver", "MYSQL", "MySQL", "MySql"},
	ToolNames:    []ToolName{{"typeorm", "mysql"}, {"sequelize", "mysql"}, {"knex", "mysql2"}, {"django", "django.db.backends.mysql"}, {"laravel", "mysql"}},
	JDBC:         "jdbc:mysql://{mysql.address}/{mysql.database}?allowPublicKeyRetrieval=true",
	Unreachable: `Can't connect to (?:local )?(?:MySQL|MariaDB|server on)|Communications link failure|SQLSTATE\[HY000\] \[2002\]|` +
		`SequelizeConnectionRefusedError[^\n]*3306`,
	Drivers: []string{
		"mysql", "mysql2", "@planetscale/database", "express-mysql-session", "@fastify/mysql", "@mikro-orm/mysql",
		"mysqlclient", "pymysql", "PyMySQL", "aiomysql", "asyncmy", "mysql-connector-python", "mysql-connector", "flask-mysqldb", "Flask-MySQLdb",
		"flask-mysql",
		"trilogy", "MySql.Data", "MySqlConnector", "Pomelo.EntityFrameworkCore.MySql", "MySql.EntityFrameworkCore", "MySql.Data.EntityFrameworkCore",
		"mysql:mysql-connector-java", "com.mysql:mysql-connector-j", "io.asyncer:r2dbc-mysql", "dev.miku:r2dbc-mysql", "io.quarkus:quarkus-jdbc-mysql",
		"github.com/go-sql-driver/mysql", "gorm.io/driver/mysql", "github.com/jinzhu/gorm/dialects/mysql", "github.com/upper/db/v4/adapter/mysql",
		"github.com/golang-migrate/migrate/v4/database/mysql", "mysql_async*", "mysqlclient-sys", "sqlx-mysql", "myxql", "mariaex", "ext-mysqli",
		"ext-pdo_mysql",
		"fluent-mysql-driver", "mysql-simple", "persistent-mysql",
	},
	Clients: []Client{
		{Before: `\bcreate_(?:async_)?engine\(\s*(?:url\s*=\s*)?`, Driver: true},
		{Before: `\bmysql2?\.create(?:Pool|Connection)\(\s*(?:\{\s*uri\s*:\s*)?`},
		{Before: `\bMySqlPool(?:Options::new\(\)[^;]{0,200}?\.|::)connect\(\s*&?(?:std::)?`},
	},
}
