package stack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"aipack/backend/universalbuild"
)

// TestCircles holds the parts of random graphs against what can be reached from
// where, asked place by place.
func TestCircles(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same graphs each time
	for range 300 {
		to := make([][]int, 1+random.IntN(9))
		for i := range to {
			for range random.IntN(3) {
				to[i] = append(to[i], random.IntN(len(to)))
			}
		}
		var reaches func(from, goal int, seen map[int]bool) bool
		reaches = func(from, goal int, seen map[int]bool) bool {
			if from == goal {
				return true
			}
			seen[from] = true
			return slices.ContainsFunc(to[from], func(next int) bool { return !seen[next] && reaches(next, goal, seen) })
		}
		part := circles(to)
		for a := range to {
			for b := range to {
				both := reaches(a, b, map[int]bool{}) && reaches(b, a, map[int]bool{})
				if both != (part[a] == part[b]) {
					t.Fatalf("%v: %d and %d in parts %v", to, a, b, part)
				}
			}
		}
	}
}

// TestPublish gives random ports to services and looks for the next free number
// one by one.
func TestPublish(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // the same ports each time
	for range 100 {
		var members []Member
		for i := range 1 + random.IntN(40) {
			m := Member{Name: fmt.Sprint("m", i)}
			m.Document.Runtime.Command = []string{"run"}
			for range random.IntN(4) {
				p := universalbuild.Port{Port: 65520 + random.IntN(16)}
				if random.IntN(4) == 0 {
					p = universalbuild.Port{Port: 53 + random.IntN(3), Protocol: "udp"}
				}
				m.Document.Runtime.Ports = append(m.Document.Runtime.Ports, p)
			}
			members = append(members, m)
		}
		got, taken := publish(members), map[string]bool{}
		for _, m := range members {
			for i, p := range m.Document.Runtime.Ports {
				want := p.Port
				for taken[fmt.Sprint(want, p.Protocol)] && want < 65535 {
					want++
				}
				taken[fmt.Sprint(want, p.Protocol)] = true
				if host := got[m.Name][i].Host; host != want {
					t.Fatalf("%s %v: %d, want %d", m.Name, p, host, want)
				}
			}
		}
	}
}
