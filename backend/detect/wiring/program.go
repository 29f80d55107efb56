package wiring

import (
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/detect/value"
	"aipack/backend/universalbuild"
)

// Program is what the rules see of a service.
type Program struct {
	Plan
	Framework string
	Language  string
	Variables []universalbuild.Variable
	Given     map[string][]Given           // what files give the variables, those that count more first
	Settings  []Setting                    // values of configuration files that a variable overrides
	known     []Value                      // what the rules before the conventions gave
	Speaks    func(words ...string) string // which of some words the sources write in quotes, the first that they do
	Clients   map[string]Client            // by the name of a variable: whose client takes it for its address
	Parts     map[string]Value             // of an address that the sources put together, by the name of a variable
	Forms     map[string]string            // of secrets that the sources take apart, by the name of a variable: {secret:base64:32}
	Packages  []string                     // names of the dependencies
	ByJDBC    bool                         // the sources hand addresses to JDBC as they are
}

// Client is whose client takes a variable for its address.
type Client struct {
	Store  string // id of a data service
	Driver bool   // the address names the driver in its scheme
	Pair   bool   // the address is host and port, without a scheme
}

// Given is a text that a file gives a variable. It may hold a password: only
// its form goes anywhere.
type Given struct {
	Text    string
	Comment string
	Host    func(name string) (Place, bool)
	Private bool // of a machine's own file
	Compose bool // of a compose file: it is what runs in a container
	Why     finding.Evidence
}

// Setting is a value of a configuration file, and the variable that overrides
// it.
type Setting struct {
	Variable string
	Beside   string // name of a database of its own beside the program's; "" for the program's
	Given
}

// Value is what a deployment gives a variable, and why.
type Value struct {
	Name       string
	Text       string // as package value reads it
	Confidence float64
	Why        finding.Evidence
}

// Values gives every variable its value that the rules know one for, and adds
// those that nobody names but the framework reads.
func (p Program) Values() (out []Value) {
	have := map[string]bool{}
	add := func(v Value) {
		if !have[v.Name] {
			have[v.Name] = true
			out = append(out, v)
		}
	}
	for _, v := range p.Variables {
		if v.Value != "" {
			have[v.Name] = true
			continue
		}
		if found, ok := p.value(v); ok {
			found.Name = v.Name
			add(found)
		}
	}
	for _, s := range p.Settings {
		v := universalbuild.Variable{Name: s.Variable}
		if have[s.Variable] || p.names(s.Variable) {
			continue
		}
		if found, ok := p.setting(v, s.Given); ok && s.beside(&found) {
			found.Name = v.Name
			add(found)
		}
	}
	p.known = out
	for _, convention := range conventions {
		for _, v := range convention(p) {
			add(v)
		}
	}
	return p.once(out)
}

func (p Program) names(variable string) bool {
	return slices.ContainsFunc(p.Variables, func(v universalbuild.Variable) bool { return v.Name == variable })
}

// url is the address of a data service in the form that a client takes.
func (p Program) url(c Client) string {
	if c.Pair {
		return "{" + c.Store + ".address}"
	}
	scheme := p.scheme()
	if first, _, _ := strings.Cut(scheme, "+"); c.Driver && slices.Contains(backing.SpeaksTo(first), c.Store) {
		return "{" + c.Store + ".url:" + scheme + "}"
	}
	return "{" + c.Store + ".url}"
}

// takes reports whether a variable's name does not say that it is a part of an address
// alone: some clients take a port or a host where others take an address. A pair of
// host and port people call a host as well.
func (c Client) takes(name string) bool {
	field := fieldOf(wordsOf(name))
	return field == "" || field == "url" || c.Pair && (field == "host" || field == "address")
}

// otherwise reports whether a text that a file gives a variable is the address
// of a data service that the plan does not have: whatever the name says, it is
// not that of another one.
func (p Program) otherwise(v universalbuild.Variable) bool {
	texts := []string{v.Default}
	for _, g := range p.Given[v.Name] {
		texts = append(texts, g.Text)
	}
	return slices.ContainsFunc(texts, func(text string) bool {
		scheme, _, ok := strings.Cut(text, "://")
		return ok && len(backing.SpeaksTo(scheme)) > 0 && (Example{Stores: p.Stores}).storeOf(scheme) == ""
	})
}

// setting follows a configuration's value to the plan's own services: an
// account goes with the address beside it, whatever stands there.
func (p Program) setting(v universalbuild.Variable, g Given) (Value, bool) {
	if found, ok := p.example(v, g); ok {
		return found, true
	}
	parts := wordsOf(v.Name)
	if !slices.Contains([]string{"user", "password", "database"}, fieldOf(parts)) || !p.leads(v.Name) {
		return Value{}, false
	}
	text, ok := store(v, p.Stores)
	if b, known := backing.Of(meant(parts, p.Stores)); !ok && known && b.Password == "" && fieldOf(parts) == "password" && g.Text != "" {
		text, ok = "{"+b.ID+".password}", true // none: a server without one refuses whoever sends one
	}
	return Value{Text: text, Confidence: finding.Likely, Why: g.Why}, ok
}

