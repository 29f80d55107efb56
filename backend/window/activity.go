package window

import (
	"aipack/backend/window/page"
	"aipack/backend/window/session"
	"cmp"
	"path/filepath"
	"slices"
)

// Under is what is under way: analyses, proofs and previews of any project.
type Under struct {
	page     *page.Link
	memory   *memory
	proofs   *Proofs
	previews *Previews
}

// List gives what is under way, the newest first.
func (u *Under) List() ([]session.UnderWay, error) {
	return page.Guard(u.page, "Under.List", func() ([]session.UnderWay, error) { return u.list(), nil })
}

func (u *Under) list() []session.UnderWay {
	out := u.memory.underWayNow()
	out = append(out, u.proofs.underWay()...)
	out = append(out, u.previews.underWay()...)
	for i, one := range out {
		if one.Name == "" {
			out[i].Name = u.memory.name(one.RunID)
		}
	}
	slices.SortFunc(out, func(a, b session.UnderWay) int {
		return cmp.Or(cmp.Compare(b.StartedAt, a.StartedAt), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
	})
	return out
}

func (m *memory) underWayNow() []session.UnderWay {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := []session.UnderWay{}
	for id, r := range m.runs {
		if r.running.Load() {
			out = append(out, session.UnderWay{Kind: "analysis", ID: id, RunID: id, Name: filepath.Base(r.row.Path), StartedAt: r.row.StartedAt})
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
			Kind: "preview", ID: id, RunID: k.RunID, Service: k.Service, Services: 1,
			StartedAt: k.at.UnixMilli(), Ready: true, Opens: len(k.Pages) > 0,
		})
	}
	return out
}
