package codecheck

import (
	"bytes"
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"aipack/backend/base/bounded"
	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/code/syntax/parserpool"
)

// Reader reads sources; see parserpool.
type Reader interface {
	Read(ctx context.Context, sources []parserpool.Source, hear func(*facts.File)) error
}

// Edit is a file that is to become another.
type Edit struct {
	Path   string
	Before []byte // nil: it is not there
	After  []byte // nil: it goes
}

// Edited says what an edit would make wrong that was right before: text that cannot be
// parsed, in the file; names that nothing declares, there; and what others use and would
// be gone. The graph is of the project before; without one only the text is looked at.
func Edited(ctx context.Context, reader Reader, g *codegraph.Graph, e Edit) ([]Problem, error) {
	if p, known := document(e); known {
		return p, nil
	}
	language := syntax.LanguageOf(path.Base(e.Path))
	if language == "" || !readable(e.Before) || !readable(e.After) {
		return nil, nil
	}
	was, err := read(ctx, reader, e.Path, language, e.Before)
	if err != nil {
		return nil, err
	}
	is, err := read(ctx, reader, e.Path, language, e.After)
	if err != nil {
		return nil, err
	}
	var out []Problem
	if is != nil && !behind[language] && (was == nil || len(was.Problems) == 0) {
		for _, p := range is.Problems {
			out = append(out, Problem{Rule: ParseError, Path: e.Path, Line: p.Line, Message: p.Text})
		}
	}
	if g == nil || len(out) > 0 {
		return sorted(out), nil // what the parser took for a name in a broken text need not be one
	}
	after := g.Edited(e.Path, is)
	out = append(out, Broken(g, after)...)
	had := messages(names(g), e.Path)
	for _, p := range names(after) {
		if p.Path == e.Path && !had[p.Message] {
			out = append(out, p)
		}
	}
	return sorted(out), nil
}

// messages are those of a file: where its problems stand an edit moves.
func messages(problems []Problem, file string) map[string]bool {
	out := map[string]bool{}
	for _, p := range problems {
		if p.Path == file {
			out[p.Message] = true
		}
	}
	return out
}

func readable(text []byte) bool {
	return len(text) <= syntax.MostSource && utf8.Valid(text) && bytes.IndexByte(text, 0) < 0
}

// read is what a text says; nil of none.
func read(ctx context.Context, reader Reader, file, language string, text []byte) (out *facts.File, err error) {
	if text == nil {
		return nil, nil
	}
	err = reader.Read(ctx, []parserpool.Source{{Path: file, Language: language, Text: text}}, func(f *facts.File) { out = f })
	return out, err
}

// parsers say what is wrong with a document by the end of its file's name; nil for nothing.
var parsers = map[string]func(text string) error{
	".json": func(text string) error {
		strict, _, err := bounded.JSON(text)
		if err != nil {
			return err
		}
		var any json.RawMessage
		return json.Unmarshal(strict, &any)
	},
	".toml": func(text string) error {
		var any map[string]any
		return bounded.TOML(text, &any)
	},
	".yaml": yaml, ".yml": yaml,
}

func yaml(text string) error {
	_, err := bounded.YAML(text)
	return err
}

// document looks at a file that holds values and no code; known is false for any other. A
// file that could not be parsed before is of a kind that is not known here: a template.
func document(e Edit) (out []Problem, known bool) {
	parse := parsers[strings.ToLower(path.Ext(e.Path))]
	if parse == nil {
		return nil, false
	}
	if e.After == nil || e.Before != nil && parse(string(e.Before)) != nil || e.Before == nil && bytes.Contains(e.After, []byte("{{")) {
		return nil, true
	}
	if err := parse(string(e.After)); err != nil {
		out = append(out, Problem{Rule: ParseError, Path: e.Path, Message: err.Error()})
	}
	return out, true
}

// Parses reports whether none of some problems is about text that cannot be parsed.
func Parses(problems []Problem) bool {
	return !slices.ContainsFunc(problems, func(p Problem) bool { return p.Rule == ParseError })
}
