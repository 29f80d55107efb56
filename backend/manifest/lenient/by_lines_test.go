package lenient_test

import (
	"strings"
	"testing"

	"aipack/backend/manifest/lenient"
)

// TestSettingsByLines: what surrounds a line that is no YAML is read all the same,
// and the line is the text that stands in it.
func TestSettingsByLines(t *testing.T) {
	const before, after = "server:\n  port: 7070\n", "other:\n  - a\n  - b: c\n"
	for name, c := range map[string]struct{ line, want string }{
		"an escape":            {`x: "\${DB_URL:jdbc:h2:mem:a}"`, "${DB_URL:jdbc:h2:mem:a}"},
		"filled in by Maven":   {`x: @project.version@`, "@project.version@"},
		"a percent sign":       {`x: %env(HOST)%`, "%env(HOST)%"},
		"a colon":              {`x: see: there`, "see: there"},
		"a quote of the value": {`x: @it's@`, "@it's@"},
		"well written":         {`x: "a\tb"`, "a\tb"},
	} {
		text := before + c.line + "\n" + after
		docs, err := lenient.SettingsYAML(text)
		if err != nil || len(docs) != 1 {
			t.Errorf("%s: %d documents, %v", name, len(docs), err)
			continue
		}
		if got := docs[0].Get("x").Text(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if port, _ := docs[0].Get("server", "port").Int(); port != 7070 || docs[0].Get("x").Line() != 3 || len(docs[0].Get("other").Items()) != 2 {
			t.Errorf("%s: port %d, line %d, %d others", name, port, docs[0].Get("x").Line(), len(docs[0].Get("other").Items()))
		}
	}
	many := before
	for range 8 {
		many += "\n---\na: @b@\n"
	}
	if docs, err := lenient.SettingsYAML(many); err != nil || len(docs) != 9 {
		t.Errorf("several: %d documents, %v", len(docs), err)
	}
	for name, text := range map[string]string{
		"too many lines": strings.Repeat("---\na: @b@\n", 40), "no settings": "a: b\n\t}{\n", "a block": "a: |\n  x\n b\n",
	} {
		if _, err := lenient.SettingsYAML(text); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzSettingsYAML(f *testing.F) {
	f.Add("a: @b@\n- c: \"\\$\"\n")
	f.Fuzz(func(_ *testing.T, text string) { _, _ = lenient.SettingsYAML(text) })
}
