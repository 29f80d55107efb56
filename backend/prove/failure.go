package prove

import (
	"errors"
	"strings"

	gatewaypb "github.com/moby/buildkit/frontend/gateway/pb"
	"github.com/moby/buildkit/solver/errdefs"

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
	if errors.Is(err, errTooLong) {
		f.Stage = "limit"
	}
	f.Line = sourceLine(err)
	f.Log = failedLog(report, f.Stage)
	if step := failedStep(report); step != nil && f.Line == 0 {
		f.Line = step.Line
	} else if step := unfinishedStep(report); step != nil && f.Stage == "limit" {
		f.Line = step.Line
	}
	if f.Stage == "start" || f.Stage == "health" {
		f.Line, f.Field = runtimePlace(f.Stage, err, text)
	}
	if lines := strings.Split(text.Content, "\n"); f.Line > 0 && f.Line <= len(lines) {
		f.Text = lines[f.Line-1]
	}
	if fields := text.FieldsAt(f.Line); f.Field == "" && len(fields) > 0 {
		f.Field = fields[0]
	}
	c := circumstances{failure: f, err: err, doc: doc, report: report, exit: codeOf(err, report), said: strings.Join(f.Log, "\n") + "\n" + err.Error()}
	if explainUnwell(c) {
		return f
	}
	for _, rule := range causes() {
		if m, ok := rule.match(c); ok {
			rule.tell(c, m)
			return f
		}
	}
	f.Cause = lastWords(err)
	return f
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

// failedLog is the end of what the failing part said.
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
			log = append(append([]string{}, log...), "health check: "+report.Probe.Excerpt)
		}
	}
	if log == nil {
		return []string{}
	}
	return log[max(0, len(log)-logLines):]
}

// runtimePlace is what a failure after the build is about. Where the Dockerfile
// does not say it, the base image does.
func runtimePlace(stage string, err error, text export.Text) (line int, field string) {
	var u *unwell
	switch {
	case errors.As(err, &u) && u.field != "":
		field = u.field
	case stage == "health":
		field = "/runtime/healthcheck"
	default:
		field = "/runtime/command"
	}
	if lines := text.LinesOf(field); len(lines) > 0 {
		return lines[0], field
	}
	return linesOf(text.Content).lastFrom(), field
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
func lastWords(err error) string {
	text := err.Error()
	for _, noise := range []string{"failed to solve: ", "build: ", "start: ", "health: ", "rpc error: code = Unknown desc = "} {
		text = strings.ReplaceAll(text, noise, "")
	}
	return text
}
