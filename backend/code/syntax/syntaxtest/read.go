// Package syntaxtest reads sources in the process of a test.
package syntaxtest

import (
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/code/syntax/grammar"
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
