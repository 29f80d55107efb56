package jvm

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

// pomOf makes a pom of what stands inside <project>.
func pomOf(inside string) string {
	return `<project><groupId>g</groupId><artifactId>app</artifactId><version>1</version>` + inside + `</project>`
}

func dep(group, artifact string) string {
	return "<dependencies><dependency><groupId>" + group + "</groupId><artifactId>" + artifact + "</artifactId></dependency></dependencies>"
}

const (
	bootPlugin = `<build><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build>`
	javaSource = "package demo;\npublic class Main {\n  public static void main(String[] args) {}\n}\n"
)

func TestRolesAndStarts(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		role  language.Role
		kind  universalbuild.Kind
		fw    string
		start string
	}{
		{"Spring Boot", map[string]string{"pom.xml": pomOf(dep("org.springframework.boot", "spring-boot-starter-web") + bootPlugin)},
			language.Service, universalbuild.Web, "Spring Boot", "java -jar app.jar"},
		{"Spring Boot war", map[string]string{"pom.xml": pomOf("<packaging>war</packaging>" + dep("org.springframework.boot", "spring-boot-starter-web") + bootPlugin)},
			language.Service, universalbuild.Web, "Spring Boot", "java -jar app.war"},
		{"Spring Boot batch", map[string]string{"pom.xml": pomOf(dep("org.springframework.boot", "spring-boot-starter-batch") + bootPlugin)},
			language.Program, universalbuild.CLI, "Spring Boot", "java -jar app.jar"},
		{"Spring Boot consumer", map[string]string{"pom.xml": pomOf(dep("org.springframework.boot", "spring-boot-starter-amqp") + bootPlugin)},
			language.Service, universalbuild.Worker, "Spring Boot", "java -jar app.jar"},
		{"Spring Boot library of a build", map[string]string{"build.gradle": "plugins { id 'org.springframework.boot' version '3.4.1' }\nbootJar { enabled = false }\ndependencies { implementation 'org.springframework.boot:spring-boot-starter-web' }"},
			language.Library, "", "Spring Boot", ""},
		{"Quarkus", map[string]string{"pom.xml": pomOf(dep("io.quarkus", "quarkus-rest") + `<build><plugins><plugin><groupId>io.quarkus</groupId><artifactId>quarkus-maven-plugin</artifactId></plugin></plugins></build>`)},
			language.Service, universalbuild.Web, "Quarkus", "java -jar quarkus-run.jar"},
		{"Quarkus in one jar", map[string]string{"build.gradle.kts": `plugins { id("io.quarkus") }`, "src/main/resources/application.properties": "quarkus.package.jar.type=uber-jar\n"},
			language.Service, universalbuild.Web, "Quarkus", "java -jar app.jar"},
		{"Micronaut", map[string]string{"build.gradle": "plugins { id 'io.micronaut.application' version '4' }\napplication { mainClass = 'demo.Main' }\ndependencies { implementation 'io.micronaut:micronaut-http-server-netty' }"},
			language.Service, universalbuild.Web, "Micronaut", "java -cp lib/* demo.Main"},
		{"Dropwizard", map[string]string{"build.gradle": "plugins { id 'com.gradleup.shadow' version '8' }\ndependencies { implementation 'io.dropwizard:dropwizard-core:4' }", "config.yml": "server:\n  applicationConnectors:\n    - type: http\n      port: 9000\n", "src/main/java/demo/Main.java": javaSource},
			language.Service, universalbuild.Web, "Dropwizard", "java -jar app.jar server config.yml"},
		{"plain main", map[string]string{"pom.xml": pomOf(""), "src/main/java/demo/Main.java": javaSource},
			language.Program, universalbuild.CLI, "", "java -cp app.jar demo.Main"},
		{"a bot", map[string]string{"build.gradle": "plugins { id 'application' }\ndependencies { implementation 'net.dv8tion:JDA:5' }\nmainClassName = 'demo.Bot'"},
			language.Service, universalbuild.Worker, "JDA", "java -cp lib/* demo.Bot"},
		{"a library", map[string]string{"build.gradle": "plugins { id 'java-library' }", "src/main/java/demo/Lib.java": "package demo;\n// public static void main(String[] args)\nclass Lib {}\n"},
			language.Library, "", "", ""},
		{"an Android program", map[string]string{"build.gradle": "plugins { id 'com.android.application' }", "src/main/java/demo/Main.java": javaSource},
			language.Library, "", "", ""},
		{"a servlet", map[string]string{"build.gradle": "apply plugin: 'war'\ndependencies { providedCompile 'javax.servlet:javax.servlet-api:4.0.1' }"},
			language.Service, universalbuild.Web, "", "catalina.sh run"},
		{"Jakarta EE", map[string]string{"build.gradle": "apply plugin: 'war'\ndependencies { providedCompile 'jakarta.platform:jakarta.jakartaee-api:10.0.0' }"},
			language.Service, universalbuild.Web, "", "/opt/jboss/wildfly/bin/standalone.sh -b 0.0.0.0"},
		{"Google function", map[string]string{"pom.xml": pomOf(dep("com.google.cloud.functions", "functions-framework-api")), "src/main/java/fn/Hello.java": "package fn;\npublic class Hello implements HttpFunction {}\n"},
			language.Service, universalbuild.Web, "Functions Framework", "java -jar invoker.jar --classpath app.jar:lib/* --target fn.Hello"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, _ := languagetest.Project(t, &Java, c.files, ".", "")
			if p.Claim.Role != c.role || p.Claim.Kind != c.kind || p.Framework.Value != c.fw {
				t.Errorf("role %v kind %q framework %q, want %v %q %q", p.Claim.Role, p.Claim.Kind, p.Framework.Value, c.role, c.kind, c.fw)
			}
			if got := strings.Join(p.Start.Value.Command, " "); got != c.start {
				t.Errorf("start %q, want %q", got, c.start)
			}
		})
	}
}

