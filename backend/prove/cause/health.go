package cause

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"aipack/backend/prove/ports"
)

// healthCauses can be seen from outside. Which ports are open is certain, and
// counts before what a program says of itself; what is answered counts where
// the log says nothing more exact.
func healthCauses() []way {
	return []way{
		{rule: "loopback_only", stages: "health", also: func(c circumstances) bool {
			port, open := loopbackPort(c)
			return open && (port == c.Port || len(openPorts(c)) == 0)
		}, tell: func(c circumstances, _ []string) explanation {
			port, _ := loopbackPort(c)
			u := LoopbackOnly(port, c.Listening)
			c.failure.Field = u.Field
			t := explanation{why: u.Cause, fix: u.Fix, patches: inSources(c)}
			if len(t.patches) == 0 {
				t.edits = outward(c)
			}
			return t
		}},
		{rule: "wrong_port", stages: "health", also: func(c circumstances) bool {
			declared, open := c.Port, openPorts(c)
			return declared > 0 && len(open) > 0 && !slices.Contains(open, declared)
		}, tell: wrongPort},
	}
}

// absent is how the probe says that it cannot start a health check, and how a
// shell says it of a command.
var absent = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`exec: "([\w.+-]+)": executable file not found|(?:^|\s)([\w.+-]+): (?:command )?not found`)
})

// uncalled is the program that the health check calls and the image does not
// have; "" for none.
func uncalled(c circumstances) string {
	m := absent().FindStringSubmatch(c.Excerpt)
	if m == nil {
		return ""
	}
	return firstNonEmpty(m[1:])
}

// loopbackPort is a port that is open on the loopback alone, the declared one
// first.
func loopbackPort(c circumstances) (port int, found bool) {
	if ports.Inward(c.Listening, c.Port) {
		return c.Port, true
	}
	for _, l := range c.Listening {
		if n, err := strconv.Atoi(l[strings.LastIndexByte(l, ':')+1:]); err == nil && ports.Inward(c.Listening, n) {
			return n, true
		}
	}
	return 0, false
}

// answerCauses are for a program that runs and is unhealthy.
func answerCauses() []way {
	return []way{
		{rule: "missing_system_package", stages: "health", general: true, also: func(c circumstances) bool { return uncalled(c) != "" }, tell: func(c circumstances, _ []string) explanation {
			t := missingSystem(c, uncalled(c))
			t.why = "The health check calls a program that is not there: " + t.why
			return t
		}},
		{rule: "health_failing", stages: "health", general: true, also: func(c circumstances) bool { return len(openPorts(c)) > 0 || c.Port == 0 }, tell: func(c circumstances, _ []string) explanation {
			why := "The program listens on its port, and the health check fails."
			said := ""
			if line, _, _ := strings.Cut(c.Excerpt, "\n"); c.Excerpt != "" {
				said = " It says: " + quoted(line)
			}
			switch {
			case c.Port == 0:
				why = "The program runs, and its health check fails." + said
			case c.Status == 0:
			case c.Status < 400:
				why = fmt.Sprintf("From outside the program answers with status %d, and its own health check fails.", c.Status) + said
				return explanation{why: why, fix: "Correct the health check's command: does the image have the program that it calls?"}
			case c.Path != "":
				why = fmt.Sprintf("The program answers GET %s, by which it is known to be healthy, with %d.", c.Path, c.Status)
			default:
				why = fmt.Sprintf("The program answers the health check with status %d.", c.Status)
			}
			return explanation{why: why, fix: "Correct the health check's path, or what it checks."}
		}},
		{rule: "not_listening", stages: "health", general: true, tell: func(c circumstances, _ []string) explanation {
			why := "The program runs and listens on no port"
			if planned := c.Document.Runtime.Ports; len(planned) > 0 {
				why += fmt.Sprintf("; its plan names port %d", planned[0].Port)
			}
			why += ". "
			if line, ok := c.log.end(); ok {
				why += "The last thing it printed is: " + quoted(line)
			} else {
				why += c.log.silence()
			}
			return explanation{
				why: why,
				fix: "Check the start command, and what the program waits for; if it is a worker, say so in its kind, and remove port and health check.",
			}
		}},
	}
}
