// Package written reads where the sources themselves say of a data service where it is
// and who signs in there: as an address, as a text of pairs, as the options of a client.
// What is read from the environment, or falls back on a text where a variable is not set,
// is none of it. It does not know which variables a program has, nor what becomes of an
// address that no variable can change.
package written

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/detect/source"
	"aipack/backend/universalbuild"
)

// Service is what the sources say of one data service.
type Service struct {
	Store    string // its id
	Host     string // "" where something else than a text says it
	Port     int    // 0: its own
	User     string
	Database string
	Password *universalbuild.Place // nil: none is written
	Open     bool                  // an account is written that signs in without a password
	Why      finding.Evidence
	Other    *finding.Evidence // another place of the sources that says otherwise
}

// Local reports whether a host name is the machine that the program runs on.
func Local(host string) bool { return universalbuild.OwnMachine(host) }

// maxFound bounds the places that are looked at.
const maxFound = 60

// Services gives what the sources say of some data services, each once, in the order in
// which they are asked for.
func Services(set *source.Set, stores []string) (out []Service) {
	if len(stores) == 0 {
		return nil
	}
	r := &reader{set: set, stores: stores}
	for _, f := range set.Files() {
		if !source.Aside(f.Name) && f.Owner != nil && len(r.found) < maxFound {
			r.texts(f)
			r.options(f)
			r.ordered(f)
			r.unplaced(f)
		}
	}
	r.settings()
	for _, id := range stores {
		if one, ok := best(r.found, id); ok {
			out = append(out, one)
		}
	}
	return out
}

// best is the place that says most of a data service, the first of several; one that
// names another place or another database is told.
func best(all []found, id string) (Service, bool) {
	of := slices.DeleteFunc(slices.Clone(all), func(f found) bool { return f.Store != id })
	if live := slices.DeleteFunc(slices.Clone(of), func(f found) bool { return f.rehearsal }); len(live) > 0 {
		of = live
	}
	if len(of) == 0 {
		return Service{}, false
	}
	slices.SortStableFunc(of, func(a, b found) int { return cmp.Compare(b.says(), a.says()) })
	one := of[0].Service
	for _, other := range of[1:] {
		if differs(one.Host, other.Host) || differs(one.Database, other.Database) || differs(one.User, other.User) {
			why := other.Why
			one.Other = &why
			break
		}
	}
	return one, true
}

func differs(a, b string) bool {
	return a != "" && b != "" && a != b && (!Local(a) || !Local(b))
}

// found is one place of the sources.
type found struct {
	Service
	rehearsal bool // it stands below a name such as development, beside which there is one for production
}

// says counts what a place says.
func (f found) says() (n int) {
	for _, one := range []bool{f.Host != "", f.User != "", f.Database != "", f.Password != nil || f.Open} {
		if one {
			n++
		}
	}
	return n
}

// reader gathers what stands in the files of a set.
type reader struct {
	set    *source.Set
	stores []string
	found  []found
}

// store gives the data service of the plan that a scheme, a dialect or a client's name
// speaks of; "" for none.
func (r *reader) store(word string) string {
	word = strings.ToLower(word)
	first, _, _ := strings.Cut(word, "+")
	for _, w := range []string{word, first} {
		for _, id := range slices.Concat([]string{backing.OfDialect(w), backing.OfScheme(w)}, backing.SpeaksTo(w)) {
			for _, one := range []string{id, backing.Twin(id)} {
				if one != "" && slices.Contains(r.stores, one) {
					return one
				}
			}
		}
	}
	return ""
}

// main is the program's only database, "" for none or several.
func (r *reader) main() (id string) {
	for _, one := range r.stores {
		if backing.Known(one).Main {
			if id != "" {
				return ""
			}
			id = one
		}
	}
	return id
}

// add takes a place whose parts are known, at an offset of a file.
func (r *reader) add(f *source.File, at int, one found, password value) {
	one.Host = strings.ToLower(one.Host)
	if strings.Contains(strings.Trim(one.Host, "[]"), ".") && !Local(one.Host) {
		return // a machine elsewhere: no data service that could stand beside the program
	}
	if !plain(one.User) || !plain(one.Database) {
		return
	}
	one.Port = ported(one.Store, one.Port)
	one.Password = r.place(password)
	if password.known && password.text != "" && one.Password == nil {
		return // it is put together of pieces
	}
	one.Open = one.User != "" && password.known && password.text == "" ||
		one.Store == backing.RabbitMQ && one.Host != "" && one.User == "" && !password.known // its clients sign in as guest
	line := strings.Count(f.Text()[:at], "\n") + 1
	text := f.Lines()[line-1]
	if secret := strings.Index(text, password.text); password.text != "" && secret >= 0 {
		text = text[:secret] + "…"
	}
	one.Why = r.set.Folder.Evidence("source.address", f.Name, line, strings.TrimSpace(text))
	r.found = append(r.found, one)
}

func ported(id string, port int) int {
	if port == backing.Known(id).Port {
		return 0
	}
	return port
}

// plain reports whether a name needs no quotes anywhere.
func plain(name string) bool {
	return len(name) <= 63 && !strings.ContainsFunc(name, func(c rune) bool {
		return c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
	})
}

// place is where a value stands in the repository.
func (r *reader) place(v value) *universalbuild.Place {
	if !v.known || v.text == "" || v.file == nil || v.at < 0 {
		return nil
	}
	before := v.file.Text()[:v.at]
	from := v.at - (strings.LastIndexByte(before, '\n') + 1) + 1
	return &universalbuild.Place{
		Path: r.set.Folder.Join(v.file.Name), Line: strings.Count(before, "\n") + 1, From: from, To: from + len(v.text),
	}
}
