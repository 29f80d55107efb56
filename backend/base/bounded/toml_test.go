package bounded

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// repeated joins what each gives for 0 to n-1.
func repeated(n int, each func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(each(i))
	}
	return b.String()
}

func numbered(n int, format string) string {
	return repeated(n, func(i int) string { return fmt.Sprintf(format, i) })
}

// allocated is how many bytes a call allocates.
func allocated(call func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

func TestTOML(t *testing.T) {
	text := "\ufeff# [not.a.table\n[a.\"b.c\"] # ]\nd.e = [[1], {f = '''\n[[[\n''', \"g h\" = \"\\\"[\"}]\n[[i]]\nj = 1.5\n[[i]]\nk = \"\"\"\n]\\\"\"\"\"\"\"\n"
	var doc map[string]any
	if err := TOML(text, &doc); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"a": map[string]any{"b.c": map[string]any{"d": map[string]any{"e": []any{
			[]any{int64(1)}, map[string]any{"f": "[[[\n", "g h": "\"["},
		}}}},
		"i": []map[string]any{{"j": 1.5}, {"k": "]\"\"\""}},
	}
	if !reflect.DeepEqual(doc, want) {
		t.Errorf("%#v", doc)
	}
}

func TestTOMLThatCostsTooMuch(t *testing.T) {
	fill := strings.Repeat
	long := fill("k", 5000)
	for name, c := range map[string]struct {
		text string
		line int
	}{
		"a key of many parts":           {"a = 1\n[" + fill("a.", 50_000) + "a]", 2},
		"a value's key of many parts":   {"[x]\n\n" + fill("a . ", 50_000) + "a = 1", 3},
		"quoted parts":                  {"[" + fill(`"a".`, 50_000) + "a]", 1},
		"an inline key of many parts":   {"x = {" + fill("a.", 50_000) + "a = 1}", 1},
		"inline tables":                 {"x = " + fill("{a=", 4_000) + "1" + fill("}", 4_000), 1},
		"arrays":                        {"x = " + fill("[", 500_000), 1},
		"arrays over lines":             {"x = " + fill("[\n", 101), 101},
		"tables in arrays":              {"x = " + fill("[{a=", 200), 1},
		"behind a string":               {"x = \"\"\"\"\"\"\ny = ''\nz = " + fill("[", 200), 3},
		"behind a string of five":       {"x = \"\"\"a\"\"\"\"\"\nz = " + fill("[", 200), 2},
		"behind a mark":                 {"\ufeff[" + fill("a.", 200) + "a]", 1},
		"a long header with many keys":  {"[" + fill(long+".", 99) + "k]\n" + numbered(1000, "k%d=1\n"), 0},
		"a long header and many arrays": {"[" + long + "]\nx = [" + fill("[],", 100_000), 0},
		"a long header, many tables":    {"[[" + long + "]]\nx = [" + fill("{},", 100_000), 0},
		"many keys of many parts":       {numbered(1000, fill("a.", 99)+"k%d=1\n"), 0},
		"more than is read":             {fill("#\n", 3<<20), 0},
	} {
		var doc map[string]any
		var refusal *Refusal
		err := TOML(c.text, &doc)
		if !errors.As(err, &refusal) || c.line != 0 && refusal.Line != c.line || len(err.Error()) > 120 {
			t.Errorf("%s: %.200v, want a refusal in line %d", name, err, c.line)
		}
	}
}

// A message may quote the text that was wrong, not all of it.
func TestErrorsAreShort(t *testing.T) {
	var doc map[string]any
	err := TOML("x = 1"+strings.Repeat(".1", 400_000), &doc)
	if err == nil || len(err.Error()) > mostSaid+10 {
		t.Errorf("%.500v", err)
	}
}

// An honest file of any size is read.
func TestLocksAreRead(t *testing.T) {
	lock := numbered(20_000, "[[package]]\nname = \"p%d\"\nversion = \"1.0.0\"\nwheels = [{url = \"https://example.org/p.whl\", hash = \"sha256:0\"}]\n\n")
	var doc map[string]any
	if err := TOML(lock, &doc); err != nil || len(doc["package"].([]map[string]any)) != 20_000 {
		t.Errorf("%d bytes: %v", len(lock), err)
	}
}

// What is let through takes no more than was thought before.
func FuzzTOML(f *testing.F) {
	for _, s := range []string{
		"[a.b]\nc = [[1, {d.e = '''x'''}], \"y\"] # z\n[[f]]\ng = 1.5e3\n", "\xff\xfea.b = {c = 2020-01-01T00:00:00Z}", `"a".'b' = """c\"""""`,
		"[" + strings.Repeat("a.", 99) + "a]\nb = 1\n", "x = " + strings.Repeat("[", 99), "x = " + strings.Repeat("{a=", 99), "a={},\n[[a]]\n[a.b]\n", "[a]\n[\"a\"]\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		var doc map[string]any
		paths, err := weighTOML(content)
		took := allocated(func() { _ = TOML(content, &doc) })
		if most := tomlCost(content, paths) + 32<<10; err == nil && took > most {
			t.Errorf("%d bytes with paths of %d: %d were allocated, %d were expected at most", len(content), paths, took, most)
		}
	})
}
