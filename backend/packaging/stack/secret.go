package stack

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/detect/value"
	"aipack/backend/detect/wiring"
	"aipack/backend/universalbuild"
)

// Secret is a value that stands in no file: the texts of a stack refer to it as
// ${NAME}.
type Secret struct {
	Name    string
	Form    value.Form // how it is made; unknown: nobody can make it but the user
	Why     string     // what it is for, in one line
	Type    string     // what the program reads it as; "" for any text
	Outside bool       // it belongs to an account with somebody else

	Written *universalbuild.Place // where the sources have it, so that it can be no other; nil for nowhere
}

// MadeUp reports whether what Generate gives is only made up: it has the form
// of such a value and opens nothing.
func (s Secret) MadeUp() bool { return !s.Form.Known() }

// Generate makes a value for a proof.
func (s Secret) Generate() string {
	if s.MadeUp() {
		return wiring.MadeUp(s.Name, s.Type)
	}
	return s.Form.Make()
}

// passwordForm is that of a data service's password: safe in an address, and
// with what rules for passwords want.
var passwordForm = value.Form{Alphabet: "text", Length: 32}

// secrets gathers what the texts of a stack refer to.
type secrets struct {
	list []Secret
	at   map[string]int // the place of each in the list, by its name
}

// put takes a secret of a name that is new.
func (all *secrets) put(s Secret) {
	if all.at == nil {
		all.at = map[string]int{}
	}
	all.at[s.Name] = len(all.list)
	all.list = append(all.list, s)
}

// name gives the name under which a secret is given: its variable's, unless
// another service's variable of that name holds something of another form.
func (all *secrets) name(service string, s Secret) string {
	if !Nameable(s.Name) {
		s.Name = Portable(s.Name)
	}
	i, known := all.at[s.Name]
	switch {
	case !known:
		all.put(s)
	case all.list[i].Form == s.Form || !s.Form.Known():
		all.list[i].Type = cmp.Or(all.list[i].Type, s.Type)
	case !all.list[i].Form.Known(): // one knows how it is made
		all.list[i].Form, all.list[i].Outside = s.Form, false
	case service != "":
		s.Name = Portable(service) + "_" + s.Name
		return all.name("", s)
	}
	return s.Name
}

// store takes a data service's own secret, whose form wins: the service is set
// up with it, whatever else reads it.
func (all *secrets) store(s Secret) {
	if i, known := all.at[s.Name]; known {
		all.list[i] = s
		return
	}
	all.put(s)
}

// sorted gives them by their names.
func (all *secrets) sorted() []Secret {
	list := slices.Clone(all.list)
	slices.SortFunc(list, func(a, b Secret) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// Portable writes a name as that of a variable that every shell can set.
func Portable(name string) string {
	out := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' {
			return c
		}
		return '_'
	}, strings.ToUpper(name))
	if !Nameable(out) {
		return "_" + out
	}
	return out
}

// why says in one line what a variable's value is for.
func why(m Member, v universalbuild.Variable) string {
	text := strings.Join(strings.Fields(v.Description), " ")
	if text == "" {
		text = "read by " + m.Name
		if v.Path != "" {
			text += " in " + v.Path
		}
	}
	return text
}