func TestVersionPrecedence(t *testing.T) {
	pom := pomOf("<properties><java.version>17</java.version><maven.compiler.target>11</maven.compiler.target></properties>")
	for _, c := range []struct {
		name       string
		files      map[string]string
		want       string
		image      string
		confidence float64
	}{
		{"pom", map[string]string{"pom.xml": pom}, "17", "maven:3.9-eclipse-temurin-17", finding.Certain},
		{"sdkman beats the pom", map[string]string{"pom.xml": pom, ".sdkmanrc": "java=21.0.2-tem\n"}, "21.0.2", "maven:3.9-eclipse-temurin-21", finding.Certain},
		{"version file beats sdkman", map[string]string{"pom.xml": pom, ".sdkmanrc": "java=21.0.2-tem\n", ".java-version": "temurin-11.0.2\n"}, "11.0.2", "maven:3.9-eclipse-temurin-11", finding.Certain},
		{"Heroku's file", map[string]string{"pom.xml": pom, "system.properties": "java.runtime.version=1.8\n"}, "8", "maven:3.9-eclipse-temurin-8", finding.Certain},
		{"compiler plugin with a property", map[string]string{"pom.xml": pomOf("<properties><jdk>21</jdk></properties><build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><configuration><release>${jdk}</release></configuration></plugin></plugins></build>")}, "21", "maven:3.9-eclipse-temurin-21", finding.Certain},
		{"a level without an image", map[string]string{"pom.xml": pomOf("<properties><maven.compiler.release>14</maven.compiler.release></properties>")}, "14", "maven:3.9-eclipse-temurin-17", finding.Certain},
		{"toolchain", map[string]string{"build.gradle.kts": "plugins { java }\njava { sourceCompatibility = JavaVersion.VERSION_11\n toolchain { languageVersion.set(JavaLanguageVersion.of(17)) } }"}, "17", "gradle:8-jdk17", finding.Certain},
		{"a variable", map[string]string{"build.gradle": "ext { jdk = '21' }\napply plugin: 'java'\nsourceCompatibility = jdk"}, "21", "gradle:8-jdk21", finding.Certain},
		{"the catalog", map[string]string{"build.gradle.kts": "plugins { java }\nkotlin { jvmToolchain(libs.versions.jdk.get().toInt()) }", "settings.gradle.kts": "", "gradle/libs.versions.toml": "[versions]\njdk = \"21\"\n"}, "21", "gradle:8-jdk21", finding.Certain},
		{"convention plugin", map[string]string{"build.gradle": "plugins { id 'shop.java' }", "buildSrc/src/main/groovy/shop.java.gradle": "java { sourceCompatibility = 17 }"}, "17", "gradle:8-jdk17", finding.Certain},
		{"old configurations", map[string]string{"build.gradle": "apply plugin: 'java'\nsourceCompatibility = 1.8\ndependencies { compile 'a:b:1' }"}, "8", "gradle:6-jdk8", finding.Certain},
		{"an old wrapper", map[string]string{"build.gradle": "apply plugin: 'java'", "gradlew": "", "gradle/wrapper/gradle-wrapper.jar": "x", "gradle/wrapper/gradle-wrapper.properties": "distributionUrl=https\\://services.gradle.org/distributions/gradle-6.8-bin.zip\n"}, "11", "eclipse-temurin:11-jdk", finding.Guess},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"src/main/java/demo/Main.java": javaSource}
			for k, v := range c.files {
				files[k] = v
			}
			p, r := languagetest.Project(t, &Java, files, ".", "")
			if p.Version.Value != c.want || p.Version.Confidence != c.confidence || r.Build.BaseImage != c.image {
				t.Errorf("version %q (%.2f), image %q; want %q (%.2f), %q", p.Version.Value, p.Version.Confidence, r.Build.BaseImage, c.want, c.confidence, c.image)
			}
		})
	}
}

