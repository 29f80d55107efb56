package manifest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePom(t *testing.T) {
	p, err := ParsePom(`<?xml version="1.0" encoding="ISO-8859-1"?>
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
	if p.Properties["java.version"] != (PomValue{"17", 5}) || cmp.Diff([]string{"a"}, p.Modules) != "" || p.Dependencies[0].Scope != "test" {
		t.Errorf("%+v", p)
	}
	if p.Plugins[0].Settings["archive.manifest.mainClass"].Text != "demo.Main" || !p.Profiles[0].ActiveByDefault {
		t.Errorf("%+v", p.Plugins)
	}
}

func TestParsePomRefusesOtherXML(t *testing.T) {
	for _, s := range []string{"", "<a/>", "not xml", "<project>" + strings.Repeat("<a>", 5000)} {
		if _, err := ParsePom(s); err == nil {
			t.Errorf("%.20q was read as a pom", s)
		}
	}
}

func TestParseSbt(t *testing.T) {
	b, _ := ParseSbt(`
val ScalaV = "3.3.4"
val http4s = "0.23"
ThisBuild / scalaVersion := ScalaV
lazy val core = (project in file("core")).settings(libraryDependencies ++= Seq("org.typelevel" %% "cats-core" % "2.9"))
lazy val web = project.in(file("web")).enablePlugins(JavaAppPackaging, DockerPlugin).dependsOn(core % "compile->compile")
  .settings(
    name := "shop-web", // name := "old"
    Compile / mainClass := Some("shop.Main"),
    libraryDependencies += "org.http4s" %% "http4s-ember-server" % http4s % Test
  )
`)
	if b.Values["scalaVersion"].Text != "3.3.4" || len(b.Projects) != 2 {
		t.Fatalf("%+v", b)
	}
	web := b.Projects[1]
	if web.Dir != "web" || web.Values["name"].Text != "shop-web" || web.Values["mainClass"].Text != "shop.Main" {
		t.Errorf("%+v", web)
	}
	if diff := cmp.Diff([]string{"JavaAppPackaging", "DockerPlugin"}, web.Enabled); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"core"}, web.DependsOn); diff != "" {
		t.Error(diff)
	}
	want := SbtDependency{Group: "org.http4s", Name: "http4s-ember-server", Version: "0.23", Scala: true, Scope: "test", Line: 10}
	if len(web.Dependencies) != 1 || web.Dependencies[0] != want {
		t.Errorf("%+v", web.Dependencies)
	}
}

func TestParseLeiningen(t *testing.T) {
	l, err := ParseLeiningen(`; (defproject old "0")
(defproject shop/web "1.0"
  #_[:ignored]
  :dependencies [[org.clojure/clojure "1.11.1"] [ring/ring-core "1.9" :exclusions [a/b]]]
  :plugins [[lein-ring "0.12.5"]]
  :ring {:handler shop.core/handler}
  :main ^:skip-aot shop.core
  :profiles {:uberjar {:aot :all :uberjar-name "shop.jar"} :dev {:dependencies [[ring/ring-mock "1"]]}})`)
	if err != nil || l.Name != "shop/web" || l.Main.Text != "shop.core" || !l.AOT || l.UberjarName != "shop.jar" || l.RingHandler.Text != "shop.core/handler" {
		t.Errorf("%v %+v", err, l)
	}
	if len(l.Dependencies) != 3 || !l.Dependencies[2].Dev || l.Dependencies[1].Name != "ring/ring-core" {
		t.Errorf("%+v", l.Dependencies)
	}
	if _, err := ParseLeiningen("(defproject a \"1\" " + strings.Repeat("[", 5000)); err == nil {
		t.Error("endless nesting was read")
	}
}

func TestParseClojureDeps(t *testing.T) {
	c, err := ParseClojureDeps(`{:paths ["src"] :deps {io.pedestal/pedestal.jetty {:mvn/version "0.6"}}
 :aliases {:run {:main-opts ["-m" "shop.core"]} :build {:deps {io.github.clojure/tools.build {:mvn/version "0.9"}} :ns-default build}}}`)
	if err != nil || len(c.Aliases) != 2 || c.Aliases[0].MainOptions[1] != "shop.core" || c.Aliases[1].Namespace != "build" || c.Dependencies[0].Version != "0.6" {
		t.Errorf("%v %+v", err, c)
	}
}

func FuzzParseJVM(f *testing.F) {
	f.Add("<project><a/></project>")
	f.Add("(defproject a \"1\" :b {:c #{1}})")
	f.Add("{:deps {a/b {:mvn/version \"1\"}}}")
	f.Fuzz(func(t *testing.T, s string) {
		if p, err := ParsePom(s); err != nil && len(p.Modules) > 0 {
			t.Error("a refused pom has modules")
		}
		if l, err := ParseLeiningen(s); err != nil && l.Name != "" {
			t.Error("a refused project has a name")
		}
		if c, err := ParseClojureDeps(s); err != nil && len(c.Aliases) > 0 {
			t.Error("refused dependencies have aliases")
		}
	})
}
