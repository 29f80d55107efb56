package prove

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	gatewaypb "github.com/moby/buildkit/frontend/gateway/pb"
	"github.com/moby/buildkit/solver/errdefs"
	"github.com/moby/buildkit/util/grpcerrors"

	"aipack/backend/detect/backing"
	"aipack/backend/packaging/export"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/steps"
	"aipack/backend/universalbuild"
)

// explain says where a proof broke, why, and what to do. What no rule knows is
// sentence as it was reported.
func explain(err error, text export.Text, doc universalbuild.UniversalBuild, report *Report) *cause.Failure {
	f := &cause.Failure{Stage: "build", Rule: "unknown", Log: []string{}}
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
	if f.Stage == "release" || f.Stage == "start" || f.Stage == "health" {
		f.Field = runtimeField(f.Stage, err)
	}
	if fields := text.FieldsAt(f.Line); f.Field == "" && len(fields) > 0 {
		f.Field = fields[0]
	}
	f.Text = lineAt(text.Content, f.Line)
	var u *cause.Unhealthy
	if s := seen(err, doc, report, f.Stage); errors.As(err, &u) {
		f.ExplainUnhealthy(s, u)
	} else {
		f.Explain(s)
	}
	var further *processError
	switch {
	case f.Stage == "release" || errors.As(err, &further): // no line of the Dockerfile runs it
		f.Line = 0
	case f.Stage == "start" || f.Stage == "health":
		f.Line = runtimeLine(f.Field, text)
	}
	f.Text = lineAt(text.Content, f.Line)
	f.Signature = f.SignatureIn(doc)
	return f
}

// seen gathers what the rules may look at.
func seen(err error, doc universalbuild.UniversalBuild, report *Report, stage string) cause.Seen {
	s := cause.Seen{
		Document: doc, Dockerfile: report.Dockerfile, Old: report.Builder.Old(), Memory: report.memory,
		Builder: err.Error(), Exit: codeOf(err, report), Log: failedLog(err, report, stage),
		Begun: len(report.Steps) > 0, Path: knownPath(doc), Has: report.holds,
		Reached: slices.ContainsFunc(report.Steps, func(s Step) bool { return cause.Reached(s.Log) }),
	}
	var ended *endedError
	if errors.As(err, &ended) {
		s.After = ended.after
	}
	var p *processError
	if errors.As(err, &p) {
		s.What = "The process " + p.name
	}
	if step := unfinishedStep(report); step != nil {
		s.Step = steps.Instruction(step.Name)
	}
	if declared := declaredPorts(report.Image, doc); len(declared) > 0 {
		s.Port = declared[0]
	}
	if report.Start != nil {
		s.Listening = report.Start.Listening
	}
	s.Beside, s.Given = slices.Clone(report.Services), report.given
	for _, one := range report.Stores {
		n := cause.Neighbour{ID: one.ID, Address: one.Name, Healthy: one.State == StoreHealthy, Lost: one.State == StoreFailed && one.AfterMS > 0, Reason: one.Reason}
		if b, known := backing.Of(one.ID); known {
			n.Address = b.Address(one.Name)
		}
		s.Beside = append(s.Beside, n)
	}
	if report.Probe != nil {
		s.Status, s.Excerpt = report.Probe.Status, report.Probe.Excerpt
	}
	return s
}

// holds reports whether the folder that is sent to the build has a file or
// folder; what leads out of it is none of its own.
func (r Request) holds(name string) bool {
	root, err := r.context()
	if err != nil {
		return false
	}
	defer root.Close()
	_, given := r.filesIn()[path.Clean(name)]
	_, err = root.Lstat(name)
	return given || err == nil
}

// lineAt is a line of a text, from 1; "" for none.
func lineAt(text string, n int) string {
	if lines := strings.Split(text, "\n"); n > 0 && n <= len(lines) {
		return lines[n-1]
	}
	return ""
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
func failedLog(err error, report *Report, stage string) []string {
	var log []string
	var p *processError
	if errors.As(err, &p) {
		log = report.Processes[p.at].Log
	} else if stage == "build" || stage == "limit" {
		if step := failedStep(report); step != nil {
			log = step.Log
		} else if step := unfinishedStep(report); step != nil && stage == "limit" {
			log = step.Log
		}
	} else if stage == "release" && report.Release != nil {
		log = report.Release.Log
	} else if report.Start != nil {
		log = report.Start.Log
		if report.Probe != nil && stage == "health" && report.Probe.Excerpt != "" {
			log = append(append([]string{}, log...), cause.HealthCheck+report.Probe.Excerpt)
		}
	}
	return log
}

// runtimeField is what a failure after the build is about.
func runtimeField(stage string, err error) string {
	var u *cause.Unhealthy
	var p *processError
	switch {
	case errors.As(err, &p):
		return fmt.Sprintf("/runtime/processes/%d/command", p.at)
	case errors.As(err, &u) && u.Field != "":
		return u.Field
	case stage == "release":
		return "/runtime/release/0"
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
	return steps.Of(text.Content).LastFrom()
}

func codeOf(err error, report *Report) int {
	var e *gatewaypb.ExitError
	var released *releaseError
	var process *processError
	switch {
	case errors.As(err, &released):
		return released.code
	case errors.As(err, &process):
		return process.ended.code
	case errors.As(err, &e):
		return int(e.ExitCode)
	case report.Start != nil && report.Start.ExitCode != nil:
		return *report.Start.ExitCode
	}
	return 0
}
