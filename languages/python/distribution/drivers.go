package distribution

import (
	"slices"

	"aipack/backend/language/version"
	"aipack/backend/manifest/pypi"
)

// Drivers that SQLAlchemy took until 2.1 for an address that names none, by that which
// it takes since: postgresql:// meant psycopg2 and means psycopg, oracle:// meant
// cx_Oracle and means oracledb.
// https://docs.sqlalchemy.org/en/21/changelog/migration_21.html
var laterDrivers = map[string][]string{
	"psycopg2": {"psycopg", "psycopg-binary"}, "psycopg2-binary": {"psycopg", "psycopg-binary"}, "psycopg2cffi": {"psycopg", "psycopg-binary"},
	"cx-oracle": {"oracledb"},
}

// Driver reports whether a distribution is a driver that SQLAlchemy opens a database with,
// so that no source need import it.
// https://docs.sqlalchemy.org/en/20/dialects/
func Driver(name string) bool { return slices.Contains(drivers, name) }

var drivers = []string{
	"psycopg2", "psycopg2-binary", "psycopg", "psycopg-binary", "asyncpg", "pg8000", "mysqlclient", "pymysql", "mysql-connector-python", "aiomysql", "asyncmy",
	"mariadb", "aiosqlite", "cx-oracle", "oracledb", "pymssql", "pyodbc", "aioodbc",
}

// bringers are packages that ask for SQLAlchemy without a bound of their own.
var bringers = []string{"flask-sqlalchemy", "flask-migrate", "alembic", "sqlalchemy-utils", "advanced-alchemy"}

// FormerDriver gives the driver among what is installed that SQLAlchemy takes for an
// address without a name no more from 2.1 on, and the bound that keeps it to an earlier
// release; nothing where the list keeps to one by itself, asks for a later one, or has
// the driver of later ones, too.
func FormerDriver(installed []pypi.Requirement) (driver pypi.Requirement, bound string) {
	brought := false
	for _, r := range installed {
		if r.Name == "sqlalchemy" {
			if most, included, bounded := mostOf(r.Specifier); bounded && (most.Less(twoOne) || most == twoOne && !included) ||
				!version.ParseRange(r.Specifier).Allows("2.0") {
				return pypi.Requirement{}, ""
			}
		}
		brought = brought || r.Name == "sqlalchemy" || slices.Contains(bringers, r.Name)
	}
	has := func(names []string) bool {
		return slices.ContainsFunc(installed, func(r pypi.Requirement) bool { return slices.Contains(names, r.Name) })
	}
	for _, r := range installed {
		if later := laterDrivers[r.Name]; brought && later != nil && !has(later) {
			return r, "SQLAlchemy<2.1"
		}
	}
	return pypi.Requirement{}, ""
}

var twoOne = version.Number{2, 1, 0}
