package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// executor runs one tool at a time and cuts what it says to size.
type executor struct{ room room }

// run never panics: a fault of ours is a failure that the model can work
// around.
func (e executor) run(ctx context.Context, t *Tool, args json.RawMessage) (r Result) {
	defer func() {
		if p := recover(); p != nil {
			r = failure(fmt.Sprintf("%s broke down: %v", t.Name, p), "Ask in another way.")
		}
	}()
	limited, cancel := context.WithTimeout(ctx, e.room.limits.Time)
	defer cancel()
	a, err := t.run(limited, e.room, args)
	if ctx.Err() != nil {
		return failure("the call was cancelled", "")
	}
	if err != nil {
		r = failure(explain(err))
		r.late = limited.Err() != nil
		return r
	}
	text, cut := fit(a, e.room.limits.bytes())
	return Result{Text: text, Truncated: cut, Read: a.read, late: limited.Err() != nil}
}

// fit renders as many items as there is room for.
func fit(a answer, most int) (text string, cut bool) {
	r := a.render(a.items)
	text = r.compose()
	if len(text) <= most || r.whole || a.items == 0 {
		return text, r.cut
	}
	low, high := 0, a.items-1 // low fits, or nothing does
	for low < high {
		middle := (low + high + 1) / 2
		if len(a.render(middle).compose()) <= most {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return a.render(low).compose(), true
}

// compose writes an answer with its notes.
func (r rendering) compose() string {
	text := r.text
	if r.body != nil {
		text = compact(r.body)
	}
	return withNotes(text, r.notes)
}

// JSON writes what a tool of another package has to say as the tools here say it.
func JSON(v any) string { return compact(v) }

// compact writes JSON as short as it goes. Names and lines of a repository are
// quoted by it, and so cannot pass for anything but data.
func compact(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return `{"error":"the answer cannot be written"}`
	}
	return visible(strings.TrimSuffix(b.String(), "\n"))
}

// visible writes what people do not see and models read as escapes of JSON:
// Unicode's tags, and the marks that reorder text.
func visible(s string) string {
	hidden := func(r rune) bool {
		return r >= 0xE0000 && r <= 0xE007F || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
	}
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !hidden(r):
			b.WriteRune(r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// withNotes adds notes to an answer: as a field of a JSON object, else as
// lines at its end.
func withNotes(text string, notes []string) string {
	notes = slices.DeleteFunc(slices.Clone(notes), func(n string) bool { return n == "" })
	if len(notes) == 0 {
		return text
	}
	body, isObject := strings.CutSuffix(text, "}")
	if !isObject || !strings.HasPrefix(body, "{") {
		return strings.TrimSuffix(text, "\n") + "\n" + strings.Join(notes, "\n")
	}
	if old, list, found := strings.Cut(body, `,"notes":[`); found && strings.HasSuffix(list, "]") && json.Valid([]byte("["+list)) {
		return old + `,"notes":[` + strings.TrimSuffix(list, "]") + "," + strings.Trim(compact(notes), "[]") + "]}"
	}
	if body != "{" {
		body += ","
	}
	return body + `"notes":` + compact(notes) + "}"
}

// failed is a failure as the model reads it.
type failed struct {
	Error string `json:"error"`
	Fix   string `json:"fix,omitempty"`
}

func failure(problem, fix string) Result {
	return Result{Failed: true, Text: compact(failed{problem, fix})}
}

// explain gives an error's words, and what to do where that is known.
func explain(err error) (problem, fix string) {
	var r refusal
	if errors.As(err, &r) {
		return r.problem, r.fix
	}
	return err.Error(), ""
}

// problemOf gives the words of a failure.
func problemOf(text string) string {
	var f failed
	if err := json.Unmarshal([]byte(text), &f); err != nil || f.Error == "" {
		return text
	}
	return f.Error
}

// clip cuts a text to so many bytes, between characters.
func clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}

// short shows a text from a model in a message.
func short(s string) string { return clip(strings.ToValidUTF8(s, "�"), 100) }
