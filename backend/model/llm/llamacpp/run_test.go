package llamacpp

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/base/event"
	"aipack/backend/detect/phase"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/language"
	"aipack/backend/model/advise"
	"aipack/backend/model/llm"
	"aipack/backend/model/modelfile/gguftest"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
	"aipack/languages"
)

// babbling is a client whose model says at random what has the right form.
type babbling struct {
	*Client
	asked, calls atomic.Int64
}

func (b *babbling) Chat(ctx context.Context, r llm.Request, hear func(llm.Piece)) (*llm.Response, error) {
	if len(r.Tools) > 0 && r.Choice == llm.Auto {
		r.Choice = llm.SomeTool
	}
	r.Temperature, r.MaxTokens, r.Seed = 1.2, 350, seed(b.asked.Add(1))
	answer, err := b.Client.Chat(ctx, r, hear)
	if err == nil {
		b.calls.Add(int64(len(answer.Message.Calls)))
	}
	return answer, err
}

// TestAWholeDetectionWithAModelThatKnowsNothing: the rules' documents come out
// as they are without a model, however senseless its calls and answers.
func TestAWholeDetectionWithAModelThatKnowsNothing(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"explored": {"greeter.nimble": "version = \"0.1.0\"\nbin = @[\"greeter\"]\n", "src/greeter.nim": "echo \"hello\"\n"},
		"asked":    {"package.json": `{"name":"gap","dependencies":{"express":"^4"}}`, "boot.js": "require('express')().listen(5050)\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for path, text := range files {
				path = filepath.Join(dir, path)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			model := &babbling{Client: client(t, func(o *Options) {
				o.Model, o.ContextTokens = modelFile(t, gguftest.Least()), 32768
			})}
			registry := language.NewRegistry(languages.All())
			adviser := advise.New(advise.Options{
				Open:     func(context.Context) (llm.Client, error) { return model, nil },
				Registry: registry, Limits: advise.Limits{Phase: 4 * time.Minute, Run: 5 * time.Minute, Calls: 3},
			})
			with, without := detect(t, dir, registry, adviser), detect(t, dir, registry, nil)
			if d := cmp.Diff(without, with); d != "" {
				t.Error(d)
			}
			if model.asked.Load() == 0 || name == "explored" && model.calls.Load() == 0 {
				t.Errorf("the model was asked %d times and called %d tools", model.asked.Load(), model.calls.Load())
			}
		})
	}
}

// detect runs the line on a folder and gives its documents as JSON.
func detect(t *testing.T, dir string, registry *language.Registry, adviser *advise.Adviser) string {
	t.Helper()
	r, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	line := &pipeline.Orchestrator{Parts: pipeline.Parts{
		Registry: registry,
		Before: []pipeline.WorkflowPhase{
			phase.Scan{Limits: scan.Default()}, phase.Classify{}, phase.Structure{}, phase.Dependencies{}, phase.BuildOrder{}, phase.RootCache{},
		},
		Service: []pipeline.ServicePhase{
			phase.Runtime{}, phase.Entrypoint{}, phase.Port{}, phase.Build{}, phase.NativeDeps{}, phase.EnvVars{}, phase.Health{}, phase.Cache{},
		},
		After: []pipeline.WorkflowPhase{phase.Assemble{}},
		Now:   time.Now,
	}}
	run := pipeline.Run{ID: "test", Repo: r, Mode: pipeline.Static, Sink: func(event.Stamped) {}}
	if adviser != nil {
		run.Mode, run.Adviser = pipeline.Full, adviser
	}
	out, err := line.Execute(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	text, err := universalbuild.WriteJSON(out.Documents)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
