package conceal_test

import (
	"path"
	"strings"
	"testing"

	"aipack/backend/secret/conceal"
	"aipack/backend/secret/conceal/concealtest"
)

// TestSecretsThatStandSomewhereAreHidden: every line stays a line, and none holds a
// secret or a half of one.
func TestSecretsThatStandSomewhereAreHidden(t *testing.T) {
	files := concealtest.Files()
	secrets, formats := 0, map[string]bool{}
	for _, f := range files {
		got := conceal.File(f.Path, f.Text)
		if strings.Count(got, "\n") != strings.Count(f.Text, "\n") {
			t.Errorf("%s has %d lines and had %d", f.Path, strings.Count(got, "\n"), strings.Count(f.Text, "\n"))
		}
		formats[path.Base(f.Path)] = true
		for _, s := range f.Secrets {
			secrets++
			if !strings.Contains(f.Text, s) && !strings.Contains(f.Text, strings.ReplaceAll(s, "\n", `\n`)) {
				t.Fatalf("%s does not hold %q", f.Path, s)
			}
			for _, part := range []string{s, s[:len(s)/2], s[len(s)/2:]} {
				if strings.Contains(got, part) && len(part) > 4 {
					t.Errorf("%s shows %q:\n%s", f.Path, part, got)
					break
				}
			}
		}
		if again := conceal.File(f.Path, got); strings.Count(again, "\n") != strings.Count(got, "\n") {
			t.Errorf("%s, hidden twice, has other lines", f.Path)
		}
	}
	if secrets < 60 || len(formats) < 40 {
		t.Errorf("%d secrets in %d formats", secrets, len(formats))
	}
	t.Logf("%d secrets in %d files of %d names", secrets, len(files), len(formats))
}

// TestWhatTellsHowAProjectRunsStays, byte for byte.
func TestWhatTellsHowAProjectRunsStays(t *testing.T) {
	for name, text := range concealtest.Readable {
		if got := conceal.File(name, text); got != text {
			t.Errorf("%s became\n%s", name, got)
		}
	}
}

// TestWhatIsTooLongIsNotShown but for sources and lock files.
func TestWhatIsTooLongIsNotShown(t *testing.T) {
	long := strings.Repeat("phrase: hunter2-of-mine\n", conceal.Most/20)
	if got := conceal.File("dump.yaml", long); strings.Contains(got, "hunter2") || strings.Count(got, "\n") != strings.Count(long, "\n") {
		t.Errorf("%.200s", got)
	}
	if got := conceal.Line("dump.yaml", "phrase: hunter2-of-mine"); got != "«secret:unchecked»" {
		t.Error(got)
	}
	for _, name := range []string{"package-lock.json", "src/big.js"} {
		if got := conceal.Line(name, `"version": "1.2.3", password: "hunter2"`); got != `"version": "1.2.3", password: "«secret:named»"` {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func FuzzFile(f *testing.F) {
	for _, p := range concealtest.Files() {
		f.Add(p.Path, p.Text)
	}
	for name, text := range concealtest.Readable {
		f.Add(name, text)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		if len(text) > 1<<14 {
			return
		}
		got := conceal.File(name, text)
		if strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Errorf("%d lines became %d", strings.Count(text, "\n"), strings.Count(got, "\n"))
		}
	})
}

func BenchmarkFile(b *testing.B) {
	text := strings.Repeat("  const port = process.env.PORT || 3000; // where it listens\nkey: value of it\n", 16_000)[:conceal.Most]
	for b.Loop() {
		conceal.File("a.yaml", text)
	}
	b.SetBytes(int64(len(text)))
}
