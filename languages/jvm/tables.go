package jvm

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// makers are words in a build file by which something of the program makes its
// tables: migrations, or a schema that is made of the program's classes.
// https://docs.spring.io/spring-boot/how-to/data-initialization.html
var makers = []string{"flyway", "liquibase", "mybatis-migrations", "jdbc-migrations", "quarkus-hibernate", "ebean-migration"}

// maxBuildFiles bounds the modules that are asked.
const maxBuildFiles = 200

// objectMappers make no schema of the program's classes in a database outside of it
// unless they are told to: Spring Boot's spring.jpa.hibernate.ddl-auto is "none" there,
// and Spring Data JDBC makes none at all.
// https://docs.spring.io/spring-boot/how-to/data-initialization.html#howto.data-initialization.using-hibernate
var objectMappers = []string{"spring-boot-starter-data-jpa", "spring-boot-starter-data-jdbc", "spring-boot-starter-jdbc"}

// tablesByHand reports whether a Spring Boot program expects its tables to be
// there: it has mappers of SQL, or nothing says that a schema is made of its classes,
// nothing in its build migrates, and no setting runs a schema.
func tablesByHand(p *language.Project) (finding.Evidence, bool) {
	m, ok := target(p)
	if !ok || m.output != bootJar {
		return finding.Evidence{}, false
	}
	var mapped finding.Evidence
	for _, d := range p.Deps {
		_, name, _ := strings.Cut(d.Name, ":")
		if (strings.Contains(d.Name, "mybatis") || slices.Contains(objectMappers, name)) && mapped.Rule == "" {
			mapped = p.AtDependency("java.mapped", d)
		}
	}
	index := p.Reader().Index
	files := append(index.NamedUnder(".", "pom.xml"), append(index.NamedUnder(".", "build.gradle"), index.NamedUnder(".", "build.gradle.kts")...)...)
	for i, name := range files {
		text, _ := p.Reader().Folder(path.Dir(name)).Text(path.Base(name))
		if i == maxBuildFiles {
			break
		}
		for _, maker := range makers {
			if strings.Contains(text, maker) {
				return finding.Evidence{}, false
			}
		}
		if mapped.Rule == "" && strings.Contains(text, "mybatis") {
			mapped = p.Reader().Folder(path.Dir(name)).At("java.mapped", path.Base(name), "mybatis")
		}
	}
	if v, set := configured(m.folder, "spring.jpa.hibernate.ddl-auto"); set && mapped.Rule == "" && (v.text == "none" || v.text == "validate") {
		mapped = v.where
	}
	if mapped.Rule == "" {
		return finding.Evidence{}, false
	}
	for _, key := range []string{"spring.jpa.hibernate.ddl-auto", "spring.jpa.generate-ddl", "spring.jpa.properties.hibernate.hbm2ddl.auto", "spring.sql.init.mode", "spring.sql.init.schema-locations", "spring.datasource.initialization-mode", "spring.datasource.schema"} {
		if v, set := configured(m.folder, key); set && v.text != "none" && v.text != "never" && v.text != "validate" && v.text != "false" {
			return finding.Evidence{}, false
		}
	}
	return mapped, true
}
