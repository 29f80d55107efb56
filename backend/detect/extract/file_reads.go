package extract

import (
	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Reads points at the place of the sources that reads an environment variable.
func (f *Facts) Reads(name string) (finding.Evidence, bool) {
	reads := func(l *language.Language) []language.Pattern { return l.EnvReads }
	for _, h := range f.Sources.Ask(source.Question{Patterns: reads, Anchors: []string{name}}) {
		if len(h.Groups) > 1 && h.Groups[1] == name {
			return f.Sources.Evidence("env.read", h), true
		}
	}
	return finding.Evidence{}, false
}

// Names points at the place of the sources that names an environment variable,
// even where no pattern knows how it is read: a table of settings, a list that is
// taken apart.
func (f *Facts) Names(name string) (finding.Evidence, bool) {
	if why, ok := f.Reads(name); ok {
		return why, true
	}
	quoted := language.Pattern(`["'\x60]` + name + `["'\x60]|\b(?:env|Env|environment|Environment)\.` + name + `\b`)
	for _, h := range f.Sources.Ask(source.Question{Patterns: source.These(quoted), Anchors: []string{name}}) {
		return f.Sources.Evidence("env.named", h), true
	}
	return finding.Evidence{}, false
}
