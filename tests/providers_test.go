package tests

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"aipack/backend/base/event"
	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/advise"
	"aipack/backend/model/advise/live"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/failover"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/recording"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/model/llm/selector"
	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

// canary is a secret that must not leave the computer.
const canary = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"

// project writes a scenario's files, and a secret, to a folder of their own.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	repotest.LayOut(t, dir, withFile(files, ".env", "GITHUB_TOKEN="+canary+"\n"))
	return dir
}

// runWith analyses a folder with the wired providers and gives the outcome and
// what was told.
func runWith(t *testing.T, dir string, m gateway.Terms) (*pipeline.Outcome, []event.Event) {
	t.Helper()
	r, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var mu sync.Mutex
	var events []event.Event
	m.Retries = failover.Retries
	out, err := analysis.New().Execute(t.Context(), pipeline.Run{
		ID: "test", Repo: r, Mode: pipeline.Full, Adviser: live.New(gateway.New("test"), m, analysis.Registry, advise.Options{}, nil),
		Sink: func(e event.Stamped) { mu.Lock(); defer mu.Unlock(); events = append(events, e.Event) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, events
}

func count(events []event.Event, name string) (n int) {
	for _, e := range events {
		if e.Name() == name {
			n++
		}
	}
	return n
}

// TestARunOverRealProtocols explores a project with a server that goes away in
// the middle: another provider takes over, the run is recorded, and replayed
// without any server. No request, event or recording holds the secret.
func TestARunOverRealProtocols(t *testing.T) {
	served.Alone(t, served.Nowhere)
	steps := []script.Step{
		script.Call("read_file", `{"paths":["greeter.nimble","src/token.nim",".env"]}`),
		script.Call("read_file", `{"path":"src/greeter.nim"}`), submitting(nil),
	}
	dir := project(t, withFile(greeter, "src/token.nim", "const token = \""+canary+"\"\n"))
	client := script.New(steps[0])
	first := served.New(t, client, served.OpenAI)
	client.Rest = script.FailAs(llm.ServerFault)
	second := served.New(t, script.New(steps[1:]...), served.Ollama)
	t.Setenv("OLLAMA_HOST", second.URL)
	kept := &recording.Memory{}
	out, events := runWith(t, dir, gateway.Terms{
		Want: selector.Want{Provider: "openai", Model: "toy", BaseURL: first.URL + "/v1", By: "in a test", Fallback: "ollama"},
		Mode: recording.Record, Recording: kept,
	})
	if len(out.Documents) != 1 || out.Documents[0].Metadata.Language != "nim" {
		t.Fatalf("%d documents; %+v", len(out.Documents), out.Spent)
	}
	if count(events, "provider.switched") == 0 || count(events, "llm.delta") == 0 || count(events, "tool.completed") < 3 {
		t.Errorf("%d switches, %d pieces, %d tools", count(events, "provider.switched"), count(events, "llm.delta"), count(events, "tool.completed"))
	}
	if out.Spent.Prompt != 1500+2*1600 || out.Spent.Estimated {
		t.Errorf("%+v", out.Spent)
	}
	told, err := json.Marshal(events)
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := json.Marshal(kept.All)
	if err != nil {
		t.Fatal(err)
	}
	for where, text := range map[string]string{"the first server's requests": first.Seen(), "the second's": second.Seen(), "the events": string(told), "the recording": string(recorded)} {
		if strings.Contains(text, canary) {
			t.Errorf("%s hold the secret", where)
		}
	}
	if !strings.Contains(second.Seen(), "«secret:") {
		t.Error("nothing was hidden: the model was not shown the file at all")
	}
	first.Close()
	second.Close()
	again, _ := runWith(t, dir, gateway.Terms{Mode: recording.Replay, Recording: kept})
	a, _ := universalbuild.WriteJSON(out.Documents)
	b, _ := universalbuild.WriteJSON(again.Documents)
	if string(a) != string(b) {
		t.Errorf("replayed to something else: %+v", again.Spent)
	}
}