func TestMavenWrapperOlderThanItsFlag(t *testing.T) {
	for distribution, want := range map[string]string{
		"https://repo.maven.apache.org/maven2/org/apache/maven/apache-maven/3.3.9/apache-maven-3.3.9-bin.zip": "./mvnw -B -Dmaven.test.skip=true package",
		"https://repo.maven.apache.org/maven2/org/apache/maven/apache-maven/3.6.0/apache-maven-3.6.0-bin.zip": "./mvnw -B -Dmaven.test.skip=true package",
		"https://repo.maven.apache.org/maven2/org/apache/maven/apache-maven/3.6.1/apache-maven-3.6.1-bin.zip": "./mvnw -B -ntp -Dmaven.test.skip=true package",
		"https://mirror.example/apache-maven-4.0.0-rc-4-bin.zip":                                              "./mvnw -B -ntp -Dmaven.test.skip=true package",
		"https://mirror.example/maven.zip": "./mvnw -B -ntp -Dmaven.test.skip=true package",
	} {
		_, r := languagetest.Project(t, &Java, map[string]string{
			"pom.xml": pomOf(""), "mvnw": "#!/bin/sh\n", mavenWrapperFile: "distributionUrl=" + distribution + "\n", "src/main/java/demo/Main.java": javaSource,
		}, ".", "")
		if got := r.Build.BuildCommands[0]; !strings.Contains(got, want) {
			t.Errorf("%s: %s", distribution, got)
		}
	}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		code  string
		files map[string]string
	}{
		{"wrapper_incomplete", map[string]string{"pom.xml": pomOf(""), "mvnw": "#!/bin/sh\n"}},
		{"jdk_without_image", map[string]string{"pom.xml": pomOf("<properties><java.version>13</java.version></properties>")}},
		{"gradle_too_old", map[string]string{"build.gradle": "apply plugin: 'java'\nsourceCompatibility = 21", "gradlew": "", "gradle/wrapper/gradle-wrapper.jar": "x", "gradle/wrapper/gradle-wrapper.properties": "distributionUrl=x/gradle-7.4-bin.zip\n"}},
	} {
		c.files["src/main/java/demo/Main.java"] = javaSource
		p, _ := languagetest.Project(t, &Java, c.files, ".", "")
		found := false
		for _, w := range p.Reader().Warnings(".") {
			found = found || w.Code == c.code
		}
		if !found {
			t.Errorf("no warning %s in %v", c.code, p.Reader().Warnings("."))
		}
	}
}

