package sbt

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseSbt(t *testing.T) {
	b, _ := Parse(`
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
	want := Dependency{Group: "org.http4s", Name: "http4s-ember-server", Version: "0.23", Scala: true, Scope: "test", Line: 10}
	if len(web.Dependencies) != 1 || web.Dependencies[0] != want {
		t.Errorf("%+v", web.Dependencies)
	}
}

func FuzzSbt(f *testing.F) {
	f.Add("lazy val a = (project in file(\"b\")).settings(name := \"c\")\n")
	f.Add("a{{{{'\"\"\"/*")
	f.Fuzz(func(t *testing.T, s string) {
		if _, err := Parse(s); err != nil {
			t.Error(err)
		}
	})
}
