package jvm

import (
	"testing"

	"aipack/backend/language/languagetest"
)

// TestAddress: the key of a framework that binds its server to the program's own machine is
// told otherwise by the variable that goes before it.
func TestAddress(t *testing.T) {
	t.Parallel()
	const boot = `<project><modelVersion>4.0.0</modelVersion><parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.3.0</version></parent><groupId>a</groupId><artifactId>shop</artifactId><version>1</version><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency></dependencies><build><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build></project>`
	const main = "package a;\n@SpringBootApplication\npublic class App { public static void main(String[] a) { SpringApplication.run(App.class, a); } }\n"
	for name, c := range map[string]struct {
		file, text string
		want       string
	}{
		"properties":         {"application.properties", "server.port=8081\nserver.address=127.0.0.1\n", "127.0.0.1 SERVER_ADDRESS"},
		"a name":             {"application.properties", "server.address = localhost\n", "localhost SERVER_ADDRESS"},
		"YAML":               {"application.yml", "server:\n  address: 127.0.0.1\n", "127.0.0.1 SERVER_ADDRESS"},
		"a default":          {"application.yml", "server:\n  address: ${BIND:localhost}\n", "localhost SERVER_ADDRESS"},
		"every address":      {"application.properties", "server.address=0.0.0.0\n", " "},
		"no word on it":      {"application.properties", "server.port=8081\n", " "},
		"of its management":  {"application.properties", "management.server.address=127.0.0.1\n", " "},
		"of another profile": {"application-local.properties", "server.address=127.0.0.1\n", " "},
	} {
		p, _ := languagetest.Service(t, &Java, languagetest.Files{"pom.xml": boot, "src/main/java/a/App.java": main, "src/main/resources/" + c.file: c.text})
		a := address(p)
		if got := a.Host + " " + a.HostVariable; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if a.Host != "" && (a.Why.Line == 0 || !a.HostOnly) {
			t.Errorf("%s: %+v", name, a)
		}
	}
}
