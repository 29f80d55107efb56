package prove

import (
	"context"
	"fmt"
	"slices"
	"strings"

	imagespec "github.com/moby/docker-image-spec/specs-go/v1"
	"github.com/zricethezav/gitleaks/v8/detect"

	"aipack/backend/secret/credential"
	"aipack/backend/universalbuild"
)

// mostSecrets is how many are told.
const mostSecrets = 50

// secretsCheck looks through the image's own files, its history and its
// environment with gitleaks' rules, and for files that are credentials by their
// name or as a whole. A secret itself is never repeated.
func secretsCheck(ctx context.Context, files []file, left int, config imagespec.DockerOCIImage, given []string) Check {
	detector, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		return Check{Name: "secrets", State: notChecked, Reason: err.Error()}
	}
	texts := 0
	for _, f := range files {
		if f.Text != "" {
			texts++
		}
	}
	check := Check{Name: "secrets", State: passed, Reason: fmt.Sprintf("%d text files, the history and the environment", texts)}
	if left > 0 {
		check.Reason += fmt.Sprintf("; %d files were too many or too large", left)
	}
	for _, h := range config.History {
		files = append(files, file{"history", h.CreatedBy})
	}
	for _, f := range files {
		if ctx.Err() != nil {
			return Check{Name: "secrets", State: notChecked, Reason: "there was no time left for it"}
		}
		leaks := detector.DetectContext(ctx, detect.Fragment{Raw: f.Text, FilePath: f.Path}) //nolint:staticcheck // its successor comes with version 9, which is not out
		for _, found := range leaks {
			check.add(Finding{Severity: "high", Message: found.Description + " (" + found.RuleID + ")", Path: f.Path, Line: found.StartLine + 1})
		}
		if found, ok := credential.In(f.Path, f.Text); ok && len(leaks) == 0 {
			check.add(Finding{Severity: "high", Message: "the file holds " + found.What, Path: f.Path, Line: found.Line})
		}
	}
	for _, f := range files {
		if i := slices.IndexFunc(given, func(v string) bool { return len(v) >= shortestGiven && strings.Contains(f.Text, v) }); i >= 0 {
			check.add(Finding{Severity: "high", Message: "a secret that the build was given has come into the image", Path: f.Path, Line: 1 + strings.Count(f.Text[:strings.Index(f.Text, given[i])], "\n")})
		}
	}
	for _, e := range config.Config.Env {
		name, value, _ := strings.Cut(e, "=")
		if universalbuild.SecretName(name) && !universalbuild.Placeholder(value) {
			check.add(Finding{Severity: "medium", Message: "the image sets " + name + ", whose name says that it is a secret", Path: "environment"})
		}
	}
	return check
}

// shortestGiven is how long a secret of the build is at least that is looked for:
// a shorter one may stand anywhere.
const shortestGiven = 8

func (c *Check) add(f Finding) {
	c.State = failed
	if len(c.Findings) < mostSecrets {
		c.Findings = append(c.Findings, f)
	}
}
