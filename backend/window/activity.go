package window

import (
	"cmp"
	"path/filepath"
	"slices"

	"aipack/backend/window/page"
)

// Under is what is under way: analyses, proofs and previews of any project.
type Under struct {
	page     *page.Link
	memory   *memory
	proofs   *Proofs
	previews *Previews
}

// UnderWay is one thing that is under way.
type UnderWay struct {
	Kind      string `json:"kind"`    // analysis, proof, preview
	ID        string `json:"id"`      // what stopping it wants
	RunID     string `json:"run_id"`  // whose it is
	Service   string `json:"service"` // path within the project; "" for an analysis, and for a proof of several
	Services  int    `json:"services"`
	Name      string `json:"name"` // of the project
	StartedAt int64  `json:"started_at"`
	Ready     bool   `json:"ready"` // a preview that runs
	Opens     bool   `json:"opens"` // it has a page
}

// List gives what is under way, the newest first.
func (u *Under) List() ([]UnderWay, error) {
	return page.Guard(u.page, "Under.List", func() ([]UnderWay, error) { return u.list(), nil })
}

func (u *Under) list() []UnderWay {
	out := u.memory.underWayNow()
	out = append(out, u.proofs.underWay()...)
	out = append(out, u.previews.underWay()...)
	for i, one := range out {
		if one.Name == "" {
			out[i].Name = u.memory.name(one.RunID)
		}
	}
	slices.SortFunc(out, func(a, b UnderWay) int {
		return cmp.Or(cmp.Compare(b.StartedAt, a.StartedAt), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
	return out
}

func (m *memory) underWayNow() []UnderWay {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := []UnderWay{}
	for id, r := range m.runs {
		if r.running.Load() {
			out = append(out, UnderWay{Kind: "analysis", ID: id, RunID: id, Name: filepath.Base(r.row.Path), StartedAt: r.row.StartedAt})
		}
	}
	return out
}

// name is what the project of a run is called.
func (m *memory) name(runID string) string {
	r, err := m.run(runID)
	if err != nil {
		return ""
	}
	return r.row.Name
}

func (ps *Proofs) underWay() []UnderWay {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	var out []UnderWay
	seen := map[*round]bool{}
	for _, r := range ps.running {
		if seen[r] {
			continue
		}
		seen[r] = true
		first := &r.rows[0] // what a proof comes to is written meanwhile
		one := UnderWay{Kind: "proof", ID: first.ID, RunID: first.RunID, Service: first.Service, Services: len(r.rows), StartedAt: first.StartedAt}
		if len(r.rows) > 1 {
			one.Service = ""
		}
		out = append(out, one)
	}
	return out
}

func (ps *Previews) underWay() []UnderWay {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	var out []UnderWay
	for id, l := range ps.starting {
		out = append(out, UnderWay{Kind: "preview", ID: id, RunID: l.runID, Service: l.service, Services: 1, StartedAt: l.at.UnixMilli()})
	}
	for id, k := range ps.running {
		if k.ended {
			continue
		}
		out = append(out, UnderWay{Kind: "preview", ID: id, RunID: k.RunID, Service: k.Service, Services: 1, StartedAt: k.at.UnixMilli(), Ready: true, Opens: len(k.Pages) > 0})
	}
	return out
}
