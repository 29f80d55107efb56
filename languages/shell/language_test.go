package shell

import (
	"slices"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

type files = languagetest.Files

func TestClaims(t *testing.T) {
	const hello = "#!/bin/bash\necho hello\n"
	for name, c := range map[string]struct {
		files files
		want  []string
	}{
		"start.sh":                 {files{"start.sh": "echo hello\n"}, []string{"sh", "start.sh"}},
		"interpreter":              {files{"run.sh": "#!/usr/bin/env zsh\necho hello\n"}, []string{"zsh", "run.sh"}},
		"the only script":          {files{"hello.sh": hello, "README.md": ""}, []string{"bash", "hello.sh"}},
		"an installer":             {files{"install.sh": hello, ".zshrc": "", "README.md": ""}, nil},
		"a collection":             {files{"a.sh": hello, "b.sh": hello}, nil},
		"beside a program":         {files{"start.sh": hello, "main.go": "package main\n"}, nil},
		"beside a program further": {files{"start.sh": hello, "src/deep/app.py": ""}, nil},
		"without a first line":     {files{"hello.sh": "echo\n"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			f := languagetest.Reader(t, c.files).Folder(".")
			if _, ok := Language.Claim(f); ok != (c.want != nil) {
				t.Fatalf("claimed: %t", ok)
			}
			if got := start(&language.Project{Folder: f}).Value.Command; !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestCommands(t *testing.T) {
	got := commands("#!/bin/bash\njq() { :; }\n# wget is not called\necho \"git\"\nif curl -s x | jq .; then exec socat a b; fi\nsudo psql -c 'select 1'\n")
	if want := []string{"curl", "postgresql-client", "socat"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := commands("if then ((("); got != nil {
		t.Errorf("what does not parse calls nothing, not %q", got)
	}
}
