package tool

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

//go:embed read_file.md
var readFileAbout string

type readFileArgs struct {
	Path      paths  `json:"path"`
	StartLine int    `json:"start_line"`
	MaxLines  int    `json:"max_lines"`
	Encoding  string `json:"encoding"`
}

// paths is one path or a list of them.
type paths struct {
	names []string
	list  bool
}

func (p *paths) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		p.names = []string{one}
		return nil
	}
	p.list = true
	return json.Unmarshal(b, &p.names)
}

// fileOut is one file. Total counts the lines of the whole file, where only
// a part is here.
type fileOut struct {
	Path      string `json:"path"`
	Content   string `json:"content"`
	Start     int    `json:"start_line,omitempty"` // number of the first line, where it is not 1
	Lines     int    `json:"lines"`                // lines of content
	Total     int    `json:"total_lines,omitempty"`
	Truncated bool   `json:"truncated"`
	Size      int64  `json:"size"` // bytes of the whole file
}

type filesOut struct {
	Files      []fileOut   `json:"files"`
	TotalFiles int         `json:"total_files"`
	Errors     []fileError `json:"errors"`
}

type fileError struct {
	Path  string `json:"path"`
	Error string `json:"error"`
	Fix   string `json:"fix,omitempty"`
}

func readFile() Tool {
	return define(Tool{
		Name: "read_file", About: readFileAbout,
		Aliases: []string{"read_files", "cat", "open_file"},
		Synonyms: map[string]string{
			"file_path": "path", "filepath": "path", "file": "path", "filename": "path", "file_name": "path", "files": "path",
			"paths": "path", "offset": "start_line", "line_start": "start_line", "limit": "max_lines", "lines": "max_lines",
		},
		Schema: func(l Limits) json.RawMessage {
			return json.RawMessage(fmt.Sprintf(`{"type":"object","required":["path"],"properties":{`+
				`"path":{"type":["string","array"],"items":{"type":"string"},"minItems":1,"maxItems":%d,"description":"Relative to the repository's root"},`+
				`"start_line":{"type":"integer","default":1},`+
				`"max_lines":{"type":"integer","minimum":1,"description":"At most %d","default":%d},`+
				`"encoding":{"type":"string","enum":["auto","utf-8","latin-1"],"default":"auto"}}}`, mostPaths, l.MostLines, l.Lines))
		},
	}, runReadFile)
}

func runReadFile(ctx context.Context, in room, a readFileArgs) (answer, error) {
	a.StartLine = max(a.StartLine, 1)
	var notes []string
	if a.MaxLines > in.limits.MostLines {
		a.MaxLines = in.limits.MostLines
		notes = append(notes, fmt.Sprintf("max_lines is at most %d", a.MaxLines))
	}
	var read []part
	errs := []fileError{}
	for i, name := range a.Path.names {
		if slices.Contains(a.Path.names[:i], name) {
			continue
		}
		p, err := in.part(ctx, name, a)
		if err != nil && !a.Path.list {
			return answer{}, err
		}
		if err != nil {
			problem, fix := explain(err)
			errs = append(errs, fileError{name, problem, fix})
			continue
		}
		read = append(read, p)
	}
	longest := 0
	var names []string
	for _, p := range read {
		longest = max(longest, len(p.lines))
		names = append(names, p.path)
	}
	return answer{items: longest, read: names, render: func(keep int) rendering {
		if a.Path.list {
			return renderFiles(read, errs, keep, notes)
		}
		out := read[0].out(keep)
		return rendering{body: out, cut: out.Truncated, notes: append(slices.Clone(notes), read[0].note(keep)...)}
	}}, nil
}

func renderFiles(read []part, errs []fileError, keep int, notes []string) rendering {
	out := filesOut{Files: []fileOut{}, TotalFiles: len(read), Errors: errs}
	r := rendering{notes: slices.Clone(notes)}
	for _, p := range read {
		f := p.out(keep)
		out.Files = append(out.Files, f)
		if f.Truncated && !r.cut {
			r.cut = true
			r.notes = append(r.notes, "... truncated, use start_line/max_lines for more")
		}
	}
	r.body = out
	return r
}

// part is what was read of one file.
type part struct {
	path  string
	start int
	lines []string
	more  bool
	total int // lines of the file, -1 where they are not counted
	size  int64
}

func (p part) out(keep int) fileOut {
	keep = min(keep, len(p.lines))
	out := fileOut{
		Path: p.path, Content: strings.Join(p.lines[:keep], "\n"), Lines: keep,
		Truncated: p.more || keep < len(p.lines), Size: p.size,
	}
	if keep > 0 {
		out.Content += "\n"
	}
	if p.start != 1 {
		out.Start = p.start
	}
	if p.total > keep {
		out.Total = p.total
	}
	return out
}

func (p part) note(keep int) []string {
	keep = min(keep, len(p.lines))
	switch {
	case len(p.lines) == 0 && p.start > 1 && p.total >= 0:
		return []string{fmt.Sprintf("the file has %d lines", p.total)}
	case keep == 0 && len(p.lines) > 0:
		return []string{fmt.Sprintf("line %d is too long to be shown; grep_content finds a part of it", p.start)}
	case p.more || keep < len(p.lines):
		return []string{fmt.Sprintf("... truncated, use start_line/max_lines for more; the next start_line is %d", p.start+keep)}
	}
	return nil
}

// part reads lines of a file.
func (in room) part(ctx context.Context, name string, a readFileArgs) (part, error) {
	p := part{path: name, start: a.StartLine, total: -1}
	if err := ctx.Err(); err != nil {
		return p, refuse(quoted(name)+" was not read: the call took too long", "Read fewer files at once.")
	}
	var err error
	if a.Encoding == "auto" {
		lines, readErr := in.repo.ReadLines(name, a.StartLine, a.MaxLines)
		p.lines, p.more, err = lines.Lines, lines.More, readErr
	} else {
		err = in.decoded(&p, name, a)
	}
	if err != nil {
		var r refusal
		if errors.As(err, &r) {
			return p, err
		}
		return p, in.miss(ctx, name, err)
	}
	meta, err := in.repo.Metadata(name)
	if err != nil {
		return p, in.miss(ctx, name, err)
	}
	p.size, p.total = meta.Size, meta.Lines
	in.veil.block(name, p.start, p.lines)
	return p, nil
}

// decoded reads a file in the encoding that the call names.
func (in room) decoded(p *part, name string, a readFileArgs) error {
	const most = 1 << 20
	raw, err := in.repo.ReadBytes(name, most)
	if err != nil {
		return err
	}
	if binary, err := in.repo.IsBinary(name); err != nil || binary {
		return refuse(quoted(name)+" is a binary file", "It cannot be read as text.")
	}
	text, ok := decode(raw, a.Encoding)
	if !ok {
		return refuse(quoted(name)+" is not written in "+a.Encoding, "Set encoding to auto.")
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if text == "" {
		lines = nil
	}
	from := min(a.StartLine-1, len(lines))
	to := min(from+a.MaxLines, len(lines))
	p.more = to < len(lines) || len(raw) == most
	for _, line := range lines[from:to] {
		p.lines = append(p.lines, clip(strings.TrimSuffix(line, "\r"), mostOfALine))
	}
	return nil
}
