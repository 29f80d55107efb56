// Package jvm knows the languages of the Java virtual machine, which share
// Maven, Gradle, frameworks and images. It offers Java, Kotlin, Groovy, Scala
// and Clojure.
package jvm

import (
	"aipack/backend/language"
)

// Java, Kotlin and Groovy build with Maven and Gradle and share what their names
// do not set apart. Whose module a folder is, is decided by its sources, not by
// the language its build script is written in. Groovy is Grails above all.
var (
	Java   = java()
	Kotlin = built("kotlin", "Kotlin", ".kt")
	Groovy = built("groovy", "Groovy", ".groovy", ".gsp")
)

// java also knows sources without a build file.
func java() language.Language {
	l := built("java", "Java", ".java", ".jsp")
	l.Systems = append(systems[:len(systems):len(systems)], language.System{ID: "javac", Name: "javac", Practices: javacPractices})
	l.Claim, l.Start, l.Recipe = javaClaim, javaStart, javaRecipe
	return l
}

// built is a language whose modules Maven and Gradle build.
func built(id, name string, extensions ...string) language.Language {
	return language.Language{
		ID: id, Name: name,
		Extensions:     extensions,
		Manifests:      manifests,
		Systems:        systems,
		Frameworks:     frameworks,
		Natives:        natives,
		EnvReads:       envReads,
		Execs:          execs,
		PortUses:       portUses,
		Routes:         routes,
		Workspace:      workspace,
		Claim:          func(f *language.Folder) (language.Claim, bool) { return claim(f, id) },
		Dependencies:   dependencies,
		Version:        versionOf,
		DefaultVersion: defaultVersion,
		ImageVersion:   imageVersion,
		Framework:      framework,
		Start:          start,
		Port:           port,
		Address:        address,
		Health:         health,
		Guarded:        guarded,
		Prefix:         prefix,
		Variables:      variables,
		Settings:       settings,
		TablesByHand:   tablesByHand,
		SignsIn:        signsIn,
		Recipe:         recipe,
	}
}

// javacPractices are for sources without a build file.
var javacPractices = language.Practices{
	BuildImage: "eclipse-temurin:21-jdk", RuntimeImage: "eclipse-temurin:21-jre",
	Build: []string{"javac -d classes $(find . -name '*.java')"}, Artifacts: []string{"classes"}, Ports: []int{8080},
	Notes: []string{"Without a build file there are no dependencies: the JDK alone compiles, the JRE alone runs."},
}

// Names and priorities as in section 6.3 of the specification.
var manifests = []language.Manifest{
	{Name: "pom.xml", Priority: 1},
	{Name: "build.gradle", Priority: 1},
	{Name: "build.gradle.kts", Priority: 1},
	{Name: "settings.gradle", Priority: 2},
	{Name: "settings.gradle.kts", Priority: 2},
	{Name: "gradle.properties", Priority: 2},
	{Name: "mvnw", Priority: 2},
	{Name: "gradlew", Priority: 2},
	{Name: "gradle.lockfile", Priority: 3, Lock: true},
}

