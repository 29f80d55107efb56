package repair

import (
	"errors"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"aipack/backend/packaging/export"
	"aipack/backend/prove"
	"aipack/backend/universalbuild"
)

// dockerfile is what a fix changes in the Dockerfile: the one that somebody wrote by
// hand with it, "" where the plan gives it, and the difference as a unified diff.
func dockerfile(r prove.Request, fixed universalbuild.UniversalBuild) (byHand, diff string, err error) {
	before, err := export.Dockerfile(r.Document, export.Options{})
	after, errAfter := export.Dockerfile(fixed, export.Options{})
	switch err = errors.Join(err, errAfter); {
	case r.Dockerfile == "" && err != nil:
		return "", "", nil // the proof says why there is none
	case r.Dockerfile == "":
		return "", diffOf(before.Content, after.Content), nil
	case err != nil:
		return "", "", err
	}
	if byHand, err = merged(before.Content, r.Dockerfile, after.Content); err != nil {
		return "", "", err
	}
	return byHand, diffOf(r.Dockerfile, byHand), nil
}

// merged makes what a fix changes in a plan's Dockerfile in one that was written by
// hand after it, line by line. Where both have changed the same lines, those written
// by hand stand and the fix cannot be made.
func merged(plan, byHand, fixed string) (string, error) {
	ours := udiff.Lines(plan, fixed)
	all, ok := udiff.Merge(udiff.Lines(plan, byHand), ours)
	if !ok {
		return "", errors.New("both change " + strings.Join(linesOf(plan, ours), "; "))
	}
	return udiff.Apply(plan, all)
}

// linesOf are the lines of a text that edits replace, or what they put in.
func linesOf(text string, edits []udiff.Edit) (lines []string) {
	for _, e := range edits {
		line := strings.TrimSpace(text[e.Start:e.End])
		if line == "" {
			line = strings.TrimSpace(e.New)
		}
		first, _, _ := strings.Cut(line, "\n")
		lines = append(lines, first)
	}
	return lines
}

// diffOf is what a fix changes in a Dockerfile, as a unified diff.
func diffOf(before, after string) string {
	return udiff.Unified("Dockerfile", "Dockerfile", before, after)
}
