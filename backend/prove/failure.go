package prove

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"

	gatewaypb "github.com/moby/buildkit/frontend/gateway/pb"
	"github.com/moby/buildkit/solver/errdefs"
	"github.com/moby/buildkit/util/grpcerrors"

	"aipack/backend/export"
	"aipack/backend/universalbuild"
)

// logLines is how much of a log a failure shows.
const logLines = 25

// explain says where a proof broke, why, and what to do. What no rule knows is
// told as it was reported.
func explain(err error, text export.Text, doc universalbuild.UniversalBuild, report *Report) *Failure {
	f := &Failure{Stage: "build", Rule: "unknown", Log: []string{}}
	var staged *stageError
	if errors.As(err, &staged) {
		f.Stage = staged.stage
	}
	// The builder may see that the time is over before we do.
	if errors.Is(err, errTooLong) || grpcerrors.Code(err).String() == "DeadlineExceeded" {
		f.Stage = "limit"
	}
	if f.Line = sourceLine(err); f.Line == 0 {
		f.Line = imageLine(text.Content, err.Error())
	}
	if step := failedStep(report); step != nil && f.Line == 0 {
		f.Line = step.Line
	} else if step := unfinishedStep(report); step != nil && f.Stage == "limit" {
		f.Line = step.Line
	}
	if f.Stage == "start" || f.Stage == "health" {
		f.Field = runtimeField(f.Stage, err)
	}
	if fields := text.FieldsAt(f.Line); f.Field == "" && len(fields) > 0 {
		f.Field = fields[0]
	}
	f.Text = lineAt(text.Content, f.Line)
	command, said := withoutCommand(err.Error())
	c := circumstances{failure: f, doc: doc, report: report, exit: codeOf(err, report), log: read(failedLog(report, f.Stage), command), builder: said}
	var ended *endedError
	if errors.As(err, &ended) {
		c.after = ended.after
	}
	var u *unwell
	if errors.As(err, &u) {
		c.explainUnwell(u)
	} else {
		c.explain()
	}
	if f.Stage == "start" || f.Stage == "health" {
		f.Line = runtimeLine(f.Field, text)
	}
	f.Text = lineAt(text.Content, f.Line)
	return f
}

// lineAt is a line of a text, from 1; "" for none.
func lineAt(text string, n int) string {
	if lines := strings.Split(text, "\n"); n > 0 && n <= len(lines) {
		return lines[n-1]
	}
	return ""
}

// explain fills in what the log and the circumstances tell. Details may hold
// log_line, the line of Log that says it; variable, the environment variable
// that is wanted; hosts, those that cannot be reached.
func (c circumstances) explain() {
	f := c.failure
	k, m, at := find(c)
	f.Cause = lastWords(c.builder)
	if k != nil {
		t := k.words(c, m)
		f.Rule, f.Cause, f.Fix, f.Edits, f.Details = k.rule, t.why, t.fix, t.edits, t.details
	}
	lines, shown := c.log.around(at)
	f.Log = append(f.Log, lines...)
	if at >= 0 {
		if f.Details == nil {
			f.Details = map[string]any{}
		}
		f.Details["log_line"] = shown // which of Log says it, from 0
	}
}

// repeated is the command in BuildKit's error (solver/llbsolver/ops/exec.go):
// it is what was tried, and says nothing of what went wrong.
var repeated = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`process ("(?:[^"\\]|\\.)*") did not complete`)
})

// withoutCommand takes an error apart into the command that it repeats and the
// rest.
func withoutCommand(said string) (command, rest string) {
	if m := repeated().FindStringSubmatch(said); m != nil {
		command, _ = strconv.Unquote(m[1]) // "" where it is no Go string: nothing is repeated then
	}
	return command, repeated().ReplaceAllString(said, "process did not complete")
}

// sourceLine is the Dockerfile's line that BuildKit names, 0 for none.
func sourceLine(err error) int {
	line := 0
	for _, s := range errdefs.Sources(err) {
		for _, r := range s.Ranges {
			if line == 0 {
				line = int(r.Start.Line)
			}
		}
	}
	return line
}

var askedImage = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`source metadata for (?:docker\.io/(?:library/)?)?([^\s,]+?):? `)
})

// imageLine finds where a file takes an image that cannot be had, other than to
// begin a stage: BuildKit names no line for COPY --from and --mount=from.
func imageLine(dockerfile, said string) int {
	m := askedImage().FindStringSubmatch(said)
	if m == nil {
		return 0
	}
	for i, line := range strings.Split(dockerfile, "\n") {
		if _, rest, ok := strings.Cut(line, "from="+m[1]); ok && (rest == "" || strings.ContainsAny(rest[:1], ", \t")) {
			return i + 1
		}
	}
	return 0
}

func failedStep(report *Report) *Step {
	for i := range report.Steps {
		if report.Steps[i].State == "failed" && !strings.Contains(report.Steps[i].Error, "context canceled") {
			return &report.Steps[i]
		}
	}
	return nil
}

// unfinishedStep is the last one that was still running when the time was up.
func unfinishedStep(report *Report) *Step {
	for i := len(report.Steps) - 1; i >= 0; i-- {
		if s := &report.Steps[i]; s.State != "done" && s.State != "cached" {
			return s
		}
	}
	return nil
}

// failedLog is what the failing part said.
func failedLog(report *Report, stage string) []string {
	var log []string
	if stage == "build" || stage == "limit" {
		if step := failedStep(report); step != nil {
			log = step.Log
		} else if step := unfinishedStep(report); step != nil && stage == "limit" {
			log = step.Log
		}
	} else if report.Start != nil {
		log = report.Start.Log
		if report.Probe != nil && stage == "health" && report.Probe.Excerpt != "" {
			log = append(append([]string{}, log...), excerpt+report.Probe.Excerpt)
		}
	}
	return log
}

// runtimeField is what a failure after the build is about.
func runtimeField(stage string, err error) string {
	var u *unwell
	switch {
	case errors.As(err, &u) && u.field != "":
		return u.field
	case stage == "health":
		return "/runtime/healthcheck"
	}
	return "/runtime/command"
}

// runtimeLine is where the Dockerfile says a field. What it does not say, the
// base image of its last stage does.
func runtimeLine(field string, text export.Text) int {
	if lines := text.LinesOf(field); len(lines) > 0 {
		return lines[0]
	}
	return linesOf(text.Content).lastFrom()
}

func codeOf(err error, report *Report) int {
	var e *gatewaypb.ExitError
	switch {
	case errors.As(err, &e):
		return int(e.ExitCode)
	case report.Start != nil && report.Start.ExitCode != nil:
		return *report.Start.ExitCode
	}
	return 0
}

// lastWords are the innermost part of BuildKit's chain of errors.
func lastWords(text string) string {
	for _, noise := range []string{"failed to solve: ", "build: ", "start: ", "health: ", "rpc error: code = Unknown desc = "} {
		text = strings.ReplaceAll(text, noise, "")
	}
	return text
}
