package jinja

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var today = time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)

// render gives a template the members of a JSON object.
func render(t testing.TB, source string, given []byte) (Text, error) {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal(given, &members); err != nil {
		t.Fatal(err)
	}
	values := Given{}
	for name, v := range members {
		values[name] = v
	}
	template, err := Parse(source)
	if err != nil {
		return nil, err
	}
	return template.Render(values, today)
}

// TestWritesWhatJinjaWrites holds short templates against Jinja itself. The file's
// first line says which.
func TestWritesWhatJinjaWrites(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/jinja.txtar")
	if err != nil || len(archive.Files) < 20 {
		t.Fatal("there are no cases", err)
	}
	given := archive.Files[0].Data
	for i := 1; i+1 < len(archive.Files); i += 2 {
		c, want := archive.Files[i], archive.Files[i+1].Data
		t.Run(c.Name, func(t *testing.T) {
			got, err := render(t, strings.TrimSuffix(string(c.Data), "\n"), given)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(strings.TrimSuffix(string(want), "\n"), got.String()); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestTellsItsOwnFromWhatItIsGiven: of each character it is known who wrote it,
// whatever the template does with it.
func TestTellsItsOwnFromWhatItIsGiven(t *testing.T) {
	for source, want := range map[string]string{
		"<m>{{ x }}</m>": "<m>.....</m>",
		"{{ x|trim }}{{ x|upper }}{{ '<m>'|upper }}":                 "........<M>",
		"{{ x[1:] + '<m>' }}":                                        "....<m>",
		"{{ x.split('m')[0] ~ x.replace('<', '') }}":                 "......",
		"{{ x|replace('m', 'mm') }}":                                 "..mm..",
		"{{ [x, '<m>']|join('<m>') }}":                               ".....<m><m>",
		"{{ x|tojson }}{{ '<m>'|tojson }}{{ [x] }}":                  strings.Repeat(".", 7+5+9),
		"{% for c in x %}{{ c }}{% endfor %}":                        ".....",
		"{% macro m(a) %}<m>{{ a }}{% endmacro %}{{ m(x) }}":         "<m>.....",
		"{{ x if x == ' <m> ' else '' }}{{ d.items()|first|first }}": "..........",
		"{% set y %}<m>{{ x }}{% endset %}{{ y }}":                   "<m>.....",
	} {
		got, err := render(t, source, []byte(`{"x": " <m> ", "d": {" <m> ": 1}}`))
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		var b strings.Builder
		for i, r := range got {
			if got.Own(i, got[i:i+1]) == 1 && r < given {
				b.WriteRune(r)
			} else {
				b.WriteByte('.')
			}
		}
		if b.String() != want {
			t.Errorf("%s: %q, want %q", source, b.String(), want)
		}
	}
}

// TestHostileTemplates end within a second with a word.
func TestHostileTemplates(t *testing.T) {
	for name, source := range map[string]string{
		"loops in loops":        strings.Repeat("{% for i in range(100000) %}", 5) + "x" + strings.Repeat("{% endfor %}", 5),
		"a range without end":   "{{ range(0, 10 ** 15)|list|length }}",
		"a macro of itself":     "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
		"a text that doubles":   "{% set ns = namespace(x='ab') %}{% for i in range(60) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x }}",
		"a text many times":     "{{ 'abcdefgh' * 100000000000 }}",
		"a list that doubles":   "{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x|length }}",
		"replacing":             "{% set ns = namespace(x='a') %}{% for i in range(60) %}{% set ns.x = ns.x.replace('a', 'aaaaaaaaaa') %}{% endfor %}{{ ns.x }}",
		"brackets":              "{{ " + strings.Repeat("(", 100000) + "1" + strings.Repeat(")", 100000) + " }}",
		"not not not":           "{{ " + strings.Repeat("not ", 50000) + "1 }}",
		"minus minus":           "{{ " + strings.Repeat("-", 50000) + "1 }}",
		"lists in lists":        "{{ " + strings.Repeat("[", 50000) + strings.Repeat("]", 50000) + " }}",
		"conditions in others":  strings.Repeat("{% if true %}", 20000),
		"ten megabytes":         strings.Repeat("{{ n }}", 1500000),
		"a comment for ever":    "{# " + strings.Repeat("x", 200000),
		"a text for ever":       "{{ '" + strings.Repeat("x", 200000),
		"joining":               "{% set x = 'a' * 1000000 %}{{ range(100000)|join(x) }}",
		"unique":                "{{ range(1000000)|unique|list|length }}",
		"indenting":             "{{ ('\\n' * 8000000)|indent(100, true, true) }}",
		"deep JSON":             "{% set ns = namespace(x=[]) %}{% for i in range(100000) %}{% set ns.x = [ns.x] %}{% endfor %}{{ ns.x|tojson }}",
		"a namespace of itself": "{% set ns = namespace() %}{% set ns.x = ns %}{% set ns.y = [ns] %}{{ ns }}{{ ns.y }}{{ ns == ns }}{{ ns.y|tojson }}",
		"deep comparison":       "{% set ns = namespace(x=[], y=[]) %}{% for i in range(100000) %}{% set ns.x = [ns.x] %}{% set ns.y = [ns.y] %}{% endfor %}{{ ns.x == ns.y }}",
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			got, err := render(t, source, []byte(`{"n": 1}`))
			if took := time.Since(began); took > 3*time.Second { // on a busy machine
				t.Errorf("it took %v", took)
			}
			if err == nil {
				t.Errorf("it wrote %d characters", len(got))
			}
		})
	}
}

// FuzzRender looks for templates that make it fail in another way than by an error.
func FuzzRender(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/jinja.txtar")
	if err != nil {
		f.Fatal(err)
	}
	given := archive.Files[0].Data
	for i := 1; i+1 < len(archive.Files); i += 2 {
		f.Add(string(archive.Files[i].Data))
	}
	f.Fuzz(func(t *testing.T, source string) {
		began := time.Now()
		got, err := render(t, source, given)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
		if err == nil && len(got) > mostText {
			t.Errorf("it wrote %d characters", len(got))
		}
	})
}
