package repair

import (
	"slices"
	"strings"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/universalbuild"
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

// further is what an edit that nobody knows from experience has to come to: a
// later stage, a later line of the Dockerfile, or the next failure of the same
// kind; where something was not installed and only what is installed was changed, any
// other failure that a rule knows: it is there now. Another failure of another kind at the same place may be its own doing, and
// so may one of the same kind in a field that was changed: it names what stands there
// now.
func further(before, after *prove.Report, changes []universalbuild.Change) bool {
	if after.Verdict != prove.Failed {
		return true
	}
	was, is := before.Failure, after.Failure
	switch {
	case slices.Index(stages, was.Stage) != slices.Index(stages, is.Stage):
		return slices.Index(stages, is.Stage) > slices.Index(stages, was.Stage)
	case left(after) != left(before):
		return left(after) < left(before)
	}
	changed := slices.ContainsFunc(changes, func(c universalbuild.Change) bool {
		return is.Field != "" && (strings.HasPrefix(is.Field+"/", c.Field+"/") || strings.HasPrefix(c.Field, is.Field+"/"))
	})
	switch {
	case changed, slices.Contains(vague, is.Rule), was.Cause == is.Cause:
		return false
	case was.Rule == is.Rule:
		return true
	}
	elsewhere := slices.ContainsFunc(changes, func(c universalbuild.Change) bool { return !installs(c.Field) })
	return slices.Contains(uninstalled, was.Rule) && len(changes) > 0 && !elsewhere
}

// uninstalled are rules by which an image lacks something that others make.
var uninstalled = []string{"missing_module", "missing_system_package", "interpreter_missing", "file_missing"}

// installs reports whether a field says what is installed, and nothing of what is started.
func installs(field string) bool {
	return strings.HasPrefix(field, "/build/") && !strings.HasPrefix(field, "/build/environment") || strings.HasPrefix(field, "/runtime/system_packages")
}

// vague are rules whose cause is what a program said, which differs for any reason.
var vague = []string{"unknown", "crash", "usage", "compile_error"}

// same reports whether two failures are one: the same rule says the same of it, or
// the program does but for times and paths. What no rule knows may be anything, so
// it counts as the same.
func same(a, b *cause.Failure) bool {
	if slices.Contains(vague, b.Rule) && a.Signature != "" {
		return b.Rule == "unknown" || a.Signature == b.Signature
	}
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
