//go:build lab

package tests

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/model/advise"
	"aipack/backend/model/advise/suggest"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
	"aipack/backend/prove"
	"aipack/backend/prove/repair"
	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

// TestMending proves each project of testdata/mending as `aipack prove --fix`
// does: what was tried for it, and what that came to, is what it expects.
func TestMending(t *testing.T) {
	p := labProver(t)
	p.Limits.Healthy, p.Limits.Elsewhere = 25*time.Second, 6*time.Second
	archives, err := filepath.Glob(filepath.Join("testdata", "mending", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("%d projects, %v", len(archives), err)
	}
	for _, archive := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".txtar"), func(t *testing.T) {
			t.Parallel() // a proof waits more than it computes
			broken(t, archive).prove(t, p)
		})
	}
}

// breakage is a project that does not come up, and how it is mended.
type breakage struct {
	request prove.Request
	verdict string
	tried   []string          // state, rule, fields and given variables of each try
	answers []script.Step     // of the model that is asked where no rule knows an edit; none: nobody is
	asks    []string          // names of the questions to the person, after the first repair
	person  map[string]string // what the person answers; with it it is proved again
}

func broken(t *testing.T, archive string) breakage {
	t.Helper()
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	repotest.LayOut(t, dir, repotest.Archive(t, archive))
	b := breakage{request: prove.Request{Document: detected(t, dir), Dir: dir}}
	for _, line := range strings.Split(strings.TrimSpace(string(a.Comment)), "\n")[1:] {
		key, value, ok := strings.Cut(line, ": ")
		field, sets := strings.CutPrefix(key, "set ")
		switch {
		case key == "verdict":
			b.verdict = value
		case key == "model":
			b.answers = append(b.answers, script.Say(value))
		case key == "asks":
			b.asks = append(b.asks, value)
		case key == "person":
			name, answer, _ := strings.Cut(value, "=")
			b.person = map[string]string{name: answer}
		case key == "instead":
			name, from, _ := strings.Cut(value, "=")
			text, err := os.ReadFile(filepath.Join(dir, from))
			if err != nil {
				t.Fatal(err)
			}
			b.request.Files = map[string][]byte{name: text}
		case key == "tried":
			b.tried = append(b.tried, value)
		case ok && sets:
			if b.request.Document, err = universalbuild.Set(b.request.Document, field, json.RawMessage(value)); err != nil {
				t.Fatal(err)
			}
		default:
			t.Fatalf("%s: what is %q?", archive, line)
		}
	}
	return b
}

func detected(t *testing.T, dir string) universalbuild.UniversalBuild {
	t.Helper()
	r, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: pipeline.Static})
	if err != nil || len(out.Documents) != 1 {
		t.Fatalf("%d services were found, %v", len(out.Documents), err)
	}
	return out.Documents[0]
}

func (b breakage) prove(t *testing.T, p prove.Prover) {
	t.Helper()
	loop := repair.Loop{Prover: p, Fix: true}
	if len(b.answers) > 0 {
		loop.Ask = b.model(t)
	}
	r, err := loop.Prove(t.Context(), b.request)
	if err != nil {
		t.Fatal(err)
	}
	if b.asks != nil {
		var asked []string
		for _, q := range r.Questions {
			asked = append(asked, q.Name)
		}
		if !slices.Equal(asked, b.asks) {
			t.Errorf("asked %q, want %q", asked, b.asks)
		}
	}
	if b.person != nil {
		if r.Verdict != prove.Failed {
			t.Errorf("%s before the person answers", r.Verdict)
		}
		answered, err := repair.Answered(b.request, b.person)
		if err != nil {
			t.Fatal(err)
		}
		if r, err = loop.Prove(t.Context(), answered); err != nil {
			t.Fatal(err)
		}
	}
	var tried []string
	if r.Mending == nil {
		r.Mending = &prove.Repair{}
	}
	for _, one := range r.Mending.Tries {
		words := []string{one.State, one.Rule}
		for _, e := range one.Edits {
			words = append(words, e.Field)
		}
		for _, name := range one.Given {
			words = append(words, "$"+name)
		}
		tried = append(tried, strings.Join(words, " "))
	}
	if string(r.Verdict) != b.verdict || !slices.Equal(tried, b.tried) {
		t.Errorf("%s after\n%s\nwant %s after\n%s\nin the end: %s\n%s", r.Verdict, strings.Join(tried, "\n"), b.verdict, strings.Join(b.tried, "\n"), r.Mending.Ended, told(r))
	}
	if mended := r.Mending.Document != nil; mended != (b.verdict == "proven" && len(b.tried) > 0) {
		t.Errorf("there is a mended document: %v", mended)
	}
}

// model is one that gives the archive's answers, each held against the project.
func (b breakage) model(t *testing.T) func(context.Context, repair.Question) (repair.Suggestion, error) {
	t.Helper()
	tree, err := repo.Open(b.request.Dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	client := script.New(b.answers...)
	t.Cleanup(func() { // what was sent back says why
		for _, r := range client.Requests() {
			if last := r.Messages[len(r.Messages)-1]; len(r.Messages) > 2 {
				t.Logf("sent back: %s", last.Text)
			}
		}
	})
	return suggest.Source{
		Registry: analysis.Registry, Tree: tree, Limits: scan.Default(),
		Adviser: func() suggest.Adviser {
			return advise.New(advise.Options{Registry: analysis.Registry(), Open: func(context.Context) (llm.Client, error) { return client, nil }})
		},
	}.Ask
}
