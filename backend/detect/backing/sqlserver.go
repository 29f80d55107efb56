package backing

var sqlserver = Service{
	ID: SQLServer, Title: "SQL Server",
	Image: "mcr.microsoft.com/mssql/server:2022-latest",
	Environment: []Setting{
		{"ACCEPT_EULA", "Y"},
		{"MSSQL_SA_PASSWORD", "${MSSQL_SA_PASSWORD}"},
	},
	Volume: "/var/opt/mssql",
	User:   "sa", Password: "MSSQL_SA_PASSWORD", Database: "master",
	Port: 1433, Scheme: "sqlserver",

	Main:      true,
	Family:    "relational",
	Images:    []string{"mssql/server", "azure-sql-edge", "mssql-server"},
	Schemes:   []string{"sqlserver", "mssql", "jdbc:sqlserver", "sqlsrv", "mssql+pyodbc"},
	Dialects:  []string{"mssql", "sqlserver"},
	Words:     []string{"mssql", "sqlserver"},
	Names:     []string{"sqlserver", "mssql", "sqlsrv", "SqlServer"},
	ToolNames: []ToolName{{"typeorm", "mssql"}, {"sequelize", "mssql"}, {"knex", "mssql"}, {"laravel", "sqlsrv"}},
	JDBC:      "jdbc:sqlserver://{sqlserver.address};databaseName={sqlserver.database};encrypt=false",
	Drivers: []string{
		"mssql", "tedious", "pymssql", "django-mssql-backend", "mssql-django", "activerecord-sqlserver-adapter", "tiny_tds",
		"Microsoft.Data.SqlClient", "System.Data.SqlClient", "Microsoft.EntityFrameworkCore.SqlServer", "Hangfire.SqlServer", "Aspire.Microsoft.*SqlServer",
		"com.microsoft.sqlserver:mssql-jdbc", "io.r2dbc:r2dbc-mssql", "io.quarkus:quarkus-jdbc-mssql", "github.com/denisenkom/go-mssqldb",
		"github.com/microsoft/go-mssqldb*", "gorm.io/driver/sqlserver",
		"github.com/jinzhu/gorm/dialects/mssql", "github.com/upper/db/v4/adapter/mssql", "github.com/golang-migrate/migrate/v4/database/sqlserver",
		"tiberius", "tds", "ext-sqlsrv", "ext-pdo_sqlsrv",
	},
}
