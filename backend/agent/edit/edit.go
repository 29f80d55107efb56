// Package edit makes of a model's wish the change of a file that a user can approve: bytes
// in, bytes out. It reads and writes nothing, and asks nobody. What the model has not
// seen as it is it cannot change.
package edit

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"aipack/backend/base/fault"
	"aipack/backend/model/conversation"
)

// Kind is what becomes of a file.
type Kind string

// The kinds.
const (
	Created Kind = "created"
	Changed Kind = "changed"
	Deleted Kind = "deleted"
)

// Change is what would become of one file.
type Change struct {
	Path   string // relative to the project's folder, with slashes
	Before []byte // as it is; nil where it is not there
	After  []byte // as it would be; nil where it is deleted
	Note   string // what was understood beyond the letter, for the user and the model; "" for nothing

	// What the change would make wrong that was right before, as far as the sources tell,
	// and whether the file could not even be parsed any more. Whoever checks it says so.
	Problems []string
	Unparsed bool
}

// Kind is what becomes of the file.
func (c Change) Kind() Kind {
	switch {
	case c.Before == nil:
		return Created
	case c.After == nil:
		return Deleted
	}
	return Changed
}

// Diff is the change as lines, in the unified form.
func (c Change) Diff() string {
	from, to := "a/"+c.Path, "b/"+c.Path
	if c.Before == nil {
		from = "/dev/null"
	}
	if c.After == nil {
		to = "/dev/null"
	}
	return udiff.Unified(from, to, string(c.Before), string(c.After))
}

// mostBytes is how long a file may be that a model changes or writes.
const mostBytes = 4 << 20

// Prepare makes the change that a request asks for. now is the file as it is, nil where
// there is none. The error is a fault whose message and hint are for the model.
func Prepare(seen *Ledger, r Request, now []byte) (Change, error) {
	if err := Check(r); err != nil {
		return Change{}, err
	}
	if len(now) > mostBytes {
		return Change{}, tooLong(r.Path)
	}
	r.Path = cleaned(r.Path)
	switch r.Tool {
	case Write:
		return write(seen, r, now)
	case Replace:
		return replace(seen, r, now)
	case Delete:
		if now == nil {
			return Change{}, absent(r.Path)
		}
		return Change{Path: r.Path, Before: now}, nil
	}
	return Change{}, &fault.Fault{Code: fault.WrongUse, Message: "there is no tool " + r.Tool}
}

// hiddenMark begins what stands in the place of a secret that a model is not shown.
const hiddenMark = "«secret:"

