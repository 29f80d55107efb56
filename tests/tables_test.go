package tests

import "testing"

// TestTablesOfAPerson: a program whose tables a person makes is given what the repository
// has for them; nobody has run that beside it, so the plan is not sure to come up.
func TestTablesOfAPerson(t *testing.T) {
	t.Parallel()
	const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>shop</artifactId><version>1</version><packaging>war</packaging>
<parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.4.4</version></parent>
<properties><java.version>17</java.version></properties>
<dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-data-jpa</artifactId></dependency>
<dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency>
<dependency><groupId>com.mysql</groupId><artifactId>mysql-connector-j</artifactId><scope>runtime</scope></dependency></dependencies>
<build><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build></project>
`
	files := func(settings, sql string) map[string]string {
		out := map[string]string{
			"pom.xml": pom,
			"src/main/resources/application.properties": "spring.datasource.url=jdbc:mysql://localhost/shop\nspring.datasource.username=root\nspring.datasource.password=root\n" + settings,
			"src/main/java/shop/Shop.java":              "package shop;\n@SpringBootApplication\npublic class Shop { public static void main(String[] args) { SpringApplication.run(Shop.class, args); } }\n",
		}
		if sql != "" {
			out["database.sql"] = sql
		}
		return out
	}
	const sql = "CREATE TABLE `wares` (\n  `id` INT NOT NULL AUTO_INCREMENT,\n  PRIMARY KEY (`id`)\n);\n"
	for name, c := range map[string]struct {
		files map[string]string
		given int
		sure  bool
	}{
		"a file of SQL":    {files("", sql), 1, false},
		"nothing":          {files("", ""), 0, false},
		"of its classes":   {files("spring.jpa.hibernate.ddl-auto=update\n", sql), 0, true},
		"of an old schema": {files("spring.jpa.generate-ddl=true\n", ""), 0, true},
	} {
		d := theOneOf(t, c.files)
		if given := len(d.Metadata.DataSetup); given != c.given || d.Metadata.Confidence >= 0.9 != c.sure {
			t.Errorf("%s: set up by %d files, confidence %v", name, given, d.Metadata.Confidence)
		}
	}
}
