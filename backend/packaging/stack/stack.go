// Package stack says what has to run together so that a plan works: its
// services and the data services that they need, under which names they reach
// each other, which value each variable gets, and what waits for what. It is
// written down as compose.yaml and started by a proof, so that what was proved
// is what is deployed. It does not know how either is done.
package stack

import (
	"maps"
	"slices"

	"aipack/backend/detect/backing"
	"aipack/backend/universalbuild"
)

// Member is a document under the name of its service, unique in the stack.
type Member struct {
	Name     string
	Document universalbuild.UniversalBuild
}

// Whole is a plan with all that it needs. Texts in it are as compose writes them: ${NAME}
// stands for a secret or another value that the user gives, $$ for a dollar.
type Whole struct {
	Services []Service
	Stores   []Store
	Secrets  []Secret // all that texts refer to, by name
}

// Service is a service of the plan.
type Service struct {
	Member
	Environment []Setting   // what its image does not have itself
	Needs       []Need      // what has to be there before it starts
	Mutual      []string    // services that it needs and that need it too: none of them can wait for the other
	Published   []Published // ports that lead to it from outside
	Processes   []Process   // further containers of its image
	Release     string      // name of what runs its release lines once, before it starts; "" for none
	Local       []Local     // data services that its sources ask on its own machine
	Network     string      // the data service whose network it shares for that; "" for none
	Apart       []string    // why one that its sources ask there cannot be there, a sentence each
}

// Local is a data service that a program's sources ask on its own machine.
type Local struct {
	Store string // its name
	Port  int    // at which it is asked
}

// Process is a further process of a service's image under its name.
type Process struct {
	Name string
	universalbuild.Process
}

// Setting is a variable of a service.
type Setting struct {
	Name   string
	Value  string
	Passed bool // it has no value here: it is handed on where the user has set it
	Wired  bool // its value is another's of the plan: an address, an account, a password
}

// Need is something that has to be there first.
type Need struct {
	Name string // of a service or data service
	Well bool   // it has to be healthy; else it is enough that it was started
}

// Store is a data service under its name.
type Store struct {
	Name string
	backing.Service
	Files   []universalbuild.InitialFile // of the repository, that it runs while it has no data
	Called  []string                     // further names of its host, as sources call it
	Network string                       // the data service whose network it shares; "" for one of its own
	owner   string                       // the service that has it for itself; "" where all of the plan have it
}

// Of puts a plan together. Data services that nobody knows are left out.
func Of(members []Member) Whole {
	r := newRenderer(members)
	given := make([][]Setting, len(members))
	for i, m := range members {
		given[i] = r.environment(m)
	}
	order := orderOf(r.told())
	var w Whole
	for i, m := range members {
		s := Service{Member: m, Environment: given[i], Needs: order.needs(i, r.storeName), Mutual: order.mutual(i), Published: r.ports[m.Name]}
		for _, p := range m.Document.Runtime.Processes {
			s.Processes = append(s.Processes, Process{r.unique(m.Name + "-" + word(p.Name)), p})
		}
		if len(m.Document.Runtime.Release) > 0 {
			s.Release = r.unique(m.Name + "-release")
		}
		w.Services = append(w.Services, s)
	}
	for _, h := range r.allHeld() {
		if b, ok := r.backing(h); ok {
			name := r.nameOf(h)
			w.Stores = append(w.Stores, Store{Name: name, Service: b.At(name), Files: r.initial(h), Called: r.called(h), owner: h.owner})
		}
	}
	w.share()
	w.Secrets = r.all(w)
	return w
}

// told are the members with what they depend on: also those whose addresses
// they are given.
func (r *renderer) told() []Member {
	list := slices.Clone(r.members)
	for i := range list {
		needs := &list[i].Document.Metadata.DependsOn
		*needs = slices.Concat(*needs, r.reached[list[i].Name])
	}
	return list
}

// all are the secrets of a stack: those of its services, and those that its
// data services want.
func (r *renderer) all(w Whole) []Secret {
	for _, s := range w.Stores {
		texts := []string{s.Command}
		for _, one := range s.Environment {
			texts = append(texts, one.Value)
		}
		for _, text := range texts {
			for _, name := range References(text) {
				one := Secret{Name: name, Form: passwordForm, Why: "the password that " + s.Title + " is set up with"}
				if own := r.written(held{s.ID, s.owner}); own != nil {
					one.Written = own.Password
				}
				r.secrets.store(one)
			}
		}
	}
	return r.secrets.sorted()
}

// Unknown are the data services of a document that nobody knows how to start,
// sorted.
func Unknown(d universalbuild.UniversalBuild) []string {
	unknown := map[string]bool{}
	for _, id := range d.Metadata.BackingServices {
		if _, ok := backing.Of(id); !ok {
			unknown[id] = true
		}
	}
	return slices.Sorted(maps.Keys(unknown))
}

// Part is the services of these names, in their order, with the data services
// that they need. The rest are the other services of the plan, which these know
// by name.
func (w Whole) Part(names []string) (part Whole, rest []Service) {
	part = Whole{Services: make([]Service, 0, len(names)), Secrets: w.Secrets}
	needed := map[string]bool{}
	for _, name := range names {
		for _, s := range w.Services {
			if s.Name != name {
				continue
			}
			part.Services = append(part.Services, s)
			for _, id := range s.Document.Metadata.BackingServices {
				needed[id] = true
			}
		}
	}
	for _, s := range w.Services {
		if !slices.Contains(names, s.Name) {
			rest = append(rest, s)
		}
	}
	for _, s := range w.Stores {
		if needed[s.ID] {
			part.Stores = append(part.Stores, s)
		}
	}
	return part, rest
}

// Secret gives what a text refers to by its name.
func (w Whole) Secret(name string) Secret {
	i := slices.IndexFunc(w.Secrets, func(s Secret) bool { return s.Name == name })
	if i < 0 {
		return Secret{Name: name}
	}
	return w.Secrets[i]
}

// Service gives a service by its document's path.
func (w Whole) Service(path string) (Service, bool) {
	i := slices.IndexFunc(w.Services, func(one Service) bool { return one.Document.Metadata.Path == path })
	if i < 0 {
		return Service{}, false
	}
	return w.Services[i], true
}

// Store gives a data service by its name.
func (w Whole) Store(name string) (Store, bool) {
	i := slices.IndexFunc(w.Stores, func(one Store) bool { return one.Name == name })
	if i < 0 {
		return Store{}, false
	}
	return w.Stores[i], true
}
