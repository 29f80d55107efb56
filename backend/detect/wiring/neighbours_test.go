package wiring

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestAmong holds what is found by a trait against looking at every service:
// the same one, or as surely several.
func TestAmong(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6)) //nolint:gosec // the same services each time
	names := []string{"api", "users-api", "web", "acme-web", "mail", "users"}
	for range 100 {
		var list []Neighbour
		for range random.IntN(9) {
			n := Neighbour{Path: fmt.Sprint("p", random.IntN(5)), Port: 3000 + random.IntN(3), Page: random.IntN(5) == 0}
			for range 1 + random.IntN(2) {
				n.Names = append(n.Names, names[random.IntN(len(names))])
			}
			list = append(list, n)
		}
		ns := Among(list)
		for _, asked := range list {
			for trait := range allOf(asked) {
				var want []string
				for _, n := range list {
					if n.Path != asked.Path && allOf(n)[trait] {
						want = append(want, n.Path)
					}
				}
				var got []string
				for _, n := range ns.with(trait, asked.Path) {
					got = append(got, n.Path)
				}
				if len(want) > 1 && len(got) > 1 {
					continue
				}
				if !slices.Equal(got, want) {
					t.Fatalf("%v beside %s in %v: %v, want %v", trait, asked.Path, list, got, want)
				}
			}
		}
	}
}

// TestLongNames has a project whose name has more words than anybody can pay for
// twice.
func TestLongNames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a-", 200_000) + "api"
	plan := Plan{ID: "web", Neighbours: Among([]Neighbour{{Path: "x", Names: []string{long}}})}
	if n, _ := plan.speaksOf("API_URL"); n.Path != "x" {
		t.Errorf("API_URL speaks of %q", n.Path)
	}
}
