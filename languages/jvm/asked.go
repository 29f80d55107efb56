package jvm

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// Properties without which a bean is not made and the program does not start: Spring's
// @Value without a default and Environment.getRequiredProperty, MicroProfile's
// @ConfigProperty without one (docs.spring.io, "Using @Value"; download.eclipse.org/
// microprofile/microprofile-config, "Injecting configuration value").
const askedProperty = language.Pattern(`@Value\(\s*(?:value\s*=\s*)?"\\?\$\{([a-z][\w.-]*)\}"\s*\)|\.getRequiredProperty\(\s*"([a-z][\w.-]*)"|@ConfigProperty\(\s*name\s*=\s*"([a-z][\w.-]*)"\s*\)`)

// What is read of a program's sources for them.
const (
	mostAskedSources = 150
	mostAsked        = 40
)

// ofFramework are the first words of properties that frameworks have values for.
var ofFramework = language.Words("spring server management logging quarkus mp micronaut eureka info java os user")

// asked lists the variables of properties that a program's beans ask for and that no
// configuration file of its gives a value.
func asked(p *language.Project, folder *language.Folder) (out []finding.Finding[universalbuild.Variable]) {
	if !slices.Contains([]string{"Spring Boot", "Quarkus", "Micronaut"}, p.Framework.Value) {
		return nil
	}
	seen := map[string]bool{}
	for i, file := range sourcesIn(folder, ".java", ".kt", ".groovy") {
		if i == mostAskedSources || len(out) == mostAsked {
			break
		}
		text, _ := folder.Text(file)
		if !strings.Contains(text, "@Value(") && !strings.Contains(text, "getRequiredProperty(") && !strings.Contains(text, "@ConfigProperty(") {
			continue
		}
		lines := strings.Split(text, "\n")
		for n, line := range lines {
			for _, m := range askedProperty.Regexp().FindAllStringSubmatch(line, 4) {
				key := m[1] + m[2] + m[3]
				first, _, _ := strings.Cut(key, ".")
				optional := m[3] != "" && (strings.Contains(line, "Optional<") || n+1 < len(lines) && strings.Contains(lines[n+1], "Optional<"))
				if seen[key] || ofFramework[first] || optional || strings.HasPrefix(strings.TrimSpace(line), "//") || strings.HasPrefix(strings.TrimSpace(line), "*") {
					continue
				}
				seen[key] = true
				if _, given := configured(folder, key); given {
					continue
				}
				name := relaxed(key)
				out = append(out, finding.Of(universalbuild.Variable{
					Name: name, Required: true, Secret: universalbuild.SecretName(name), Path: folder.Join(file), Line: n + 1,
				}, finding.Likely, folder.Evidence("java.asked_property", file, n+1, line)))
			}
		}
	}
	return out
}