func cleaned(file string) string { return path.Clean(strings.ReplaceAll(file, `\`, "/")) }

func tooLong(file string) error {
	return &fault.Fault{Code: fault.WrongUse, Message: file + " is too long to be changed here", Hint: fmt.Sprintf("a file has at most %d MB", mostBytes>>20)}
}

// Check refuses what can only do harm, whoever approves it, before any file is looked at.
func Check(r Request) error {
	r.Path = cleaned(r.Path)
	first, _, _ := strings.Cut(r.Path, "/")
	keeper := keeperOf(r.Path)
	switch {
	case r.Path == "." || path.IsAbs(r.Path) || first == ".." || first == "~" || strings.ContainsRune(r.Path, 0) || len(r.Path) > 1 && r.Path[1] == ':':
		return &fault.Fault{Code: fault.PathTraversal, Message: fmt.Sprintf("%q is no file of the project", r.Path), Hint: "name it relative to the project's folder"}
	case keeper != "":
		return &fault.Fault{
			Code: fault.PermissionDenied, Message: keeper + "'s own files are not changed: " + r.Path,
			Hint: "what " + keeper + " keeps there is changed by " + keeper + " alone",
		}
	case len(r.Content) > mostBytes || len(r.New) > mostBytes:
		return tooLong(r.Path)
	}
	for i, text := range []string{r.Content, r.New, r.Old} {
		switch {
		case i < 2 && strings.Contains(text, hiddenMark):
			return &fault.Fault{
				Code: fault.PermissionDenied, Message: "the text holds the mark of a hidden secret, and would write it in the secret's place",
				Hint: "leave the secret as it is and change what is around it with edit_file; only a text without it can take its place",
			}
		case strings.Contains(text, conversation.LeftOut):
			return &fault.Fault{Code: fault.WrongUse, Message: "the text holds a note that stands for what was left out", Hint: "write the text whole"}
		case strings.ContainsRune(text, 0):
			return &fault.Fault{Code: fault.WrongUse, Message: "the text holds a zero byte", Hint: "only texts are written"}
		}
	}
	return nil
}

func absent(file string) error {
	return &fault.Fault{Code: fault.FileNotFound, Message: "there is no file " + file, Hint: "search_files finds its path; write_file makes a new file"}
}

// unread says that a model has not seen what it would change.
func unread(file, what string) error {
	return &fault.Fault{
		Code: fault.EditConflict, Message: what + " of " + file + " was not shown as it is, or has changed since",
		Hint: "read it with read_file, then try again; lines that were shown cut or in another encoding cannot be changed, " +
			"one with a hidden secret where you quote its mark",
	}
}

// bom is what some editors begin a text in UTF-8 with.
var bom = []byte("\xef\xbb\xbf")

// write makes a file, or writes one anew that was shown whole. It keeps the file's mark
// of its encoding and its line ends.
func write(seen *Ledger, r Request, now []byte) (Change, error) {
	text := []byte(strings.ReplaceAll(r.Content, "\r\n", "\n"))
	if now == nil {
		return Change{Path: r.Path, After: []byte(r.Content)}, nil
	}
	if !seen.Whole(r.Path, now) {
		return Change{}, unread(r.Path, "all")
	}
	body, marked := bytes.CutPrefix(now, bom)
	switch ends, all := bytes.Count(body, []byte("\r\n")), bytes.Count(body, []byte("\n")); {
	case ends > 0 && ends < all:
		return Change{}, &fault.Fault{Code: fault.EditConflict, Message: r.Path + " has line ends of two kinds", Hint: "change its lines with edit_file, which keeps them"}
	case ends > 0:
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	if marked && !bytes.HasPrefix(text, bom) {
		text = append(bytes.Clone(bom), text...)
	}
	if bytes.Equal(text, now) {
		return Change{}, same(r.Path)
	}
	return Change{Path: r.Path, Before: now, After: text}, nil
}

func same(file string) error {
	return &fault.Fault{Code: fault.WrongUse, Message: file + " reads so already: nothing would change", Hint: "go on"}
}

// replace puts one text in the place of another that stands once in a file.
func replace(seen *Ledger, r Request, now []byte) (Change, error) {
	if now == nil {
		return Change{}, absent(r.Path)
	}
	old, with := strings.ReplaceAll(r.Old, "\r\n", "\n"), strings.ReplaceAll(r.New, "\r\n", "\n")
	if old == "" {
		return Change{}, &fault.Fault{Code: fault.WrongUse, Message: "old_string is empty", Hint: "quote the lines that are to change; write_file makes a new file"}
	}
	t := plain(now)
	if strings.Contains(old, hiddenMark) {
		from, to, err := t.findHidden(seen, r.Path, old)
		if err != nil {
			return Change{}, err
		}
		return t.put(r.Path, from, to, with, "what takes a hidden secret's place holds none")
	}
	from, to, note, err := t.find(r.Path, old)
	if err != nil {
		return Change{}, err
	}
	if note != "" {
		if with, err = t.indented(r.Path, old, with, from); err != nil {
			return Change{}, err
		}
	}
	if !seen.Lines(r.Path, now, t.line(from), t.line(max(from, to-1))) {
		return Change{}, unread(r.Path, fmt.Sprintf("line %d", t.line(from)))
	}
	return t.put(r.Path, from, to, with, note)
}

// put is the change by which a text takes the place of what stands between two others.
func (t text) put(file string, from, to int, with, note string) (Change, error) {
	now := t.file
	if !utf8.Valid(now) && strings.ContainsFunc(with, func(c rune) bool { return c >= utf8.RuneSelf }) {
		return Change{}, &fault.Fault{Code: fault.EditConflict, Message: file + " is not written in UTF-8", Hint: "write letters of ASCII alone into it"}
	}
	if t.end(from) == "\r\n" {
		with = strings.ReplaceAll(with, "\n", "\r\n")
	}
	after := make([]byte, 0, len(now)+len(with))
	after = append(append(append(after, now[:t.raw(from)]...), with...), now[t.raw(to):]...)
	if bytes.Equal(after, now) {
		return Change{}, same(file)
	}
	return Change{Path: file, Before: now, After: after, Note: note}, nil
}
