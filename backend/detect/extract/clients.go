package extract

import (
	"regexp"
	"slices"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// handedOn is a name that a client is made with in place of a reading of the
// environment.
const handedOn language.Pattern = `^([A-Za-z_]\w*)\s*[,)}\]]`

// prefix is what may stand before a reading of the environment: os., std::, a reference.
const prefix language.Pattern = `^[\s&*(]*(?:\w+(?:\.|::))*$`

// Clients gives the variables that the sources hand to a client of one of some data
// services as its address, directly or through one name: the service's id by the name
// of the variable. What a program does with a variable says more than how it is called.
func (f *Facts) Clients(stores []string) map[string]string {
	out := map[string]string{}
	for _, id := range stores {
		var made []language.Pattern
		for _, expression := range slices.Concat(backing.Known(id).Clients, backing.Known(backing.Twin(id)).Clients) {
			made = append(made, language.Pattern(expression))
		}
		if len(made) == 0 {
			continue
		}
		for _, h := range f.Sources.Ask(source.Question{Patterns: source.These(made...)}) {
			if isAside(h.Name) {
				continue
			}
			if name, ok := f.address(h); ok && out[name] == "" {
				out[name] = id
			}
		}
	}
	return out
}

// Needs reports whether the sources read a variable and have nothing in its place.
func (f *Facts) Needs(name string) bool {
	v := f.variables().at[name]
	return v != nil && v.inCode && !v.copes && !v.hasDefault
}

// address gives the variable that stands behind a client's opening bracket.
func (f *Facts) address(h source.Hit) (variable string, ok bool) {
	file := f.Sources.file(h.Name)
	if file.Owner == nil {
		return "", false
	}
	if variable, ok = readHere(file.Owner, h.After); ok {
		return variable, true
	}
	m := handedOn.Regexp().FindStringSubmatch(h.After)
	if m == nil {
		return "", false
	}
	assigned := regexp.MustCompile(`\b` + m[1] + `\b\s*(?::\s*[\w.]+\s*)?:?=\s*`)
	for _, at := range assigned.FindAllStringIndex(file.Text(), maxAssignments) {
		if variable, ok = readHere(file.Owner, file.Text()[at[1]:]); ok {
			return variable, true
		}
	}
	return "", false
}

// maxAssignments bounds what is looked at of one name.
const maxAssignments = 20

// readHere gives the variable of the environment that a text begins with reading.
func readHere(l *language.Language, text string) (name string, ok bool) {
	text = text[:min(len(text), 200)]
	for _, p := range l.EnvReads {
		if at := p.Regexp().FindStringSubmatchIndex(text); at != nil && at[2] >= 0 && prefix.Regexp().MatchString(text[:at[0]]) {
			return text[at[2]:at[3]], true
		}
	}
	return "", false
}
