package prove

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"aipack/backend/packaging/stack"
	"aipack/backend/prove/handover"
	"aipack/backend/prove/tunnel"
	"aipack/backend/universalbuild"
)

// neighbourhood is everything that runs side by side in one proof. The
// containers have no network: what one asks another goes through us, under the
// names and ports of compose.yaml.
type neighbourhood struct {
	whole   stack.Whole
	list    []*neighbour             // services, then data services, each under its name
	project func() (*os.Root, error) // opens the project's folder
	instead map[string][]byte        // what is proved in place of its files
	values  map[string]string        // what was generated for the proof, by its name; written down nowhere
}

// neighbour is where a service or data service can be reached, once it is there.
type neighbour struct {
	name    string
	called  []string // its further names
	address string   // that stands for it in the containers of the others
	ports   []int
	absent  bool          // a service of the plan that is not proved
	started chan struct{} // closed when it was started, or never will be
	healthy chan struct{} // closed when it is healthy, or never will be
	done    chan struct{} // closed when all has been seen of it that is to be seen

	mu    sync.Mutex
	dial  func(port int) (net.Conn, error) // nil: it is not there
	fault error                            // why it is unhealthy; read once healthy is closed
	store *DataService                     // what is said of a data service; nil for a service
	asked map[string]bool                  // services that have connected to it, by name
}

// errAbsent is why a service of the plan is not there that is not proved.
var errAbsent = errors.New("it was not started: it is a service of the plan that is not proved this time")

// newNeighbourhood gives everybody a place, those too that are known by name
// alone.
func newNeighbourhood(w stack.Whole, absent []stack.Service) *neighbourhood {
	n := &neighbourhood{whole: w, values: map[string]string{}}
	for _, s := range w.Secrets { // before anything starts: every log is masked with all of them
		n.values[s.Name] = s.Generate()
	}
	add := func(name string, store *DataService, ports ...int) {
		n.list = append(n.list, &neighbour{
			name: name, address: fmt.Sprintf("127.77.%d.%d", (len(n.list)+2)/250, (len(n.list)+2)%250), ports: ports, store: store,
			started: make(chan struct{}), healthy: make(chan struct{}), done: make(chan struct{}),
		})
	}
	for _, s := range w.Services {
		add(s.Name, nil, declaredPorts(nil, s.Document)...)
	}
	for _, s := range absent {
		add(s.Name, nil, declaredPorts(nil, s.Document)...)
		last := n.list[len(n.list)-1]
		last.absent = true
		last.isDone(errAbsent)
	}
	for _, s := range w.Stores {
		add(s.Name, &DataService{Name: s.Name, ID: s.ID, Image: s.Image, State: StoreStarting}, s.Port)
		n.list[len(n.list)-1].called = s.Called
	}
	return n
}

// neighbour gives the one of a name; nil for one that is not in the plan.
func (n *neighbourhood) neighbour(name string) *neighbour {
	if i := slices.IndexFunc(n.list, func(p *neighbour) bool { return p.name == name }); i >= 0 {
		return n.list[i]
	}
	return nil
}

// expand puts in what the references of a text stand for in this proof.
func (n *neighbourhood) expand(text string) string {
	return stack.Expand(text, func(name string) string { return n.values[name] })
}

// environment is what a service is given by the plan, without what the user
// gives it for the proof.
func (n *neighbourhood) environment(settings []stack.Setting, own map[string]string) map[string]string {
	env := map[string]string{}
	for _, s := range settings {
		if _, given := own[s.Name]; !given && !s.Passed {
			env[s.Name] = n.expand(s.Value)
		}
	}
	return env
}

// hidden are the generated values, and the passwords that the sources have; not one that
// is a word of every log, such as the account's own name: nothing would be left of it.
func (n *neighbourhood) hidden() (list []string) {
	for _, s := range n.whole.Secrets {
		if value := n.values[s.Name]; s.Written == nil || len(value) >= 6 && !universalbuild.Placeholder(value) && !n.names(value) {
			list = append(list, value)
		}
	}
	slices.Sort(list)
	return list
}

// names reports whether a word is the name of a data service, its account or its database.
func (n *neighbourhood) names(word string) bool {
	return slices.ContainsFunc(n.whole.Stores, func(s stack.Store) bool {
		return word == s.ID || word == s.Name || word == s.User || word == s.Database || word == s.Scheme || word == "password"
	})
}

