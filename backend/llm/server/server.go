// Package server is what is known of the servers that speak OpenAI's protocol
// without asking them: what an address of theirs looks like, where below it the
// protocol is, how a key is sent and what they lack. It opens no connection.
package server

import (
	"net"
	"net/url"
	"path"
	"strings"
)

// Server is one kind of server, or one company's.
type Server struct {
	ID    string
	Title string

	Hosts []string // patterns of path.Match for its host; none for a program that runs anywhere
	Port  string   // where such a program listens; "" for a company's server

	Address string // as a user would write it; a word in capitals is the user's own
	Path    string // of the protocol, without a slash at its end; a segment in capitals is the user's own

	KeyHeader string   // carries a key in place of Authorization; an access token goes into that one
	KeyNames  []string // variables of the environment that its key is customarily in

	Model  string // what a model's name looks like there
	Forces bool   // a call of one tool can be forced by its name

	// Lacks are parameters that it ignores or refuses, in the words of OpenAI's
	// protocol. They are left out from the first request on; what a server
	// refuses beyond these its client learns.
	Lacks []string

	Unlisted string // why its list of models does not name what can be asked; "" where it does

	Note string // what a user must know to ask it: sentences
}

// Of finds the server that an address belongs to: a company's by its host, a
// program by the port that it listens on, which is no more than a guess.
func Of(u *url.URL) (s Server, sure bool) {
	host, port := strings.ToLower(u.Hostname()), u.Port()
	for _, s := range all() {
		for _, pattern := range s.Hosts {
			if fits, err := path.Match(pattern, host); fits && err == nil {
				return s, true
			}
		}
		if s.Port != "" && port == s.Port && isProgram(host) {
			return s, false
		}
	}
	return Server{}, false
}

// isProgram says that a host is one that people run programs on: a number or a
// name without a domain. A company's server on such a port is something else.
func isProgram(host string) bool {
	return net.ParseIP(host) != nil || !strings.Contains(host, ".") ||
		strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".internal")
}

// At finds the server of an address as a user wrote it.
func At(address string) (s Server, sure bool) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return Server{}, false
	}
	return Of(u)
}

// Whole gives the address with what is missing of the server's path. Whose path
// begins another way is left as it is: there are proxies. It says false where
// something is missing that only the user knows.
func (s Server) Whole(u *url.URL) (*url.URL, bool) {
	want, have := segments(s.Path), segments(u.Path)
	if len(have) >= len(want) {
		return u, true
	}
	for i, segment := range have {
		if want[i] != segment && !own(want[i]) {
			return u, true
		}
	}
	for _, segment := range want[len(have):] {
		if own(segment) {
			return u, false
		}
	}
	whole := *u
	whole.RawPath = ""
	whole.Path = "/" + strings.Join(append(have, want[len(have):]...), "/")
	return &whole, true
}

func segments(p string) []string {
	return strings.FieldsFunc(p, func(r rune) bool { return r == '/' })
}

// own says that a segment stands for something of the user's.
func own(segment string) bool { return segment != "" && segment == strings.ToUpper(segment) }

// Looks says what an address of the server looks like, "" for no server.
func (s Server) Looks() string {
	if s.ID == "" {
		return ""
	}
	return "an address of " + s.Title + " looks like " + s.Address
}

// Named finds a server by its id.
func Named(id string) (Server, bool) {
	for _, s := range all() {
		if s.ID == id {
			return s, true
		}
	}
	return Server{}, false
}

// All gives the servers in the order in which they are offered: programs on the
// user's own machine first.
func All() []Server { return append([]Server(nil), all()...) }

// Variables are the environment's variables that hold keys of servers.
func Variables() []string {
	var names []string
	for _, s := range all() {
		names = append(names, s.KeyNames...)
	}
	return names
}
