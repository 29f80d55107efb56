// Package tools is what the window does with MCP servers: the user sets them up, tries and
// removes them, and a conversation has them while it goes on. What a server may do, and how
// it is spoken to, is agent/outside's matter; where they are kept the command line knows, too.
package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"aipack/backend/agent/outside"
	"aipack/backend/base/fault"
	"aipack/backend/model/llm/keys"
	"aipack/backend/window/page"
)

// Parts are what Servers works with.
type Parts struct {
	Page        *page.Link
	Data        string                                       // the data folder
	Environment func(name string) (value string, there bool) // of aipack
	Ring        keys.Ring                                    // the keychain
	Now         func() time.Time
}

// Servers are the MCP servers that the user has set up.
type Servers struct {
	parts   Parts
	secrets *outside.Secrets
	work    context.Context // ends with the program
	stop    context.CancelFunc
	tries   sync.WaitGroup

	file sync.Mutex // one change of the list at a time

	mu    sync.Mutex
	known map[string]outcome // what came of beginning them, by their names
	held  map[string]*holding
	times int  // how often the list, or what it needs, was changed
	ended bool // nothing is held any more
}

// outcome is what came of beginning a server.
type outcome struct {
	server  outside.Server // as it was then
	at      int64
	failure *page.Fault // nil: it was begun
	tools   []string
	remarks []string
}

// New begins no server; end is for who ends the program, once no turn goes on.
func New(parts Parts) (s *Servers, end func()) {
	s = &Servers{parts: parts, secrets: outside.NewSecrets(parts.Ring), known: map[string]outcome{}, held: map[string]*holding{}}
	s.work, s.stop = context.WithCancel(context.Background())
	return s, s.end
}

// Server is one of them as the page shows it.
type Server struct {
	Name    string   `json:"name"`
	Command []string `json:"command"` // of a program; empty for one with an address
	URL     string   `json:"url"`
	Header  string   `json:"header"` // that its key is sent in; "" is Authorization
	Needs   []Need   `json:"needs"`
	State   string   `json:"state"` // untried, ready, failed
	Tools   []string `json:"tools"`
	Remarks []string `json:"remarks"` // what of it cannot be offered
	Problem string   `json:"problem"` // why it could not be begun
	Hint    string   `json:"hint"`
	TriedAt int64    `json:"tried_at"`
}

// Need is a secret value that a server is handed.
type Need struct {
	Name string `json:"name"`
	Kept string `json:"kept"` // keychain, session, environment; "" for one that is nowhere
}

// Order is a server that the user wants to set up.
type Order struct {
	Name    string   `json:"name"`
	Command []string `json:"command"` // of a program, or
	URL     string   `json:"url"`
	Secret  string   `json:"secret"` // the variable of a program; the header of an address, "" for Authorization
	Value   string   `json:"value"`  // "" for none; of a program, that it comes from the environment
}

// List lists them by their names.
func (s *Servers) List() ([]Server, error) {
	return page.Guard(s.parts.Page, "Servers.List", s.list)
}

// Add sets one up. Its secret value goes into the keychain.
func (s *Servers) Add(o Order) ([]Server, error) {
	return page.Guard(s.parts.Page, "Servers.Add", func() ([]Server, error) {
		server, err := serverOf(o)
		if err != nil {
			return nil, err
		}
		given := false
		list, err := s.change(func(all []outside.Server) ([]outside.Server, error) {
			if slices.ContainsFunc(all, named(server.Name)) {
				return nil, &fault.Fault{Code: fault.FileExists, Message: "There is a server " + server.Name + " already", Hint: "Remove it first, or take another name."}
			}
			if o.Value != "" {
				if server.Kept, err = s.secrets.Set(s.work, server, server.Needs()[0], o.Value); err != nil {
					return nil, err
				}
				given = true
			}
			return append(all, server), nil
		})
		if err != nil && given {
			err = errors.Join(err, s.secrets.Forget(s.work, server)) // nothing is kept of a server that is not set up
		}
		return list, err
	})
}

// serverOf is the server of an order.
func serverOf(o Order) (outside.Server, error) {
	server := outside.Server{Name: strings.TrimSpace(o.Name), URL: strings.TrimSpace(o.URL)}
	secret := strings.TrimSpace(o.Secret)
	switch {
	case server.URL == "":
		server.Command = o.Command
		if secret != "" {
			server.Variables = []string{secret}
		} else if o.Value != "" {
			return server, &fault.Fault{Code: fault.WrongUse, Message: "The secret value has no name", Hint: "Give the name of the variable that the program reads it from."}
		}
	case len(o.Command) > 0:
		server.Command = o.Command // which is said to be wrong
	case o.Value != "":
		server.Key = "MCP_" + strings.ToUpper(strings.ReplaceAll(server.Name, "-", "_")) + "_KEY"
		if !strings.EqualFold(secret, "Authorization") {
			server.Header = secret
		}
	case secret != "":
		return server, &fault.Fault{Code: fault.WrongUse, Message: "The header " + secret + " has no value", Hint: "Give the key that is sent in it, or leave both empty."}
	}
	return server, server.Check()
}

