package wiring

import (
	"net/url"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/universalbuild"
)

// Plan is what a variable's name may speak of.
type Plan struct {
	Stores     []string // ids of data services
	ID         string   // of the service whose variable it is, among the neighbours: it is none of its own
	Names      []string // of it: its folder's, its project's
	Port       int      // on which it listens; 0: none
	Page       bool     // it is nothing but pages: browsers read its variables
	Neighbours *Neighbours
}

// addressed are the last words of names that ask where something is reached.
var addressed = map[string]string{
	"url": "url", "uri": "url", "endpoint": "url", "origin": "url", "addr": "address", "address": "address", "host": "host", "hostname": "host", "port": "port",
}

// Words that say nothing of who is meant as long as another stands beside them:
// those of bundlers' prefixes, those behind a name and those before it.
var (
	bundled = words("next public vite react nuxt expo gatsby internal external")
	after   = words("service svc server app api base internal external public private http grpc rest")
	before  = words("private base app api")
)

// roles are the words for either half of a product: many services are called so.
var roles = []map[string]bool{words("api backend server"), words("frontend client web webapp ui")}

// browsing are words of names whose address a browser uses: it is that where a
// service is published. The first are prefixes of bundlers, which write such
// variables into pages (Next.js, Vite, Create React App, Gatsby, Expo).
var browsing = words("public vite react gatsby expo origin origins cors redirect callback return success cancel logout frontend client webapp ui www site app")

// listening are words before _HOST and _PORT by which programs are told where to
// listen, whatever their neighbours are called.
var listening = words("server app application service http")

// speaksOf finds who a name that asks for an address speaks of: a service of
// the plan, or the one whose variable it is. It is nobody where several may be
// meant.
func (p Plan) speaksOf(name string) (n Neighbour, own bool) {
	parts := wordsOf(name)
	about := parts[:len(parts)-1]
	field := addressed[parts[len(parts)-1]]
	if field == "" || len(about) == 0 {
		return n, false
	}
	traits := traitsMeant(about)
	if field != "url" { // SERVER_PORT is rather where the program itself listens, as Spring Boot's is
		if traits = traits[:1]; listening[core(about)[0]] {
			return n, false
		}
	}
	for _, t := range traits {
		own = slices.ContainsFunc(p.Names, func(one string) bool { return slices.Contains(traitsOf(wordsOf(one)), t) })
		found := p.Neighbours.with(t, p.ID)
		switch {
		case own:
			return n, len(found) == 0
		case len(found) == 1:
			return found[0], false
		case len(found) > 1:
			return n, false
		}
	}
	return n, false
}

// core takes the words away that say nothing of who is meant: API of USERS_API,
// and of API_SERVICE all but API.
func core(list []string) []string {
	for len(list) > 1 && bundled[list[0]] {
		list = list[1:]
	}
	for len(list) > 1 && after[list[len(list)-1]] {
		list = list[:len(list)-1]
	}
	for len(list) > 1 && before[list[0]] {
		list = list[1:]
	}
	return list
}

// neighbour gives the address of the service of the plan that a name speaks of.
func (p Plan) neighbour(name string) (string, bool) {
	n, _ := p.speaksOf(name)
	if n.Path == "" {
		return "", false
	}
	parts := wordsOf(name)
	return p.at(n, addressed[parts[len(parts)-1]], parts), true
}

// Called gives the folder of the one neighbour of a name, "" for none.
func (p Plan) Called(name string) string {
	if found := p.Neighbours.with(trait{"name", name}, p.ID); len(found) == 1 {
		return found[0].Path
	}
	return ""
}

// at writes where a neighbour is reached by whoever uses a variable of a name:
// by the program itself, or by a browser that it sends there.
func (p Plan) at(n Neighbour, field string, name []string) string {
	if field == "url" && (p.Page || n.Page || slices.ContainsFunc(name, func(w string) bool { return browsing[w] })) {
		field = "published"
	}
	return "{service:" + n.Path + "." + field + "}"
}

// nearby gives a variable the address of a neighbour: the one that its name
// speaks of, or the one that listens where an example or a default leads to on
// the developer's machine. Who is told another address is somewhere else.
func (p Program) nearby(v universalbuild.Variable) (Value, bool) {
	texts := append(slices.Clone(p.Given[v.Name]), Given{Text: v.Default})
	where, found := p.neighbour(v.Name)
	done := Value{Text: where, Confidence: finding.Likely, Why: finding.Evidence{Rule: "wiring.neighbour", Path: v.Path, Line: v.Line}}
	path := ""
	for _, g := range texts {
		if g.Text == "" {
			continue
		}
		if !homely(g.Text) {
			return Value{}, false
		}
		if text, ok := p.here(v.Name, g.Text); ok && !found {
			done.Text, found = text, !strings.HasPrefix(text, "{self.")
		} else if u, err := url.Parse(g.Text); err == nil && u.Host != "" && path == "" {
			path = strings.TrimSuffix(u.RequestURI(), "/")
		}
	}
	if strings.HasSuffix(where, "url}") || strings.HasSuffix(where, "published}") {
		done.Text += literal(path)
	}
	return done, found
}

// homely reports whether an address is on the developer's own machine or of a
// name that only a network of containers has: one without a dot.
func homely(text string) bool {
	host := hostOf(text)
	if u, err := url.Parse(text); err == nil && u.Host != "" {
		host = u.Hostname()
	}
	return here(host) || host != "" && strings.Trim(strings.ToLower(host), "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && strings.Trim(host, "0123456789") != ""
}
