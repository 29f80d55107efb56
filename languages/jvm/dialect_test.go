package jvm

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// TestDialectsOfMySQL: Spring Boot 2 gets tables of InnoDB where its configuration names a
// dialect that makes others.
func TestDialectsOfMySQL(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ boot, properties, want string }{
		"MyISAM's":            {"2.0.3.RELEASE", "spring.jpa.properties.hibernate.dialect=org.hibernate.dialect.MySQL5Dialect\n", "org.hibernate.dialect.MySQL57Dialect"},
		"InnoDB's":            {"2.0.3.RELEASE", "spring.jpa.properties.hibernate.dialect=org.hibernate.dialect.MySQL8Dialect\n", ""},
		"another Spring Boot": {"3.1.0", "spring.jpa.properties.hibernate.dialect=org.hibernate.dialect.MySQL5Dialect\n", ""},
		"none":                {"2.0.3.RELEASE", "server.port=8081\n", ""},
	} {
		_, r := languagetest.Project(t, &Java, map[string]string{
			"pom.xml": "<project><modelVersion>4.0.0</modelVersion><parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>" + c.boot +
				"</version></parent><groupId>test</groupId><artifactId>shop</artifactId><version>1</version><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies>" +
				"<build><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build></project>",
			"src/main/java/test/Shop.java":              "package test;\n\n@SpringBootApplication\npublic class Shop {\n    public static void main(String[] args) {\n        SpringApplication.run(Shop.class, args);\n    }\n}\n",
			"src/main/resources/application.properties": c.properties,
		}, ".", "")
		if got := r.Runtime.Environment["SPRING_JPA_PROPERTIES_HIBERNATE_DIALECT"]; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
