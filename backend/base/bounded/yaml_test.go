package bounded

import (
	"errors"
	"strings"
	"testing"
)

func TestYAML(t *testing.T) {
	docs, err := YAML("\ufeffa: &a {k: [v, w]} # c\nb: {<<: *a}\n---\n---\nc: 1\n")
	if err != nil || len(docs) != 3 || docs[0].Content[3].Content[1].Alias != docs[0].Content[1] || docs[2].Content[1].Value != "1" {
		t.Errorf("%v: %v", err, docs)
	}
	docs, err = YAML("a: 1\n---\nb: [\n")
	if err == nil || len(docs) != 1 {
		t.Errorf("%v: %d documents stand before the mistake", err, len(docs))
	}
}

func TestYAMLThatCostsTooMuch(t *testing.T) {
	fill := strings.Repeat
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"lists":                {"a: 1\nx: " + fill("[", 101) + fill("]", 101), 2},
		"mappings":             {"x: " + fill("{a: ", 101) + fill("}", 101), 1},
		"dashes":               {fill("- ", 101) + "a", 1},
		"stairs":               {repeated(101, func(i int) string { return fill(" ", i) + "a:\n" }), 100},
		"deep behind an alias": {"a: &a " + fill("[", 60) + fill("]", 60) + "\nb: " + fill("[", 60) + "*a" + fill("]", 60), 2},
		"aliases of aliases": {"a: &a [x, x, x, x, x, x, x, x, x, x]\n" + repeated(12, func(i int) string {
			return string(rune('b'+i)) + ": &" + string(rune('b'+i)) + " [" + fill("*"+string(rune('a'+i))+", ", 10) + "]\n"
		}), 0},
		"merges of merges": {"a: &a {k: v}\n" + repeated(20, func(i int) string {
			return string(rune('b'+i)) + ": &" + string(rune('b'+i)) + " {<<: [" + fill("*"+string(rune('a'+i))+", ", 10) + "]}\n"
		}), 0},
		"within itself":          {"\na: &a [*a]\n", 2},
		"within itself, as keys": {"a: &a {<<: *a}\n", 1},
		"one list many times":    {"a: &a [" + fill("x,", 1000) + "]\nb: [" + fill("*a,", 1000) + "]\n", 2},
		"directives":             {numbered(101, "%%TAG !a%d! b\n") + "--- a", 101},
		"documents":              {fill("--- a\n", 2001), 2001},
		"remarks":                {fill("-\n#\n", 500_000), 0},
		"more than is read":      {fill("aaaaaaa\n", 2<<20), 0},
	} {
		var refusal *Refusal
		_, err := YAML(c.text)
		if !errors.As(err, &refusal) || c.line != 0 && refusal.Line != c.line || len(err.Error()) > 120 {
			t.Errorf("%s: %.200v, want a refusal in line %d", name, err, c.line)
		}
	}
}

// What the library itself cannot bear is an error like any other.
func TestYAMLThatIsWrong(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("[", 500_000), strings.Repeat("{", 500_000), strings.Repeat("- ", 250_000), strings.Repeat("? ", 250_000),
		strings.Repeat("{a: ", 100_000), "*a", "a: b: c", "\t", "\x00", "%TAG", "!<", "&", "\xff\xfea", strings.Repeat("'", 99_999),
	} {
		if _, err := YAML(text); err == nil || len(err.Error()) > mostSaid+10 {
			t.Errorf("%.20q: %.500v", text, err)
		}
	}
}

// What is let through takes no more than was thought before, and whoever walks
// it comes to an end.
func FuzzYAML(f *testing.F) {
	for _, s := range []string{
		"a: &a {k: v}\nb: {<<: [*a, *a]}\n---\nc: [1, !!str 2]\n", "- - ? a\n    : |\n     b\n  - >-\n   c\n", "#\n#\n\na: # b\n  # c\n  - d\n", "%YAML 1.1\n--- 'a\n\n b'\n...\n", "{\"a\":1,? b,:c}",
		"-\n#\n-\n#\n", "[a,\n#\n,b]", "a:\n#\n - b\n#\n", strings.Repeat("[", 99) + strings.Repeat("]", 99), "a: !b!c d", "\"\\u0041\\\n  x\"",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		cost, err := weighYAML(content)
		took := allocated(func() { _, _ = YAML(content) })
		if most := cost + 64<<10; err == nil && took > most {
			t.Errorf("%d bytes: %d were allocated, %d were expected at most", len(content), took, most)
		}
	})
}
