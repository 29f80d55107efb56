package jvm

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

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
