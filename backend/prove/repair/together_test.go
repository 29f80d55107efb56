package repair

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/prove"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/cause"
)

// together is a group whose reports follow from all its requests.
type together struct {
	proofs int
	judge  func([]prove.Request) []*prove.Report
}

func (g *together) Together(_ context.Context, requests []prove.Request) ([]*prove.Report, error) {
	g.proofs++
	return g.judge(requests), nil
}

// TestServicesAreMendedOneByOne: each beside the others as they stand, with what
// was made up for them, and what helps one may help another.
func TestServicesAreMendedOneByOne(t *testing.T) {
	portOf := func(r prove.Request) int { return r.Document.Runtime.Ports[0].Port }
	g := &together{judge: func(all []prove.Request) []*prove.Report {
		reports := []*prove.Report{well(), well(), well()}
		if all[0].Env["SECRET_KEY"] == "" {
			reports[0] = failed("start", "missing_variable", "It wants SECRET_KEY.")
			reports[0].Failure.Values = []cause.Value{{Name: "SECRET_KEY"}}
			reports[1] = failed("start", "crash", "The first is not there.")
		}
		if portOf(all[2]) != 3000 {
			reports[2] = failed("health", "wrong_port", "It listens on 3000.", port(3000))
		}
		return reports
	}}
	requests := []prove.Request{{Document: document()}, {Document: document()}, {Document: document()}}
	first, _ := g.Together(t.Context(), requests)
	reports, err := Loop{Fix: true}.Together(t.Context(), g, requests, first)
	if err != nil || g.proofs != 3 {
		t.Fatalf("%v, %d proofs", err, g.proofs)
	}
	var got [][]string
	for _, r := range reports {
		got = append(got, append([]string{string(r.Verdict)}, told(r)...))
		if r.Confidence == nil || len(r.Questions) > 0 {
			t.Errorf("how sure it is now: %+v, asked %+v", r.Confidence, r.Questions)
		}
	}
	want := [][]string{{"proven", "missing_variable kept SECRET_KEY"}, {"proven"}, {"proven", "wrong_port kept /runtime/ports/0/port"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if requests[0].Env != nil || portOf(requests[2]) != 8080 || first[0].Verdict != prove.Failed {
		t.Error("what was asked for was changed")
	}
}

// refusing is a group that cannot be proved any more.
type refusing struct{}

func (refusing) Together(context.Context, []prove.Request) ([]*prove.Report, error) {
	return make([]*prove.Report, 1), errors.New("unfit")
}

func TestAGroupThatCannotBeProvedKeepsItsReport(t *testing.T) {
	first := []*prove.Report{failed("health", "wrong_port", "It listens on 3000.", port(3000))}
	reports, err := Loop{Fix: true}.Together(t.Context(), refusing{}, []prove.Request{{Document: document()}}, first)
	if err != nil || reports[0] != first[0] || reports[0].Mending.Tries[0].State != prove.TakenBack {
		t.Errorf("%v, %+v", err, reports[0].Mending)
	}
}

// TestBuilderOf: a repair that goes on proves on a builder of today.
func TestBuilderOf(t *testing.T) {
	a, b := builder.Found{Address: "unix:///a"}, builder.Found{Address: "unix:///b"}
	for name, c := range map[string]struct {
		fleet []builder.Found
		was   builder.Found
		want  string
	}{
		"the same":         {[]builder.Found{a, b}, b, "unix:///b"},
		"another one":      {[]builder.Found{a}, b, "unix:///a"},
		"nobody says more": {nil, b, "unix:///b"},
	} {
		if got := builderOf(prove.Fleet{Builders: c.fleet}, &prove.Report{Builder: c.was}); got.Address != c.want {
			t.Errorf("%s: %s", name, got.Address)
		}
	}
}
