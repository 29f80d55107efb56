package wiring

import (
	"cmp"
	"strconv"
	"strings"
)

// Neighbour is a service of the plan that listens somewhere.
type Neighbour struct {
	ID    string   // tells it from the others; "" where its folder does
	Path  string   // its folder
	Names []string // of its folder, of its project
	Port  int
	Page  bool // it is nothing but pages: only browsers ask for it
}

// Neighbours finds services of a plan by what is said of them. It is made once
// for a plan: each service asks for those beside itself. The nil Neighbours are
// none.
type Neighbours struct {
	by map[trait][]Neighbour
}

// trait is something by which a service is found.
type trait struct {
	of, text string
}

// mostAlike is how many services of a trait are kept, two of one ID at most: of
// two that are not the asking one either may be meant, and more say nothing more.
const mostAlike = 4

// mostWords is how many words an ending has at most: no variable's name has more.
const mostWords = 16

// Among are the services of a plan, in its order.
func Among(services []Neighbour) *Neighbours {
	ns := &Neighbours{by: map[trait][]Neighbour{}}
	for _, n := range services {
		n.ID = cmp.Or(n.ID, n.Path)
		for t := range allOf(n) {
			ns.add(n, t)
		}
	}
	return ns
}

// allOf are the traits of a service.
func allOf(n Neighbour) map[trait]bool {
	all := map[trait]bool{{"port", strconv.Itoa(n.Port)}: true}
	if n.Page {
		all[front] = true
	}
	for _, name := range n.Names {
		all[trait{"name", name}] = true
		for _, t := range traitsOf(wordsOf(name)) {
			all[t] = true
			if t == face {
				all[front] = true
			}
		}
	}
	return all
}

func (ns *Neighbours) add(n Neighbour, t trait) {
	alike, same := ns.by[t], 0
	for _, o := range alike {
		if o.ID == n.ID {
			same++
		}
	}
	if len(alike) < mostAlike && same < 2 {
		ns.by[t] = append(alike, n)
	}
}

// with are the services of a trait beside the one of an id; at least two where
// there are more.
func (ns *Neighbours) with(t trait, but string) (found []Neighbour) {
	if ns == nil {
		return nil
	}
	for _, n := range ns.by[t] {
		if n.ID != but {
			found = append(found, n)
		}
	}
	return found
}

// front are the services whose pages browsers are shown: those of nothing but
// pages, and those whose name has the face of a product for its role.
var (
	front = trait{"front", ""}
	face  = trait{"role", "1"}
)

// traitsOf are the traits of a service by the words of its name.
func traitsOf(name []string) (all []trait) {
	short := core(name)
	all = append(all, trait{"core", strings.Join(short, "_")})
	for i := max(1, len(name)-mostWords); i < len(name); i++ {
		all = append(all, trait{"end", strings.Join(name[i:], "_")})
	}
	for i, r := range roles {
		if len(short) == 1 && r[short[0]] || r[name[len(name)-1]] {
			all = append(all, trait{"role", strconv.Itoa(i)})
		}
	}
	return all
}

// traitsMeant are the traits of whom words may speak of, the surest first: a service's
// name but for the words that say nothing (USER_SERVICE_URL speaks of user-api),
// the end of one (acme-api is an API), and the half of a product that it is.
func traitsMeant(about []string) (all []trait) {
	short := core(about)
	all = append(all, trait{"core", strings.Join(short, "_")})
	if !ours[short[len(short)-1]] {
		all = append(all, trait{"end", strings.Join(short, "_")})
	}
	for i, r := range roles {
		if len(short) == 1 && r[short[0]] {
			all = append(all, trait{"role", strconv.Itoa(i)})
		}
	}
	return all
}
