package advise

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/detect/pipeline"
	"aipack/backend/prove/patch"
	"aipack/backend/secret/conceal"
	"aipack/backend/secret/credential"
	"aipack/backend/universalbuild"
)

// fileField is what a model names in place of a field of the plan where it changes a
// line of a file.
const fileField = "file"

// mostNewLines is how many lines may stand in the place of one.
const mostNewLines = 20

// notChanged are files that no answer changes: what holds secrets, what git and other
// services do, and what our own files and lock files are made from by tools.
var notChanged = regexp.MustCompile(`(?i)(?:^|/)(?:\.git(?:/|$)|\.github/|\.gitlab|\.circleci/|\.env[^/]*$|[^/]*\.(?:pem|key|p12|jks)$|\.npmrc$|\.yarnrc[^/]*$|pip\.conf$|\.netrc$|[^/]*dockerfile[^/]*$|[^/]*compose[^/]*\.ya?ml$)`)

// weakens are words that make a container less safe than it was, whoever runs them.
var weakens = regexp.MustCompile(`(?i)--privileged|\bsudo\b|\bchmod\s+(?:-\w+\s+)*(?:0?777|a\+rwx)|\|\s*(?:ba|z|da)?sh\b|\bUSER\s+root\b|\bsetuid\b|rejectUnauthorized\s*:\s*false|verify\s*=\s*False|NODE_TLS_REJECT_UNAUTHORIZED|InsecureSkipVerify\s*:\s*true`)

// file adds the change of a line of a file to a remedy.
func (g gate) file(r *Remedy, f Failed, name, quote string, value []string) error {
	shows, err := shown(g.Desk, f, name, quote)
	if err != nil {
		return err
	}
	change, err := g.line(shows, value)
	if err != nil {
		return err
	}
	shows.Field, shows.Value = fileField, clip(strings.Join(value, " "))
	shows.Source, shows.Rule, shows.Confidence = "model", "model.repair", Most
	r.Files, r.Evidence = append(r.Files, change), append(r.Evidence, shows)
	return nil
}

// line makes an answer that changes a line of a file: the quoted line, which stands
// once in it, becomes the lines of value. It lies below the folder that is sent to the
// build.
func (g gate) line(shows universalbuild.Evidence, value []string) (patch.Replacement, error) {
	var none patch.Replacement
	below, ok := inContext(shows.Path, g.before.Context())
	switch {
	case shows.Path == "":
		return none, errors.New("path is the file whose line is changed, and quote that line")
	case !ok:
		return none, fmt.Errorf("%s is not in the folder that is sent to the build", clip(shows.Path))
	case notChanged.MatchString(shows.Path):
		return none, fmt.Errorf("%s is not changed by a model", clip(shows.Path))
	case len(value) > mostNewLines:
		return none, fmt.Errorf("value has at most %d lines", mostNewLines)
	}
	was, err := lineOf(g.Desk, shows)
	if err != nil {
		return none, err
	}
	for _, v := range value {
		switch {
		case len(v) > 1000 || strings.ContainsAny(v, "\n\r\x00"):
			return none, errors.New("a text of value is one line of at most 1000 letters")
		case secret(v):
			return none, errors.New("a line looks like a secret, which no file gets")
		case weakens.MatchString(v) && !weakens.MatchString(was):
			return none, fmt.Errorf("%q makes the container less safe", clip(v))
		case v != was && (elsewhere.MatchString(v) && !elsewhere.MatchString(was) || byFolder.MatchString(v) || setsSource(v)):
			return none, fmt.Errorf("%q takes packages from elsewhere than the project does", clip(v))
		case !known(v, was):
			return none, fmt.Errorf("%q leads to another host", clip(v))
		}
	}
	find := "^" + regexp.QuoteMeta(was) + `(\r?)$`
	if len(value) == 0 { // its end goes with it
		return patch.Replacement{Path: below, Find: find + `\n?`}, nil
	}
	var lines []string
	for _, v := range value {
		lines = append(lines, strings.ReplaceAll(v, "$", "$$")+"${1}") // Windows' ends of lines stay
	}
	return patch.Replacement{Path: below, Find: find, Replace: strings.Join(lines, "\n")}, nil
}

// secret reports whether a line holds what looks like one: by its name, or by its form.
func secret(line string) bool {
	token, _ := credential.Token(line)
	return token != "" || conceal.Text(line) != line
}

// known reports whether every address in a line is of this container, or stood in
// the line before.
func known(now, was string) bool {
	for _, m := range address.FindAllString(now, -1) {
		if !ownAddress(m) && !strings.Contains(was, m) {
			return false
		}
	}
	return true
}

// lineOf is the whole line that was quoted; it stands in its file once.
func lineOf(d pipeline.Desk, shows universalbuild.Evidence) (string, error) {
	text, ok := d.Scan.Reader.Folder(".").Text(shows.Path)
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if !ok || shows.Line < 1 || shows.Line > len(lines) {
		return "", fmt.Errorf("%s cannot be read as text", clip(shows.Path))
	}
	was := lines[shows.Line-1]
	if i := slices.Index(lines, was); slices.Contains(lines[i+1:], was) {
		return "", fmt.Errorf("the line %q stands in %s more than once", clip(was), clip(shows.Path))
	}
	return was, nil
}

// inContext is a path of the repository as seen from a folder of it.
func inContext(name, folder string) (string, bool) {
	if folder == "." {
		return name, true
	}
	below, ok := strings.CutPrefix(name, path.Clean(folder)+"/")
	return below, ok
}