// Tests are compiled where one module takes another's for a library, and nowhere else.
func TestTestsAreLeftOut(t *testing.T) {
	const shared = "<dependencies><dependency><groupId>g</groupId><artifactId>lib</artifactId><type>test-jar</type><scope>test</scope></dependency></dependencies>"
	for parts, want := range map[string]string{"": "-Dmaven.test.skip=true", shared: "-DskipTests"} {
		_, r := languagetest.Project(t, &Java, map[string]string{
			"pom.xml":                     pomOf("<packaging>pom</packaging><modules><module>web</module><module>lib</module></modules>"),
			"lib/pom.xml":                 "<project><parent><groupId>g</groupId><artifactId>app</artifactId><version>1</version></parent><artifactId>lib</artifactId></project>",
			"web/pom.xml":                 "<project><parent><groupId>g</groupId><artifactId>app</artifactId><version>1</version></parent><artifactId>web</artifactId>" + parts + "</project>",
			"web/src/main/java/Main.java": javaSource,
		}, "web", ".")
		if got := r.Build.BuildCommands[0]; !strings.Contains(got, " "+want+" -pl web ") {
			t.Errorf("%q, want %s", got, want)
		}
	}
}

func TestWorkspaces(t *testing.T) {
	files := map[string]string{
		"pom.xml":        pomOf("<packaging>pom</packaging><modules><module>lib</module><module>services/web</module></modules>"),
		"lib/pom.xml":    `<project><parent><groupId>g</groupId><artifactId>app</artifactId><version>1</version></parent><artifactId>lib</artifactId></project>`,
		"lib/src/A.java": "class A {}",
		"services/web/pom.xml": `<project><parent><groupId>g</groupId><artifactId>app</artifactId><version>1</version><relativePath>../../pom.xml</relativePath></parent><artifactId>web</artifactId>` +
			`<dependencies><dependency><groupId>g</groupId><artifactId>lib</artifactId></dependency><dependency><groupId>io.javalin</groupId><artifactId>javalin</artifactId></dependency></dependencies></project>`,
		"services/web/src/main/java/demo/Main.java": javaSource,
	}
	p, r := languagetest.Project(t, &Java, files, "services/web", ".")
	if diff := cmp.Diff([]string{"lib", "services/web"}, p.Workspace.Members); diff != "" {
		t.Error(diff)
	}
	if d, ok := p.Dep("g:lib"); !ok || d.Local != "lib" {
		t.Errorf("the other module is not known as one: %+v", p.Deps)
	}
	if !strings.Contains(r.Build.BuildCommands[0], "mvn -B -ntp -Dmaven.test.skip=true -pl services/web -am package") || r.Build.Context != "." {
		t.Errorf("%q in %q", r.Build.BuildCommands, r.Build.Context)
	}
	for _, main := range []string{"", "lib/src/main/java/lib/Try.java"} { // a main method of a part is for whoever develops it
		if main != "" {
			files[main] = "package lib;\npublic class Try { public static void main(String[] args) { System.out.println(1 + 1); } }\n"
		}
		lib, _ := languagetest.Project(t, &Java, files, "lib", ".")
		if lib.Claim.Role != language.Library {
			t.Errorf("lib is %v", lib.Claim.Role)
		}
	}
}