// beside leads a value to the setting's own database, whose name is that of the
// program's with another word behind it. PostgreSQL's image lets its user make one
// (https://hub.docker.com/_/postgres, POSTGRES_USER); elsewhere an account has the
// program's alone, and nothing is said.
func (s Setting) beside(v *Value) bool {
	if s.Beside == "" {
		return true
	}
	if !strings.HasPrefix(v.Text, "{"+backing.PostgreSQL+".url") || !strings.HasSuffix(v.Text, "}") {
		return false
	}
	v.Text += "_" + s.Beside
	return true
}

// leads reports whether the address that an account goes with leads to a data
// service of the plan.
func (p Program) leads(account string) bool {
	prefix := account[:strings.LastIndexByte(account, '_')+1]
	return slices.ContainsFunc(p.Settings, func(s Setting) bool {
		if field := fieldOf(wordsOf(s.Variable)); !strings.HasPrefix(s.Variable, prefix) || field != "url" && field != "host" && field != "address" {
			return false
		}
		_, ok := p.example(universalbuild.Variable{Name: s.Variable}, s.Given)
		return ok
	}) || p.names(prefix+"URL") || p.names(prefix+"HOST")
}

// once takes back what says the same a second time by nothing but its name: a
// program that is told an address as a whole and in parts may refuse both.
func (p Program) once(list []Value) []Value {
	said := map[string]bool{}
	about := func(v Value) (store, form string) {
		head, field, _ := strings.Cut(strings.TrimPrefix(v.Text, "{"), ".")
		if !strings.HasPrefix(v.Text, "{") {
			return "", ""
		}
		if form = "parts"; strings.HasPrefix(field, "url") {
			form = "url"
		}
		return head, form
	}
	weak := func(v Value) bool {
		return v.Why.Rule == "wiring.name" && !slices.ContainsFunc(p.Variables, func(o universalbuild.Variable) bool { return o.Name == v.Name && o.Required })
	}
	for _, v := range list {
		if store, form := about(v); store != "" && !weak(v) {
			said[store+form] = true
		}
	}
	return slices.DeleteFunc(list, func(v Value) bool {
		store, form := about(v)
		other := map[string]string{"url": "parts", "parts": "url"}[form]
		return store != "" && weak(v) && !said[store+form] && said[store+other]
	})
}

// value asks the rules in their order: what a file says, what the framework
// wants, what the name says.
func (p Program) value(v universalbuild.Variable) (Value, bool) {
	at := finding.Evidence{Rule: "wiring.name", Path: v.Path, Line: v.Line}
	if form := p.Forms[v.Name]; form != "" && v.Required && v.Default == "" {
		return Value{Text: form, Confidence: finding.Likely, Why: finding.Evidence{Rule: "wiring.form", Path: v.Path, Line: v.Line}}, true
	}
	for _, g := range p.Given[v.Name] {
		if found, ok := p.example(v, g); ok {
			return found, true
		}
	}
	if found, ok := p.example(v, Given{Text: v.Default, Why: at}); ok && (strings.Contains(v.Default, "://") || p.listensAt(v.Default)) {
		return found, true // an address on the developer's machine, whatever the variable is called
	}
	if text, ok := p.withoutTLS(v); ok {
		return Value{Text: text, Confidence: finding.Likely, Why: at}, true
	}
	if part, ok := p.Parts[v.Name]; ok {
		return part, true
	}
	if c := p.Clients[v.Name]; slices.Contains(p.Stores, c.Store) && c.takes(v.Name) {
		at.Rule = "wiring.client"
		return Value{Text: p.unsecured(p.url(c)), Confidence: finding.Likely, Why: at}, true
	}
	if text, ok := p.kind(v); ok {
		at.Rule = "wiring.kind"
		return Value{Text: text, Confidence: finding.Likely, Why: at}, true
	}
	if text, ok := store(p.withScheme(v), p.Stores); ok && !p.otherwise(v) && (v.Required || !aside(wordsOf(v.Name))) {
		return Value{Text: p.unsecured(text), Confidence: finding.Likely, Why: at}, true
	}
	if text, ok := p.key(v); ok {
		at.Rule = "wiring.key"
		return Value{Text: text, Confidence: finding.Likely, Why: at}, true
	}
	if found, ok := p.nearby(v); ok {
		return found, true
	}
	if !v.Required {
		return Value{}, false
	}
	if listens(v.Name) {
		return Value{Text: "0.0.0.0", Confidence: finding.Likely, Why: at}, true
	}
	if found, ok := p.taken(v); ok {
		return found, true
	}
	if v.Default != "" { // an example's, of what the program does not run without
		at.Rule = "wiring.default"
		return Value{Text: literal(v.Default), Confidence: finding.Likely, Why: at}, !universalbuild.SecretName(v.Name) || plainly(v.Default)
	}
	if text, ok := ByName(v, Plan{ID: p.ID, Names: p.Names, Neighbours: p.Neighbours, Page: p.Page}); ok {
		return Value{Text: text, Confidence: finding.Guess, Why: at}, true
	}
	return Value{}, false
}