// readWritten takes the passwords that only the sources have out of them.
func (n *neighbourhood) readWritten() error {
	for _, s := range n.whole.Secrets {
		if s.Written != nil {
			word, err := handover.Word(n.project, *s.Written)
			if err != nil {
				return err
			}
			n.values[s.Name] = word
		}
	}
	return nil
}

// hosts are the names that one of them knows: its own, and those of all others.
func (n *neighbourhood) hosts(own string) map[string]string {
	hosts := map[string]string{own: tunnel.Here}
	for _, p := range n.list {
		if p.name != own {
			hosts[p.name] = p.address
			for _, name := range p.called {
				hosts[name] = p.address
			}
		}
	}
	return hosts
}

// others are the places beside one's own.
func (n *neighbourhood) others(own string) []*neighbour {
	return slices.DeleteFunc(slices.Clone(n.list), func(p *neighbour) bool { return p.name == own })
}

// await waits for what one needs. The error is the context's: what could not
// be started is said elsewhere, and the program is tried without it.
func (n *neighbourhood) await(ctx context.Context, needs []stack.Need, tell func(waiting string)) error {
	for _, need := range needs {
		p := n.neighbour(need.Name)
		if p == nil {
			continue
		}
		there := p.started
		if need.Well {
			there = p.healthy
		}
		select {
		case <-there:
			continue
		default:
			tell("for " + need.Name + " to be " + condition(need))
		}
		select {
		case <-there:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// lacking are those of what one needs that are not there, once they were waited
// for.
func (n *neighbourhood) lacking(needs []stack.Need) (names []string) {
	for _, need := range needs {
		if p := n.neighbour(need.Name); p != nil && (!p.isThere() || p.failed() != nil) {
			names = append(names, need.Name)
		}
	}
	return names
}

func condition(n stack.Need) string {
	if n.Well {
		return "healthy"
	}
	return "started"
}

// all waits until nobody is looked at any more.
func (n *neighbourhood) all(ctx context.Context) {
	for _, p := range n.list {
		if p.store != nil {
			continue
		}
		select {
		case <-p.done:
		case <-ctx.Done():
			return
		}
	}
}

// isStarted says that it runs, and how it is reached.
func (p *neighbour) isStarted(dial func(port int) (net.Conn, error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dial = dial
	closed(p.started)
}

// isHealthy says that it is healthy.
func (p *neighbour) isHealthy() {
	p.mu.Lock()
	defer p.mu.Unlock()
	closed(p.healthy)
}

// isDone says that no more is to be seen of it, and what became of it. What was
// said first stays.
func (p *neighbour) isDone(fault error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault == nil {
		p.fault = fault
	}
	closed(p.started)
	closed(p.healthy)
	closed(p.done)
}

// isGone says that it cannot be reached any more.
func (p *neighbour) isGone() {
	p.mu.Lock()
	p.dial = nil
	p.mu.Unlock()
}

var errNotThere = errors.New("it is not there")

// connect goes to one of its ports for a service.
func (p *neighbour) connect(service string, port int) (net.Conn, error) {
	p.mu.Lock()
	dial := p.dial
	p.mu.Unlock()
	if dial == nil {
		return nil, errNotThere
	}
	conn, err := dial(port)
	if err == nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.asked == nil {
			p.asked = map[string]bool{}
		}
		p.asked[service] = true
	}
	return conn, err
}

// isThere reports whether it can be reached.
func (p *neighbour) isThere() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dial != nil
}

// wasAsked reports whether a service has connected to it.
func (p *neighbour) wasAsked(service string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked[service]
}

// failed is why it is unhealthy; nil where it is, or nobody knows yet.
func (p *neighbour) failed() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.fault
}

// closed closes a channel that may be closed already. The caller holds the lock.
func closed(c chan struct{}) {
	select {
	case <-c:
	default:
		close(c)
	}
}

// moved is the port under which a neighbour's is lent to a program that has
// the same one: both would want it on the one loopback interface.
func moved(port int) int {
	if port < 55536 {
		return port + 10000
	}
	return port - 10000
}

// instead puts the port of a neighbour that had to move into the texts that
// lead to it.
func instead(env map[string]string, name string, port int) {
	leads := regexp.MustCompile(`(^|[^\w.-])` + regexp.QuoteMeta(name) + `:` + strconv.Itoa(port) + `\b`)
	for key, value := range env {
		env[key] = leads.ReplaceAllString(value, "${1}"+strings.ReplaceAll(name, "$", "$$")+":"+strconv.Itoa(moved(port)))
	}
}
