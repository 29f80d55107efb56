package audit

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"aipack/backend/prove/sast"
	"aipack/backend/secret/leak"
)

// code has the user's own opengrep or semgrep look at the sources.
func code(ctx context.Context, r Request) (string, []Finding, error) {
	found, err := sast.Folder(ctx, r.Project)
	if errors.Is(err, sast.ErrAbsent) {
		return "", nil, fmt.Errorf("%w; install one of them (https://opengrep.dev, https://semgrep.dev), and audit again", err)
	} else if err != nil {
		return "", nil, err
	}
	seen := map[string]int{}
	var out []Finding
	for _, f := range found.Findings {
		same := f.Rule + "\x00" + f.Path + "\x00" + f.Evidence
		seen[same]++
		out = append(out, misusable(f, seen[same]))
	}
	said := fmt.Sprintf("%d sources were read by %s", found.Read, found.Program)
	if found.Read == 1 {
		said = "1 source was read by " + found.Program
	}
	return joined(said, found.Left), out, nil
}

// misusable is what a rule found as a finding; nth counts the lines of its file that read
// the same. What only a test runs nobody else reaches.
func misusable(f sast.Finding, nth int) Finding {
	out := Finding{
		ID: identity("code", f.Rule, f.Path, f.Evidence, strconv.Itoa(nth)), Kind: Code, Severity: Severity(f.Level), Rule: f.Rule,
		Message: f.Message, Path: f.Path, Line: f.Line, Evidence: f.Evidence, Fix: f.Fix,
	}
	if leak.Aside(f.Path) {
		out.Severity = Low
	}
	return out
}