var systems = []language.System{
	{
		ID: "maven", Name: "Maven", Programs: []string{"mvn", "mvnw"},
		Files: []string{"pom.xml", "mvnw", ".mvn/wrapper/maven-wrapper.properties"}, Caches: []string{"/root/.m2"},
		Practices: language.Practices{
			BuildImage: "eclipse-temurin:21-jdk", RuntimeImage: "eclipse-temurin:21-jre",
			Build:     []string{"./mvnw -B -ntp -Dmaven.test.skip=true package"},
			Test:      []string{"./mvnw -B verify"},
			Caches:    []string{"/root/.m2"},
			Artifacts: []string{"target/*.jar"},
			Ports:     []int{8080},
			Health:    "/actuator/health",
			Notes: []string{
				"Use ./mvnw where it is there with its .mvn/wrapper/maven-wrapper.properties, else the image maven:3.9-eclipse-temurin-21.",
				"In a reactor, build one module and what it needs: -pl module -am.",
				"Copy pom.xml first and fetch with dependency:go-offline, so that the dependencies' layer outlives changes of the sources.",
				"Spring Boot leaves x.jar and x.jar.original; the one to run is x.jar. Gradle's other jar is called x-plain.jar.",
				"-XX:MaxRAMPercentage lets the JVM use more than the quarter of the container's memory it takes by itself.",
			},
		},
	},
	{
		ID: "gradle", Name: "Gradle", Programs: []string{"gradlew"},
		Files:  []string{"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradlew"},
		Caches: []string{"/root/.gradle"},
		Practices: language.Practices{
			BuildImage: "gradle:8-jdk21", RuntimeImage: "eclipse-temurin:21-jre",
			Build:     []string{"./gradlew --no-daemon build -x test"},
			Test:      []string{"./gradlew --no-daemon test"},
			Caches:    []string{"/root/.gradle"},
			Artifacts: []string{"build/libs/*.jar"},
			Ports:     []int{8080},
			Health:    "/actuator/health",
			Notes: []string{
				"Use ./gradlew where it is there with gradle/wrapper, else the image gradle:8-jdk21.",
				"Ask for one task of one project (:api:bootJar) instead of building everything.",
				"Gradle needs 8.5 for Java 21 and 9.1 for Java 25; Gradle 9 itself needs Java 17.",
				"--no-daemon: a daemon would be lost with the build step anyway.",
			},
		},
	},
}

// drawsText matches what AWT draws letters with: it looks for fonts through fontconfig,
// and its own library of fonts takes FreeType and HarfBuzz from the system where the
// JRE is built so. Images without a desktop leave them out
// (https://github.com/openjdk/jdk/blob/master/doc/building.md#freetype,
// https://www.oracle.com/technical-resources/articles/javase/headless.html).
const drawsText language.Pattern = `^\s*import\s+java\.awt\.(?:Font|FontMetrics|Graphics|Graphics2D|font\.\w+)\b|\.createGraphics\(\s*\)`

// natives need more than a JRE has.
var natives = []language.Native{
	{Needs: []string{"org.apache.poi:*", "net.sf.jasperreports:*", "org.jfree:jfreechart", "com.itextpdf:*", "org.apache.pdfbox:*"},
		Sources: drawsText, Runtime: []string{"fontconfig", "fonts-dejavu-core", "libfreetype6", "libharfbuzz0b"}},
	{Needs: []string{"net.sourceforge.tess4j:tess4j"}, Runtime: []string{"tesseract-ocr"}},
	{Needs: []string{"net.bramp.ffmpeg:ffmpeg", "ws.schild:jave-core"}, Runtime: []string{"ffmpeg"}},
}

var envReads = []language.Pattern{
	`System\.getenv\(\s*\)\s*\.getOrDefault\(\s*["']([A-Za-z_][A-Za-z0-9_]*)["']\s*,\s*"([^"\n]*)"`,
	`System\.getenv\(\s*["']([A-Za-z_][A-Za-z0-9_]*)["']\s*\)(?:\s*\?:\s*["']([^"'\n]*)["'])?`,
	`System\.getenv\(\s*\)\s*(?:\.get\(\s*|\[\s*)["']([A-Za-z_][A-Za-z0-9_]*)["']`,
	`@Value\(\s*"\$\{([A-Z][A-Z0-9_]*)(?::([^}"]*))?\}"`,
	`@ConfigProperty\(\s*name\s*=\s*"([A-Z][A-Z0-9_]*)"(?:\s*,\s*defaultValue\s*=\s*"([^"]*)")?`,
	`sys\.env(?:\.getOrElse|\.get)?\(\s*"([A-Za-z_][A-Za-z0-9_]*)"(?:\s*,\s*"([^"\n]*)")?`,
	`environment\.config\.propertyOrNull\("([A-Z][A-Z0-9_]*)"`,
}

