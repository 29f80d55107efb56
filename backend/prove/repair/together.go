package repair

import (
	"context"
	"slices"

	"aipack/backend/prove"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/check"
)

// Group proves services that need each other, all of them at once.
type Group interface {
	Together(ctx context.Context, requests []prove.Request) ([]*prove.Report, error)
}

// Together goes on where a proof of services that need each other has ended:
// those that failed, or of which a check found something, are mended one by one, in
// their order, each beside the others as they stand. Where that helps the others too, their reports say so.
// Each says what only the person knows, and how sure its plan is now.
func (l Loop) Together(ctx context.Context, g Group, requests []prove.Request, reports []*prove.Report) ([]*prove.Report, error) {
	requests, reports = slices.Clone(requests), slices.Clone(reports)
	for i := range requests {
		if !wants(reports[i]) && !l.Session.tried(requests[i].Name()) || ctx.Err() != nil {
			continue
		}
		at := &place{group: g, requests: requests, i: i}
		l.Prover = at
		r := l.begin(requests[i])
		best, err := r.all(ctx, reports[i])
		if err != nil {
			return reports, err
		}
		requests[i] = r.request
		at.adopt(reports, best)
	}
	for i, report := range reports {
		if report.Confidence != nil {
			continue
		}
		var tries []prove.Try // of one that was proved anew beside another
		if report.Mending != nil {
			tries = report.Mending.Tries
		}
		report.Questions, report.Confidence = questions(requests[i], report), confidence(requests[i].Document, report, tries)
	}
	return reports, nil
}

// wants reports whether there may be something to mend: a failure, or what a check found.
func wants(r *prove.Report) bool {
	return r.Verdict == prove.Failed ||
		r.Verdict.Good() && slices.ContainsFunc(r.Checks, func(c check.Result) bool { return c.State == check.Failed })
}

// Fleet goes on with what a fleet has proved: each service that failed, group by
// group, each group on the builder that it was proved on. The reports are changed in
// their place.
func (l Loop) Fleet(ctx context.Context, fleet prove.Fleet, requests []prove.Request, reports []*prove.Report) error {
	for _, group := range prove.Groups(requests) {
		var some []prove.Request
		var found []*prove.Report
		for _, i := range group {
			some, found = append(some, requests[i]), append(found, reports[i])
		}
		again := fleet.Prover
		again.Builder = builderOf(fleet, found[0])
		better, err := l.Together(ctx, again, some, found)
		if err != nil {
			return err
		}
		for k, i := range group {
			reports[i] = better[k]
		}
	}
	return nil
}

// builderOf is the builder that a service was proved on, whose caches have its layers,
// where it is still one of the fleet's: a repair that goes on may have others.
func builderOf(fleet prove.Fleet, report *prove.Report) builder.Found {
	for _, b := range fleet.Builders {
		if b.Address == report.Builder.Address {
			return b
		}
	}
	if len(fleet.Builders) > 0 {
		return fleet.Builders[0]
	}
	return report.Builder
}

// Whole proves services and repairs them, from the beginning or, in a session that
// goes on, from where it stood. The requests become those of the session.
func (l Loop) Whole(ctx context.Context, fleet prove.Fleet, requests *[]prove.Request) (reports []*prove.Report, err error) {
	hears := fleet.Sink
	fleet.Sink = func(p prove.Progress) {
		l.Session.Hear(p)
		if hears != nil {
			hears(p)
		}
	}
	if *requests, reports, err = l.Session.Stand(*requests); err != nil {
		return nil, err
	}
	if reports == nil {
		l.Session.enter(Building)
		if reports, err = fleet.Prove(ctx, *requests); err != nil {
			return reports, err
		}
		l.Session.Begun(*requests, reports)
	}
	return reports, l.Fleet(ctx, fleet, *requests, reports)
}

// Group proves services that need each other and repairs them, from the beginning or
// from where the session stands.
func (l Loop) Group(ctx context.Context, g Group, requests []prove.Request) ([]*prove.Report, error) {
	requests, reports, err := l.Session.Stand(requests)
	if err != nil {
		return nil, err
	}
	if reports == nil {
		if reports, err = g.Together(ctx, requests); err != nil {
			return reports, err
		}
		l.Session.Begun(requests, reports)
	}
	return l.Together(ctx, g, requests, reports)
}

// place proves one service of a group beside the others.
type place struct {
	group    Group
	requests []prove.Request
	i        int
	proofs   [][]*prove.Report
}

// Prove proves the group with another request for the one service.
func (p *place) Prove(ctx context.Context, r prove.Request) (*prove.Report, error) {
	requests := slices.Clone(p.requests)
	requests[p.i] = r
	found, err := p.group.Together(ctx, requests)
	if err == nil {
		p.proofs = append(p.proofs, found)
	}
	return found[p.i], err
}

// adopt takes over the proof that counts in the end: the service's own report,
// and those of the others, which keep what was tried for them.
func (p *place) adopt(reports []*prove.Report, best *prove.Report) {
	reports[p.i] = best
	for _, found := range p.proofs {
		if found[p.i] != best {
			continue
		}
		for j, other := range found {
			if j != p.i {
				other.Mending = reports[j].Mending
				reports[j] = other
			}
		}
	}
}
