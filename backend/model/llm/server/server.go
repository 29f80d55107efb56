// Package server is what is known of the servers that speak OpenAI's protocol
// without asking them: what an address of theirs looks like, where below it the
// protocol is, how a key is sent and what they lack. It opens no connection.
package server

import (
	"net"
	"net/url"
	"path"
	"regexp"
	"strings"
)

// Kind is one kind of server, or one company's.
type Kind struct {
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
func Of(u *url.URL) (s Kind, sure bool) {
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
	return Kind{}, false
}

// isProgram says that a host is one that people run programs on: a number or a
// name without a domain. A company's server on such a port is something else.
func isProgram(host string) bool {
	return net.ParseIP(host) != nil || !strings.Contains(host, ".") ||
		strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".internal")
}

// At finds the server of an address as a user wrote it.
func At(address string) (s Kind, sure bool) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return Kind{}, false
	}
	return Of(u)
}

// Complete finds the server of an address as a user wrote it, and says whether
// nothing is missing that only the user knows.
func Complete(address string) (Kind, bool) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return Kind{}, true // whoever asks it says what is wrong
	}
	k, _ := Of(u)
	_, whole := k.Whole(u)
	return k, whole
}

// Whole gives the address with what is missing of the server's path. Whose path
// begins another way is left as it is: there are proxies. It says false where
// something is missing that only the user knows.
func (k Kind) Whole(u *url.URL) (*url.URL, bool) {
	for _, word := range placeholder.FindAllString(k.Address+" "+k.Path, -1) {
		if strings.Contains(u.Host+u.Path, word) {
			return u, false
		}
	}
	want, have := segments(k.Path), segments(u.Path)
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

// placeholder is what stands in the table for something of the user's.
var placeholder = regexp.MustCompile(`\b[A-Z]{3,}\b`)

func own(segment string) bool { return placeholder.MatchString(segment) }

// Looks says what an address of the server looks like, "" for no server.
func (k Kind) Looks() string {
	if k.ID == "" {
		return ""
	}
	return "an address of " + k.Title + " looks like " + k.Address
}

// All gives the servers in the order in which they are offered: programs on the
// user's own machine first.
func All() []Kind { return append([]Kind(nil), all()...) }

// Variables are the environment's variables that hold keys of servers.
func Variables() []string {
	var names []string
	for _, s := range all() {
		names = append(names, s.KeyNames...)
	}
	return names
}
