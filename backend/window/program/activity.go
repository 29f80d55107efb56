package program

import (
	"cmp"
	"slices"

	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Activity is what is under way: analyses, proofs, previews and answers about any project.
type Activity struct {
	Page   *page.Link
	Runs   *session.Registry
	Others []func() []session.UnderWay // who tells of what is no analysis
}

// List gives what is under way, the newest first.
func (a *Activity) List() ([]session.UnderWay, error) {
	return page.Guard(a.Page, "Activity.List", func() ([]session.UnderWay, error) { return a.list(), nil })
}

func (a *Activity) list() []session.UnderWay {
	out := a.Runs.UnderWay()
	for _, of := range a.Others {
		out = append(out, of()...)
	}
	for i, one := range out {
		if one.Name == "" {
			out[i].Name = a.Runs.NameOf(one.RunID)
		}
	}
	slices.SortFunc(out, func(x, y session.UnderWay) int {
		return cmp.Or(cmp.Compare(y.StartedAt, x.StartedAt), cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.ID, y.ID))
	})
	return out
}
