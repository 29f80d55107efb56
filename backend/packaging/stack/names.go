package stack

import (
	"strconv"
	"strings"
)

// names are the host names of a stack.
type names struct {
	services map[string]bool
	taken    map[string]bool // by any container
}

func newNames(members []Member) names {
	n := names{map[string]bool{}, map[string]bool{}}
	for _, m := range members {
		n.services[m.Name], n.taken[m.Name] = true, true
	}
	for _, m := range members {
		for _, id := range m.Document.Metadata.BackingServices {
			n.taken[n.store(id)] = true
		}
	}
	return n
}

// store is a data service's name. A service of the plan may have it already.
func (n names) store(id string) string {
	if n.services[id] {
		return id + "-server"
	}
	return id
}

// unique gives a name that nothing of the stack has yet.
func (n names) unique(name string) string {
	free := name
	for i := 2; n.taken[free]; i++ {
		free = name + "-" + strconv.Itoa(i)
	}
	n.taken[free] = true
	return free
}

// word writes the name of a process as one of a host.
func word(name string) string {
	out := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return '-'
	}, strings.ToLower(name))
	if out = strings.Trim(out, "-"); out == "" {
		return "process"
	}
	return out
}
