package agent

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"aipack/backend/agent/checkpoint"
	"aipack/backend/agent/edit"
	"aipack/backend/agent/permission"
	"aipack/backend/base/event"
	"aipack/backend/model/llm/script"
	"aipack/backend/repo"
	"aipack/backend/store/projectdb"
)

// BenchmarkTurn measures, in a project of 2,000 files and with a model that takes no time,
// how long a question takes to its first call, and a change from the user's yes to its file.
func BenchmarkTurn(b *testing.B) {
	dir, data := b.TempDir(), b.TempDir()
	for i := range 2000 {
		name := filepath.Join(dir, fmt.Sprintf("lib/%02d/part%d.js", i%50, i))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, fmt.Appendf(nil, "module.exports = %d\n", i), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	db, err := projectdb.OpenAs("a benchmark", data, dir, time.Now)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	desk, err := checkpoint.Open(dir, db)
	if err != nil {
		b.Fatal(err)
	}
	defer desk.Close()
	var first, applied time.Duration
	for i := 0; b.Loop(); i++ {
		tree, err := repo.Open(dir)
		if err != nil {
			b.Fatal(err)
		}
		var asked, agreed, called, written time.Time
		path := fmt.Sprintf("lib/00/new%d.js", i)
		talk := New(Options{
			Client: script.New(script.Call("write_file", fmt.Sprintf(`{"path":%q,"content":"x\n"}`, path)), script.Say("done")),
			Repo:   tree,
			Tell: func(e event.Event) {
				switch e.(type) {
				case event.ToolStarted:
					called = time.Now()
				case event.ToolCompleted:
					written = time.Now()
				}
			},
			Hands: &Hands{Desk: desk, Session: func() string { return "s" }, Approve: func(context.Context, edit.Change, permission.Decision) Approval {
				agreed = time.Now()
				return Approval{}
			}},
		})
		asked = time.Now()
		if a, err := talk.Ask(b.Context(), "write it"); err != nil || len(a.Files) != 1 {
			b.Fatalf("%+v, %v", a, err)
		}
		first, applied = first+called.Sub(asked), applied+written.Sub(agreed)
		tree.Close()
	}
	b.ReportMetric(float64(first.Microseconds())/1000/float64(b.N), "ms/first-call")
	b.ReportMetric(float64(applied.Microseconds())/1000/float64(b.N), "ms/applied")
}
