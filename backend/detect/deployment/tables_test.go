package deployment

import (
	"strings"
	"testing"

	"aipack/backend/base/finding"
)

func TestTables(t *testing.T) {
	t.Parallel()
	const mysql, plain = "CREATE TABLE `notes` (\n  `id` bigint NOT NULL AUTO_INCREMENT\n) ENGINE=InnoDB;\n", "create table if not exists notes (\n  id serial primary key\n);\n"
	for name, c := range map[string]struct {
		files map[string]string
		id    string
		want  string // files, and the database
	}{
		"a dump":                        {map[string]string{"sql/shop.sql": mysql}, "mysql", "sql/shop.sql "},
		"the twin's, with its database": {map[string]string{"doc/db/t.sql": "CREATE DATABASE IF NOT EXISTS `jobs`;\nUSE jobs;\n" + mysql}, "mariadb", "doc/db/t.sql jobs"},
		"two that go together":          {map[string]string{"sql/quartz.sql": "create table qrtz_locks (id int) engine=innodb;\n", "sql/shop.sql": mysql}, "mysql", "sql/quartz.sql sql/shop.sql "},
		"two that make the same":        {map[string]string{"sql/shop.sql": mysql, "sql/shop2.sql": mysql}, "mysql", ""},
		"by database":                   {map[string]string{"db/schema-mysql.sql": mysql, "db/schema-postgres.sql": plain, "db/oracle.sql": plain}, "postgresql", "db/schema-postgres.sql "},
		"in the words of another":       {map[string]string{"sql/shop.sql": mysql}, "postgresql", ""},
		"what changes what is there":    {map[string]string{"sql/shop.sql": mysql, "sql/update-2.0.sql": mysql, "sql/data.sql": "insert into notes values (1);\n"}, "mysql", "sql/shop.sql "},
		"what a program runs":           {map[string]string{"src/main/resources/sql/shop.sql": mysql, "db/migration/V1__shop.sql": mysql}, "mysql", ""},
		"a store without tables":        {map[string]string{"sql/shop.sql": mysql}, "redis", ""},
	} {
		f := files(t, c.files, ".")
		setup := f.Tables(c.id, finding.Evidence{Rule: "java.mapped", Path: "pom.xml", Line: 1}).Value
		got := ""
		for _, one := range setup.Files {
			got += one.From + " "
			if !strings.HasPrefix(one.To, "/docker-entrypoint-initdb.d/") {
				t.Errorf("%s: to %s", name, one.To)
			}
		}
		if got += setup.Database; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
