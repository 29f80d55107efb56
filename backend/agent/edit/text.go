package edit

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"aipack/backend/base/fault"
)

// text is a file as a model reads it: without the mark of its encoding, each line end one
// byte. Places in it lead back to the file's own bytes.
type text struct {
	file   []byte
	plain  string
	skip   int   // bytes of the file before its text
	breaks []int // where in plain a line ends that the file ends with two bytes
}

func plain(file []byte) text {
	body, marked := bytes.CutPrefix(file, bom)
	t := text{file: file}
	if marked {
		t.skip = len(bom)
	}
	var b strings.Builder
	for {
		i := bytes.Index(body, []byte("\r\n"))
		if i < 0 {
			break
		}
		b.Write(body[:i])
		t.breaks = append(t.breaks, b.Len())
		b.WriteByte('\n')
		body = body[i+2:]
	}
	b.Write(body)
	t.plain = b.String()
	return t
}

// raw is where a place lies in the file.
func (t text) raw(at int) int { return t.skip + at + sort.SearchInts(t.breaks, at) }

// line is the number of the line of a place, from 1.
func (t text) line(at int) int { return 1 + strings.Count(t.plain[:min(at, len(t.plain))], "\n") }

// end is how the line of a place ends, or the one before it where it is the last.
func (t text) end(at int) string {
	i := strings.IndexByte(t.plain[at:], '\n')
	if i >= 0 {
		i += at
	} else {
		i = strings.LastIndexByte(t.plain[:at], '\n')
	}
	if n := sort.SearchInts(t.breaks, i); i >= 0 && n < len(t.breaks) && t.breaks[n] == i {
		return "\r\n"
	}
	return "\n"
}

// mostPlaces is how many places a refusal names.
const mostPlaces = 5

// find looks for a text that stands once: as it is written, or, where it is not there so,
// as whole lines that differ in the white space around them alone; the note says so.
func (t text) find(file, old string) (from, to int, note string, err error) {
	places := t.all(old)
	switch {
	case len(places) == 1:
		return places[0], places[0] + len(old), "", nil
	case len(places) > 1:
		return 0, 0, "", t.several(file, places)
	}
	lines := strings.Split(strings.Trim(old, "\n"), "\n")
	var starts []int
	var ends []int
	at := 0
	have := strings.SplitAfter(t.plain, "\n")
	for i := range have {
		if fits(have[i:], lines) {
			end := at
			for _, l := range have[i : i+len(lines)] {
				end += len(l)
			}
			starts, ends = append(starts, at), append(ends, end)
		}
		at += len(have[i])
	}
	switch {
	case len(starts) == 0 || strings.TrimSpace(old) == "":
		return 0, 0, "", t.nothing(file, lines[0])
	case len(starts) > 1:
		return 0, 0, "", t.several(file, starts)
	}
	to = ends[0]
	if strings.HasSuffix(t.plain[starts[0]:to], "\n") && !strings.HasSuffix(old, "\n") {
		to-- // the line's end is not quoted
	}
	return starts[0], to, "found by its words: the white space at the lines' beginnings and ends is another", nil
}

// fits says that lines stand at the beginning of others, but for white space around them.
func fits(have, lines []string) bool {
	if len(lines) > len(have) {
		return false
	}
	for i, l := range lines {
		if strings.TrimSpace(l) != strings.TrimSpace(have[i]) {
			return false
		}
	}
	return true
}

// all are the places of a text, also those that overlap.
func (t text) all(old string) (places []int) {
	for at := 0; len(places) <= mostPlaces; {
		i := strings.Index(t.plain[at:], old)
		if i < 0 {
			break
		}
		places = append(places, at+i)
		at += i + 1
	}
	return places
}

func (t text) several(file string, places []int) error {
	var lines []string
	for _, p := range places[:min(len(places), mostPlaces)] {
		lines = append(lines, fmt.Sprint(t.line(p)))
	}
	if len(places) > mostPlaces {
		lines = append(lines, "…")
	}
	return &fault.Fault{
		Code: fault.Ambiguous, Message: "old_string stands several times in " + file + ": in the lines " + strings.Join(lines, ", "),
		Hint: "quote more lines around the one that is meant",
	}
}

// nothing says that a text is not there, and which lines begin as it does.
func (t text) nothing(file, first string) error {
	hint := "read the file again and quote its lines as they are"
	var near []string
	for i, l := range strings.Split(t.plain, "\n") {
		if want := strings.TrimSpace(first); want != "" && strings.Contains(l, want) && len(near) < 3 {
			near = append(near, fmt.Sprint(i+1))
		}
	}
	if len(near) > 0 {
		hint = "its first line stands in line " + strings.Join(near, ", ") + ", and what follows there is something else; " + hint
	}
	return &fault.Fault{Code: fault.NoMatches, Message: "old_string is not in " + file, Hint: hint}
}

// indented moves a text to where the lines stand that it takes the place of.
func (t text) indented(file, old, with string, from int) (string, error) {
	first := ""
	for _, l := range strings.Split(strings.Trim(old, "\n"), "\n") {
		if strings.TrimSpace(l) != "" {
			first = l
			break
		}
	}
	said := first[:len(first)-len(strings.TrimLeft(first, " \t"))]
	is := t.plain[from:]
	for strings.TrimLeft(is, " \t") != "" && strings.TrimLeft(is, " \t")[0] == '\n' { // blank lines before
		is = is[strings.IndexByte(is, '\n')+1:]
	}
	is = is[:len(is)-len(strings.TrimLeft(is, " \t"))]
	lines := strings.Split(with, "\n")
	for i, l := range lines {
		rest, below := strings.CutPrefix(l, said)
		switch {
		case strings.TrimSpace(l) == "":
			continue
		case !below, strings.HasPrefix(rest, " ") && strings.Contains(is, "\t"), strings.HasPrefix(rest, "\t") && strings.Contains(is, " "):
			return "", &fault.Fault{Code: fault.NoMatches, Message: "old_string is in " + file + " with other white space", Hint: "quote the lines with the white space that they have"}
		}
		lines[i] = is + rest
	}
	return strings.Join(lines, "\n"), nil
}
