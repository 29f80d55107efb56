package cause

import (
	"fmt"
	"slices"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/prove/ports"
)

// Unhealthy is why a program that runs does not count as well: what was asked of
// it from outside, and what came of it.
type Unhealthy struct {
	Rule  string
	Cause string // in plain words
	Fix   string
	Field string // JSON pointer; "" for that of the health check
	Edits []Edit // the fix as edits of the document

	inward int // a port of the loopback address that the edits name; 0 for none
}

// Error is the cause.
func (u *Unhealthy) Error() string { return u.Cause }

// LoopbackOnly is for a port that is open inside of the container alone.
func LoopbackOnly(port int, listening []string) *Unhealthy {
	return &Unhealthy{
		Rule: "loopback_only", Field: "/runtime/ports/0/port",
		Cause: fmt.Sprintf("The program listens on port %d on the loopback address only (%s): nothing outside of the container reaches it.", port,
			strings.Join(ports.At(listening, port), ", ")),
		Fix: "Let it listen on 0.0.0.0: many programs take the address from a variable or option, such as HOST=0.0.0.0 or --host 0.0.0.0.",
	}
}

// ExplainUnhealthy tells what was asked from outside, and what the program said
// of it where it answers wrongly. A neighbour or a variable that is missing is
// the better reason.
func (f *Failure) ExplainUnhealthy(s Seen, u *Unhealthy) {
	c := f.looked(s)
	f.Rule, f.Cause, f.Fix, f.Edits, f.Class = u.Rule, u.Cause, u.Fix, u.Edits, Project
	switch {
	case u.Rule == "loopback_only":
		if f.Patches = inSources(c); len(f.Patches) == 0 {
			f.Edits = outward(c)
		}
	case u.inward > 0:
		c.Port = u.inward
		f.Edits = append(slices.Clone(f.Edits), outward(c)...)
	}
	at := -1
	if u.Rule == "server_error" || u.Rule == "no_answer" || u.Rule == "not_deployed" {
		var k *way
		var m []string
		causes := slices.Concat(neighbourCauses(), variableCauses())
		if u.Rule == "not_deployed" { // its start failed, as a program's does
			causes = append(causes, permissionCauses()...)
		}
		if k, m, at = findIn(causes, c); k != nil {
			t := k.words(c, m)
			t.why = u.Cause + " " + t.why
			f.told(k, t, k.classOf(c, at))
		} else if line, ok := c.log.complaint(); ok {
			f.Cause += " It said: " + quoted(line)
		}
		if i := slices.IndexFunc(c.Beside, func(n Neighbour) bool { return !n.Healthy }); i >= 0 && k == nil {
			n := c.Beside[i]
			f.Cause += " It needs " + backing.Title(n.ID) + ", which was not healthy: " + strings.TrimSuffix(n.Reason, ".") + "."
			f.Fix = "Mend that first: without " + backing.Title(n.ID) + " nobody knows what the program answers."
		}
	}
	lines, _ := c.log.around(at)
	f.Log = append(f.Log, lines...)
}
