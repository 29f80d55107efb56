package extract

import (
	"sort"
	"strings"
	"sync"
)

// drivers is the table of drivers turned around.
type drivers struct {
	exact    map[string][]string
	prefixes []driverPrefix // longest first
}

type driverPrefix struct{ prefix, kind string }

// driverIndex is made when the first service is asked for its backing.
var driverIndex = sync.OnceValue(func() drivers {
	d := drivers{exact: map[string][]string{}}
	kinds := make([]string, 0, len(driversOfBacking))
	for kind := range driversOfBacking {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	for _, kind := range kinds {
		for _, name := range driversOfBacking[kind] {
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
