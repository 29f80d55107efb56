package jvm

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language/languagetest"
)

// TestPropertiesThatBeansAskFor: those that no configuration file gives are variables
// that have to be set, by relaxed binding.
func TestPropertiesThatBeansAskFor(t *testing.T) {
	t.Parallel()
	t.Run("the usual folder", func(t *testing.T) { askedBeside(t, "src/main/resources", "") })
	t.Run("a folder that the POM names", func(t *testing.T) {
		askedBeside(t, "settings", "<build><resources>\n<resource>\n<directory>${project.basedir}/settings/</directory>\n</resource></resources></build>")
	})
}

func askedBeside(t *testing.T, resources, build string) {
	const pom = `<project><parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.3.0</version></parent><artifactId>shop</artifactId>
<dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies>`
	p, _ := languagetest.Project(t, &Java, map[string]string{
		"pom.xml":                      pom + build + "</project>",
		resources + "/application.yml": "app: {given: x}\nmail: {key: \"${MAIL_KEY}\"}\n",
		"src/main/java/a/App.java": "package a;\n@SpringBootApplication\npublic class App {\n  @Value(\"${app.signing-key}\") String k;\n  @Value(\"${app.other:x}\") String o;\n  @Value(\"${app.given}\") String g;\n" +
			"  @Value(\"${spring.application.name}\") String n;\n  // @Value(\"${app.gone}\")\n  App(Environment e) { e.getRequiredProperty(\"datasource.url\"); }\n  public static void main(String[] a) {}\n}\n",
		"src/test/java/a/AppTest.java": "class AppTest { @Value(\"${test.only}\") String t; }\n",
	}, ".", "")
	got := map[string]bool{}
	for _, v := range variables(p) {
		got[v.Value.Name] = v.Value.Required
		if len(v.Evidence) == 0 || v.Evidence[0].Line == 0 {
			t.Errorf("%s has no reason", v.Value.Name)
		}
	}
	if d := cmp.Diff(map[string]bool{"APP_SIGNINGKEY": true, "DATASOURCE_URL": true, "MAIL_KEY": true}, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
