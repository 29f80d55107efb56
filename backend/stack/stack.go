// Package stack says what has to run together so that a plan works: its
// services and the data services that they need, under which names they reach
// each other, which value each variable gets, and what waits for what. It is
// written down as compose.yaml and started by a proof, so that what was proved
// is what is deployed. It does not know how either is done.
package stack

import (
	"maps"
	"slices"

	"aipack/backend/backing"
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
}

// Service is a service of the plan.
type Service struct {
	Member
	Environment []Setting // what its image does not have itself
	Needs       []Need    // what has to be there before it starts
	Mutual      []string  // services that it needs and that need it too: none of them can wait for the other
}

// Setting is a variable of a service.
type Setting struct {
	Name   string
	Value  string
	Passed bool // it has no value here: it is handed on where the user has set it
}

// Need is something that has to be there first.
type Need struct {
	Name string // of a service or data service
	Well bool   // it has to be well; else it is enough that it was started
}

// Store is a data service under its name.
type Store struct {
	Name string
	backing.Service
}

// Of puts a plan together. Data services that nobody knows are left out.
func Of(members []Member) Whole {
	n := newNames(members)
	var w Whole
	for _, m := range members {
		w.Services = append(w.Services, Service{Member: m, Environment: environment(m.Document, n.store), Needs: needs(m, members, n), Mutual: mutual(m, members)})
	}
	var ids []string
	for _, m := range members {
		ids = append(ids, m.Document.Metadata.BackingServices...)
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if b, ok := backing.Of(id); ok {
			w.Stores = append(w.Stores, Store{Name: n.store(id), Service: b.At(n.store(id))})
		}
	}
	return w
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

// Given are the names of all values that the user gives, sorted.
func (w Whole) Given() []string {
	given := map[string]bool{}
	take := func(text string) {
		for _, name := range References(text) {
			given[name] = true
		}
	}
	for _, one := range w.Services {
		for _, v := range one.Environment {
			take(v.Value)
		}
	}
	for _, one := range w.Stores {
		take(one.Command)
		for _, v := range one.Service.Environment {
			take(v.Value)
		}
	}
	return slices.Sorted(maps.Keys(given))
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
