package evaluating

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/cli"
	"aipack/backend/code/syntax/parserpool"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/model/advise"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/scores"
)

// TestMain makes this test program its own reader of sources.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == parserpool.Command {
		if parserpool.Serve(os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// evaluated runs the command in a folder that holds no sources of aipack's,
// with a model whose answers are written down.
func evaluated(t *testing.T, step script.Step, args ...string) (code int, said string, kept []scores.Result) {
	t.Helper()
	carried, err := scores.Carried(os.DirFS(filepath.Join("..", "..", "..", "testdata")), "unsure")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	data := t.TempDir()
	t.Setenv("AIPACK_DATA", data)
	client := &script.Client{ProviderID: "openai", ModelName: "toy", Rest: step}
	rooms := cli.Rooms{
		Analyse: func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error) {
			return analysis.New().Execute(ctx, run)
		},
		Registry: func() *language.Registry { return analysis.Registry() }, Version: "test", Now: time.Now,
		Advise: func(context.Context, cli.Asking) (pipeline.Adviser, error) {
			return advise.New(advise.Options{Registry: analysis.Registry(), Open: func(context.Context) (llm.Client, error) { return client, nil }}), nil
		},
	}
	parts := Parts{Carried: func() (scores.Set, error) { return carried, nil }}
	var out, problems bytes.Buffer
	code = cli.Run(t.Context(), rooms, append([]string{"eval", "D"}, args...), cli.Streams{Out: &out, Err: &problems}, parts.Eval)
	kept, err = scores.In(data).Last()
	if err != nil {
		t.Fatal(err)
	}
	return code, out.String() + problems.String(), kept
}

// TestAModelIsMeasuredWhereThereAreNoSources, and what that came to is kept.
func TestAModelIsMeasuredWhereThereAreNoSources(t *testing.T) {
	code, said, kept := evaluated(t, script.Say(`{"known":true,"answer":7070,"path":"src/ports.rs","quote":"Port::Echo => 7070,","confidence":0.9}`), "--provider", "openai")
	if code != cli.Done || !strings.Contains(said, "put right, ports: port/rust-std\n") || !strings.Contains(said, "cost not known") {
		t.Errorf("%d\n%s", code, said)
	}
	if len(kept) != 1 || kept[0].Provider != "openai" || kept[0].Model != "toy" || kept[0].Gained != 1 || kept[0].Fields != 63 || kept[0].Version != "test" || kept[0].Priced {
		t.Errorf("%+v", kept)
	}
}

// TestWhatSaysNothingOfAModelIsNotKept: one that cannot be reached, and what
// was measured elsewhere.
func TestWhatSaysNothingOfAModelIsNotKept(t *testing.T) {
	if code, said, kept := evaluated(t, script.FailAs(llm.Unauthorised), "--provider", "openai"); code != cli.Done || len(kept) != 0 || !strings.Contains(said, "could not be asked to the end") {
		t.Errorf("%d %+v\n%s", code, kept, said)
	}
	if code, said, kept := evaluated(t, script.Say("no"), "--provider", "openai", "--fixtures", "."); code != cli.Misused || len(kept) != 0 {
		t.Errorf("%d %+v\n%s", code, kept, said)
	}
}

// TestConfidenceOfProofs reads reports from a folder or the history, and says where
// there are none.
func TestConfidenceOfProofs(t *testing.T) {
	const report = `{"name":"shop","verdict":"proven","confidence":{"factors":[{"name":"plan","value":0.95}]}}`
	run := func(history func() ([]string, error), args ...string) (int, string) {
		var out, problems bytes.Buffer
		parts := Parts{History: history}
		code := cli.Run(t.Context(), cli.Rooms{Now: time.Now, Version: "test"}, append([]string{"eval", "K"}, args...), cli.Streams{Out: &out, Err: &problems}, parts.Eval)
		return code, out.String() + problems.String()
	}
	of := func(texts ...string) func() ([]string, error) {
		return func() ([]string, error) { return texts, nil }
	}
	if code, said := run(of(report, report)); code != cli.Done || !strings.Contains(said, "2 of 2 pass") {
		t.Errorf("%d\n%s", code, said)
	}
	if code, said := run(of()); code == cli.Done || !strings.Contains(said, "none of the proofs of the history came to an end") {
		t.Errorf("%d\n%s", code, said)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"a.json": "[" + report + "]", "cut off.json": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if code, said := run(nil, "--proofs", dir); code != cli.Done || !strings.Contains(said, "1 of 1 pass") {
		t.Errorf("%d\n%s", code, said)
	}
	if err := os.WriteFile(filepath.Join(dir, "b.json"), []byte(`{"no":"list"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, said := run(nil, "--proofs", dir); code == cli.Done || !strings.Contains(said, "b.json has no reports of proofs") {
		t.Errorf("%d\n%s", code, said)
	}
}

// TestAModelAtWork: without a model the recorded answers are taken, and it is said; each task of
// a model has a recording of its own, and a model that only says that it is done has done nothing.
func TestAModelAtWork(t *testing.T) {
	rooms := cli.Rooms{
		Analyse: func(ctx context.Context, run pipeline.Run) (*pipeline.Outcome, error) {
			return analysis.New().Execute(ctx, run)
		},
		Now: time.Now, Version: "test",
	}
	folders := map[string]bool{}
	parts := Parts{Client: func(_ context.Context, a cli.Asking) (llm.Client, error) {
		folders[a.Record+a.Replay] = true
		return &script.Client{ProviderID: "openai", ModelName: "toy", Rest: script.Say("It is done.")}, nil
	}}
	run := func(args ...string) (int, string) {
		var out, problems bytes.Buffer
		code := cli.Run(t.Context(), rooms, append([]string{"eval", "A"}, args...), cli.Streams{Out: &out, Err: &problems}, parts.Eval)
		return code, out.String() + problems.String()
	}
	code, said := run()
	for _, want := range []string{"60 of 60 pass", "target 100.0%", "recorded answers, no model, replayed: this measures the program"} {
		if code != cli.Done || !strings.Contains(said, want) {
			t.Errorf("%d without %q\n%s", code, want, said)
		}
	}
	code, said = run("--provider", "openai", "--record", "kept")
	for _, want := range []string{"Subject  openai toy\n", "0 of 60 pass", "fail  listen: Express on every address, at $PORT (calls 0, tokens 0, ", "  lacks server.js 127.0.0.1: server.js has it\n", "tool calls a task"} {
		if code != cli.Done || !strings.Contains(said, want) {
			t.Errorf("%d without %q\n%s", code, want, said)
		}
	}
	if len(folders) != 60 || !folders[filepath.Join("kept", "flask-listen")] {
		t.Errorf("%d recordings: %v", len(folders), folders)
	}
	if code, said = run("--replay", "kept"); code != cli.Done || !strings.Contains(said, "openai toy, replayed") || len(folders) != 60 {
		t.Errorf("%d\n%s", code, said)
	}
	if code, said = run("--model", "toy"); code != cli.Misused {
		t.Errorf("%d\n%s", code, said)
	}
}
