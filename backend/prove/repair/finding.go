package repair

import (
	"context"
	"path"
	"slices"
	"strings"

	"aipack/backend/packaging/export"
	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/check"
	"aipack/backend/prove/patch"
)

// checks is the stage of what a check of a service that came up found.
const checks = "checks"

// nobody is whom a program runs as that needs nothing of the image for its own: the user
// that POSIX systems keep for that, by number, because not every image has its name.
const nobody = "65534:65534"

// findings are what checks of a service that came up found and a rule knows to mend: the
// next one that was not tried. It is a guess which the next proof decides.
func (r *run) findings(report *prove.Report) (s Suggestion, about *cause.Failure, ok bool) {
	for _, c := range report.Checks {
		if c.State != check.Failed {
			continue
		}
		switch c.Name {
		case "secrets":
			s, ok = r.leftOut(report, c)
		case "non_root":
			s, ok = r.unprivileged()
		}
		if ok {
			return s, &cause.Failure{Stage: checks, Rule: c.Name, Class: cause.Project, Cause: c.Problems[0].Message, Fix: s.Why}, true
		}
	}
	return s, nil, false
}

// leftOut keeps files with secrets out of the image: all of them at once, or, where a
// program needs one of them, one by one. Only what the folder that is sent to the build
// has can be kept out of it.
func (r *run) leftOut(report *prove.Report, found check.Result) (s Suggestion, ok bool) {
	if report.Image == nil {
		return s, false
	}
	var files []string
	for _, p := range found.Problems {
		file, below := strings.CutPrefix(p.Path, strings.TrimSuffix(path.Clean("/"+report.Image.Workdir), "/")+"/")
		if _, _, err := r.request.Text(file); !below || err != nil || slices.Contains(files, file) {
			continue
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return s, false
	}
	tries := [][]string{files}
	for _, f := range files {
		tries = append(tries, []string{f})
	}
	for _, some := range tries {
		key := "left out " + strings.Join(some, "\n")
		if r.tried[key] {
			continue
		}
		r.tried[key] = true
		for _, f := range some {
			s.Patches = append(s.Patches, patch.Replacement{Path: ".dockerignore", Line: export.Literally(f)})
		}
		s.Why, s.rule, s.guessed = "Files with secrets are kept out of the image: "+strings.Join(some, ", ")+".", "repair.finding", true
		return s, true
	}
	return s, false
}

// unprivileged gives a Dockerfile that was written by hand an ordinary user. One that a
// plan makes has one, unless the plan says otherwise with its reason.
func (r *run) unprivileged() (s Suggestion, ok bool) {
	text := r.request.Dockerfile
	if text == "" || r.tried["unprivileged"] {
		return s, false
	}
	r.tried["unprivileged"] = true
	return Suggestion{
		byHand: strings.TrimRight(text, "\n") + "\nUSER " + nobody + "\n",
		Why:    "The program runs as an ordinary user.", rule: "repair.finding", guessed: true,
	}, true
}

// clearer reports whether a proof with a fix of a check's finding is as good as the one
// before, and fewer problems are left of that check and of no other more.
func clearer(before, after *prove.Report, name string) bool {
	if !after.Verdict.Good() || before.Verdict == prove.Proven && after.Verdict != prove.Proven {
		return false
	}
	for _, c := range before.Checks {
		was, is := len(c.Problems), problems(after, c.Name)
		if is > was || c.Name == name && is == was {
			return false
		}
	}
	return true
}

// problems is how many a check found.
func problems(r *prove.Report, name string) (n int) {
	for _, c := range r.Checks {
		if c.Name == name {
			n += len(c.Problems)
		}
	}
	return n
}

// mendFindings tries what is known against the findings of a service that came up.
func (r *run) mendFindings(ctx context.Context, best *prove.Report) (*prove.Report, bool) {
	kept := false
	for fixes := r.fixes(); r.Fix && best.Verdict.Good() && fixes < mostFixes && ctx.Err() == nil; fixes++ {
		f, about, ok := r.nextFinding(best)
		if !ok {
			break
		}
		before := *best
		before.Failure = about
		r.Session.enter(Mending)
		r.Session.enter(Building)
		better, ended := r.try(ctx, f, &before)
		if better != nil {
			best, kept = better, true
		}
		if ctx.Err() == nil {
			r.Session.stands(r, best)
		}
		if ended != "" {
			break
		}
	}
	return best, kept
}

// nextFinding is the next fix of a finding that can be made.
func (r *run) nextFinding(report *prove.Report) (f fix, about *cause.Failure, ok bool) {
	for {
		s, about, ok := r.findings(report)
		if !ok {
			return f, nil, false
		}
		if f, why := r.ready(s, nil); why == "" {
			r.tried[f.key] = true
			return f, about, true
		}
	}
}
