package window

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"aipack/backend/agent/command"
	"aipack/backend/agent/place"
	"aipack/backend/base/settings"
	"aipack/backend/code/syntax/syntaxtest"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/scores"
	"aipack/backend/prove/lint"
	"aipack/backend/universalbuild"
	"aipack/backend/window/agent"
	"aipack/backend/window/code"
	"aipack/backend/window/models"
	"aipack/backend/window/models/files"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// made is an App that has not opened anything yet.
func made(data, openPath string) *App {
	return New(Parts{
		Data: data, OpenPath: openPath, Version: "test", Models: gateway.New("test"), Samples: os.DirFS("../../testdata/repos"), Now: time.Now, Lint: lint.Check,
		Environment: os.LookupEnv,
		Place:       func(_ context.Context, w place.Wanted) (command.Place, error) { return spot{w.Dir}, nil },
		Tests:       func([]universalbuild.UniversalBuild) []string { return nil },
		Labelled:    func() (scores.Set, error) { return scores.Carried(os.DirFS("../../testdata"), "unsure") },
	})
}

// listener stands in for the page: it hears what the page would hear.
type listener struct {
	mu   sync.Mutex
	runs []session.RunBatch
	said []page.Notice
	told int // about downloads
	asks []agent.Batch
	end  chan string
}

func (p *listener) emit(name string, payload any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch v := payload.(type) {
	case session.RunBatch:
		p.runs = append(p.runs, v)
		if last := v.Events[len(v.Events)-1].Type; strings.HasPrefix(last, "run.") && last != "run.started" {
			p.end <- last
		}
	case page.Notice:
		p.said = append(p.said, v)
	case files.DownloadBatch:
		p.told++
	case agent.Batch:
		p.asks = append(p.asks, v)
	}
}

func (p *listener) agents() []agent.Batch {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.asks)
}

func (p *listener) downloads() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.told
}

func opened(t testing.TB, data string) (*App, *listener) {
	t.Helper()
	t.Setenv("AIPACK_MODELS", filepath.Join(data, "models"))
	a := made(data, "")
	a.Code.Readers = func() (code.Readers, error) { return syntaxtest.Reader{}, nil } // this program is no reader
	p := &listener{end: make(chan string, 16)}
	a.Page.Frame.Emit = p.emit
	if err := a.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	if saved, err := a.store.Settings(); err != nil || saved == "" {
		// Tests that want a model say which: the machine may have one.
		if err := a.preferences.Change(func(s settings.Preferences) settings.Preferences { s.Mode = "static"; return s }); err != nil {
			t.Fatal(err)
		}
	}
	return a, p
}

// sample unpacks a sample into a folder of its own.
func sample(t *testing.T, a *App, name string) string {
	t.Helper()
	dir, err := a.Projects.OpenSample(name)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func analysed(t *testing.T, a *App, p *listener, dir string) session.Snapshot {
	t.Helper()
	id, err := a.Runs.Analyse(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.end:
	case <-time.After(30 * time.Second):
		t.Fatal("the analysis does not end")
	}
	s, err := a.Runs.Snapshot(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func ended(t *testing.T, a *App, p *listener, id string) session.Snapshot {
	t.Helper()
	select {
	case <-p.end:
	case <-time.After(60 * time.Second):
		t.Fatal("the analysis does not end")
	}
	s, err := a.Runs.Snapshot(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func withMode(t testing.TB, a *App, change func(*settings.Preferences)) {
	t.Helper()
	s, err := a.Settings.Current()
	if err != nil {
		t.Fatal(err)
	}
	s.Mode = "llm"
	change(&s)
	if err := a.Settings.Save(s); err != nil {
		t.Fatal(err)
	}
	for _, p := range s.Providers {
		if err := a.Models.SaveProvider(models.ProviderSettings(p)); err != nil {
			t.Fatal(err)
		}
	}
}

func asText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// stuck is a phase that listens to nobody.
type stuck struct{ until chan struct{} }

func (stuck) Name() string { return "stuck" }

func (s stuck) Execute(context.Context, *pipeline.AnalysisContext) error {
	<-s.until
	return nil
}
