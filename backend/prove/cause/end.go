package cause

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// endCauses are for what nothing else explains: how it ended, and the line that
// tells most.
func endCauses() []way {
	killed := func(c circumstances) bool { return c.Exit == 137 }
	return []way{
		{rule: "killed", general: true, also: killed, tell: func(c circumstances, _ []string) explanation {
			return explanation{
				why: what(c) + " was killed (signal 9, exit code 137). " + printed(c),
				fix: killers,
			}
		}},
		{
			rule: "killed", general: true,
			says: `^Killed$|signal: killed$|: line \d+: +\d+ Killed\b` +
				`|The build failed because the process exited too early\. This probably means the system ran out of memory or someone called \x60?kill -9`,
			tell: func(c circumstances, _ []string) explanation {
				return explanation{why: "A process that it started was killed (signal 9).", fix: killers}
			},
		},
		{rule: "segfault", general: true, exit: 139, tell: ended("crashed by reading memory that is not its own (a segmentation fault, exit code 139)",
			"It is a fault of the program or of a native library, often one built for another system: build that in the image, or take another version.")},
		{rule: "aborted", general: true, exit: 134,
			tell: ended("gave up by itself (abort, exit code 134)", "A program aborts when a check of its own fails; the log says which.")},
		{rule: "illegal_instruction", general: true, exit: 132, tell: ended("used an instruction that the builder's processor does not have (exit code 132)",
			"Build for an older processor (no -march=native), or use a builder with a newer one.")},
		{rule: "terminated", general: true, exit: 143,
			tell: ended("was asked to end (SIGTERM, exit code 143)", "Look for what sends it: a supervisor, a script, or a part that gave up.")},
		{rule: "not_executable", general: true, exit: 126, also: quiet, tell: ended("could not be executed (exit code 126)",
			"Give the file the right (chmod +x, committed), and its first line an interpreter that is in the image.")},
		{rule: "command_not_found", general: true, exit: 127, also: quiet,
			tell: ended("was not found, or something that it calls (exit code 127)", "Correct the command, or install what holds it.")},
		{rule: "release_failed", general: true, stages: "release", tell: releaseFailed},
		{rule: "crash", general: true, stages: "start", tell: crash},
		{rule: "command_failed", general: true, stages: "build", reports: `did not complete successfully: exit code: (\d+)`, tell: func(c circumstances, m []string) explanation {
			return explanation{why: "The command failed with exit code " + m[1] + ". " + printed(c), fix: mendIt(c)}
		}},
	}
}

// killers are who sends signal 9.
const killers = "Signal 9 is sent by the kernel for want of memory (its own log then says so: dmesg), by a script, or by a limit on time. Give it more memory where that log names it."

// what is it that ended.
func what(c circumstances) string {
	switch c.failure.Stage {
	case "build":
		return "The command"
	case "release":
		return "The release command"
	}
	return cmp.Or(c.What, "The program")
}

// releaseFailed is for what runs once before the start: a migration that did
// not go through.
func releaseFailed(c circumstances, _ []string) explanation {
	if _, limit, ok := strings.Cut(c.builder, "the release command did not end within "); ok {
		return explanation{
			why: "The release command, which runs once before the start, did not end within " + limit + ". " + printed(c),
			fix: "Let it end when it is done: what goes on running is a service or a worker, and what waits for an answer in a terminal gets none.",
		}
	}
	return explanation{
		why: fmt.Sprintf("The release command, which runs once before the start, ended with exit code %d. %s", c.Exit, printed(c)),
		fix: "Mend what it says, or correct the release command of the plan; the program was not started.",
	}
}

// quiet reports whether the exit code must be a shell's: a program that prints
// a word of its own was found, and may end with any code.
func quiet(c circumstances) bool {
	_, said := c.log.telling()
	return c.failure.Stage == "build" || !said
}

// ended tells a way to end that has a name.
func ended(how, fix string) func(circumstances, []string) explanation {
	return func(c circumstances, _ []string) explanation {
		return explanation{why: what(c) + " " + how + ". " + printed(c), fix: fix}
	}
}

func crash(c circumstances, _ []string) explanation {
	if i := slices.IndexFunc(c.Beside, func(n Neighbour) bool { return n.Lost }); i >= 0 && c.Exit != 0 {
		return notReached(c, c.Beside[i])
	}
	why := fmt.Sprintf("%s ended by itself with exit code %d. %s", what(c), c.Exit, printed(c))
	switch {
	case c.After > 0:
		why = fmt.Sprintf("The program was healthy, and ended by itself %.1f s later with exit code %d. %s", c.After.Seconds(), c.Exit, printed(c))
	case c.Exit < 0 || c.Exit > 255: // BuildKit's mark for a code that it did not learn
		why = "The program ended by itself; the builder does not say with which exit code. " + printed(c)
	case c.Exit == 0:
		why = "The program ran to its end and did not stay. " + printed(c)
		return explanation{why: why, fix: "Check that the command starts a service in the foreground; a program that is done when it ends is a job, without a port."}
	}
	return explanation{why: why, fix: mendIt(c)}
}

// printed quotes the line that tells most, or says that there is none.
func printed(c circumstances) string {
	line, ok := c.log.telling()
	if !ok {
		return c.log.silence()
	}
	return "It said: " + quoted(line)
}

func mendIt(c circumstances) string {
	if _, ok := c.log.telling(); !ok {
		return "Let it say why it ends: run it by hand in the image, or with its own setting for more output."
	}
	if c.failure.Stage == "build" {
		return "Mend what it says in the project, or correct the command."
	}
	return "Mend what it says in the program, or correct the command."
}
