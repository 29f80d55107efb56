package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/packaging/export"
	"aipack/backend/prove/lint"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
)

// ours is the Dockerfile of a service that is in force unless one was written by
// hand. It is called with the lock held.
func (r *Run) ours(service string) string {
	i := slices.IndexFunc(r.docs, func(d store.Document) bool { return d.Service == service })
	if i < 0 {
		return ""
	}
	text, _, _ := r.generated(i)
	return text.Content
}

// lintFor bounds the linter, which is quick on any Dockerfile of ours.
const lintFor = 3 * time.Second

func dockerfile(check lint.Checker, doc universalbuild.UniversalBuild, place string, files []string) DockerfileText {
	out := DockerfileText{Fields: [][]string{}, Lint: []LintFinding{}}
	inside := export.Sent(doc, files)
	text, err := export.Dockerfile(doc, export.Options{Files: inside, DockerfilePath: place})
	if err != nil {
		out.Error = err.Error()
		return out
	}
	out.Content = text.Content
	for _, f := range text.Fields {
		if f == nil {
			f = []string{}
		}
		out.Fields = append(out.Fields, f)
	}
	out.Lint = linted(check, text.Content, doc, inside)
	return out
}

// linted asks the linter, and whether what is copied is there.
func linted(check lint.Checker, content string, doc universalbuild.UniversalBuild, inside []string) []LintFinding {
	out := []LintFinding{}
	ctx, cancel := context.WithTimeout(context.Background(), lintFor)
	defer cancel()
	report, err := check(ctx, []byte(content))
	var refused *fault.Fault
	switch {
	case errors.As(err, &refused):
		return append(out, LintFinding{Rule: "NotChecked", Message: refused.Message})
	case err != nil:
		return out // it took too long: no remarks
	}
	found := report.Findings
	if inside != nil {
		found = append(found,
			lint.Missing(report.Sources, inside, []byte(export.Ignore([]universalbuild.UniversalBuild{doc}, export.Known{Files: inside}, export.Found{})))...)
	}
	for _, f := range found {
		out = append(out, LintFinding{f.Line, f.Rule, f.Message, f.Error})
	}
	return out
}

// unparsed says with which line of a Dockerfile no builder gets further, or should, "" where
// there is none.
func unparsed(found []LintFinding) string {
	for _, f := range found {
		if f.Error && (f.Rule == lint.ParseError || f.Rule == lint.Swelling) {
			return fmt.Sprintf("line %d of the Dockerfile: %s", f.Line, f.Message)
		}
	}
	return ""
}

// byHand is a Dockerfile that the user wrote in place of ours. Its lines that
// ours has too still tell the fields they come from.
func byHand(check lint.Checker, content string, ours DockerfileText, doc universalbuild.UniversalBuild, files []string) DockerfileText {
	known := map[string][]string{}
	for i, line := range strings.Split(ours.Content, "\n") {
		if line = strings.TrimSpace(line); line != "" && i < len(ours.Fields) {
			known[line] = ours.Fields[i]
		}
	}
	out := DockerfileText{Content: content, Fields: [][]string{}, Lint: linted(check, content, doc, export.Sent(doc, files))}
	for line := range strings.Lines(content) {
		fields := known[strings.TrimSpace(line)]
		if fields == nil {
			fields = []string{}
		}
		out.Fields = append(out.Fields, fields)
	}
	return out
}