// execs are calls that start a program of the system
// (https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/ProcessBuilder.html, Runtime.exec).
var execs = []language.Pattern{
	`\bProcessBuilder\(\s*(?:(?:List\.of|Arrays\.asList|listOf|Seq|List)\(\s*)?"([\w.+-]+)[" ]`,
	`\bgetRuntime\(\)\.exec\(\s*(?:new\s+String\[\]\s*\{\s*|arrayOf\(\s*)?"([\w.+-]+)[" ]`,
}

var portUses = []language.Pattern{
	`getOrDefault\(\s*["'][A-Z_]*PORT["']\s*,\s*["']?(\d{2,5})`,
	`getenv\(\s*["'][A-Z_]*PORT["']\s*\)\)?(?:\??\.toInt(?:OrNull)?\(\))?\s*\?:\s*["']?(\d{2,5})`,
	`getenv\(\s*["'][A-Z_]*PORT["']\s*\)[^;\n]{0,80}[?:,]\s*["']?(\d{2,5})\b`,
	`(?:getOrElse|get)\(\s*"[A-Z_]*PORT"\s*[,)][^\n]{0,60}?"?(\d{2,5})\b`,
	`\bembeddedServer\(\s*\w+\s*,\s*(?:port\s*=\s*)?(\d{2,5})`,
	`new\s+InetSocketAddress\(\s*(?:"[^"]*"\s*,\s*)?(\d{2,5})\s*\)`,
	`\bInetSocketAddress\(\s*(?:"[^"]*"\s*,\s*)?(\d{2,5})\s*\)`,
	`\bServerSocket\(\s*(\d{2,5})`,
	`\bforPort\(\s*(\d{2,5})\s*\)`,
	`(?m)^\s*(?:Spark\.)?port\(\s*(\d{2,5})\s*\)`,
	`\.(?:start|listen|setPort|port|withPort)\(\s*(\d{4,5})\b`,
	`\bnew\s+(?:[\w.]+\.)?Server\(\s*(\d{2,5})\s*\)`,
	`\.asServer\(\s*\w+\(\s*(\d{2,5})`,
	`\.addHttpListener\(\s*(\d{2,5})`,
	`(?i)\bint\s+\w*port\s*=\s*\w+\s*[!=]=\s*null\s*\?[^;\n]*\b(\d{4,5})\b[^;\n]*;`,
	`\bgetInteger\(\s*"(?:[\w.]*\.)?(?:http_?)?port"\s*,\s*(\d{2,5})\b`, // of a system property, of Vert.x' configuration
	`newServerAt\(\s*"[^"]*"\s*,\s*(\d{2,5})`,
	`bindHttp\(\s*(\d{2,5})`,
	`bindAndHandle\([^\n]*,\s*"[^"]*"\s*,\s*(\d{2,5})`,
	`withPort\(\s*(?:port"|Port\.fromInt\()(\d{2,5})`,
	`\bport"(\d{2,5})"`,
	`(?i)\b(?:static\s+final\s+int|final\s+int|int|val|const val|var|final\s+val)\s+(?:default_?|server_?|http_?)?port\b(?:\s*:\s*Int)?\s*=\s*(\d{4,5})\b`,
}

var routes = []language.Pattern{
	`@(?:GetMapping|RequestMapping|Get|Path|GET)\(\s*(?:(?:value|path)\s*=\s*)?\{?\s*"(/?[^"\s]*)"`,
	`\bget\(\s*"(/[^"\s]*)"`,
	`\bGET\(\s*"(/[^"\s]*)"`,
	`@WebServlet\(\s*(?:[^)"]{0,60}\b(?:value|urlPatterns)\s*=\s*|[^)"]{0,40}"[^"/]*"\s*,\s*(?:value|urlPatterns)\s*=\s*)?\{?\s*"(/[^"*\s]*)"`, // jakarta.servlet.annotation.WebServlet
	`\.createContext\(\s*["'](/[^"'\s]*)["']`,
	`\bpath\(\s*"([^"\s]*)"`,
	`GET\s*->\s*Root\s*/\s*"([^"\s]*)"`,
}
