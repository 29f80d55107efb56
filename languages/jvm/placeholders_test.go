package jvm

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestVariablesSpelledOtherwise: properties that Spring finds in variables, and Ktor's own
// spelling of them.
func TestVariablesSpelledOtherwise(t *testing.T) {
	t.Parallel()
	const (
		boot = "<project><artifactId>shop</artifactId><parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.3.0</version></parent>" +
			"<dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies></project>"
		ktor = "plugins { id(\"io.ktor.plugin\") version \"3.0.3\" }\ndependencies { implementation(\"io.ktor:ktor-server-core:3.0.3\") }\n"
	)
	for name, c := range map[string]struct{ build, file, text, want string }{
		"a dash":                 {"pom.xml", "application.properties", "shop.key=${shop-key}\n", "SHOP_KEY!"},
		"a dash and a fallback":  {"pom.xml", "application.yml", "shop:\n  size: ${page-size:20}\n", "PAGE_SIZE=20"},
		"a dot":                  {"pom.xml", "application.yml", "spring:\n  datasource:\n    url: ${db.url}\n", "DB_URL!"},
		"its own key":            {"pom.xml", "application.yml", "shop:\n  base-path: /x\n  full: ${shop.base-path}/y\n", ""},
		"Spring's own":           {"pom.xml", "application.yml", "shop:\n  name: ${spring.application.name}\n  at: ${user.home}\n  id: ${random.uuid}\n", ""},
		"Maven's":                {"pom.xml", "application.yml", "shop:\n  version: ${project.version}\n", ""},
		"a password":             {"pom.xml", "application.yml", "shop:\n  x: ${mail-password:hunter2}\n", "MAIL_PASSWORD="},
		"commented out":          {"pom.xml", "application.yml", "# shop: ${shop-key}\n", ""},
		"Ktor's":                 {"build.gradle.kts", "application.yaml", "postgres:\n  url: $DATABASE_URL\n  user: \"$DATABASE_USER:app\"\n  extra: \"$?EXTRA\"\n", "DATABASE_URL! DATABASE_USER=app EXTRA="},
		"Ktor's port":            {"build.gradle.kts", "application.yaml", "ktor:\n  deployment:\n    port: $PORT:8080\n", "PORT=8080"},
		"Spring has no such one": {"pom.xml", "application.yaml", "shop:\n  price: $TEN\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, l, source := boot, &Java, "src/main/java/Shop.java"
			if c.build != "pom.xml" {
				text, l, source = ktor, &Kotlin, "src/main/kotlin/Shop.kt"
			}
			p, _ := languagetest.Project(t, l, map[string]string{c.build: text, source: "class Shop {}\n", "src/main/resources/" + c.file: c.text}, ".", "")
			var got []string
			for _, v := range variables(p) {
				mark := "=" + v.Value.Default
				if v.Value.Required {
					mark = "!"
				}
				got = append(got, v.Value.Name+mark)
			}
			if all := strings.Join(got, " "); all != c.want {
				t.Errorf("%q, want %q (%s)", all, c.want, p.Framework.Value)
			}
		})
	}
}
