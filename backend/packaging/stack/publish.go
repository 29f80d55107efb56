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
	after := map[port]int{} // of a number that is taken: a higher one, none between is free
	all := map[string][]Published{}
	for _, m := range members {
		if !m.Document.Starts() {
			continue
		}
		for _, p := range m.Document.Runtime.Ports {
			at := port{p.Port, p.Protocol == "udp"}
			var passed []port
			for after[at] != 0 && at.number < 65535 {
				passed = append(passed, at)
				at.number = after[at]
			}
			for _, one := range append(passed, at) {
				after[one] = min(at.number+1, 65535)
			}
			all[m.Name] = append(all[m.Name], Published{p, at.number})
		}
	}
	return all
}
