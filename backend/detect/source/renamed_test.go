package source

import (
	"slices"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestUnderAnotherName: a pattern finds an object also under the name that the file
// gives it, and not what is called so elsewhere.
func TestUnderAnotherName(t *testing.T) {
	t.Parallel()
	named := language.Language{
		ID: "javascript", Name: "JavaScript", Extensions: []string{".js"},
		Renamed: language.Renaming{Object: `process\.env`, Names: []string{"env", "own"}, By: []language.Pattern{`import \{ env(?: as (\w+))? \}`, `const (\w+) = process\.env;`}},
	}
	for text, want := range map[string][]string{
		"import { env } from 'process'\nenv.A; import.meta.env.B; process.env.C\n": {"C", "A"},
		"import { env as own } from 'process'\nown.A; env.B\n":                     {"A"},
		"const own = process.env;\nown.A\n":                                        {"A"},
		"const other = process.env;\nother.A\n":                                    nil, // no name that counts
		"env.A\n":                                                                  nil,
		"import { env } from 'process'\n// env.A\nmy_env.B; environment.C\n":       nil,
	} {
		p := &language.Project{Folder: languagetest.Reader(t, map[string]string{"server.js": text}).Folder("."), Language: &named}
		var got []string
		for _, h := range Choose(p, nil, 1).Grep(`process\.env\.(\w+)`) {
			got = append(got, h.Groups[1])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
