package notes

import (
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

func TestFind(t *testing.T) {
	tree := fstest.MapFS{
		"AGENTS.md":     {Data: []byte("tabs\n")},
		"CLAUDE.md":     {Data: []byte(strings.Repeat("é", most))},
		"CRAFT.md":      {Data: []byte("\x00\x01")},
		"sub/AIPACK.md": {Data: []byte("no\n")},
	}
	found := Find(repo.NewWith(tree, "notes", repo.Config{}))
	if len(found) != 2 || found[0].Path != "AGENTS.md" || found[0].Sum != Sum("tabs\n") || found[0].Cut || found[1].Path != "CLAUDE.md" || !found[1].Cut || len(found[1].Text) > most {
		t.Errorf("%d notes", len(found))
	}
}

func TestWrite(t *testing.T) {
	var p universalbuild.UniversalBuild
	p.Metadata.ProjectName, p.Metadata.Path, p.Metadata.Language = "shop\n## Ours", ".", "go"
	p.Build.BuildCommands = []string{"go build `x`\n# Notes"}
	p.Runtime.Command = []string{"./shop"}
	p.Runtime.Variables = []universalbuild.Variable{{Name: "KEY", Value: "s3cret", Required: true}, {Name: "B"}}
	plans := []universalbuild.UniversalBuild{p}
	made := Write("", Facts{Plans: plans, Tests: []string{"`go test ./...`"}})
	if got := strings.Count(made, "\n## "); got != 4 || strings.Contains(made, "s3cret") || !strings.Contains(made, "requires `KEY`") || strings.Count(made, "\n# ") != 0 {
		t.Errorf("%d headings in\n%s", got, made)
	}
	if again := Write(made, Facts{Plans: plans, Tests: []string{"`go test ./...`"}}); again != made {
		t.Errorf("it is not settled:\n%s", again)
	}
	ours := "# Mine\n\nhello\n\n## Build\n\nold\n\n### deeper\n\n## Ours\n\n```\n## Test\n```\n## Build\nkept\n"
	got := Write(ours, Facts{Plans: plans})
	for text, want := range map[string]bool{
		"hello": true, "old": false, "deeper": false, "```\n## Test\n```": true, "kept": true, "# Mine\n": true, "## Test\n\n- not known\n": true, introduction: false,
	} {
		if strings.Contains(got, text) != want {
			t.Errorf("%q: %v in\n%s", text, !want, got)
		}
	}
	if again := Write(got, Facts{Plans: plans}); again != got {
		t.Errorf("it is not settled:\n%s\n%s", got, again)
	}
}

// TestConventions: they come last, are brought up to date, and stay where the code was not read.
func TestConventions(t *testing.T) {
	made := Write("", Facts{Conventions: []string{"go, names of functions: camelCase"}})
	if !strings.HasSuffix(made, "## Conventions\n\n- go, names of functions: camelCase\n") {
		t.Errorf("made\n%s", made)
	}
	if again := Write(made, Facts{}); again != made {
		t.Errorf("without the code\n%s", again)
	}
	if later := Write(made, Facts{Conventions: []string{}}); !strings.HasSuffix(later, "## Conventions\n\n- not known\n") {
		t.Errorf("without a habit\n%s", later)
	}
}
