// Package handed follows what the sources hand to a call back to the variable of the
// environment that it was read from: the address of a client, a secret that is taken
// apart. What a program does with a variable says more than how it is called. It does not
// know which data services a program needs, nor which value a variable gets.
package handed

import (
	"regexp"
	"slices"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// named is a name, or a field of one, that a client is made with in place of a reading
// of the environment.
const named language.Pattern = `^((?:[A-Za-z_]\w*\.)*)([A-Za-z_]\w*)\s*[,)}\]]`

// prefix is what may stand before a reading of the environment: os., std::, a reference.
const prefix language.Pattern = `^[\s&*(]*(?:\w+(?:\.|::))*$`

// Client is whose client takes a variable for its address.
type Client struct {
	Store  string // id of a data service
	Driver bool   // the address names the driver in its scheme
	Pair   bool   // the address is host and port, without a scheme
}

// The bounds of what is looked at.
const (
	maxHandedOn    = 60 // names that stand in place of a reading of the environment
	maxAssignments = 20 // of one of them
)

// Clients gives the variables that the sources hand to a client of one of some data
// services as its address, directly or through one name or field. One that goes to the
// clients of two is left out: nothing says which is meant.
func Clients(set *source.Set, stores []string) map[string]Client {
	out, twice, left := map[string]Client{}, map[string]bool{}, maxHandedOn
	for _, id := range stores {
		for _, c := range slices.Concat(backing.Known(id).Clients, backing.Known(backing.Twin(id)).Clients) {
			for _, h := range set.Grep(language.Pattern(c.Before)) {
				if source.Aside(h.Name) || c.Named != "" && !set.File(h.Name).Contains(c.Named) {
					continue
				}
				name, ok := variable(set, h.Name, h.After, &left)
				if known, there := out[name]; ok && there && known.Store != id {
					twice[name] = true
				} else if ok {
					out[name] = Client{id, c.Driver, c.Pair}
				}
			}
		}
	}
	for name := range twice {
		delete(out, name)
	}
	return out
}

// variable gives the variable that a text of a file begins with reading, or that the
// name or the field was read from that stands there.
func variable(set *source.Set, near, text string, left *int) (name string, ok bool) {
	file := set.File(near)
	if file.Owner == nil {
		return "", false
	}
	if name, ok := readHere(file.Owner, text); ok {
		return name, true
	}
	m := named.Regexp().FindStringSubmatch(text)
	if m == nil || *left == 0 {
		return "", false
	}
	*left--
	if m[1] != "" {
		return fieldRead(set, near, m[2])
	}
	return readAs(file, m[2])
}

// fieldRead gives the variable that a field is filled from, where all that fill one of
// that name read the same: config{RedisHost: os.Getenv("REDIS_HOST")}.
func fieldRead(set *source.Set, near, field string) (variable string, ok bool) {
	filled := regexp.MustCompile(`\b` + field + `\s*:\s*`)
	for _, file := range set.Files() {
		if source.Aside(file.Name) || source.Ext(file.Name) != source.Ext(near) || !file.Contains(field) {
			continue
		}
		for _, at := range filled.FindAllStringIndex(file.Text(), maxAssignments) {
			one, read := readHere(file.Owner, file.Text()[at[1]:])
			if read && ok && one != variable {
				return "", false
			}
			if read {
				variable, ok = one, true
			}
		}
	}
	return variable, ok
}

// readAs gives the variable that a name of a file was read from.
func readAs(file *source.File, name string) (variable string, ok bool) {
	assigned := regexp.MustCompile(`\b` + name + `\b\s*(?::\s*[\w.]+\s*)?:?=\s*`)
	for _, at := range assigned.FindAllStringIndex(file.Text(), maxAssignments) {
		if variable, ok = readHere(file.Owner, file.Text()[at[1]:]); ok {
			return variable, true
		}
	}
	return "", false
}

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
