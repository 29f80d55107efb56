package extract

import (
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// emptyFlag is a flag of a command line that is empty unless it is given, with its
// name and its help: Go's flag and pflag (String, StringVar, StringP), as their
// documentation has them. https://pkg.go.dev/github.com/spf13/pflag#FlagSet.StringP
const emptyFlag language.Pattern = `\.String(?:Var)?P?\(\s*(?:&?[\w.]+,\s*)?("[\w.-]+",\s*(?:"\w?",\s*)?"",\s*"[^"\n]*")`

// flagLeftEmpty reports whether a program takes a data service's address from a flag
// that its start line does not give and that is empty by itself.
func (s *Sources) flagLeftEmpty(kind string) bool {
	for _, h := range s.Ask(source.Question{Patterns: source.These(emptyFlag), Anchors: flagWords}) {
		if namesKind(h.Groups[1], kind) && !source.Aside(h.Name) {
			return true
		}
	}
	return false
}

// flagWords are what a line of such a flag holds one of.
var flagWords = []string{".String(", ".StringP(", ".StringVar(", ".StringVarP("}
