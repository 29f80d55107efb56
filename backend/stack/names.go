package stack

import (
	"strconv"
	"strings"

	"aipack/backend/backing"
	"aipack/backend/universalbuild"
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

// needs gives what has to be there before a member: its data services, and
// those services of the plan that it depends on, unless they need it too.
func needs(m Member, members []Member, n names) (list []Need) {
	add := func(one Need) {
		for _, known := range list {
			if known.Name == one.Name {
				return
			}
		}
		list = append(list, one)
	}
	for _, id := range sorted(m.Document.Metadata.BackingServices) {
		if b, ok := backing.Of(id); ok {
			add(Need{Name: n.store(id), Well: len(b.Health) > 0})
		}
	}
	for _, other := range members {
		if other.Name == m.Name || !dependsOn(m, other) || reaches(other, m, members, map[string]bool{}) {
			continue
		}
		add(Need{Name: other.Name, Well: other.Document.Runtime.Healthcheck != nil && other.Document.Starts()})
	}
	return list
}

// mutual gives the services of the plan that a member needs and that need it
// too, over any number of others.
func mutual(m Member, members []Member) (list []string) {
	for _, other := range members {
		if other.Name != m.Name && dependsOn(m, other) && reaches(other, m, members, map[string]bool{}) {
			list = append(list, other.Name)
		}
	}
	return list
}

func dependsOn(m, other Member) bool {
	for _, path := range m.Document.Metadata.DependsOn {
		if path == other.Document.Metadata.Path {
			return path != m.Document.Metadata.Path && other.Document.Metadata.Kind != universalbuild.CLI
		}
	}
	return false
}

// reaches reports whether from needs to, over any number of others.
func reaches(from, to Member, members []Member, seen map[string]bool) bool {
	if from.Name == to.Name {
		return true
	}
	if seen[from.Name] {
		return false
	}
	seen[from.Name] = true
	for _, next := range members {
		if dependsOn(from, next) && reaches(next, to, members, seen) {
			return true
		}
	}
	return false
}
