package proofs

import (
	"context"
	"strings"
	"testing"

	"aipack/backend/packaging/digest"
	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
	"aipack/backend/window/session"
)

// TestARepairGoesOn: a repair that was cut off is not begun again by the next press of
// the button: what was kept is in the plan, what was tried is not tried again, and the
// page hears of both. Where the user has changed the plan in between, it begins anew.
func TestARepairGoesOn(t *testing.T) {
	for name, changed := range map[string]bool{"as it was": false, "with another plan": true} {
		t.Run(name, func(t *testing.T) {
			a, page := atBench(t, t.TempDir())
			a.Proofs.data = t.TempDir()
			run := detected(t, a, page, unpacked(t, a, "node-express")).RunID
			ctx, cut := context.WithCancel(t.Context())
			var proved []string
			prover := once(func(r prove.Request) *prove.Report {
				has := strings.Join(r.Document.Runtime.SystemPackages, " ")
				proved = append(proved, has)
				f := &cause.Failure{Stage: "start", Rule: "missing_system_package", Class: cause.Project, Cause: "after " + has}
				switch has {
				case "":
					f.Edits = []cause.Edit{{Field: "/runtime/system_packages", Value: []string{"git"}}}
					f.Values = []cause.Value{{Name: "SHOP_MODE", Value: "plain"}} // which the user's proofs have from then on
				case "git":
					f.Edits = []cause.Edit{{Field: "/runtime/system_packages", Value: []string{"git", "curl"}}}
				default:
					if ctx.Err() == nil {
						cut() // the window is closed while this is proved
					}
					return &prove.Report{Verdict: prove.Proven}
				}
				return &prove.Report{Verdict: prove.Failed, Failure: f}
			})
			press := func(ctx context.Context) *prove.Report {
				t.Helper()
				request, err := a.Proofs.orders.of(run, ".")
				if err != nil {
					t.Fatal(err)
				}
				request.Document = universalbuild.Normal(request.Document)
				p := a.Proofs.begun([]store.Proof{{ID: session.NewID(), RunID: run, Service: ".", Verdict: "running"}}, digest.Plan{}, request.Dir, func() {})
				found := p.session(ctx, []prove.Request{request})
				defer found.Close()
				_ = p.prove(ctx, prover, []prove.Request{request}, true, found.Session) // the first is cut off
				return reported(t, a, p.rows[0].ID)
			}
			press(ctx)
			if changed {
				if _, err := a.Plan.Apply(run, ".", `[{"field":"/runtime/workdir","value":"/srv"}]`); err != nil {
					t.Fatal(err)
				}
			}
			report := press(t.Context())
			want, tries := ", git, git curl, git curl", 2
			if changed {
				want, tries = ", git, git curl, git, git curl", 1
			}
			if got := strings.Join(proved, ", "); got != want || report.Verdict != prove.Proven || report.Mending == nil || len(report.Mending.Tries) != tries {
				t.Errorf("proved %q, want %q; %s, %+v", got, want, report.Verdict, report.Mending)
			}
		})
	}
}
