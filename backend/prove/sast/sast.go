// Package sast has the user's own opengrep or semgrep look at a project's sources, by rules
// that the program carries. The tool sees a copy of the sources alone, so that nothing that
// lies in the project settles what it runs, reads or leaves out.
package sast

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"aipack/backend/repo"
	"aipack/backend/secret/conceal"
)

// ErrAbsent says that there is neither program.
var ErrAbsent = errors.New("neither opengrep nor semgrep is on this computer")

// Finding is a place of a source that a rule speaks of. It repeats no secret.
type Finding struct {
	Rule     string // "aipack.go.sql"
	Level    string // "critical": a request's input gets there; "high", "medium", "low"
	Message  string
	Fix      string
	Path     string // from the folder, with slashes
	Line     int    // from 1
	Evidence string // the line, secrets hidden
}

// Found is what a look came to.
type Found struct {
	Findings []Finding
	Program  string // "semgrep"
	Read     int    // files
	Left     string // what was not read and why, in a sentence; "" for nothing
}

// limits are what a look may take.
type limits struct {
	files  int           // files
	file   int64         // bytes of a file
	bytes  int64         // bytes of all
	time   time.Duration // of the tool
	answer int           // bytes of the tool's answer
	found  int           // findings that are told
}

var usual = limits{files: 20_000, file: 512 << 10, bytes: 64 << 20, time: time.Minute, answer: 32 << 20, found: 500}

// Folder looks at the sources that the project's .gitignore does not leave out. The error
// is ErrAbsent where there is no program for it.
func Folder(ctx context.Context, project *repo.Tree) (Found, error) {
	return usual.folder(ctx, project)
}

func (l limits) folder(ctx context.Context, project *repo.Tree) (out Found, err error) {
	tool, err := find(project.Dir())
	if err != nil {
		return Found{}, err
	}
	pack, err := rules()
	if err != nil {
		return Found{}, err
	}
	dir, err := os.MkdirTemp("", "aipack-code-") // for the user alone
	if err != nil {
		return Found{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	copied, err := l.lay(ctx, project, filepath.Join(dir, "sources"))
	if err != nil {
		return Found{}, err
	}
	if len(copied.names) == 0 {
		return Found{}, fmt.Errorf("no source in %s was found", languages)
	}
	if err := write(filepath.Join(dir, "rules")); err != nil {
		return Found{}, err
	}
	text, err := tool.run(ctx, l, dir)
	if err != nil {
		return Found{}, err
	}
	a, err := parse(text)
	if err != nil {
		return Found{}, fmt.Errorf("the answer of %s was not understood: %w", tool.name, err)
	}
	out = Found{Program: tool.name, Read: len(a.Paths.Scanned), Left: left(copied.left, a.passedOver(len(copied.names)))}
	if out.Read == 0 {
		return Found{}, fmt.Errorf("%s read none of %d sources", tool.name, len(copied.names))
	}
	if out.Findings, err = told(a, pack, copied); err != nil {
		return Found{}, fmt.Errorf("the answer of %s was refused: %w", tool.name, err)
	}
	if len(out.Findings) > l.found {
		out.Findings, out.Left = out.Findings[:l.found], left(out.Left, fmt.Sprintf("more than %d findings are not told", l.found))
	}
	return out, nil
}

func left(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "; ")
}

// levels are the severities of rules, by the words of their format.
var levels = map[string]string{"ERROR": "high", "WARNING": "medium", "INFO": "low"}

// told makes findings of an answer. One that speaks of anything that the tool was not given
// is refused as a whole.
func told(a answer, pack map[string]rule, copied sources) ([]Finding, error) {
	hidden := map[string][]string{}
	out := []Finding{}
	for _, r := range a.Results {
		name, ok := copied.names[clean(r.Path)]
		if !ok {
			return nil, fmt.Errorf("it speaks of a file that it was not given: %s", short(r.Path))
		}
		by, ok := pack[r.id()]
		if !ok {
			return nil, fmt.Errorf("it speaks of a rule that it was not given: %s", short(r.CheckID))
		}
		if hidden[name] == nil {
			text, err := os.ReadFile(filepath.Join(copied.root, filepath.FromSlash(clean(r.Path))))
			if err != nil {
				return nil, err
			}
			hidden[name] = strings.Split(conceal.File(name, string(text)), "\n")
		}
		if r.Start.Line < 1 || r.Start.Line > len(hidden[name]) {
			return nil, fmt.Errorf("%s has no line %d", name, r.Start.Line)
		}
		f := Finding{
			Rule: by.ID, Level: levels[by.Severity], Message: by.Message, Fix: by.Metadata.Fix,
			Path: name, Line: r.Start.Line, Evidence: short(hidden[name][r.Start.Line-1]),
		}
		if by.Metadata.Input == "request" {
			f.Level = "critical"
		}
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(class(a.Rule), class(b.Rule)),
			cmp.Compare(a.Level, b.Level), cmp.Compare(a.Rule, b.Rule)) // "critical" comes before "high"
	})
	return slices.CompactFunc(out, func(a, b Finding) bool {
		return a.Path == b.Path && a.Line == b.Line && class(a.Rule) == class(b.Rule)
	}), nil
}

// class is what a rule is about, whatever its language: "sql" of aipack.go.sql-text, which
// tells less than aipack.go.sql does.
func class(id string) string {
	id, _, _ = strings.Cut(id[strings.LastIndexByte(id, '.')+1:], "-")
	return id
}

// mostShown is how much of a line is shown, in characters.
const mostShown = 160

func short(line string) string {
	line = strings.TrimSpace(strings.ToValidUTF8(line, "�"))
	if utf8.RuneCountInString(line) > mostShown {
		line = string([]rune(line)[:mostShown-1]) + "…"
	}
	return line
}
