package handed

import (
	"slices"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// embeddedAddresses are texts of which one stands in the address, or names the driver, of a
// database in a file or in memory.
var embeddedAddresses = []string{"jdbc:h2", "jdbc:hsqldb", "jdbc:derby", "jdbc:sqlite", "r2dbc:h2", "org.h2", "org.sqlite"}

// LeavesEmbedded reports whether a database in a file, or in memory, is only brought along: a
// program for the JVM has its driver, and neither its sources nor its settings name an
// address of one. Spring Boot, Quarkus and Micronaut take one by themselves
// (https://docs.spring.io/spring-boot/reference/data/sql.html#data.sql.datasource.embedded);
// what Ktor's generator brings is taken where it is named alone.
func LeavesEmbedded(p *language.Project, set *source.Set) bool {
	_, ok := p.FirstShipped("com.h2database:h2", "org.hsqldb:hsqldb", "org.apache.derby:*", "org.xerial:sqlite-jdbc")
	if !ok || slices.Contains([]string{"Spring Boot", "Quarkus", "Micronaut", "Spring"}, p.Framework.Value) {
		return false
	}
	for _, f := range set.Files() {
		if slices.ContainsFunc(embeddedAddresses, f.Contains) {
			return false
		}
	}
	for _, file := range p.Glob("src/main/resources/*") {
		text, _ := p.Text(file)
		if slices.ContainsFunc(embeddedAddresses, func(a string) bool { return strings.Contains(text, a) }) {
			return false
		}
	}
	return true
}

// pools are texts of which one stands where a program for the JVM hands an address to JDBC:
// HikariCP's configuration, the driver manager, Exposed's connection.
// https://github.com/brettwooldridge/HikariCP#essentials,
// https://docs.oracle.com/en/java/javase/21/docs/api/java.sql/java/sql/DriverManager.html
var pools = []string{"jdbcUrl", "setJdbcUrl(", "DriverManager.getConnection(", "Database.connect("}

// ByJDBC reports whether a program hands an address to JDBC as it is: one that is taken
// apart, or put together, is of another form.
func ByJDBC(set *source.Set) bool {
	found := false
	for _, f := range set.Files() {
		if f.Contains("jdbc:") || f.Contains("java.net.URI") || f.Contains("URI(") {
			return false
		}
		found = found || slices.ContainsFunc(pools, f.Contains)
	}
	return found
}
