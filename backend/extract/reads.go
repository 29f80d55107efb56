package extract

import (
	"aipack/backend/finding"
	"aipack/backend/language"
)

// Reads points at the place of the sources that reads an environment variable.
func (f *Facts) Reads(name string) (finding.Evidence, bool) {
	reads := func(l *language.Language) []language.Pattern { return l.EnvReads }
	for _, h := range f.Sources.ask(question{reads, maxSourceFiles, []string{name}, nil}) {
		if len(h.Groups) > 1 && h.Groups[1] == name {
			return f.Sources.evidence("env.read", h), true
		}
	}
	return finding.Evidence{}, false
}

// PortOf finds the port that a command names for its program, and whether the
// command lets PORT change it. 0: it names none.
func PortOf(command []string) (port int, fallback bool) { return portOf(command) }