func TestGradleOnlyModuleIsTheRoot(t *testing.T) {
	files := map[string]string{
		"settings.gradle":  "rootProject.name = 'tool'\ninclude 'app'",
		"app/build.gradle": "plugins { id 'application' }\napplication { mainClass = 'demo.Main' }", "app/src/main/java/demo/Main.java": javaSource,
	}
	p, r := languagetest.Project(t, &Java, files, ".", "")
	if p.Claim.Name != "tool" || !strings.Contains(r.Build.BuildCommands[0], ":app:installDist") || r.Runtime.Copy[0].From != "app/build/install/app/lib" {
		t.Errorf("%q %q %v", p.Claim.Name, r.Build.BuildCommands, r.Runtime.Copy)
	}
	reader := languagetest.Reader(t, files)
	if _, ok := Java.Claim(reader.Folder("app")); ok {
		t.Error("the module is claimed beside its root")
	}
	if _, ok := Java.Workspace(reader.Folder(".")); ok {
		t.Error("one module makes no workspace")
	}
}

func TestKeepsWhatAProcfileNames(t *testing.T) {
	files := map[string]string{"pom.xml": pomOf(dep("org.springframework.boot", "spring-boot-starter-web") + bootPlugin)}
	p, _ := languagetest.Project(t, &Java, files, ".", "")
	p.Start = finding.Of(language.Start{Command: []string{"sh", "-c", "java -jar target/app-1.jar --server.port=$PORT"}}, finding.Certain)
	r := Java.Recipe(p)
	want := []universalbuild.Copy{{From: "app.jar", To: "app.jar"}, {From: "target/app-1.jar", To: "target/app-1.jar"}}
	if diff := cmp.Diff(want, r.Runtime.Copy); diff != "" {
		t.Error(diff)
	}
}

func TestHealthOnAListenerOfItsOwn(t *testing.T) {
	for config, want := range map[string]string{
		"endpoints:\n  all:\n    port: 28081\n":    "",
		"endpoints:\n  all:\n    path: /manage\n":  "/manage/health",
		"micronaut:\n  server:\n    port: 9000\n":  "/health",
		"endpoints:\n  health:\n    port: 28081\n": "",
	} {
		p, _ := languagetest.Project(t, &Java, map[string]string{
			"pom.xml": pomOf(dep("io.micronaut", "micronaut-management")), "src/main/resources/application.yml": config, "src/main/java/demo/Main.java": javaSource,
		}, ".", "")
		if got := Java.Health(p); got.Value != want {
			t.Errorf("%s: health %q, want %q", config, got.Value, want)
		}
	}
}

func TestConfiguration(t *testing.T) {
	p, _ := languagetest.Project(t, &Java, map[string]string{
		"pom.xml":                            pomOf(dep("org.springframework.boot", "spring-boot-starter-actuator") + bootPlugin),
		"src/main/resources/application.yml": "spring.config.activate.on-profile: dev\nserver.port: 1\n---\nserver:\n  port: ${PORT:${other.port}}\n  servlet:\n    context-path: /shop\nother.port: 9\ndb: ${DB_PASSWORD:hunter2}\n",
		"src/main/java/demo/Main.java":       javaSource,
	}, ".", "")
	if got := Java.Port(p); got.Value != 9 {
		t.Errorf("port %d", got.Value)
	}
	if got := Java.Health(p); got.Value != "/shop/actuator/health" {
		t.Errorf("health %q", got.Value)
	}
	for _, v := range Java.Variables(p) {
		if strings.Contains(v.Value.Default+v.Evidence[0].Excerpt, "hunter2") {
			t.Error("a password is told")
		}
	}
}

