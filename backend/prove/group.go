package prove

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/moby/buildkit/solver/pb"

	"aipack/backend/packaging/export"
	"aipack/backend/packaging/stack"
	"aipack/backend/universalbuild"
)

// Prove builds, starts and probes one service, with the data services beside it
// that it needs by the plan. The error is for what kept it from trying; what the
// service did wrong is in the report.
func (p Prover) Prove(ctx context.Context, r Request) (*Report, error) {
	reports, err := p.Together(ctx, []Request{r})
	return reports[0], err
}

// Together proves services that need each other: one after the other is built
// and started when what it needs is there, and all of them run until the last
// one was looked at. Each is reached under its name in compose.yaml, and so are
// the data services. There is a report for each request, nil for one that could
// not be tried.
func (p Prover) Together(ctx context.Context, requests []Request) ([]*Report, error) {
	n := newNeighbourhood(wholeOf(requests))
	n.project, n.instead = requests[0].project, map[string][]byte{}
	for _, r := range requests {
		maps.Copy(n.instead, r.Files)
	}
	if err := n.readWritten(); err != nil {
		return make([]*Report, len(requests)), err
	}
	n.leaveOut(requests)
	beside, end := context.WithCancel(ctx)
	var stores, services sync.WaitGroup
	for _, store := range n.whole.Stores {
		if at := n.neighbour(store.Name); at.told().State == StoreStarting {
			stores.Go(func() { p.keep(beside, n, store) })
		} else {
			p.tellDataService(at, "left out")
		}
	}
	reports, errs := make([]*Report, len(requests)), make([]error, len(requests))
	gate := make(chan struct{}, 1) // two builds at once take twice the memory, and no less time
	for i, r := range requests {
		services.Go(func() { reports[i], errs[i] = p.one(ctx, r, n, i, gate) })
	}
	services.Wait()
	end()
	stores.Wait()
	return reports, errors.Join(errs...)
}

// wholeOf is the plan of what is proved, and the services of it that are not.
// All of them together say what each is called.
func wholeOf(requests []Request) (stack.Whole, []stack.Service) {
	var documents []universalbuild.UniversalBuild
	for _, r := range requests {
		documents = append(documents, r.Document)
	}
	for _, r := range requests {
		for _, d := range r.Beside {
			if !slices.ContainsFunc(documents, func(o universalbuild.UniversalBuild) bool { return o.Metadata.Path == d.Metadata.Path }) {
				documents = append(documents, d)
			}
		}
	}
	members, names := make([]stack.Member, len(documents)), []string{}
	for i, placed := range export.Place(documents) {
		members[i] = stack.Member{Name: placed.Name, Document: placed.Document}
		if i < len(requests) {
			names = append(names, placed.Name)
		}
	}
	return stack.Of(members).Part(names)
}

// equip gives a service what the plan gives it.
func (n *neighbourhood) equip(r Request, s stack.Service) Request {
	env := n.environment(s.Environment, r.Env)
	for _, p := range n.others(s.Name) {
		if p.absent {
			continue
		}
		for _, port := range p.ports {
			if slices.Contains(declaredPorts(nil, r.Document), port) {
				instead(env, p.name, port)
			}
		}
	}
	maps.Copy(env, r.Env)
	r.Env, r.hidden = env, n.hidden()
	return r
}

// leaveOut does not start the data services that the user has given variables
// for: they lead to another one.
func (n *neighbourhood) leaveOut(requests []Request) {
	for i, s := range n.whole.Services {
		for _, setting := range s.Environment {
			if _, given := requests[i].Env[setting.Name]; !given {
				continue
			}
			for _, p := range n.list {
				if p.store != nil && leadsTo(setting.Value, p.name) {
					p.says(func(told *DataService) {
						told.State, told.Reason = StoreLeftOut, setting.Name+" was given for the proof, which leads elsewhere"
					})
					p.isDone(nil)
				}
			}
		}
	}
}

// reachesOut reports whether the program has a network, so that what the user
// gave it can lead to a data service.
func (s *session) reachesOut() bool { return s.network != pb.NetMode_NONE }

// leadsTo reports whether a text names a host.
func leadsTo(text, host string) bool {
	return slices.Contains(strings.FieldsFunc(text, func(r rune) bool {
		return !(r == '-' || r == '.' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r))
	}), host)
}
