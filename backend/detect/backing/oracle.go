package backing

var oracle = Service{
	ID: Oracle, Title: "Oracle",

	Main:     true,
	Family:   "relational",
	Images:   []string{"oracle-xe", "oracle-free"},
	Dialects: []string{"oracle"},
	Words:    []string{"oracle"},
	Ports:    []int{1521},
	Schemes:  []string{"jdbc:oracle", "oracle"},
	Drivers: []string{
		"oracledb", "cx_Oracle", "cx-oracle", "ruby-oci8", "activerecord-oracle_enhanced-adapter", "Oracle.ManagedDataAccess*", "Oracle.EntityFrameworkCore",
		"com.oracle.database.jdbc:*", "com.oracle.ojdbc:*", "github.com/godror/godror", "github.com/sijms/go-ora*",
	},
}
