package extract

import (
	"maps"
	"slices"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Fields that go-playground/validator refuses while they are empty, and what fills them:
// Secret string `validate:"required"` and Secret: read("JWT_SECRET", "").
// https://pkg.go.dev/github.com/go-playground/validator/v10#hdr-Required
const (
	mustBeThere language.Pattern = "^\\s*([A-Z]\\w*)\\s+[\\w.*\\[\\]]+\\s+\x60[^\x60\\n]*\\bvalidate:\"(?:[^\"\\n]*,)?required\\b"
	filledFrom  language.Pattern = `^\s*([A-Z]\w*):\s*[\w.]+(?:\[\w+\])?\(\s*"([A-Z][A-Z0-9_]+)"\s*(?:,\s*""\s*)?\)`
	validates   language.Pattern = `\.Struct(?:Ctx)?\(`
)

// envValidated marks the variables that alone fill such a field, where the program has
// its structures validated.
func (s *Sources) envValidated(e *envTable) {
	fields := map[string]bool{}
	for _, h := range s.GrepIn(".go", mustBeThere) {
		fields[h.Groups[1]] = true
	}
	if len(fields) == 0 || !s.validates() {
		return
	}
	fills := source.Question{Patterns: source.These(filledFrom), Anchors: slices.Sorted(maps.Keys(fields))}
	for _, h := range s.Ask(fills) {
		if v := e.at[h.Groups[2]]; fields[h.Groups[1]] && v != nil && v.inCode && (!v.hasDefault || v.blank) {
			v.note(thrown, s.aside(h.Name))
		}
	}
}

// validates reports whether a source hands a structure to a validator of that library.
func (s *Sources) validates() bool {
	for _, f := range s.Files() {
		if f.Contains("go-playground/validator") && validates.Matches(f.Text()) {
			return true
		}
	}
	return false
}
