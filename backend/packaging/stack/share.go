package stack

import (
	"fmt"
	"slices"

	"aipack/backend/detect/backing"
	"aipack/backend/universalbuild"
)

// called are the names that the sources have for a data service's host beside its own,
// as far as nothing else has them.
func (r *renderer) called(h held) (names []string) {
	for _, s := range r.setups(h) {
		if s.Written == nil || s.Written.Host == "" || universalbuild.OwnMachine(s.Written.Host) {
			continue
		}
		if host := s.Written.Host; !r.taken[host] {
			r.taken[host] = true
			names = append(names, host)
		}
	}
	return names
}

// room is a network that several containers share: what one listens on, the others reach
// on their own machine.
type room struct {
	holder string         // the data service whose network it is
	ports  map[int]string // who listens where
}

// share brings programs that ask a data service on their own machine together with it:
// they share its network, for it has to be there before them. What would listen on a port
// that somebody has there already stays apart.
func (w *Whole) share() {
	rooms := map[string]*room{}
	of := func(name string, ports ...int) *room {
		if rooms[name] == nil {
			one := &room{ports: map[int]string{}}
			for _, p := range ports {
				one.ports[p] = name
			}
			rooms[name] = one
		}
		return rooms[name]
	}
	for i := range w.Services {
		s := &w.Services[i]
		for _, setup := range s.Document.Metadata.DataSetup {
			at := slices.IndexFunc(w.Stores, func(one Store) bool { return one.ID == setup.Service && one.owner == s.Name })
			if at < 0 {
				at = slices.IndexFunc(w.Stores, func(one Store) bool { return one.ID == setup.Service && one.owner == "" })
			}
			if at < 0 || setup.Written == nil || !universalbuild.OwnMachine(setup.Written.Host) {
				continue
			}
			store := w.Stores[at]
			mine, its := of(s.Name, tcpPorts(s.Document)...), of(store.Name, store.Port)
			if port, who := clash(mine, its); who != "" {
				s.Apart = append(s.Apart, fmt.Sprintf("its sources ask %s on its own machine, where %s listens on port %d already", store.Title, who, port))
				continue
			}
			if its.holder == "" {
				its.holder = store.Name
			}
			if mine.holder == "" {
				mine.holder = its.holder
			}
			for port, who := range its.ports {
				mine.ports[port] = who
			}
			for name, one := range rooms {
				if one == its {
					rooms[name] = mine
				}
			}
			s.Local = append(s.Local, Local{store.Name, asked(setup, store)})
		}
	}
	for i, s := range w.Services {
		if one := rooms[s.Name]; one != nil {
			w.Services[i].Network = one.holder
		}
	}
	for i, s := range w.Stores {
		if one := rooms[s.Name]; one != nil && one.holder != s.Name {
			w.Stores[i].Network = one.holder
		}
	}
}

// clash gives a port that two networks have, and whose it is in the one that stands; ""
// for none, and for one network.
func clash(mine, its *room) (port int, who string) {
	if mine == its {
		return 0, ""
	}
	for p := range its.ports {
		if name, both := mine.ports[p]; both && (who == "" || p < port) {
			port, who = p, name
		}
	}
	return port, who
}

// asked is the port at which the sources ask a data service.
func asked(setup universalbuild.DataSetup, store Store) int {
	if setup.Written.Port != 0 {
		return setup.Written.Port
	}
	return backing.Known(store.ID).Port
}

func tcpPorts(d universalbuild.UniversalBuild) (list []int) {
	for _, p := range d.Runtime.Ports {
		if isTCP(p) {
			list = append(list, p.Port)
		}
	}
	return list
}

// Sharing are the services and data services that share a data service's network, by
// their names, and the ports that lead to them.
func (w Whole) Sharing(holder string) (names []string, ports []Published) {
	for _, s := range w.Services {
		if s.Network == holder {
			names = append(names, s.Name)
			ports = append(ports, s.Published...)
		}
	}
	for _, s := range w.Stores {
		if s.Network == holder {
			names = append(append(names, s.Name), s.Called...)
		}
	}
	return names, ports
}
