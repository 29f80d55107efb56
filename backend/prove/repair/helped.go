package repair

import (
	"slices"
	"strings"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
)

// stages are those of a proof, in their order. The time limit is the build's.
var stages = []string{"limit", "build", "release", "start", "health"}

// helped reports whether a proof is better than the one before it: it is no
// failure any more, it came further, or it came as far and this failure is gone.
func helped(before, after *prove.Report) bool {
	if after.Verdict != prove.Failed {
		return after.Verdict != prove.NotBuilt && after.Verdict != prove.Stopped
	}
	was, is := slices.Index(stages, before.Failure.Stage), slices.Index(stages, after.Failure.Stage)
	if was != is {
		return is > was
	}
	return !same(before.Failure, after.Failure) && left(after) <= left(before)
}

// same reports whether two failures are one: the same rule says the same of it.
// What no rule knows may be anything, so it counts as the same.
func same(a, b *cause.Failure) bool {
	return b.Rule == "unknown" || a.Rule == b.Rule && a.Cause == b.Cause
}

// left is how many lines of the Dockerfile were still to come when a build
// failed, so that one that was put in before does not count as a step ahead.
func left(r *prove.Report) int {
	if r.Failure.Stage != "build" || r.Failure.Line == 0 {
		return 0
	}
	return strings.Count(r.Dockerfile, "\n") - r.Failure.Line
}
