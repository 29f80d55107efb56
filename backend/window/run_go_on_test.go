package window

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/universalbuild"
)

// nim is a project that no rule knows.
func nim(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, fstest.MapFS{
		"greeter.nimble":  {Data: []byte("version = \"0.1.0\"\nsrcDir = \"src\"\nbin = @[\"greeter\"]\n\nrequires \"nim >= 2.0.0\"\n")},
		"src/greeter.nim": {Data: []byte("import std/asynchttpserver, std/asyncdispatch\n\nwaitFor newAsyncHttpServer().serve(Port(8080), answer)\n")},
	}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// greets is the right answer for nim.
func greets(t *testing.T) script.Step {
	t.Helper()
	return script.Call("submit_detection", asText(t, universalbuild.UniversalBuild{
		Version:  "1.0",
		Metadata: universalbuild.Metadata{ProjectName: "greeter", Path: ".", Language: "nim", BuildSystem: "nimble", Confidence: 0.95, Reasoning: "A Nim program.", Kind: universalbuild.Web},
		Build: universalbuild.Build{
			BaseImage: "nimlang/nim:2.2.0", Workdir: "/app", BuildCommands: []string{"nimble build -y"}, Artifacts: []string{"greeter"},
		},
		Runtime: universalbuild.Runtime{
			BaseImage: "debian:bookworm-slim", Workdir: "/app", Command: []string{"./greeter"}, Copy: []universalbuild.Copy{{From: "greeter", To: "greeter"}},
			Ports: []universalbuild.Port{{Port: 8080, Protocol: "tcp"}},
		},
		Evidence: []universalbuild.Evidence{
			{Field: "/metadata/language", Value: "nim", Confidence: 0.9, Source: "model", Path: "src/greeter.nim", Line: 1, Excerpt: "import std/asynchttpserver, std/asyncdispatch"},
			{Field: "/runtime/command", Value: "./greeter", Confidence: 0.9, Source: "model", Path: "greeter.nimble", Line: 3, Excerpt: `bin = @["greeter"]`},
			{Field: "/runtime/ports/0/port", Value: "8080", Confidence: 0.9, Source: "model", Path: "src/greeter.nim", Line: 3, Excerpt: "waitFor newAsyncHttpServer().serve(Port(8080), answer)"},
		},
	}))
}

// TestAModelThatSubmittedNothingGoesOn: the first run says why it found nothing;
// the second asks nothing twice and finds it; it costs what it asked, and
// replays without any server.
func TestAModelThatSubmittedNothingGoesOn(t *testing.T) {
	read := func(path string) script.Step { return script.Call("read_file", `{"path":"`+path+`"}`) }
	client := script.New(read("greeter.nimble"), script.Call("list_files", `{}`), script.Call("list_files", `{"pattern":"**/*.nim"}`),
		read("src/greeter.nim"), greets(t))
	s := served.New(t, client, served.Ollama)
	a, p := opened(t, served.Alone(t, s.URL))
	withMode(t, a, func(now *settings.Preferences) { now.Mode, now.MaxToolCalls = "full", 1 })
	dir := nim(t)
	first := analysed(t, a, p, dir)
	var stopped event.ExplorationEnded
	for _, e := range first.Events {
		if e, ok := e.Event.(event.ExplorationEnded); ok {
			stopped = e
		}
	}
	if len(first.Services) != 0 || stopped != (event.ExplorationEnded{Reason: "exhausted", Code: string(fault.MaxIterations), Calls: 1, Limit: 1}) {
		t.Fatalf("%+v; %v %s", stopped, first.Services, kinds(first))
	}
	asked := len(client.Requests())
	id, err := a.Runs.GoOn(first.RunID)
	if err != nil {
		t.Fatal(err)
	}
	further := ended(t, a, p, id)
	if len(further.Services) != 1 || strings.Contains(kinds(further), "exploration.ended") || strings.Count(kinds(further), "exploration.resumed") != 1 || client.Left() != 0 {
		t.Fatalf("%v, %d left: %s", further.Services, client.Left(), kinds(further))
	}
	if n := len(client.Requests()); asked != 3 || n != 5 {
		t.Errorf("%d requests, then %d", asked, n-asked)
	}
	one, err1 := a.Runs.Cost(first.RunID)
	two, err2 := a.Runs.Cost(id)
	if err1 != nil || err2 != nil || one.PromptTokens != 3*1600 || two.PromptTokens != 2*1600 || two.Calls != 5 || two.Estimated {
		t.Errorf("%+v %+v %v %v", one, two, err1, err2)
	}
	prompts, err := a.Runs.SentPrompts(id)
	if err != nil || len(prompts) != 5 {
		t.Errorf("%d prompts: %v", len(prompts), err)
	}

	s.Close()
	if err := a.History.Delete(first.RunID); err != nil {
		t.Fatal(err)
	}
	if id, err = a.Runs.Replay(further.RunID); err != nil {
		t.Fatal(err)
	}
	if again := ended(t, a, p, id); asText(t, again.Documents) != asText(t, further.Documents) || len(again.Services) != 1 {
		t.Errorf("replayed to something else: %s", kinds(again))
	}
	if _, err := a.Runs.GoOn(further.RunID); fault.CodeOf(err) != fault.WrongUse {
		t.Errorf("a model that submitted goes on: %v", err)
	}
}
