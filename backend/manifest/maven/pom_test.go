package maven

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePom(t *testing.T) {
	p, err := Parse(`<?xml version="1.0" encoding="ISO-8859-1"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>g</groupId><artifactId>parent</artifactId><version>1</version><relativePath/></parent>
  <artifactId>app</artifactId><packaging>war</packaging>
  <properties><java.version>17</java.version></properties>
  <modules><module>a</module><!-- <module>b</module> --></modules>
  <dependencies><dependency><groupId>io.javalin</groupId><artifactId>javalin</artifactId><scope>test</scope></dependency></dependencies>
  <build><finalName>shop</finalName><plugins><plugin><artifactId>maven-jar-plugin</artifactId>
    <configuration><archive><manifest><mainClass>demo.Main</mainClass></manifest></archive></configuration></plugin></plugins></build>
  <profiles><profile><id>x</id><activation><activeByDefault>true</activeByDefault></activation><modules><module>c</module></modules></profile></profiles>
</project>`)
	if err != nil {
		t.Fatal(err)
	}
	if p.Parent.ArtifactID != "parent" || p.Parent.RelativePath != "" || p.Packaging != "war" {
		t.Errorf("%+v", p)
	}
	if p.Properties["java.version"] != (Value{"17", 5}) || cmp.Diff([]string{"a"}, p.Modules) != "" || p.Dependencies[0].Scope != "test" {
		t.Errorf("%+v", p)
	}
	if p.Plugins[0].Settings["archive.manifest.mainClass"].Text != "demo.Main" || !p.Profiles[0].ActiveByDefault {
		t.Errorf("%+v", p.Plugins)
	}
}

func TestParsePomRefusesOtherXML(t *testing.T) {
	for _, s := range []string{"", "<a/>", "not xml", "<project>" + strings.Repeat("<a>", 5000)} {
		if _, err := Parse(s); err == nil {
			t.Errorf("%.20q was read as a pom", s)
		}
	}
}

func FuzzPom(f *testing.F) {
	f.Add("<project><a/></project>")
	f.Fuzz(func(t *testing.T, s string) {
		if p, err := Parse(s); err != nil && len(p.Modules) > 0 {
			t.Error("a refused pom has modules")
		}
	})
}
