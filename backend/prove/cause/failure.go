// Package cause says why a build or a start failed and how to mend it, from what
// was printed and what was seen from outside: a rule a way to fail, a file an
// ecosystem. It builds and starts nothing, and knows no reports.
package cause

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"aipack/backend/prove/patch"
)

// Failure says where it broke, why, and what to do.
type Failure struct {
	Stage   string              `json:"stage"` // build, release, start, health, limit
	Line    int                 `json:"line,omitempty"`
	Text    string              `json:"text,omitempty"`    // the Dockerfile's line
	Field   string              `json:"field,omitempty"`   // JSON pointer into the document
	Rule    string              `json:"rule"`              // id of the cause: "missing_script"
	Class   Class               `json:"class"`             // whose matter it is
	Cause   string              `json:"cause"`             // in plain words
	Log     []string            `json:"log"`               // the lines that matter
	Fix     string              `json:"fix,omitempty"`     // in plain words
	Edits   []Edit              `json:"edits,omitempty"`   // the fix as edits of the document, all of which belong together
	Patches []patch.Replacement `json:"patches,omitempty"` // of the project's own files, which belong to the edits
	Values  []Value             `json:"values,omitempty"`  // variables that a proof may give a value, which enters no document
	Details map[string]any      `json:"details,omitempty"`

	Signature string `json:"signature,omitempty"` // what it has in common with the same failure elsewhere, see SignatureIn
}

// Class is whose matter a failure is, which decides what may be done about it.
type Class string

// The classes.
const (
	Project     Class = "project"     // the project's or its plan's: edits may mend it
	Environment Class = "environment" // the machine's, the network's or the account's: no edit mends it
	Transient   Class = "transient"   // it passes: the same is tried again
)

// Words say whose matter a failure is, where it is not the project's; "" where
// it is.
func (c Class) Words() string {
	switch c {
	case Transient:
		return "This usually passes by itself: nothing in the project needs to change. Prove it again later."
	case Environment:
		return "It is a matter of the machine, its network or an account: nothing in the project needs to change."
	}
	return ""
}

// Edit sets one field of the document.
type Edit struct {
	Field string `json:"field"` // JSON pointer
	Value any    `json:"value"`
}

// logLines is how much of a log a failure shows.
const logLines = 25

// Explain fills in what the log and the circumstances tell. Details may hold
// log_line, the line of Log that says it; variable, the environment variable
// that is wanted; hosts, those that cannot be reached.
func (f *Failure) Explain(s Seen) {
	c := f.looked(s)
	k, m, at := find(c)
	f.Cause, f.Class = lastWords(c.builder), Project
	if k != nil {
		f.told(k, k.words(c, m), k.classOf(c, at))
	}
	lines, shown := c.log.around(at)
	f.Log = append(f.Log, lines...)
	if at >= 0 {
		if f.Details == nil {
			f.Details = map[string]any{}
		}
		f.Details["log_line"] = shown // which of Log says it, from 0
	}
}

// told takes over what a rule says. Only what is the project's own is mended.
func (f *Failure) told(k *way, t explanation, class Class) {
	f.Rule, f.Cause, f.Fix, f.Details, f.Class = cmp.Or(t.rule, k.rule), t.why, t.fix, t.details, cmp.Or(t.class, class)
	f.Edits, f.Patches, f.Values = nil, nil, nil
	if f.Class == Project {
		f.Edits, f.Patches, f.Values = t.edits, t.patches, t.values
	}
}

// looked makes what was seen ready to be searched.
func (f *Failure) looked(s Seen) circumstances {
	command, said := withoutCommand(s.Builder)
	return circumstances{Seen: s, failure: f, log: read(s.Log, command), builder: said}
}

// repeated is the command in BuildKit's error (solver/llbsolver/ops/exec.go):
// it is what was tried, and says nothing of what went wrong.
var repeated = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`process ("(?:[^"\\]|\\.)*") did not complete`)
})

// withoutCommand takes an error apart into the command that it repeats and the
// rest.
func withoutCommand(said string) (command, rest string) {
	if m := repeated().FindStringSubmatch(said); m != nil {
		command, _ = strconv.Unquote(m[1]) // "" where it is no Go string: nothing is repeated then
	}
	return command, repeated().ReplaceAllString(said, "process did not complete")
}

// lastWords are the innermost part of BuildKit's chain of errors.
func lastWords(text string) string {
	for _, noise := range []string{"failed to solve: ", "build: ", "release: ", "start: ", "health: ", "rpc error: code = Unknown desc = "} {
		text = strings.ReplaceAll(text, noise, "")
	}
	return text
}
