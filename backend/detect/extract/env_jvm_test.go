package extract

import (
	"testing"

	"aipack/backend/detect/deployment"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// jvm reads what the languages of the Java virtual machine do.
var jvm = language.Language{
	ID: "jvm", Name: "JVM", Extensions: []string{".java", ".kt"},
	EnvReads: []language.Pattern{`System\.getenv\(\s*["']([A-Za-z_][A-Za-z0-9_]*)["']\s*\)(?:\s*\?:\s*["']([^"'\n]*)["'])?`},
}

// TestNeedOnTheJVM asks which variables a program in Java or Kotlin ends without.
func TestNeedOnTheJVM(t *testing.T) {
	t.Parallel()
	const java, kotlin = "src/main/java/example/Main.java", "src/main/kotlin/Main.kt"
	for name, c := range map[string]struct {
		file, text string
		required   bool
	}{
		"null or blank":         {java, "String key = System.getenv(\"SHOP_KEY\");\nif (key == null || key.isBlank()) {\n    throw new IllegalStateException(\"no key\");\n}\n", true},
		"null, ending it":       {java, "var key = System.getenv(\"SHOP_KEY\");\nif (key == null) {\n    System.err.println(\"no key\");\n    System.exit(1);\n}\n", true},
		"only said":             {java, "String key = System.getenv(\"SHOP_KEY\");\nif (key == null || key.isBlank()) {\n    System.err.println(\"no key\");\n}\n", false},
		"another where null":    {java, "String key = System.getenv(\"SHOP_KEY\");\nif (key == null) {\n    key = \"x\";\n}\n", false},
		"an Optional":           {java, "String key = Optional.ofNullable(System.getenv(\"SHOP_KEY\")).filter(s -> !s.isBlank()).orElseThrow();\n", true},
		"an Optional with else": {java, "String key = Optional.ofNullable(System.getenv(\"SHOP_KEY\")).filter(s -> !s.isBlank()).orElse(\"x\");\n", false},
		"a method of its own":   {java, "class Main {\n    String key = required(\"SHOP_KEY\");\n    private static String required(String name) {\n        String value = System.getenv(name);\n        if (value == null || value.isBlank()) {\n            throw new IllegalStateException(name);\n        }\n        return value;\n    }\n}\n", true},
		"a method that copes":   {java, "class Main {\n    String key = optional(\"SHOP_KEY\");\n    private static String optional(String name) {\n        String value = System.getenv(name);\n        return value == null ? \"\" : value;\n    }\n}\n", false},
		"null or blank, Kotlin": {kotlin, "val key = System.getenv(\"SHOP_KEY\")\nif (key.isNullOrBlank()) {\n    throw IllegalStateException(\"no key\")\n}\n", true},
		"error":                 {kotlin, "val key = System.getenv(\"SHOP_KEY\")\nif (key == null || key.isBlank()) error(\"no key\")\n", true},
		"exitProcess":           {kotlin, "val key = System.getenv(\"SHOP_KEY\") ?: run {\n    println(\"no key\")\n    exitProcess(1)\n}\n", true},
		"else, another":         {kotlin, "val key = System.getenv(\"SHOP_KEY\") ?: run {\n    println(\"no key\")\n    \"x\"\n}\n", false},
		"takeIf":                {kotlin, "val key = System.getenv(\"SHOP_KEY\")?.takeIf { it.isNotBlank() } ?: throw IllegalStateException()\n", true},
		"require":               {kotlin, "val key = System.getenv(\"SHOP_KEY\")\nrequire(!key.isNullOrBlank()) { \"no key\" }\n", true},
		"check of another":      {kotlin, "val key = System.getenv(\"SHOP_KEY\")\ncheck(!other.isNullOrBlank()) { \"no other\" }\n", false},
		"requireNotNull":        {kotlin, "val key = requireNotNull(System.getenv(\"SHOP_KEY\")) { \"no key\" }\n", true},
		"only said, Kotlin":     {kotlin, "val key = System.getenv(\"SHOP_KEY\")\nif (key.isNullOrBlank()) println(\"no key\")\n", false},
		"a function of its own": {kotlin, "val key = required(\"SHOP_KEY\")\n\nfun required(name: String): String = System.getenv(name) ?: error(\"$name must be set\")\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := languagetest.Reader(t, map[string]string{c.file: c.text})
			p := &language.Project{Folder: r.Folder("."), Language: &jvm}
			vars := variables(Of(p, deployment.Survey(r, deployment.Compose(r), []string{"."})))
			if len(vars) != 1 || vars[0].Name != "SHOP_KEY" || vars[0].Required != c.required {
				t.Errorf("%+v, required should be %v", vars, c.required)
			}
		})
	}
}
