package proofs

import (
	"time"

	"aipack/backend/prove/lint"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
	"aipack/backend/window/variables"
)

// New makes what the page may call, and what the program does with it: both
// give what is under way and end it when the window closes.
func New(link *page.Link, history *session.Store, runs *session.Registry, given *variables.Book, models Models, check lint.Checker, data string, now func() time.Time) (*Proofs, *Previews) {
	o := &orders{registry: runs, values: given}
	ps := &Proofs{page: link, store: history, orders: o, models: models, lint: check, data: data, now: now, running: map[string]*round{}}
	return ps, &Previews{page: link, orders: o, now: now, running: map[string]*kept{}, starting: map[string]launch{}}
}

// The page can call none of these: they are no methods of what is bound.

// UnderWay are the proofs and previews that run.
func UnderWay(ps *Proofs, vs *Previews) []session.UnderWay {
	return append(ps.underWay(), vs.underWay()...)
}

// Proving reports whether a proof is under way.
func Proving(ps *Proofs) bool { return len(ps.underWay()) > 0 }

// Cancel ends proofs, and previews that are starting; the window is closing.
func Cancel(ps *Proofs, vs *Previews) {
	ps.cancel()
	vs.cancel()
}

// StopPreviews ends those that run. An engine may take its time.
func StopPreviews(vs *Previews) { vs.stopAll() }

// underWay are the proofs that run.
func (ps *Proofs) underWay() []session.UnderWay {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	var out []session.UnderWay
	seen := map[*round]bool{}
	for _, r := range ps.running {
		if seen[r] {
			continue
		}
		seen[r] = true
		first := &r.rows[0] // what a proof comes to is written meanwhile
		one := session.UnderWay{Kind: "proof", ID: first.ID, RunID: first.RunID, Service: first.Service, Services: len(r.rows), StartedAt: first.StartedAt}
		if len(r.rows) > 1 {
			one.Service = ""
		}
		out = append(out, one)
	}
	return out
}

// underWay are the previews that start or run.
func (ps *Previews) underWay() []session.UnderWay {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	var out []session.UnderWay
	for id, l := range ps.starting {
		out = append(out, session.UnderWay{Kind: "preview", ID: id, RunID: l.runID, Service: l.service, Services: 1, StartedAt: l.at.UnixMilli()})
	}
	for id, k := range ps.running {
		if k.ended {
			continue
		}
		out = append(out, session.UnderWay{
			Kind: "preview", ID: id, RunID: k.RunID, Service: k.Service, Services: 1, StartedAt: k.at.UnixMilli(),
			Ready: true, Opens: len(k.Pages) > 0,
		})
	}
	return out
}
