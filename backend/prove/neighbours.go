package prove

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"

	gateway "github.com/moby/buildkit/frontend/gateway/client"
	gatewaypb "github.com/moby/buildkit/frontend/gateway/pb"

	"aipack/backend/packaging/stack"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/tunnel"
	"aipack/backend/universalbuild"
)

// alone reports whether nobody else is in the program's neighbourhood.
func (s *session) alone() bool {
	return s.neighbourhood == nil || s.nameless || len(s.neighbourhood.others(s.service.Name)) == 0
}

// givesNames reports whether the builder can put names into a container's hosts
// file, by which neighbours are reached.
func givesNames(gw gateway.Client) bool {
	caps := gw.BuildOpts().Caps
	return caps.Supports(gatewaypb.CapGatewayExecExtraHosts) == nil
}

var errNoNames = errors.New("the builder is too old to let containers reach each other by name (Docker 23 and BuildKit 0.11 do)")

// containing is a container in which the neighbours have names.
func (s *session) containing(fixed []string) containing {
	c := containing{network: s.network, fixed: fixed}
	if !s.alone() {
		c.hosts = s.neighbourhood.hosts(s.service.Name)
	}
	return c
}

// join opens the ways to all neighbours, and lets the program begin. Those that
// come later are joined when they come.
func (t *run) join(ctx context.Context) error {
	var err error
	if t.door, err = t.open(ctx); err != nil {
		return err
	}
	for _, p := range t.neighbourhood.others(t.service.Name) {
		select {
		case <-p.started:
			if err := t.lend(p); err != nil {
				return err
			}
		default:
			go func() {
				select {
				case <-p.started:
					_ = t.lend(p) // the program sees that it cannot reach it
				case <-t.gone:
				case <-ctx.Done():
				}
			}()
		}
	}
	return t.letBegin(ctx)
}

// lend makes a neighbour's ports reachable in the program's container.
func (t *run) lend(p *neighbour) error {
	if !p.isThere() {
		return nil // whoever asks for it is refused
	}
	for _, port := range p.ports {
		at := port
		if t.wants(port) {
			at = moved(port)
		}
		err := t.door.way.Lend(fmt.Sprintf("%s:%d", p.address, at), func() (net.Conn, error) { return p.connect(t.service.Name, port) })
		if err != nil {
			return fmt.Errorf("opening the way to %s: %w", p.name, err)
		}
	}
	return t.lendHere(p)
}

// lendHere makes a data service reachable on the program's own machine, where its sources
// ask it there. Of the two addresses of that machine one may be missing.
func (t *run) lendHere(p *neighbour) error {
	for _, local := range t.service.Local {
		if local.Store != p.name {
			continue
		}
		connect := func() (net.Conn, error) { return p.connect(t.service.Name, p.ports[0]) }
		var here error
		for i, host := range []string{"127.0.0.1", "::1"} {
			if err := t.door.way.Lend(net.JoinHostPort(host, strconv.Itoa(local.Port)), connect); err != nil && i == 0 {
				here = err
			}
		}
		if here != nil {
			return fmt.Errorf("opening the way to %s on the program's own machine, port %d: %w", p.name, local.Port, here)
		}
	}
	return nil
}

// isLent reports whether who listens on the program's own machine is us, for a data service.
func (s *session) isLent(listener string) bool {
	return slices.ContainsFunc(s.service.Local, func(l stack.Local) bool {
		return listener == fmt.Sprintf("tcp 127.0.0.1:%d", l.Port) || listener == fmt.Sprintf("tcp ::1:%d", l.Port)
	})
}

// wants reports whether the program itself listens on a port by the plan.
func (s *session) wants(port int) bool {
	return slices.Contains(declaredPorts(nil, s.request.Document), port)
}