func TestPorts(t *testing.T) {
	for _, c := range []struct {
		file, content string
		want          int
	}{
		{"src/main/resources/application.properties", "server.port=${PORT:9001}\n", 9001},
		{"src/main/resources/application.properties", "quarkus.http.port = 9002\n", 9002},
		{"src/main/resources/application.yaml", "micronaut:\n  server:\n    port: ${SERVER_PORT:9003}\n", 9003},
		{"src/main/resources/application.yaml", "ktor:\n  deployment:\n    port: \"$PORT:9004\"\n", 9004},
		{"src/main/resources/application.conf", "ktor {\n  deployment {\n    port = 9005 # or\n    port = ${?PORT}\n  }\n}\n", 9005},
		{"src/main/resources/application.yml", "info:\n  version: @project.version@\n  path: \"\\${HOME}\"\nserver:\n  port: 9010\n", 9010}, // filled in by Maven or Gradle first
		{"src/main/resources/application.yml", "spring:\n  profiles:\n    active: prod\n---\nspring:\n  config:\n    activate:\n      on-profile: dev\nserver:\n  port: 9999\n---\nspring:\n  config:\n    activate:\n      on-profile: prod\nserver:\n  port: 9008\n", 9008},
		{"src/main/java/demo/Start.java", "class Start {\n  public static void main(String[] a) {\n    new org.eclipse.jetty.server.Server(9009).start();\n  }\n}\n", 9009},
		{"src/main/java/demo/Start.java", "class Start {\n  public static void main(String[] a) {\n    String p = System.getenv(\"PORT\");\n    int port = p != null ? Integer.parseInt(p) : 9010;\n    Javalin.create().start(port);\n  }\n}\n", 9010},
		{"src/main/java/demo/Start.java", "class Start extends AbstractVerticle {\n  public static void main(String[] a) {\n    vertx.createHttpServer().listen(config().getInteger(\"http.port\", 9011));\n  }\n}\n", 9011},
		{"service.yml", "server:\n  applicationConnectors:\n    - type: http\n      port: 9006\n", 9006},
		{"src/main/java/demo/Start.java", "class Start {\n  public static void main(String[] a) {\n    Javalin.create().start(9007);\n  }\n}\n", 9007},
		{"src/main/resources/application.properties", "server.port=0\n", 0},
		{"src/main/resources/application.yaml", "endpoints:\n  all:\n    port: 28081\n", 8080}, // Micronaut's own, beside what watches it
	} {
		p, _ := languagetest.Project(t, &Java, map[string]string{"build.gradle": "plugins { id 'application' }", c.file: c.content}, ".", "")
		if got := Java.Port(p); got.Value != c.want {
			t.Errorf("%s: port %d, want %d", c.file, got.Value, c.want)
		}
	}
}

// TestPortsOfFiles follows a port from the call that listens to another file, and
// from a configuration to the profile that it makes active.
func TestPortsOfFiles(t *testing.T) {
	const main = "src/main/java/demo/Start.java"
	starts := func(call string) string {
		return "class Start {\n  public static void main(String[] a) {\n    " + call + "\n  }\n}\n"
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  int
	}{
		"an active profile": {map[string]string{
			"src/main/resources/application.yml": "spring:\n  profiles:\n    active: prod\nserver:\n  port: 9020\n", "src/main/resources/application-prod.yml": "server:\n  port: 9021\n",
			"src/main/resources/application-dev.yml": "server:\n  port: 9029\n",
		}, 9021},
		"the last of several": {map[string]string{
			"src/main/resources/application.properties": "spring.profiles.active=${PROFILE:one,two}\n", "src/main/resources/application-one.properties": "server.port=9029\n", "src/main/resources/application-two.properties": "server.port=9022\n",
		}, 9022},
		"a getter": {map[string]string{
			main: starts("server.start(config.getListenIp(), config.getListenPort());"), "src/main/java/demo/Config.java": "class Config {\n  @Parameter(names = \"-port\")\n  private int listenPort = 9023;\n  int getListenPort() {\n    return this.listenPort;\n  }\n}\n",
		}, 9023},
		"a getter of what is named alike": {map[string]string{
			main: starts("server.start(config.getPort());"), "src/main/java/demo/Stored.java": "class Stored {\n  private int port = 5432;\n  int getPort() { return port; }\n}\n",
			"src/main/java/demo/Web.java": "class Web {\n  private int listen = 9024;\n  int getPort() { return listen; }\n}\n",
		}, 9024},
		"picocli": {map[string]string{
			main: "class Start {\n  @Option(names = {\"-p\", \"--port\"}, defaultValue = \"9025\", description = \"where\")\n  int port;\n  public static void main(String[] a) {}\n  void run() { Undertow.builder().addHttpListener(port, \"0.0.0.0\"); }\n}\n",
		}, 9025},
		"a constant": {map[string]string{
			main: starts("HttpServer.create(new InetSocketAddress(Settings.HTTP_PORT), 0);"), "src/main/java/demo/Settings.java": "class Settings {\n  static final int HTTP_PORT = 9026;\n}\n",
		}, 9026},
		"Vert.x' configuration":   {map[string]string{main: starts("vertx.createHttpServer().listen(config().getInteger(\"http.port\", 9027));")}, 9027},
		"not what it speaks with": {map[string]string{main: starts("new InetSocketAddress(redisHost, redisPort);\n    int redisPort = 9029;")}, 0},
	} {
		c.files["build.gradle"] = "plugins { id 'application' }\n"
		p, _ := languagetest.Project(t, &Java, c.files, ".", "")
		if got := Java.Port(p); got.Value != c.want {
			t.Errorf("%s: port %d, want %d", name, got.Value, c.want)
		}
	}
}

