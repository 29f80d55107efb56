// Package patch changes the text of a project's own files, in memory: what is to be
// changed, and what the files hold with it. It writes nothing.
package patch

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Replacement is one change of a file: all that matches Find becomes Replace.
type Replacement struct {
	Path    string `json:"path"`    // from the folder that is sent to the build, with slashes
	Find    string `json:"find"`    // regular expression (RE2); ^ and $ are the ends of a line
	Replace string `json:"replace"` // $1 stands for the first group

	Line string `json:"line,omitempty"` // in place of the two: this line at the file's end; there need be no file yet
}

// Change is a file with its replacements: what it holds then, and the difference.
type Change struct {
	Path string `json:"path"` // from the project's folder
	Diff string `json:"diff"` // unified
	Text string `json:"text"` // the whole file
	Was  string `json:"was"`  // SHA-256 of what it held before, in hexadecimal digits
}

// Fits reports whether a file still holds what it held when it was changed, or holds
// the change already.
func (c Change) Fits(text []byte) bool { return c.Was == sum(text) || c.Text == string(text) }

func sum(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// in is a text with the replacement.
func (p Replacement) in(text string, find *regexp.Regexp) string {
	if p.Line == "" {
		return find.ReplaceAllString(text, p.Replace)
	}
	end := "\n"
	if strings.Contains(text, "\r\n") {
		end = "\r\n"
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += end
	}
	return text + p.Line + end
}

// largest is the size, in bytes, of the largest file that is changed.
const largest = 1 << 20

// Apply makes replacements in files that read gives, by their paths there. The
// changes come in the order of the files' first replacements; where nothing of a file
// matches, nothing is changed at all.
func Apply(list []Replacement, read func(path string) (text []byte, name string, err error)) ([]Change, error) {
	var out []Change
	before := map[string]string{}
	for _, p := range list {
		find, err := regexp.Compile("(?m)" + p.Find)
		if err != nil {
			return nil, fmt.Errorf("the change of %s: %w", p.Path, err)
		}
		text, name, err := read(p.Path)
		if err != nil && (p.Line == "" || !errors.Is(err, fs.ErrNotExist)) {
			return nil, err
		}
		at := slices.IndexFunc(out, func(c Change) bool { return c.Path == name })
		if at < 0 {
			if len(text) > largest || bytes.IndexByte(text, 0) >= 0 {
				return nil, fmt.Errorf("%s is no text of at most 1 MiB", name)
			}
			at, before[name] = len(out), string(text)
			out = append(out, Change{Path: name, Text: string(text), Was: sum(text)})
		}
		now := p.in(out[at].Text, find)
		if now == out[at].Text || len(now) > largest {
			return nil, errors.New("the change does not fit " + name)
		}
		out[at].Text = now
	}
	for i, c := range out {
		out[i].Diff = udiff.Unified(c.Path, c.Path, before[c.Path], c.Text)
	}
	return out, nil
}
