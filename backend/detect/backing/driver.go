package backing

import (
	"sort"
	"strings"
	"sync"
)

// driverIndex is the table of drivers turned around.
type driverIndex struct {
	exact    map[string][]string
	prefixes []driverPrefix // longest first
}

type driverPrefix struct{ prefix, kind string }

// driversByName is made when the first service is asked for its backing.
var driversByName = sync.OnceValue(func() driverIndex {
	d := driverIndex{exact: map[string][]string{}}
	kinds := make([]string, 0, len(drivers))
	for kind := range drivers {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	for _, kind := range kinds {
		for _, name := range drivers[kind] {
			if prefix, ok := strings.CutSuffix(name, "*"); ok {
				d.prefixes = append(d.prefixes, driverPrefix{prefix, kind})
				continue
			}
			d.exact[name] = append(d.exact[name], kind)
		}
	}
	sort.SliceStable(d.prefixes, func(i, j int) bool { return len(d.prefixes[i].prefix) > len(d.prefixes[j].prefix) })
	return d
})

// OfDriver gives the data services that a client library is for, by the name
// that its registry gives it.
func OfDriver(name string) []string {
	table := driversByName()
	if kinds, ok := table.exact[name]; ok {
		return kinds
	}
	if kinds, ok := table.exact[strings.ToLower(name)]; ok {
		return kinds
	}
	for _, p := range table.prefixes {
		if strings.HasPrefix(name, p.prefix) {
			return []string{p.kind}
		}
	}
	return nil
}