// Give gives a server the value of a variable that it needs.
func (s *Servers) Give(name, variable, value string) ([]Server, error) {
	return page.Guard(s.parts.Page, "Servers.Give", func() ([]Server, error) {
		return s.change(func(all []outside.Server) ([]outside.Server, error) {
			at := slices.IndexFunc(all, named(name))
			if at < 0 || !slices.Contains(all[at].Needs(), variable) {
				return nil, absent(name)
			}
			kept, err := s.secrets.Set(s.work, all[at], variable, value)
			all[at].Kept = all[at].Kept || kept
			return all, err
		})
	})
}

// Remove forgets one, with its secret values.
func (s *Servers) Remove(name string) ([]Server, error) {
	return page.Guard(s.parts.Page, "Servers.Remove", func() ([]Server, error) {
		return s.change(func(all []outside.Server) ([]outside.Server, error) {
			at := slices.IndexFunc(all, named(name))
			if at < 0 {
				return nil, absent(name)
			}
			if err := s.secrets.Forget(s.work, all[at]); err != nil {
				return nil, &fault.Fault{
					Code: fault.Internal, Message: "The secret value of " + name + " is still in the keychain, so the server stays", Hint: "Unlock the keychain and try again.", Err: err,
				}
			}
			return slices.Delete(all, at, at+1), nil
		})
	})
}

// Try begins one, asks for its tools, and ends it.
func (s *Servers) Try(name string) ([]Server, error) {
	return page.Guard(s.parts.Page, "Servers.Try", func() ([]Server, error) {
		all, err := outside.Load(s.parts.Data)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(all, named(name))
		if at < 0 {
			return nil, absent(name)
		}
		s.mu.Lock()
		if s.ended {
			s.mu.Unlock()
			return nil, context.Canceled
		}
		s.tries.Add(1)
		s.mu.Unlock()
		defer s.tries.Done()
		set := outside.Begin(s.work, s.options(all[at:at+1], func(string) {}))
		s.learn(all[at:at+1], set)
		set.Close()
		s.anew() // what was left out in a conversation may be there now
		return s.list()
	})
}

func named(name string) func(outside.Server) bool {
	return func(s outside.Server) bool { return s.Name == name }
}

func absent(name string) error {
	return &fault.Fault{Code: fault.FileNotFound, Message: fmt.Sprintf("There is no server %q any more", name), Hint: "It was removed meanwhile, here or on the command line."}
}

// change changes the list of servers and keeps it.
func (s *Servers) change(do func([]outside.Server) ([]outside.Server, error)) ([]Server, error) {
	s.file.Lock()
	defer s.file.Unlock()
	all, err := outside.Load(s.parts.Data)
	if err == nil {
		all, err = do(all)
	}
	if err == nil {
		err = outside.Save(s.parts.Data, all)
	}
	if err != nil {
		return nil, err
	}
	s.anew()
	return s.list()
}

// glance is how long a keychain may take to say what it holds: the page waits.
const glance = 3 * time.Second

func (s *Servers) list() ([]Server, error) {
	all, err := outside.Load(s.parts.Data)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(s.work, glance)
	defer cancel()
	out := make([]Server, len(all))
	for i, one := range all {
		row := Server{
			Name: one.Name, Command: append([]string{}, one.Command...), URL: one.URL, Header: one.Header,
			Needs: []Need{}, State: "untried", Tools: []string{}, Remarks: []string{},
		}
		for _, name := range one.Needs() {
			row.Needs = append(row.Needs, Need{name, string(s.options(nil, nil).Where(ctx, one, name))})
		}
		s.mu.Lock()
		known, tried := s.known[one.Name]
		s.mu.Unlock()
		if tried && same(known.server, one) {
			row.State, row.TriedAt = "ready", known.at
			row.Tools, row.Remarks = append(row.Tools, known.tools...), append(row.Remarks, known.remarks...)
			if known.failure != nil {
				row.State, row.Problem, row.Hint = "failed", known.failure.Message, known.failure.Hint
			}
		}
		out[i] = row
	}
	return out, nil
}

// options are what servers are begun with; say hears what goes wrong.
func (s *Servers) options(servers []outside.Server, say func(string)) outside.Options {
	return outside.Options{Servers: servers, Environment: s.parts.Environment, Secrets: s.secrets, Version: s.parts.Page.About.Version, Say: say}
}

// learn remembers what came of beginning servers.
func (s *Servers) learn(servers []outside.Server, set *outside.Set) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range servers {
		o := outcome{server: one, at: s.parts.Now().UnixMilli(), remarks: set.Remarks(one.Name)}
		if err := set.Failure(one.Name); err != nil {
			said := page.FaultOf(err)
			o.failure = &said
		}
		for _, t := range set.Tools() {
			if t.Server == one.Name {
				o.tools = append(o.tools, t.Name)
			}
		}
		s.known[one.Name] = o
	}
}
