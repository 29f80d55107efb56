package jvm

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

const (
	// springPlaceholder is a placeholder that spells a variable as a property: Spring finds
	// ${my-key} and ${my.key} in the variable MY_KEY.
	// https://docs.spring.io/spring-framework/docs/current/javadoc-api/org/springframework/core/env/SystemEnvironmentPropertySource.html
	springPlaceholder = language.Pattern(`\$\{([a-z][a-z0-9]*(?:[-._][a-z0-9]+)+)(:([^{}]*))?\}`)
	// ktorVariable is a value of Ktor's YAML that a variable gives: $NAME, "$NAME:otherwise",
	// "$?NAME" for one that may be missing.
	// https://ktor.io/docs/server-configuration-file.html#environment-variables
	ktorVariable = language.Pattern(`^\s*(?:-\s*)?(?:[\w.-]+:\s*)?["']?\$(\??)([A-Z][A-Z0-9_]*)(:([^"'\s]*))?["']?\s*(?:#.*)?$`)
)

// othersKeys begin the names of properties that the virtual machine, the build or Spring
// itself gives.
var othersKeys = []string{"project.", "maven.", "java.", "user.", "os.", "random.", "spring.", "logging.", "server.", "management.", "build.", "git.", "env.", "file.", "line.", "path.", "catalina.", "info."}

// spelledVariables lists what a line of a configuration file reads from variables, where it
// does not spell them as ${NAME}.
func spelledVariables(p *language.Project, folder *language.Folder, file string, line int, text string) (out []finding.Finding[universalbuild.Variable]) {
	add := func(name, fallback string, otherwise, optional bool) {
		v := universalbuild.Variable{
			Name: name, Default: fallback, Path: folder.Join(file), Line: line, Secret: universalbuild.SecretName(name), Required: !otherwise && !optional && name != "PORT",
		}
		why := folder.Evidence("java.config", file, line, text)
		if v.Secret || strings.Contains(v.Default, "@") {
			v.Default, why.Excerpt = "", v.Name
		}
		out = append(out, finding.Of(v, finding.Certain, why))
	}
	switch ext := path.Ext(file); {
	case p.Framework.Value == "Ktor" && (ext == ".yaml" || ext == ".yml"):
		if m := ktorVariable.Regexp().FindStringSubmatch(text); m != nil {
			add(m[2], m[4], m[3] != "", m[1] != "")
		}
	case p.Framework.Value == "Spring Boot" && ext != ".conf":
		for _, m := range springPlaceholder.Regexp().FindAllStringSubmatch(text, 10) {
			if slices.ContainsFunc(othersKeys, func(own string) bool { return strings.HasPrefix(m[1], own) }) {
				continue
			}
			if _, own := configured(folder, m[1]); !own {
				add(strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(m[1])), m[3], m[2] != "", false)
			}
		}
	}
	return out
}
