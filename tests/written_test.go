package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"aipack/backend/prove/handover"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

// TestWhatSourcesSayOfDataServices: what the sources themselves say of a data service is
// in the plan, and what they say beside a variable, in comments or for tests is not. The
// password is nowhere in the plan, and is found where the plan says that it stands.
func TestWhatSourcesSayOfDataServices(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/written/*.txtar")
	if err != nil || len(archives) < 20 {
		t.Fatalf("%d archives: %v", len(archives), err)
	}
	for _, archive := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".txtar"), func(t *testing.T) {
			t.Parallel()
			b, err := os.ReadFile(archive)
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for line := range strings.Lines(string(txtar.Parse(b).Comment)) {
				if one, ok := strings.CutPrefix(line, "want: "); ok {
					want = append(want, strings.TrimSpace(one))
				}
			}
			files := repotest.Archive(t, archive)
			dir := t.TempDir()
			repotest.LayOut(t, dir, files)
			d := theOneOf(t, files)
			var got []string
			for _, s := range d.Metadata.DataSetup {
				if s.Written != nil {
					got = append(got, inWords(t, d, s, func() (*os.Root, error) { return os.OpenRoot(dir) }))
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-wanted, +found)\n%s", diff)
			}
		})
	}
}

// inWords is what the sources say: STORE HOST:PORT USER/DATABASE PASSWORD (FILE) open.
func inWords(t *testing.T, d universalbuild.UniversalBuild, s universalbuild.DataSetup, root func() (*os.Root, error)) string {
	t.Helper()
	w := s.Written
	words := []string{s.Service, w.Host}
	if w.Host == "" {
		words[1] = "(variable)"
	}
	if w.Port != 0 {
		words[1] += fmt.Sprintf(":%d", w.Port)
	}
	if s.User != "" {
		words = append(words, s.User+"/"+s.Database)
	}
	if w.Password != nil {
		word, err := handover.Word(root, *w.Password)
		if err != nil {
			t.Error(err)
		}
		words = append(words, word)
		for _, e := range d.Evidence {
			if strings.HasPrefix(e.Field, "/metadata/data_setup") && strings.Contains(e.Excerpt, word) && !strings.Contains(s.User+s.Database, word) {
				t.Errorf("the password is quoted: %q", e.Excerpt)
			}
		}
	}
	if s.User != "" {
		words = append(words, "("+w.Path+")")
	}
	if w.Open {
		words = append(words, "open")
	}
	return strings.Join(words, " ")
}
