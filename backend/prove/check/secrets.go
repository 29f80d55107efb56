package check

import (
	"context"
	"slices"
	"strings"

	imagespec "github.com/moby/docker-image-spec/specs-go/v1"

	"aipack/backend/base/plural"
	"aipack/backend/secret/credential"
	"aipack/backend/secret/leak"
	"aipack/backend/universalbuild"
)

// File is a file of an image; its text is "" for one that has none.
type File struct{ Path, Text string }

// shortestGiven is how long a secret of the build is at least that is looked for:
// a shorter one may stand anywhere.
const shortestGiven = 8

// Secrets looks through an image's own files, its history and its environment
// with gitleaks' rules, for files that are credentials by their name or as a
// whole, and for what the build was given. left is how many files were not read.
// A secret itself is never repeated.
func Secrets(ctx context.Context, files []File, left int, config imagespec.DockerOCIImage, given []string) Result {
	if err := leak.Warm(); err != nil {
		return Not("secrets", err.Error())
	}
	texts := 0
	for _, f := range files {
		if f.Text != "" {
			texts++
		}
	}
	check := Result{Name: "secrets", State: Passed, Reason: plural.Of(texts, "text file") + ", the history and the environment"}
	if left > 0 {
		check.Reason += "; " + plural.Of(left, "file was", "files were") + " too many or too large"
	}
	for _, h := range config.History {
		files = append(files, File{"history", h.CreatedBy})
	}
	for _, f := range files {
		if ctx.Err() != nil {
			return Not("secrets", "there was no time left for it")
		}
		leaks := leak.Secrets(ctx, f.Path, f.Text)
		for _, found := range leaks {
			check.Add(Problem{Severity: "high", Message: found.What + " (" + found.Rule + ")", Path: f.Path, Line: found.Line})
		}
		if found, ok := credential.In(f.Path, f.Text); ok && len(leaks) == 0 {
			check.Add(Problem{Severity: "high", Message: "the file holds " + found.What, Path: f.Path, Line: found.Line})
		}
	}
	for _, f := range files {
		if i := slices.IndexFunc(given, func(v string) bool { return len(v) >= shortestGiven && strings.Contains(f.Text, v) }); i >= 0 {
			line := 1 + strings.Count(f.Text[:strings.Index(f.Text, given[i])], "\n")
			check.Add(Problem{Severity: "high", Message: "a secret that the build was given has come into the image", Path: f.Path, Line: line})
		}
	}
	for _, e := range config.Config.Env {
		name, value, _ := strings.Cut(e, "=")
		if universalbuild.SecretName(name) && !universalbuild.Placeholder(value) {
			check.Add(Problem{Severity: "medium", Message: "the image sets " + name + ", whose name says that it is a secret", Path: "environment"})
		}
	}
	return check
}
