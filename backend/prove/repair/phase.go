package repair

import "slices"

// Phase is where a repair stands. A proof goes from the plan to the browser's look;
// what it finds is mended and proved again, or the end is told.
type Phase string

// The phases, in their order.
const (
	Gathering Phase = "context"      // what is known of the project and of the failure is gathered
	Editing   Phase = "edit"         // the plan, or a change of it, is written
	Checking  Phase = "dependencies" // it is held against the plan's rules and the project's files
	Building  Phase = "build"        // the image is built
	Running   Phase = "run"          // it runs, beside its neighbours, and is asked
	Securing  Phase = "security"     // what the running container may do is looked at
	Browsing  Phase = "browser"      // the user's browser looks at its page
	Mending   Phase = "mend"         // what failed is to be mended
	Offering  Phase = "keep"         // what was changed is offered to be kept
	Done      Phase = "done"         // it came up
	Escalated Phase = "escalated"    // what was tried, and what only a person knows, is told
)

// order is the way of a repair in which nothing fails.
var order = []Phase{Gathering, Editing, Checking, Building, Running, Securing, Browsing, Offering, Done}

// May reports whether a repair goes from one phase to another: to the next one; from
// any that is no end to mending, because anything may fail; from mending back to a
// change or to the end that tells; and to where it stands.
func (p Phase) May(next Phase) bool {
	if p == next {
		return true
	}
	switch {
	case p.Ended():
		return false
	case next == Mending:
		return true
	case p == Mending:
		return next == Editing || next == Escalated || next == Gathering
	}
	at := slices.Index(order, p)
	return at >= 0 && at+1 < len(order) && order[at+1] == next
}

// Ended reports whether nothing comes after a phase.
func (p Phase) Ended() bool { return p == Done || p == Escalated }

// way is the phases from one to another, without the first.
func way(from, to Phase) []Phase {
	if from.May(to) {
		return []Phase{to}
	}
	a, b := slices.Index(order, from), slices.Index(order, to)
	if from == Mending {
		a = slices.Index(order, Editing) - 1
	}
	if a < b && !from.Ended() {
		return order[a+1 : b+1]
	}
	return nil
}

// phaseOf is the phase of what a proof says that it came to.
func phaseOf(progress string) Phase {
	switch progress {
	case "build":
		return Building
	case "neighbours", "release", "start", "answer", "again", "stay":
		return Running
	case "checks":
		return Securing
	}
	return ""
}