func TestLanguageIsThatOfTheSources(t *testing.T) {
	reader := languagetest.Reader(t, map[string]string{
		"build.gradle.kts": "plugins { application }", "src/main/kotlin/Main.kt": "package demo\nfun main() {}\n", "src/test/java/demo/A.java": "class A {}", "src/test/java/demo/B.java": "class B {}",
	})
	if _, ok := Java.Claim(reader.Folder(".")); ok {
		t.Error("Java claims a Kotlin program")
	}
	if c, ok := Kotlin.Claim(reader.Folder(".")); !ok || c.Role != language.Program {
		t.Errorf("%v %+v", ok, c)
	}
}

func TestHostileBuilds(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a parent of itself": {"pom.xml": `<project><parent><groupId>g</groupId><artifactId>app</artifactId><relativePath>pom.xml</relativePath></parent><artifactId>app</artifactId></project>`},
		"parents in a ring": {"pom.xml": `<project><parent><groupId>g</groupId><artifactId>b</artifactId><relativePath>b/pom.xml</relativePath></parent><artifactId>app</artifactId></project>`,
			"b/pom.xml": `<project><parent><groupId>g</groupId><artifactId>app</artifactId></parent><artifactId>b</artifactId></project>`},
		"a module of itself":   {"pom.xml": pomOf("<packaging>pom</packaging><modules><module>.</module><module>../..</module></modules>")},
		"properties in a ring": {"pom.xml": pomOf("<properties><a>${b}${b}</a><b>${a}${a}</b><java.version>${a}</java.version></properties>")},
		"scripts in a ring":    {"build.gradle": "apply from: 'build.gradle'\next.a = \"$b\"\next.b = \"$a\"\nsourceCompatibility = a"},
	} {
		files["src/main/java/demo/Main.java"] = javaSource
		if p, r := languagetest.Project(t, &Java, files, ".", ""); p.Claim.Role == language.Service || strings.Contains(r.Build.BaseImage, "$") {
			t.Errorf("%s: %v %q", name, p.Claim.Role, r.Build.BaseImage)
		}
	}
}

// TestServletRoutes: a servlet answers the first path of its annotation.
func TestServletRoutes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`@WebServlet("/health")`: "/health",
		`@WebServlet(name = "h", urlPatterns = {"/health", "/healthz"})`: "/health",
		`@WebServlet(value = "/health", loadOnStartup = 1)`:              "/health",
		`@WebServlet(urlPatterns = "/api/*")`:                            "",
		`@WebServlet(name = "/health")`:                                  "",
	} {
		got := ""
		for _, p := range routes {
			if m := p.Regexp().FindStringSubmatch(text); m != nil && got == "" {
				got = m[1]
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
