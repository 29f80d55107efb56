package prove

import (
	"fmt"
	"slices"
	"strings"
)

// healthCauses can be seen from outside. Which ports are open is certain, and
// counts before what a program says of itself; what is answered counts where
// the log says nothing more exact.
func healthCauses() []cause {
	return []cause{
		{rule: "wrong_port", stages: "health", also: func(c circumstances) bool {
			open := openPorts(c)
			return len(open) > 0 && !slices.Contains(open, declaredPort(c))
		}, tell: wrongPort},
		{rule: "loopback_only", stages: "health", also: func(c circumstances) bool {
			return len(openPorts(c)) == 0 && c.report.Start != nil && len(c.report.Start.Listening) > 0
		}, tell: func(c circumstances, _ []string) told {
			return told{
				why: "The program listens on " + strings.Join(c.report.Start.Listening, ", ") + " only: nothing outside of the container reaches it.",
				fix: "Let it listen on 0.0.0.0.",
			}
		}},
	}
}

// answerCauses are for a program that runs and is not well.
func answerCauses() []cause {
	return []cause{
		{rule: "health_failing", stages: "health", general: true, also: func(c circumstances) bool { return len(openPorts(c)) > 0 }, tell: func(c circumstances, _ []string) told {
			why := "The program listens on its port, and the health check fails."
			if p := c.report.Probe; p != nil && p.Status != 0 {
				why = fmt.Sprintf("The program answers the health check with status %d.", p.Status)
			}
			return told{why: why, fix: "Correct the health check's path, or what it checks."}
		}},
		{rule: "not_listening", stages: "health", general: true, tell: func(c circumstances, _ []string) told {
			why := "The program runs and listens on no port. "
			if line, ok := c.log.end(); ok {
				why += "The last thing it printed is: " + quoted(line)
			} else {
				why += c.log.silence()
			}
			return told{why: why, fix: "Check the start command, and what the program waits for; if it is a worker, remove port and health check."}
		}},
	}
}
