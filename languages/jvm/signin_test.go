package jvm

import (
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/language/languagetest"
)

// TestWhatBuildScriptsSignInWith holds which variables a script's credentials are
// taken from; "!" marks what the build fails without.
func TestWhatBuildScriptsSignInWith(t *testing.T) {
	maven := func(inside string) string {
		return "repositories {\n  maven {\n    url = 'https://nexus.acme.test/all'\n    " + inside + "\n  }\n}\n"
	}
	for name, test := range map[string]struct{ file, text, want string }{
		"the environment":              {"build.gradle", maven("credentials { username = System.getenv('NEXUS_USER'); password = System.getenv('NEXUS_PASSWORD') }"), "NEXUS_PASSWORD! NEXUS_USER!"},
		"without an equals sign":       {"build.gradle", maven("credentials {\n username System.getenv('U')\n password System.env.P\n}"), "P! U!"},
		"a map":                        {"build.gradle", maven("credentials { password = System.getenv()['P'] }"), "P!"},
		"a provider":                   {"build.gradle.kts", maven("credentials { password = providers.environmentVariable(\"P\").get() }"), "P!"},
		"or a property":                {"build.gradle", maven("credentials { username = project.findProperty('gpr.user') ?: System.getenv('GITHUB_ACTOR') }"), "GITHUB_ACTOR!"},
		"a property":                   {"build.gradle", maven("credentials { password = findProperty('nexusPassword') }"), "ORG_GRADLE_PROJECT_nexusPassword!"},
		"a property by its name":       {"build.gradle", maven("credentials { password nexusPassword }"), "ORG_GRADLE_PROJECT_nexusPassword!"},
		"a property in a string":       {"build.gradle", maven("credentials { password = \"${nexusPassword}\" }"), "ORG_GRADLE_PROJECT_nexusPassword!"},
		"a property of two words":      {"build.gradle", maven("credentials { password = findProperty('gpr.key') }"), "gradle-user-properties!"},
		"a property that is delegated": {"build.gradle.kts", "val nexusPassword: String by project\n" + maven("credentials { password = nexusPassword }"), "ORG_GRADLE_PROJECT_nexusPassword!"},
		"a variable":                   {"build.gradle", "def secret = System.getenv('P') ?: ''\n" + maven("credentials { password = secret }"), "P!"},
		"a value of its own":           {"build.gradle", maven("credentials { username = System.getenv('U') ?: 'reader'; password = System.getenv('P') }"), "P! U"},
		"by a provider":                {"build.gradle.kts", maven("credentials { username = providers.environmentVariable(\"U\").getOrElse(\"reader\") }"), "U"},
		"a header":                     {"build.gradle.kts", maven("credentials(HttpHeaderCredentials::class) {\n name = \"Private-Token\"\n value = System.getenv(\"GITLAB_TOKEN\")\n}"), "GITLAB_TOKEN!"},
		"their kind alone":             {"build.gradle", maven("name = 'acme'\ncredentials(PasswordCredentials)"), "ORG_GRADLE_PROJECT_acmePassword! ORG_GRADLE_PROJECT_acmeUsername!"},
		"below a condition":            {"build.gradle", "if (System.getenv('CI')) {\n" + maven("credentials { password = System.getenv('P') }") + "}\n", "P"},
		"settings":                     {"settings.gradle.kts", "dependencyResolutionManagement {\n" + maven("credentials { password = System.getenv(\"P\") }") + "}\n", "P!"},
		"for publishing":               {"build.gradle", "publishing {\n" + maven("credentials { password = System.getenv('P') }") + "}\n", ""},
		"a comment":                    {"build.gradle", maven("// credentials { password = System.getenv('P') }"), ""},
		"what stands there":            {"build.gradle", maven("credentials { username = 'reader'; password = 'x' }"), ""},
		"a property of the system":     {"build.gradle", maven("credentials { password = System.getProperty('p') }"), ""},
		"sbt":                          {"build.sbt", "credentials += Credentials(\"Nexus\", \"nexus.acme.test\", sys.env(\"U\"), sys.env.getOrElse(\"P\", \"\"))\n", "P! U!"},
		"sbt, a value of its own":      {"build.sbt", "ThisBuild / credentials += Credentials(\"Nexus\", \"nexus.acme.test\", \"ci\", sys.env.getOrElse(\"P\", \"none\"))\n", "P"},
		"sbt, a file":                  {"build.sbt", "credentials += Credentials(Path.userHome / \".sbt\" / \".credentials\")\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := languagetest.Reader(t, map[string]string{test.file: test.text, "src/main/java/A.java": "class A {}"}).Folder(".")
			var got []string
			for _, s := range append(gradleSignsIn(f), sbtSignsIn(f)...) {
				one := s.Value.ID
				if s.Value.Required {
					one += "!"
				}
				got = append(got, one)
			}
			slices.Sort(got)
			if strings.Join(got, " ") != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestNamesOfNames: a thousand names that each stand for a thousand others are
// followed to an end.
func TestNamesOfNames(t *testing.T) {
	many := func(name string) string { return strings.Repeat(name+" + ", 1000) + "''\n" }
	text := "def a = " + many("b") + "def b = " + many("c") + "def c = " + many("d") + "repositories { maven { credentials { username = '' + " + many("a") + "} } }\n"
	f := languagetest.Reader(t, map[string]string{"build.gradle": text}).Folder(".")
	done := make(chan int)
	go func() { done <- len(gradleSignsIn(f)) }()
	select {
	case n := <-done:
		if n > 1 {
			t.Errorf("one setting needs %d variables", n)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it takes longer than ten seconds")
	}
}
