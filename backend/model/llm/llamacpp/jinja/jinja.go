// Package jinja writes conversations by the chat template that a model file
// carries: the part of Jinja that such templates use, as Jinja 2 and the
// transformers library define it (jinja.palletsprojects.com/templates,
// huggingface.co/docs/transformers/chat_templating).
//
// A template comes with a stranger's file, and what it writes comes from a
// repository. So a template is stopped where it takes too long, goes too deep or
// writes too much; it reaches nothing but what it is given; and each character of
// the result is known to be the template's own or to come from what was given.
package jinja

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Limits of a template. Those that makers ship have up to 20 KB, and write a
// conversation in some ten thousand steps.
const (
	mostSource = 256 << 10 // bytes of a template
	mostSteps  = 20 << 20
	mostTime   = 400 * time.Millisecond
	mostText   = 2 << 20 // characters of any one text
	mostItems  = 1 << 20 // of a list
	deepest    = 100     // levels of calls, of brackets and of values
)

// Error says what is wrong in a template, and in which of its lines.
type Error struct {
	Line    int // from 1
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d of the template: %s", e.Line, e.Message) }

// errRaised is what a template refuses a conversation with.
type errRaised struct{ message string }

func (e errRaised) Error() string { return e.message }

// Refused gives the words with which a template has refused a conversation.
func Refused(err error) (words string, ok bool) {
	var raised errRaised
	ok = errors.As(err, &raised)
	return raised.message, ok
}

// Template is a template that was read. It is safe for concurrent use.
type Template struct {
	body []node
}

// Parse reads a template as transformers does: the first line break after a tag
// and the blanks before one that begins its line belong to the tag, and so does
// the last line break of all. The error is an *Error.
func Parse(source string) (*Template, error) {
	if len(source) > mostSource {
		return nil, &Error{Line: 1, Message: fmt.Sprintf("it has %d bytes; %d are read", len(source), mostSource)}
	}
	p, err := newParser(source)
	if err != nil {
		return nil, err
	}
	body, end, err := p.body()
	if err == nil && end != "" {
		err = p.wrong("%s ends nothing", end)
	}
	if err != nil {
		return nil, err
	}
	return &Template{body: body}, nil
}

// Given is what a template is given by name: nil, bool, int, float64, string,
// []any, Map, and json.RawMessage or Verbatim for any of them.
type Given = map[string]any

// Map is a mapping that keeps its order.
type Map []Entry

// Entry is one member of a Map.
type Entry struct {
	Key   string
	Value any
}

// Verbatim is an object of JSON that keeps how it was written where a template
// writes it as JSON on one line: what a model has said is what its cache holds.
type Verbatim json.RawMessage

// Words are texts of the caller that count as the template's own, such as the
// mark with which every conversation begins.
type Words string

// Render writes what a template makes of what it is given. The error is an *Error,
// wrapped where the template itself refuses (see Refused).
func (t *Template) Render(given Given, now time.Time) (Text, error) {
	r := &rendering{until: time.Now().Add(mostTime), now: now}
	top := &scope{values: map[string]value{}}
	for name, f := range globals(r) {
		top.values[name] = f
	}
	for name, v := range given {
		made, err := valueOf(v)
		if err != nil {
			return nil, &Error{Line: 1, Message: fmt.Sprintf("%s: %v", name, err)}
		}
		top.values[name] = made
	}
	_, err := r.nodes(t.body, top)
	if err != nil {
		return nil, err
	}
	return r.out, nil
}
