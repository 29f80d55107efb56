package cause

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// noise are lines that say nothing of why: frames of a stack, carets, what
// package managers and runtimes add below every failure.
var noise = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:at \S|\.\.\. \d+ more|\^|~|[{}\])\[(]*[;,]?$|\d+ \||\||File "|throw |Node\.js v\d|node:internal|goroutine \d|exit status \d+$|stack backtrace|note: |Require stack|requireStack|errno:|code:|syscall:|path:|port:|address:|npm (?:error|ERR!)(?: (?:code|path|errno|A complete log|Lifecycle script|location|workspace|command|    at)\b.*)?$|npm (?:error|ERR!)\s*(?:[A-Z]:)?/\S*$|npm (?:error|ERR!) (?:\S*debug|errno|Exit status|Failed at the|This is probably not a problem|code ELIFECYCLE)|npm (?:warn|WARN|notice)|error Command failed with exit code|info Visit|ELIFECYCLE|.*ELIFECYCLE|Lifecycle script|make(?:\[\d+\])?: |ninja: build stopped|\[ERROR\]\s*$|\[ERROR\] (?:-> |To see the full|Re-run Maven|For more information|\[Help )|\[INFO\]|BUILD FAILED|\* (?:Try|Get more help|Where)|> (?:Run with|Get more)|For more information|Some errors have detailed|error: could not compile|warning: |Traceback \(most recent|During handling of|The above exception|error: subprocess-exited|hint: |╰─>|\[end of output\]|See also|Error: Process completed|health check: $|\w[\w ]*: undefined/unknown$|\[output clipped|… \d+ lines)`)
})

// wrong are lines that say that something went wrong, the surest first.
var wrong = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`^panic: |^fatal error: |panicked at |^Exception in thread|^Caused by: |(?i:unhandled (?:exception|rejection|error)|uncaught )|^[\w.$]*(?:Error|Exception|Exit|Interrupt)(?: \[\w+\])?: |^(?:PHP )?Fatal error|: syntax error, unexpected |(?i:^\W*(?:fatal|critical)\b)|"level":"(?:fatal|panic)"|level=(?:fatal|panic)`),
		regexp.MustCompile(`(?i:\berror\b\W|\berrors?:|^\W*failed\b|\bfailed to\b|\bcannot\b|\bcan't\b|\bcould not\b|\bunable to\b|\bnot found\b|\bdenied\b|\binvalid\b|\bundefined\b|\bmissing\b)|\b[A-Z]\w+(?:Error|Exception)\b`),
	}
})

// telling is the line that says most: a complaint, else the last line that is
// no noise.
func (t *transcript) telling() (line string, ok bool) {
	if line, ok := t.complaint(); ok {
		return line, true
	}
	return t.end()
}

// complaint is the line that says what went wrong: of the surest kind the last
// one, since what was rethrown names what it stands on; of the others the first
// one near the end, since the rest follows from it.
func (t *transcript) complaint() (line string, ok bool) {
	from := max(0, len(t.lines)-last)
	for i := len(t.lines) - 1; i >= from; i-- {
		if t.tells(i, wrong()[0]) {
			return t.withNext(i), true
		}
	}
	for i := from; i < len(t.lines); i++ {
		if t.tells(i, wrong()[1]) {
			return t.said(i), true
		}
	}
	return "", false
}

// end is the last line that is no noise.
func (t *transcript) end() (line string, ok bool) {
	for i := len(t.lines) - 1; i >= 0; i-- {
		if strings.TrimSpace(t.lower[i]) != "" && !noise().MatchString(t.lines[i]) {
			return t.lines[i], true
		}
	}
	return "", false
}

// silence says that no line tells anything.
func (t *transcript) silence() string {
	if strings.TrimSpace(strings.Join(t.lines, "")) == "" {
		return "It printed nothing."
	}
	return "It printed nothing that says why."
}

func (t *transcript) tells(i int, re *regexp.Regexp) bool {
	if i+1 < len(t.lines) && strings.TrimSpace(t.lines[i+1]) == "^" {
		return false // the source's line, which Node shows over its error
	}
	said := t.said(i)
	return t.lower[i] != "" && re.MatchString(said) && !noise().MatchString(said) && !strings.Contains(said, groupOnly)
}

// groupOnly is what Python says of a group of exceptions itself: those in it tell more.
const groupOnly = "unhandled errors in a TaskGroup"

// exceptional is a line that names an exception and says what is wrong.
var exceptional = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\w.$]*(?:Error|Exception): \S`)
})

// said is a line by itself: without the margin beside the members of a group of
// exceptions (https://peps.python.org/pep-0654/), and of a record in JSON that holds
// a whole traceback the last line that names an exception.
func (t *transcript) said(i int) string {
	line := t.lines[i]
	if strings.HasPrefix(line, "{") && strings.Contains(line, `\n`) {
		for _, part := range slices.Backward(strings.Split(line, `\n`)) {
			if part = strings.TrimLeft(part, " |…"); exceptional().MatchString(part) && !strings.Contains(part, groupOnly) {
				return strings.ReplaceAll(part, `\"`, `"`)
			}
		}
	}
	if within := strings.TrimLeft(line, " |"); strings.HasPrefix(strings.TrimSpace(line), "| ") && exceptional().MatchString(within) {
		return within
	}
	return line
}

// withNext adds the line after one that only announces it: Rust's panics.
func (t *transcript) withNext(i int) string {
	line := t.said(i)
	if strings.Contains(line, "panicked at") && strings.HasSuffix(line, ":") && i+1 < len(t.lines) {
		return line + " " + t.lines[i+1]
	}
	return line
}

// quoted is a line as the cause repeats it.
func quoted(line string) string {
	line = strings.Join(strings.Fields(line), " ")
	if runes := []rune(line); len(runes) > 240 {
		line = string(runes[:239]) + "…"
	}
	return "“" + line + "”."
}
