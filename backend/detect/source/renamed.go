package source

import (
	"slices"
	"strings"

	"aipack/backend/language"
)

// spelt adds to patterns those that they are under the name which the file gives the
// object they speak of: process.env.PORT is env.PORT where env was imported from
// node:process.
func (f *File) spelt(patterns []language.Pattern) []language.Pattern {
	name := f.renamed()
	if name == "" {
		return patterns
	}
	out := slices.Clone(patterns)
	for _, p := range patterns {
		if object := f.Owner.Renamed.Object; strings.Contains(string(p), object) {
			out = append(out, language.Pattern(strings.ReplaceAll(string(p), object, `\b`+name)))
		}
	}
	return out
}

// renamed is that name, "" for none: found once.
func (f *File) renamed() string {
	f.renamedOnce.Do(func() {
		if f.Owner == nil {
			return
		}
		r := f.Owner.Renamed
		if r.Hint != "" && (!f.MayMatch(r.Hint) || !r.Hint.Regexp().MatchString(f.text)) {
			return
		}
		for _, by := range r.By {
			for _, m := range by.Regexp().FindAllStringSubmatch(f.text, maxRenamings) {
				name := m[1]
				if name == "" {
					name = r.Names[0]
				}
				if slices.Contains(r.Names, name) {
					f.renamedTo = name
					return
				}
			}
		}
	})
	return f.renamedTo
}

// maxRenamings bounds how many places are looked at for one that counts.
const maxRenamings = 8

// ofAnother reports whether a match begins with that name as a field of something
// else: import.meta.env, this.env.
func (f *File) ofAnother(h Hit, at int) bool {
	return f.renamedTo != "" && at > 0 && f.text[at-1] == '.' && strings.HasPrefix(h.Match, f.renamedTo)
}
