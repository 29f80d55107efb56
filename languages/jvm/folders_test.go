package jvm

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
)

func TestFoldersOfLogs(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text, want string }{
		"a property with a default": {"logback.xml", "<configuration><property name=\"log.path\" value=\"${LOG_HOME:-/data/logs}/shop/shop.log\"/><file>${log.path}</file><fileNamePattern>${log.path}.%d{yyyy-MM-dd}.log</fileNamePattern></configuration>", "install -d -o 10001 /data/logs/shop"},
		"a folder's property":       {"logback-spring.xml", "<configuration><variable name=\"DIR\" value=\"/var/log/shop\"/><file>${DIR}/shop.log</file></configuration>", "install -d -o 10001 /var/log/shop"},
		"Log4j":                     {"log4j2.xml", "<Configuration><Properties><Property name=\"dir\">/srv/shop/log</Property></Properties><RollingFile fileName=\"${dir}/a.log\" filePattern=\"${dir}/%d{yyyy}/a.log\"/></Configuration>", "install -d -o 10001 /srv/shop/log"},
		"below where it starts":     {"logback.xml", "<configuration><file>logs/shop.log</file></configuration>", ""},
		"nobody knows where":        {"logback.xml", "<configuration><file>/${LOG_DIR}/shop.log</file><file>/var/log/shop.log</file></configuration>", ""},
		"properties in a circle":    {"logback.xml", "<configuration><property name=\"a\" value=\"${b}${b}\"/><property name=\"b\" value=\"${a}${a}\"/><file>${a}/shop.log</file></configuration>", ""},
	} {
		p, _ := languagetest.Project(t, &Java, map[string]string{
			"pom.xml":                      "<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>shop</artifactId><version>1</version></project>",
			"src/main/java/shop/Main.java": "package shop;\nclass Main { public static void main(String[] a) {} }\n",
			"src/main/resources/" + c.file: c.text,
		}, ".", "")
		if got := strings.Join(Java.Recipe(p).Runtime.Setup, "\n"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestFoldersThatTheProgramMakes(t *testing.T) {
	t.Parallel()
	const project = "<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><version>1</version>"
	p, _ := languagetest.Project(t, &Java, map[string]string{
		"pom.xml":           project + "<artifactId>shop</artifactId><packaging>pom</packaging><modules><module>shop-core</module><module>shop-web</module><module>shop-tool</module></modules></project>",
		"shop-core/pom.xml": project + "<artifactId>shop-core</artifactId></project>",
		"shop-tool/pom.xml": project + "<artifactId>shop-tool</artifactId></project>",
		"shop-web/pom.xml":  project + "<artifactId>shop-web</artifactId><packaging>war</packaging><dependencies><dependency><groupId>shop</groupId><artifactId>shop-core</artifactId><version>1</version></dependency></dependencies></project>",
		"shop-web/src/main/webapp/WEB-INF/web.xml": "<web-app/>\n",
		"shop-web/src/main/java/shop/Page.java":    "class Page { File a = new File(\"/srv/pages\"); }\n",
		"shop-core/src/main/java/shop/Home.java":   "class Home {\n  Path home = Paths.get(\"/var/shop\"), log = Paths.get(\"/var/log\"), mine = Paths.get(\"data\");\n  void make() { Files.createDirectories(home); }\n}\n",
		"shop-tool/src/main/java/shop/Tool.java":   "class Tool { void make() { new File(\"/opt/tool\").mkdirs(); } }\n",
	}, "shop-web", "")
	if got, want := Java.Recipe(p).Runtime.Setup, []string{"install -d -o 10001 /var/shop"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
