package edit

import (
	"regexp"
	"strings"

	"aipack/backend/base/fault"
)

// markPattern is what stands in the place of a hidden secret, as package conceal writes it.
var markPattern = regexp.MustCompile(hiddenMark + `[a-z0-9-]{1,60}»`)

// stands reports whether a line that was shown is another one but for secrets hidden in it:
// before the first mark and behind the last both read the same.
func stands(shown, is string) bool {
	marks := markPattern.FindAllStringIndex(shown, -1)
	if len(marks) == 0 {
		return false
	}
	before, after := shown[:marks[0][0]], shown[marks[len(marks)-1][1]:]
	return len(before)+len(after) < len(is) && strings.HasPrefix(is, before) && strings.HasSuffix(is, after)
}

// asShown are a file's lines as a model was shown them, its secrets hidden; those that it
// was not shown are lines that no text has.
func (l *Ledger) asShown(file string, now []byte) []string {
	lines := linesOf(now)
	for i := range lines {
		l.mu.Lock()
		s := l.of(file, now, len(lines))
		switch {
		case s.masked[i] != "":
			lines[i] = s.masked[i]
		case !s.lines[i]:
			lines[i] = "\x00"
		}
		l.mu.Unlock()
	}
	return lines
}

// findHidden looks for a text with hidden secrets in what a model was shown of a file, and
// gives where it stands in the file. It begins and ends before or behind all of a line's marks:
// where what lies between them stands is not known. A guess at a secret finds nothing, whether it is right or not.
func (t text) findHidden(seen *Ledger, file, old string) (from, to int, err error) {
	lines, real := seen.asShown(file, t.file), strings.Split(t.plain, "\n")
	if len(lines) < len(real) {
		lines = append(lines, "") // behind the last line's end
	}
	shown := text{plain: strings.Join(lines, "\n")}
	places := shown.all(old)
	switch {
	case len(places) == 0:
		return 0, 0, shown.nothing(file, strings.SplitN(old, "\n", 2)[0])
	case len(places) > 1:
		return 0, 0, shown.several(file, places)
	}
	place := func(at int) (int, bool) {
		line := shown.line(at) - 1
		column := at - strings.LastIndexByte(shown.plain[:at], '\n') - 1
		before := 0
		for _, l := range real[:line] {
			before += len(l) + 1
		}
		marks := markPattern.FindAllStringIndex(lines[line], -1)
		switch {
		case marks == nil || column <= marks[0][0]:
			return before + column, true
		case column >= marks[len(marks)-1][1]:
			return before + len(strings.TrimSuffix(real[line], "\r")) - (len(lines[line]) - column), true
		}
		return 0, false
	}
	from, begins := place(places[0])
	to, ends := place(places[0] + len(old))
	if !begins || !ends {
		return 0, 0, &fault.Fault{
			Code: fault.EditConflict, Message: "old_string begins or ends between or within the hidden secrets of a line",
			Hint: "quote the line from before its first hidden secret to behind its last",
		}
	}
	return from, to, nil
}
