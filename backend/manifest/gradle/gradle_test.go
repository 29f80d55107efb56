package gradle

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const groovyBuild = `
buildscript { ext { bootVersion = '2.7.0' } }
plugins {
    id 'java'
    id 'org.springframework.boot' version '3.4.1' apply false // apply plugin: 'war'
    alias(libs.plugins.spring.boot)
}
apply plugin: 'application'
apply from: "$rootDir/gradle/common.gradle"
/* mainClassName = 'wrong.Main' */
mainClassName = 'demo.Main'
def port = "8080"
java { toolchain { languageVersion = JavaLanguageVersion.of(17) } }
jar {
    enabled = false
    manifest { attributes 'Main-Class': 'demo.Main', 'X': 'y' }
    from { configurations.runtimeClasspath.collect { zipTree(it) } }
}
dependencies {
    implementation 'io.javalin:javalin:6.1.0', "org.slf4j:slf4j-simple:$slf4j"
    implementation project(':lib')
    implementation(projects.shared.core)
    implementation group: 'com.h2database', name: 'h2', version: '2.2'
    implementation(platform("org.x:bom:1")) { exclude group: 'a', module: 'b' }
    testImplementation(libs.junit.jupiter)
}
tasks.register('ui', Exec) { commandLine 'npm', 'run', 'build' }
subprojects { apply plugin: 'java-library' }
project(':web') { apply plugin: 'war' }
`

func TestParseGradleGroovy(t *testing.T) {
	g, err := Parse(groovyBuild)
	if err != nil {
		t.Fatal(err)
	}
	var plugins []string
	for _, p := range g.Plugins {
		name := p.ID + p.Alias
		if !p.Apply {
			name += " (not applied)"
		}
		plugins = append(plugins, name)
	}
	if diff := cmp.Diff([]string{"java", "org.springframework.boot (not applied)", "spring.boot", "application"}, plugins); diff != "" {
		t.Error(diff)
	}
	for key, want := range map[string]string{
		"buildscript.ext.bootVersion": "2.7.0", "mainClassName": "demo.Main", "ext.port": "8080",
		"java.toolchain.languageVersion": "17", "jar.enabled": "false", "jar.Main-Class": "demo.Main", "jar.fat": "true",
	} {
		if got := g.Values[key].Text; got != want {
			t.Errorf("%s = %q, want %q", key, got, want)
		}
	}
	var deps []string
	for _, d := range g.Dependencies {
		deps = append(deps, d.Configuration+" "+d.Group+":"+d.Name+d.Project+d.Alias)
	}
	want := []string{
		"implementation io.javalin:javalin", "implementation org.slf4j:slf4j-simple", "implementation ::lib",
		"implementation :projects.shared.core", "implementation com.h2database:h2", "implementation org.x:bom",
		"testImplementation :junit.jupiter",
	}
	if diff := cmp.Diff(want, deps); diff != "" {
		t.Error(diff)
	}
	if len(g.Commands) != 3 || g.Commands[0].Text != "npm" {
		t.Errorf("commands: %v", g.Commands)
	}
	if g.Subprojects == nil || g.Subprojects.Plugins[0].ID != "java-library" || g.Projects[":web"].Plugins[0].ID != "war" {
		t.Error("what the root says about others is lost")
	}
}

func TestParseGradleKotlin(t *testing.T) {
	g, _ := Parse("plugins {\n  kotlin(\"jvm\") version \"2.0.0\"\n  `java-library`\n  application\n}\n" +
		"val ktor: String by project\nkotlin { jvmToolchain(21) }\n" +
		"application { mainClass.set(\"demo.MainKt\") }\n" +
		"tasks.withType<Jar> { manifest { attributes[\"Main-Class\"] = \"demo.MainKt\" } }\n" +
		"tasks.named<BootJar>(\"bootJar\") { archiveFileName.set(\"app.jar\") }\n" +
		"tasks.withType<JavaCompile> { options.release.set(17) }\n" +
		"dependencies { implementation(kotlin(\"stdlib\")); implementation(\"io.ktor:ktor-server-netty:$ktor\") }\n")
	if len(g.Plugins) != 3 || g.Plugins[0].ID != "org.jetbrains.kotlin.jvm" || g.Plugins[1].ID != "java-library" {
		t.Errorf("plugins: %v", g.Plugins)
	}
	for key, want := range map[string]string{
		"kotlin.jvmToolchain": "21", "application.mainClass": "demo.MainKt", "jar.Main-Class": "demo.MainKt",
		"bootJar.archiveFileName": "app.jar", "javaCompile.options.release": "17",
	} {
		if got := g.Values[key].Text; got != want {
			t.Errorf("%s = %q, want %q; have %v", key, got, want, g.Values)
		}
	}
	if len(g.Dependencies) != 2 || g.Dependencies[0].Name != "kotlin-stdlib" || g.Dependencies[1].Name != "ktor-server-netty" {
		t.Errorf("dependencies: %v", g.Dependencies)
	}
}

func TestParseGradleSettings(t *testing.T) {
	g, _ := Parse("rootProject.name = 'shop'\ninclude 'api',\n  ':lib:core'\n// include 'old'\ninclude(\":web\")\nproject(':web').projectDir = file('apps/web')\n")
	var in []string
	for _, i := range g.Includes {
		in = append(in, i.Text)
	}
	if diff := cmp.Diff([]string{":api", ":lib:core", ":web"}, in); diff != "" || g.RootName != "shop" || g.ProjectDirs[":web"] != "apps/web" {
		t.Error(diff, g.RootName, g.ProjectDirs)
	}
}

func TestParseVersionCatalog(t *testing.T) {
	c, err := ParseCatalog("[versions]\nktor='3.0.0'\n[libraries]\nktor-server_core={module='io.ktor:ktor-server-core',version.ref='ktor'}\nx='a:b:1'\n[plugins]\nboot={id='org.springframework.boot',version='3.4.0'}\n")
	if err != nil || c.Libraries["ktor.server.core"] != (CatalogEntry{"io.ktor:ktor-server-core", "3.0.0"}) || c.Libraries["x"].ID != "a:b" || c.Plugins["boot"].ID != "org.springframework.boot" {
		t.Errorf("%v %+v", err, c)
	}
}

func FuzzParseGradle(f *testing.F) {
	f.Add(groovyBuild)
	f.Add("a{{{{'\"\"\"/*")
	f.Fuzz(func(t *testing.T, s string) {
		if _, err := Parse(s); err != nil {
			t.Error(err)
		}
	})
}
