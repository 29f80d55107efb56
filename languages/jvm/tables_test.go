package jvm

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

func TestTablesThatNobodyMakes(t *testing.T) {
	t.Parallel()
	pom := func(artifact string) string {
		return "<project><artifactId>shop</artifactId><dependencies><dependency><groupId>x</groupId><artifactId>" + artifact + "</artifactId></dependency><dependency><groupId>org.mybatis</groupId><artifactId>mybatis-spring-boot-starter</artifactId></dependency></dependencies>" +
			"<build><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build></project>"
	}
	jpa := strings.ReplaceAll(strings.ReplaceAll(pom("y"), "mybatis-spring-boot-starter", "spring-boot-starter-data-jpa"), "org.mybatis", "org.springframework.boot")
	for name, c := range map[string]struct {
		pom, settings string
		want          bool
	}{
		"mappers of SQL":        {pom("y"), "spring.datasource.url=jdbc:mysql://localhost/shop\n", true},
		"migrations":            {pom("flyway-core"), "", false},
		"a schema of classes":   {pom("y"), "spring.jpa.hibernate.ddl-auto=update\n", false},
		"a schema is run":       {pom("y"), "spring.sql.init.mode=always\n", false},
		"a schema is validated": {pom("y"), "spring.jpa.hibernate.ddl-auto=validate\n", true},
		"no schema is made":     {strings.ReplaceAll(pom("y"), "mybatis", "jpa"), "spring.jpa.hibernate.ddl-auto=none\n", true},
		"a mapper told nothing": {jpa, "spring.datasource.url=jdbc:mysql://localhost/shop\n", true},
		"a mapper told to make": {jpa, "spring.jpa.generate-ddl=true\n", false},
		"by Hibernate's own":    {jpa, "spring.jpa.properties.hibernate.hbm2ddl.auto=update\n", false},
		"not by JPA":            {jpa, "spring.jpa.generate-ddl=false\n", true},
		"no mappers":            {"<project><artifactId>shop</artifactId></project>", "", false},
	} {
		p, _ := languagetest.Project(t, &Java, map[string]string{
			"pom.xml": c.pom, "src/main/resources/application.properties": c.settings,
			"src/main/java/shop/Shop.java": "package shop;\n@SpringBootApplication\npublic class Shop { public static void main(String[] args) { SpringApplication.run(Shop.class, args); } }\n",
		}, ".", "")
		if why, got := tablesByHand(p); got != c.want || got && why.Path == "" {
			t.Errorf("%s: %v, %v", name, got, why)
		}
	}
}
