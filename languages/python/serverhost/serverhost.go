// Package serverhost knows on which address Python's servers listen when their command
// does not say, and what tells them another. It reads the command alone.
package serverhost

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// ownHost is a server that listens on 127.0.0.1 unless it is told another address.
type ownHost struct {
	program  string   // a word of the command
	command  string   // a word behind it, "" for none
	options  []string // that say where; none: a word of its own does
	variable string   // that says where, "" for none
	appended string   // to the command, where no variable does
}

var ownHosts = []ownHost{
	// uvicorn.dev/settings: options are read from UVICORN_*
	{"uvicorn", "", []string{"--host", "--uds", "--fd"}, "UVICORN_HOST", ""},
	// flask.palletsprojects.com/cli, "Setting Command Options"
	{"flask", "run", []string{"--host", "-h"}, "FLASK_RUN_HOST", ""},
	// github.com/emmett-framework/granian, "Options"
	{"granian", "", []string{"--host", "--uds"}, "GRANIAN_HOST", ""},
	// hypercorn.readthedocs.io, "Configuring": bind
	{"hypercorn", "", []string{"--bind", "-b", "--config", "-c", "--fd"}, "", "--bind 0.0.0.0:{port}"},
	// github.com/django/daphne, "Running"
	{"daphne", "", []string{"--bind", "-b", "-e", "--endpoint", "-u", "--fd"}, "", "-b 0.0.0.0"},
	// docs.djangoproject.com, django-admin: runserver [addrport]
	{"manage.py", "runserver", nil, "", "0.0.0.0:{port}"},
}

// Address is 127.0.0.1 where the start command's server listens there, and what tells it another.
func Address(p *language.Project) language.Address {
	words := strings.Fields(strings.Join(p.Start.Value.Command, " "))
	for _, server := range ownHosts {
		rest, ok := server.in(words)
		if !ok {
			continue
		}
		a := language.Address{
			Host: "127.0.0.1", HostVariable: server.variable, HostOnly: true, Appended: server.appended,
			Why: finding.Evidence{Rule: "python.start"},
		}
		if len(p.Start.Evidence) > 0 {
			a.Why = p.Start.Evidence[0]
		}
		for i, w := range rest {
			if strings.ContainsAny(w, ";&|<>`") { // the command goes on with something else
				a.Appended = ""
				break
			}
			if host, said := server.host(w, rest[i+1:]); said {
				a.Host, a.HostVariable, a.Appended = host, "", "" // what the command says goes first
			}
		}
		return a
	}
	return language.Address{}
}

// in gives the words behind the server's in a command.
func (s ownHost) in(words []string) (rest []string, ok bool) {
	at := slices.IndexFunc(words, func(w string) bool { return path.Base(w) == s.program })
	if at < 0 {
		return nil, false
	}
	rest = words[at+1:]
	if s.command == "" {
		return rest, true
	}
	at = slices.Index(rest, s.command)
	return rest[at+1:], at >= 0
}

// host reads a word of the server's command: the machine's own address, or "" for another.
func (s ownHost) host(word string, next []string) (host string, said bool) {
	option, text, joined := strings.Cut(word, "=")
	switch {
	case s.options == nil && strings.HasPrefix(word, "-"):
		return "", false
	case s.options == nil && !strings.Contains(word, ":"): // a port alone
		return "127.0.0.1", true
	case s.options == nil:
		text = word
	case !slices.Contains(s.options, option):
		return "", false
	case !joined && len(next) > 0:
		text = next[0]
	}
	for _, own := range []string{"127.0.0.1", "localhost", "[::1]", "::1"} {
		if text == own || strings.HasPrefix(text, own+":") {
			return strings.Trim(own, "[]"), true
		}
	}
	return "", true
}
