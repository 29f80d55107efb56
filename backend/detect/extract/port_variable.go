package extract

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// portName is what programs call the variable of the port that they listen on.
const portName language.Pattern = `^(?:\w+_)?PORT$`

// giving are the rules of what hands the program its port in a variable, which
// the excerpt names.
const giving language.Pattern = `^(?:compose\.environment|kubernetes\.env|dockerfile\.env|port\.dotenv|hosting\.\w+)$`

// given is a variable and its value as files of settings write it.
const given language.Pattern = `\b((?:[A-Z][A-Z0-9]*_)?PORT)\b["']?\s*(?:[=:]|\s|$)`

// substituted is a variable in a file of settings that is filled in where it is
// read: ${PORT:8080} of Spring, ${?PORT} of HOCON, $PORT of Ktor's YAML.
const substituted language.Pattern = `\$\{?\??((?:[A-Z][A-Z0-9]*_)*PORT)\b`

// PortVariable finds the environment variable that a port is read from, where
// the line that it was found in names one. "" for none.
func (f *Facts) PortVariable(port finding.Finding[int]) string {
	for _, e := range port.Evidence {
		if e.Excerpt == "" || len(e.Excerpt) > 400 {
			continue
		}
		if giving.Regexp().MatchString(e.Rule) {
			if name := source.Group(given, e.Excerpt); name != "" && f.reads(name) {
				return name
			}
			continue
		}
		if strings.HasPrefix(e.Rule, "compose.") || strings.HasPrefix(e.Rule, "kubernetes.") || strings.HasPrefix(e.Rule, "dockerfile.") {
			continue // these fill in their own variables
		}
		if name := source.Group(substituted, e.Excerpt); name != "" {
			return name
		}
		for _, p := range f.Project.Language.EnvReads {
			for _, m := range p.Regexp().FindAllStringSubmatch(e.Excerpt, 4) {
				if len(m) > 1 && portName.Regexp().MatchString(m[1]) {
					return m[1]
				}
			}
		}
	}
	return ""
}

// reads reports whether the program reads a variable that a file hands to it.
// PORT is what platforms agree on: what sets it means it.
func (f *Facts) reads(name string) bool {
	if name == "PORT" {
		return true
	}
	_, ok := f.Reads(name)
	return ok && strings.HasSuffix(name, "PORT")
}