// listensAt reports whether an address is that of one of the plan's data services
// on the developer's machine, by its port.
func (p Program) listensAt(text string) bool {
	host, port, ok := strings.Cut(text, ":")
	return ok && here(host) && slices.ContainsFunc(p.Stores, func(id string) bool {
		b, _ := backing.Of(id)
		return strconv.Itoa(b.Port) == port
	})
}

// example follows what a file gives a variable to the plan's own services.
func (p Program) example(v universalbuild.Variable, g Given) (Value, bool) {
	parts := wordsOf(v.Name)
	id := meant(parts, p.Stores)
	field := fieldOf(parts)
	if kindWords[parts[len(parts)-1]] && !strings.Contains(g.Text, "://") || !v.Required && (aside(parts) || several(id, parts)) {
		return Value{}, false
	}
	e := Example{Text: g.Text, Stores: p.Stores, Host: g.Host, Wanted: id, Field: field}
	if text, ok := e.Like(); ok {
		return Value{Text: p.unsecured(text), Confidence: finding.Likely, Why: g.Why}, true
	}
	// A user, a password, a port or a name of a database stands there as it is.
	if id == "" || strings.Contains(g.Text, "://") || field == "" || field == "url" || !fits(field, g.Text) || !plausible(field, id) {
		return Value{}, false
	}
	text, ok := store(v, p.Stores)
	return Value{Text: text, Confidence: finding.Likely, Why: g.Why}, ok
}

// fits reports whether a text can be what a name asks for: a switch is no name
// of a database, a word that is no host leads nowhere.
func fits(field, text string) bool {
	switch field {
	case "port":
		return text != "" && strings.Trim(text, "0123456789") == ""
	case "database", "user":
		return !slices.Contains([]string{"0", "1", "true", "false", "yes", "no", ""}, strings.ToLower(text))
	case "host", "address":
		return here(hostOf(text)) || knownHost(hostOf(text))
	}
	return true
}

// knownHost reports whether a host is called as data services are.
func knownHost(host string) bool {
	parts := wordsOf(host)
	return slices.ContainsFunc(parts, func(w string) bool { return w == "db" || w == "database" }) || foreign(parts)
}

// Leads gives the data service of the plan that a value of a configuration file
// leads to, by its key; "" for none.
func (p Program) Leads(key string, g Given) string {
	name := strings.ReplaceAll(key, ".", "_")
	if field := fieldOf(wordsOf(name)); field != "url" && field != "host" && field != "address" {
		return ""
	}
	found, ok := p.example(universalbuild.Variable{Name: name}, g)
	if !ok {
		return ""
	}
	t, err := value.Parse(found.Text)
	if err != nil || len(t.Stores()) == 0 {
		return ""
	}
	return t.Stores()[0]
}

// plausible reports whether a data service has such a property at all.
func plausible(field, id string) bool {
	b, _ := backing.Of(id)
	switch field {
	case "user":
		return b.User != ""
	case "password":
		return b.Password != ""
	case "database":
		return b.Database != ""
	}
	return true
}

// taken gives a required variable what an example says, where that is a plain
// word, the program's own address or that of a neighbour; and what a compose
// file says.
func (p Program) taken(v universalbuild.Variable) (Value, bool) {
	for _, g := range p.Given[v.Name] {
		if g.Private && strings.Contains(g.Text, "@") && !strings.Contains(g.Text, ":") { // somebody's address of mail: another of that form
			return Value{Text: "admin@example.com", Confidence: finding.Guess, Why: g.Why}, true
		}
		if text, ok := p.here(v.Name, g.Text); ok {
			return Value{Text: text, Confidence: finding.Likely, Why: g.Why}, true
		}
		if (v.Secret || universalbuild.SecretName(v.Name)) && !plainly(g.Text) {
			if text, ok := formOf(g); ok {
				return Value{Text: text, Confidence: finding.Likely, Why: g.Why}, true
			}
			continue
		}
		if Outside(v.Name) || g.Private && !plainly(g.Text) || !harmless(g.Text) {
			continue
		}
		return Value{Text: literal(g.Text), Confidence: finding.Likely, Why: g.Why}, true
	}
	return Value{}, false
}
