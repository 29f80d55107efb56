// Package syntaxtest reads sources in the process of a test.
package syntaxtest

import (
	"context"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/code/syntax/grammar"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/code/syntax/reader"
)

// Read is what a source of a language says. The error is that of grammar.Parse.
func Read(path, language string, text []byte) (*syntax.File, error) {
	parsed, err := grammar.Parse(language, text, grammar.Limits{Time: 10 * time.Second, Nodes: 1 << 20})
	if err != nil {
		return nil, err
	}
	f := reader.Read(parsed)
	f.Path = path
	return &f, nil
}

// Reader reads sources in this process, as the processes of parserpool would.
type Reader struct{ Slow time.Duration } // each source takes so long more

// Read reads sources and gives what each says to hear.
func (r Reader) Read(ctx context.Context, sources []parserpool.Source, hear func(*facts.File)) error {
	for _, s := range sources {
		f, err := Read(s.Path, s.Language, s.Text)
		if err != nil {
			return err
		}
		time.Sleep(r.Slow)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		hear(facts.Of(f))
	}
	return ctx.Err()
}

// Close has nothing to end.
func (Reader) Close() error { return nil }

// Project is what the sources of a project say that is written as a txtar.
func Project(t testing.TB, project string) []*facts.File {
	t.Helper()
	var files []*facts.File
	for _, one := range txtar.Parse([]byte(project)).Files {
		f, err := Read(one.Name, syntax.LanguageOf(one.Name), one.Data)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, facts.Of(f))
	}
	return files
}
