package main

import (
	"fmt"
	"hash/fnv"
	"path/filepath"
)

// place is where a lab's parts are found: each state folder has a registry, a
// bridge and a network of its own, so that the labs of two work trees do not
// meet.
type place struct{ registry, bridge, subnet string }

func placeOf(dir string) place {
	h := fnv.New32a()
	h.Write([]byte(dir))
	n := h.Sum32() % 200
	return place{
		registry: fmt.Sprintf("127.0.0.1:%d", 5100+n),
		bridge:   fmt.Sprintf("aipacklab%d", n),
		subnet:   fmt.Sprintf("10.90.%d.0/24", n),
	}
}

func (l lab) path(name string) string { return filepath.Join(l.dir, name) }

// address is where buildkitd listens.
func (l lab) address() string { return "unix://" + l.path("buildkitd.sock") }
