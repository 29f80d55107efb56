package stack

import "aipack/backend/universalbuild"

// Published is a port of a service and the one of the machine that leads to it.
type Published struct {
	universalbuild.Port
	Host int
}

// publish gives each port of each service one of the machine's: the same
// number, or the next that is free.
func publish(members []Member) map[string][]Published {
	type port struct {
		number int
		udp    bool
	}
	taken, all := map[port]bool{}, map[string][]Published{}
	for _, m := range members {
		if !m.Document.Starts() {
			continue
		}
		for _, p := range m.Document.Runtime.Ports {
			at := port{p.Port, p.Protocol == "udp"}
			for taken[at] && at.number < 65535 {
				at.number++
			}
			taken[at] = true
			all[m.Name] = append(all[m.Name], Published{p, at.number})
		}
	}
	return all
}
