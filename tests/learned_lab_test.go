//go:build lab && linux

package tests

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/learned"
	"aipack/backend/prove/repair"
)

// TestASecondProjectIsMendedFromMemory: what a model mended in one project is mended in
// another with the same fault at the first try and without a model, by real builds; with
// learning off it is not.
func TestASecondProjectIsMendedFromMemory(t *testing.T) {
	prover := labProver(t)
	book := learned.In(t.TempDir(), time.Now)
	repaired := func(name, server string, ask func(context.Context, repair.Question) (repair.Suggestion, error)) *prove.Report {
		t.Helper()
		dir := filepath.Join(t.TempDir(), name)
		for file, text := range map[string]string{
			"package.json": `{"name": "` + name + `", "version": "1.0.0", "scripts": {"build": "node bundle.js", "start": "node server.js"}}`,
			"server.js":    server,
			// No rule sees which variable that is.
			"bundle.js": `if (process.env["BUNDLE" + "_FLAVOUR"] !== "plain") { console.error("bundle: no flavour is chosen"); process.exit(3); }` + "\n",
		} {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		loop := repair.Loop{Prover: prover, Fix: true, Ask: ask, Memory: learned.Memory{Book: book, Project: dir, Warn: func(err error) { t.Error(err) }}}
		r, err := loop.Prove(t.Context(), prove.Request{Dir: dir, Document: detected(t, dir)})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	const (
		first  = `require("http").createServer((_, answer) => answer.end("first")).listen(3000);` + "\n"
		second = `const http = require("http");` + "\n" + `http.createServer((_, answer) => answer.end("another")).listen(process.env.PORT || 4100);` + "\n"
	)
	model := func(context.Context, repair.Question) (repair.Suggestion, error) {
		return repair.Suggestion{Edits: []cause.Edit{{Field: "/build/environment/BUNDLE_FLAVOUR", Value: "plain"}}, Why: "The bundle wants a flavour.", Model: "scripted"}, nil
	}
	if r := repaired("greeter", first, model); r.Verdict != prove.Proven {
		t.Fatalf("the first: %s %+v\n%s", r.Verdict, r.Mending, told(r))
	}
	r := repaired("shop", second, nil)
	if r.Verdict != prove.Proven || len(r.Mending.Tries) != 1 || r.Mending.Tries[0].Lesson == "" {
		t.Fatalf("the second: %s %+v\n%s", r.Verdict, r.Mending, told(r))
	}
	if err := book.Switch("", false); err != nil {
		t.Fatal(err)
	}
	if r := repaired("other", second, nil); r.Verdict != prove.Failed {
		t.Errorf("with learning off: %s", r.Verdict)
	}
}