// madeUp are the values that the program was given and that nobody but the user
// can know: they have the form of one, and open nothing. Sorted.
func (s *session) madeUp() (names []string) {
	for _, setting := range s.service.Environment {
		if _, own := s.given[setting.Name]; own {
			continue
		}
		for _, name := range stack.References(setting.Value) {
			if s.neighbourhood.whole.Secret(name).MadeUp() {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// movedNeighbours are the services it needs that listen on a port of its own.
func (s *session) movedNeighbours() (list []*neighbour) {
	if s.neighbourhood == nil {
		return nil
	}
	for _, one := range s.neighbourhood.services(s.service) {
		if p := s.neighbourhood.neighbour(one.ID); !p.absent && len(p.ports) > 0 && s.wants(p.ports[0]) {
			list = append(list, p)
		}
	}
	return list
}

// beginning is where the probe waits for its turn.
const beginning = 64998

// letBegin tells the probe that holds the program's place to become it.
func (t *run) letBegin(ctx context.Context) error {
	for until := time.Now().Add(10 * time.Second); ; {
		conn, err := t.door.way.DialHere(beginning)
		if err == nil {
			defer conn.Close()
			t.began = time.Now()
			return nil
		}
		if !errors.Is(err, tunnel.ErrRefused) || time.Now().After(until) {
			return fmt.Errorf("letting the program begin: %w", err)
		}
		if err := t.pause(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
}

// isStarted tells the others how the program is reached. A way to it is open
// where it has neighbours.
func (s *session) isStarted(t *run) {
	if t.door != nil {
		s.self.isStarted(t.door.way.DialHere)
	}
}

// stayFor keeps the program running for its neighbours, and sees whether it
// does.
func (t *run) stayFor(ctx context.Context, others func(context.Context)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	over := make(chan struct{})
	go func() {
		others(ctx)
		close(over)
	}()
	select {
	case <-over:
		return ctx.Err()
	case <-t.gone:
		return t.staged(t.ended())
	}
}

// missing are the neighbours that the plan names and that were not there, for
// people.
func (s *session) missing() (names []string) {
	for _, store := range s.report.Stores {
		if store.State != StoreHealthy && !(store.State == StoreLeftOut && s.reachesOut()) {
			names = append(names, store.ID)
		}
	}
	for _, need := range s.service.Needs {
		if p := s.neighbourhood.neighbour(need.Name); p != nil && p.store == nil && p.failed() != nil {
			names = append(names, need.Name)
		}
	}
	return names
}

// services are the services of the plan that one needs, for whoever explains why
// it failed.
func (n *neighbourhood) services(s stack.Service) (list []cause.Neighbour) {
	names := slices.Clone(s.Mutual)
	for _, need := range s.Needs {
		names = append(names, need.Name)
	}
	for _, name := range names {
		p := n.neighbour(name)
		if p == nil || p.store != nil {
			continue
		}
		one := cause.Neighbour{ID: name, Address: name, Healthy: p.failed() == nil, Absent: p.absent}
		if len(p.ports) > 0 {
			one.Address = fmt.Sprintf("%s:%d", name, p.ports[0])
		}
		if err := p.failed(); err != nil {
			one.Reason = firstLine(err.Error())
		}
		list = append(list, one)
	}
	return list
}

// unasked are the data services that were there, and that the program never
// connected to: neither it nor what ran before it.
func (s *session) unasked() (names []string) {
	for _, store := range s.report.Stores {
		if store.State == StoreHealthy && !store.Asked {
			names = append(names, store.ID)
		}
	}
	return names
}

// told are the data services of a document, as a report has them: those that its service
// shares with others, and those that it has for itself.
func (n *neighbourhood) told(service string, d universalbuild.UniversalBuild) []DataService {
	stores := []DataService{}
	at := slices.IndexFunc(n.whole.Services, func(s stack.Service) bool { return s.Name == service })
	for _, p := range n.list {
		named := p.store != nil && slices.Contains(d.Metadata.BackingServices, p.store.ID)
		if named && (at < 0 || slices.ContainsFunc(n.whole.Services[at].Needs, func(need stack.Need) bool { return need.Name == p.name })) {
			told := p.told()
			told.Asked = p.wasAsked(service)
			stores = append(stores, told)
		}
	}
	for _, id := range stack.Unknown(d) {
		stores = append(stores, DataService{Name: id, ID: id, State: StoreUnknown, Reason: "aipack does not know how to start it"})
	}
	return stores
}
