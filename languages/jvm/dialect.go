package jvm

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// dialectKeys are Spring Boot's for the dialect of Hibernate, with the variables that
// override them.
// https://docs.spring.io/spring-boot/docs/2.7.x/reference/html/application-properties.html
var dialectKeys = []struct{ key, variable string }{
	{"spring.jpa.properties.hibernate.dialect", "SPRING_JPA_PROPERTIES_HIBERNATE_DIALECT"},
	{"spring.jpa.database-platform", "SPRING_JPA_DATABASE_PLATFORM"},
}

// fixDialect gives Hibernate 5.2 to 5.6, those of Spring Boot 2, a dialect of MySQL whose
// tables are InnoDB's. The older ones make MyISAM's, whose keys of 1000 bytes are too short
// for 255 characters of utf8mb4, MySQL's character set since 8.0: the table is not made.
// https://docs.jboss.org/hibernate/orm/5.2/userguide/html_single/Hibernate_User_Guide.html#database-dialect,
// https://dev.mysql.com/doc/refman/8.4/en/myisam-storage-engine.html
func (b *build) fixDialect(r *language.Recipe) {
	if !strings.HasPrefix(b.m.boot, "2.") {
		return
	}
	for _, one := range dialectKeys {
		v, ok := configured(b.m.folder, one.key)
		if ok && (v.text == "org.hibernate.dialect.MySQL5Dialect" || v.text == "org.hibernate.dialect.MySQLDialect") {
			r.Runtime.Environment[one.variable] = "org.hibernate.dialect.MySQL57Dialect"
			r.Why = append(r.Why, language.Reason{Field: "/runtime/environment/" + one.variable, Confidence: finding.Likely, Evidence: v.where})
		}
	}
}
