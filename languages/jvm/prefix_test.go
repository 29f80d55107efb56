package jvm

import (
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

func TestPrefix(t *testing.T) {
	t.Parallel()
	const properties = "src/main/resources/application.properties"
	for name, c := range map[string]struct{ file, text, want string }{
		"Spring's context path":   {properties, "server.servlet.context-path=/shop/\n", "/shop"},
		"with the servlet's":      {properties, "server.servlet.context-path=/shop\nspring.mvc.servlet.path=/api\n", "/shop/api"},
		"Quarkus' root":           {properties, "quarkus.http.root-path=/shop\nquarkus.rest.path=api\n", "/shop/api"},
		"only the root":           {properties, "server.servlet.context-path=/\n", ""},
		"filled in by a variable": {properties, "server.servlet.context-path=${BASE}\n", ""},
		"a servlet of JAX-RS": {"src/main/webapp/WEB-INF/web.xml", "<web-app><servlet><servlet-name>rest</servlet-name><servlet-class>org.glassfish.jersey.servlet.ServletContainer</servlet-class></servlet>" +
			"<servlet-mapping><servlet-name>rest</servlet-name><url-pattern>/api/*</url-pattern></servlet-mapping></web-app>", "/api"},
		"another servlet": {"src/main/webapp/WEB-INF/web.xml", "<web-app><servlet><servlet-name>f</servlet-name><servlet-class>acme.Files</servlet-class></servlet>" +
			"<servlet-mapping><servlet-name>f</servlet-name><url-pattern>/files/*</url-pattern></servlet-mapping></web-app>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, _ := languagetest.Project(t, &Java, map[string]string{"pom.xml": "<project><artifactId>shop</artifactId></project>", c.file: c.text}, ".", "")
			if got := prefix(p); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestQuarkusWithoutHTTP(t *testing.T) {
	t.Parallel()
	const plugin = `<build><plugins><plugin><groupId>io.quarkus</groupId><artifactId>quarkus-maven-plugin</artifactId></plugin></plugins></build>`
	for artifacts, want := range map[string]universalbuild.Kind{
		"quarkus-messaging-rabbitmq":                      universalbuild.Worker,
		"quarkus-messaging-kafka quarkus-hibernate-orm":   universalbuild.Worker,
		"quarkus-messaging-kafka quarkus-rest":            universalbuild.Web,
		"quarkus-messaging-kafka quarkus-smallrye-health": universalbuild.Web,
		"quarkus-arc": universalbuild.Web, // nothing says what it waits for
	} {
		list := ""
		for artifact := range strings.FieldsSeq(artifacts) {
			list += "<dependency><groupId>io.quarkus</groupId><artifactId>" + artifact + "</artifactId></dependency>"
		}
		p, _ := languagetest.Project(t, &Java, map[string]string{"pom.xml": pomOf("<dependencies>" + list + "</dependencies>" + plugin)}, ".", "")
		if p.Claim.Kind != want {
			t.Errorf("%s: %s, want %s", artifacts, p.Claim.Kind, want)
		}
	}
}
