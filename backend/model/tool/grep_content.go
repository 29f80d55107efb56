package tool

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"aipack/backend/repo"
)

//go:embed grep_content.md
var grepContentAbout string

type grepContentArgs struct {
	Pattern           string `json:"pattern"`
	Path              string `json:"path"`
	FilePattern       string `json:"file_pattern"`
	CaseInsensitive   bool   `json:"case_insensitive"`
	ContextLines      int    `json:"context_lines"`
	MaxMatches        int    `json:"max_matches"`
	MaxMatchesPerFile int    `json:"max_matches_per_file"`
}

type grepContentOut struct {
	Pattern       string      `json:"pattern"`
	Matches       []lineMatch `json:"matches"`
	TotalMatches  int         `json:"total_matches"`
	FilesSearched int         `json:"files_searched"`
	Truncated     bool        `json:"truncated"`
}

type lineMatch struct {
	Path          string   `json:"path"`
	Line          int      `json:"line"` // from 1
	Content       string   `json:"content"`
	ContextBefore []string `json:"context_before,omitempty"`
	ContextAfter  []string `json:"context_after,omitempty"`
}

func grepContent() Tool {
	return define(Tool{
		Name: "grep_content", About: grepContentAbout,
		Aliases: []string{"grep", "search_content", "grep_files"},
		Synonyms: map[string]string{
			"query": "pattern", "regex": "pattern", "search": "pattern", "dir": "path", "directory": "path", "file": "path", "include": "file_pattern",
			"glob": "file_pattern", "context": "context_lines", "ignore_case": "case_insensitive", "limit": "max_matches", "max_results": "max_matches",
		},
		Schema: func(l Limits) json.RawMessage {
			return json.RawMessage(fmt.Sprintf(`{"type":"object","required":["pattern"],"properties":{`+
				`"pattern":{"type":"string","minLength":1,"maxLength":%d},`+
				`"path":{"type":"string","default":"."},`+
				`"file_pattern":{"type":"string","description":"Glob of files, such as *.rs"},`+
				`"case_insensitive":{"type":"boolean"},`+
				`"context_lines":{"type":"integer","minimum":0,"description":"At most %d","default":0},`+
				`"max_matches":{"type":"integer","minimum":1,"description":"At most %d","default":%d},`+
				`"max_matches_per_file":{"type":"integer","minimum":1,"default":10}}}`,
				mostPattern, mostContext, l.Matches, min(50, l.Matches)))
		},
	}, runGrepContent)
}

func runGrepContent(ctx context.Context, in room, a grepContentArgs) (answer, error) {
	// "\b" in JSON is a backspace; nobody looks for one.
	pattern := strings.ReplaceAll(a.Pattern, "\b", `\b`)
	if err := checkGlob(a.FilePattern); err != nil {
		return answer{}, err
	}
	if _, err := regexp.Compile(pattern); err != nil {
		return answer{}, refuse("the pattern is no regular expression: "+err.Error(),
			`The syntax is RE2's: no look-ahead, no back-references. A bracket that is meant as such has a backslash before it.`)
	}
	if !in.repo.Exists(a.Path) {
		_, err := in.repo.Children(ctx, a.Path, filter(false))
		return answer{}, in.miss(ctx, a.Path, err)
	}
	const counted = 1000 // matches that are counted beyond those that are shown
	a.ContextLines = min(a.ContextLines, mostContext)
	found, err := in.repo.Grep(ctx, pattern, repo.GrepOptions{
		Path: a.Path, Files: strings.TrimPrefix(a.FilePattern, "./"), CaseInsensitive: a.CaseInsensitive,
		MaxMatches: counted, MaxPerFile: a.MaxMatchesPerFile, Context: a.ContextLines, Shown: in.veil.file,
	})
	late := errors.Is(err, context.DeadlineExceeded)
	if err != nil && !late {
		if errors.Is(err, repo.ErrPattern) {
			return answer{}, refuse("the file_pattern "+quoted(a.FilePattern)+" is not well formed", "Use a glob such as *.rs.")
		}
		return answer{}, in.miss(ctx, a.Path, err)
	}
	most := min(a.MaxMatches, in.limits.Matches)
	lines := flat(found, most, pattern, a.CaseInsensitive)
	return answer{items: len(lines), render: func(keep int) rendering {
		out := grepContentOut{a.Pattern, lines[:keep], found.Matches, found.Searched, found.Truncated || late || keep < found.Matches}
		return rendering{body: out, cut: out.Truncated, notes: grepNotes(found, a, keep, counted, late)}
	}}, nil
}

func grepNotes(found repo.GrepResult, a grepContentArgs, keep, counted int, late bool) []string {
	var notes []string
	if missing := found.Matches - keep; missing > 0 && found.Matches == counted {
		notes = append(notes, fmt.Sprintf("... and at least %d more matches; narrow pattern, path or file_pattern", missing))
	} else if missing > 0 {
		notes = append(notes, fmt.Sprintf("... and %d more matches; narrow pattern, path or file_pattern", missing))
	}
	for _, f := range found.Files {
		if found.Truncated && len(f.Matches) == a.MaxMatchesPerFile {
			notes = append(notes, fmt.Sprintf("some files have more matches than max_matches_per_file (%d)", a.MaxMatchesPerFile))
			break
		}
	}
	if late {
		notes = append(notes, "the search took too long and was ended; narrow path or file_pattern")
	}
	if found.Searched == 0 && a.FilePattern != "" && !late {
		notes = append(notes, "no file matches file_pattern "+quoted(a.FilePattern))
	}
	return notes
}

// flat lists the first matches, one after another.
func flat(found repo.GrepResult, most int, pattern string, fold bool) []lineMatch {
	if fold {
		pattern = "(?i)" + pattern
	}
	re, err := regexp.Compile(pattern)
	out := []lineMatch{}
	for _, f := range found.Files {
		for _, m := range f.Matches {
			if len(out) == most {
				return out
			}
			at := []int{0, 0}
			if err == nil && len(m.Content) > mostLine {
				if where := re.FindStringIndex(m.Content); where != nil {
					at = where
				}
			}
			out = append(out, lineMatch{f.Path, m.Line, around(m.Content, at[0], at[1]), clipAll(m.Before), clipAll(m.After)})
		}
	}
	return out
}

// around cuts a long line down to what surrounds a match.
func around(line string, from, to int) string {
	if len(line) <= mostLine {
		return line
	}
	start := max(0, from-max(40, (mostLine-(to-from))/2))
	for start > 0 && !utf8.RuneStart(line[start]) {
		start--
	}
	cut := clip(line[start:], mostLine)
	if start > 0 {
		cut = "…" + cut
	}
	return cut
}

func clipAll(lines []string) []string {
	for i, l := range lines {
		lines[i] = clip(l, mostLine)
	}
	return lines
}
