package tool

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/model/llm"
	"aipack/backend/repo"
)

// TestNoSearchTellsWhetherASecretMatches: whatever else it finds, and wherever it ends,
// a right guess at a secret is answered as a wrong one is.
func TestNoSearchTellsWhetherASecretMatches(t *testing.T) {
	files := fstest.MapFS{
		"a.yaml": {Data: []byte("port: 1\nport: 2\npassword: hunter2-of-mine\nport: 3\nport: 4\n")},
		"b.yaml": {Data: []byte("port: 5\n")},
	}
	ask := func(guess, more string) string {
		s := New(Options{Repo: repo.New(files, "shop")})
		text := s.Execute(t.Context(), llm.ToolCall{ID: "1", Name: "grep_content", Arguments: fmt.Sprintf(`{"pattern":"port|%s"%s}`, guess, more)}).Text
		return strings.ReplaceAll(text, guess, "GUESS")
	}
	for _, more := range []string{``, `,"max_matches":1`, `,"max_matches":3`, `,"max_matches_per_file":2`, `,"max_matches_per_file":3`, `,"context_lines":2`} {
		right, wrong := ask("hunter2", more), ask("hunter3", more)
		if right != wrong || strings.Contains(right, "of-mine") || !strings.Contains(right, "port: 1") {
			t.Errorf("%s: a right guess is answered with\n%s\nand a wrong one with\n%s", more, right, wrong)
		}
	}
}
