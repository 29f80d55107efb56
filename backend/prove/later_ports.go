package prove

import (
	"context"
	"fmt"
	"slices"
	"time"

	"aipack/backend/prove/cause"
	"aipack/backend/prove/external"
	"aipack/backend/prove/unplanned"
	"aipack/backend/universalbuild"
)

// listenAgain listens once more for what a program opens later than it was healthy, and
// asks what its plan does not name.
func (t *run) listenAgain(ctx context.Context) error {
	late := time.Until(t.began.Add(t.limits.Late))
	if t.report.Probe.Kind != "watch" {
		return t.listenBeside(ctx, late)
	}
	t.listen(ctx)
	if err := t.listens(ctx, 2, late <= 0); err != nil || late <= 0 {
		return err
	}
	if err := t.later(ctx, late); err != nil {
		return err
	}
	t.report.Probe.AgainMS = time.Since(t.began).Milliseconds()
	t.listen(ctx)
	return t.listens(ctx, 2, true)
}

// later waits for what a program may open yet.
func (t *run) later(ctx context.Context, late time.Duration) error {
	t.tell("again", fmt.Sprintf("for %.0f s more: it may open a port that it has not opened so far", late.Seconds()))
	return t.pause(ctx, late)
}

// listenBeside asks the ports that a program listens on beside that of its plan; one
// that answers nobody's requests by the plan may open them later. Where the planned
// port serves nothing, or its operators alone, and another somebody, the plan has
// the wrong one.
func (t *run) listenBeside(ctx context.Context, late time.Duration) error {
	var err error
	if t.others, err = t.listenAround(ctx, t.ports()...); err != nil {
		return err
	}
	another, found := t.another()
	if !found && late > 0 && !t.answers() {
		if err := t.later(ctx, late); err != nil {
			return err
		}
		if t.others, err = t.listenAround(ctx, t.ports()...); err != nil {
			return err
		}
		another, found = t.another()
	}
	if !found {
		return nil
	}
	nothing := slices.ContainsFunc(t.odd, func(w Warning) bool { return w.Rule == "not_found" })
	l, doc, planned := another.Listener(), t.request.Document, t.ports()[0]
	if what, path := t.operates(ctx, nothing); what != "" {
		return cause.ServesElsewhere(doc, planned, fmt.Sprintf("answers for %s (GET %s), and for nothing else that was asked", what, path), l)
	}
	if nothing && (l.Root || l.Good && l.Path != "") {
		return cause.ServesElsewhere(doc, planned, "answers GET / with nothing, and no path is known that it should answer", l)
	}
	return nil
}

// another is the port beside that of the plan that is likeliest the service's own.
func (t *run) another() (h unplanned.Port, found bool) {
	for _, one := range t.others {
		if one.Operates != "" || one.Speaks == "" || !one.Serves(universalbuild.Worker) {
			continue
		}
		if !found || one.Listener().Root && !h.Listener().Root {
			h, found = one, true
		}
	}
	return h, found
}

// operates says what the program's operators ask at the planned port, and where; ""
// where others are served there. nothing: its root has nothing, and no other path
// is known.
func (t *run) operates(ctx context.Context, nothing bool) (what, path string) {
	if t.speaks != external.HTTP && t.speaks != external.HTTPS && t.speaks != external.HTTP2 {
		return "", ""
	}
	ctx, cancel := context.WithTimeout(ctx, longHeard)
	defer cancel()
	way := external.Way{Dial: t.door.dial, Ports: t.ports(), Limit: glancing}
	root := way.Get(ctx, t.speaks, "/")
	if !nothing && t.answers() && refused(root) {
		return "", "" // it is healthy by a path of its own
	}
	return way.Operates(ctx, t.speaks, root)
}
