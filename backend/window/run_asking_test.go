package window

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/settings"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/window/models"
	"aipack/backend/window/session"
)

func kinds(s session.Snapshot) string {
	var out []string
	for _, e := range s.Events {
		out = append(out, e.Type)
	}
	return strings.Join(out, " ")
}

// TestARunIsRecordedCountedAndReplayed asks a server, unplugs it, and has the
// same run again from its recording.
func TestARunIsRecordedCountedAndReplayed(t *testing.T) {
	s := ollamaServer(t, `{"known":true,"answer":["python","worker.py"],"path":"Dockerfile","quote":"CMD [\"python\",\"worker.py\"]","confidence":0.9}`)
	a, p := opened(t, served.Alone(t, s.URL))
	withMode(t, a, func(*settings.Preferences) {})
	first := analysed(t, a, p, doubtful(t))
	prompts, err := a.Runs.SentPrompts(first.RunID)
	if err != nil || len(prompts) == 0 || len(prompts) != len(s.sent()) {
		t.Fatalf("%d prompts of %d requests, %v; events %s", len(prompts), len(s.sent()), err, kinds(first))
	}
	one := prompts[0]
	if one.Provider != "ollama" || one.Model != "qwen2.5-coder:7b" || !one.Reported || one.PromptTokens != 321 || one.Messages[0].Role != "system" || one.Answer.Text != s.answer {
		t.Errorf("%+v", one)
	}
	cost, err := a.Runs.Cost(first.RunID)
	month, err2 := a.Models.MonthCost()
	if err != nil || err2 != nil || cost.Calls != len(prompts) || cost.PromptTokens != 321*len(prompts) || !cost.Priced || cost.USD != 0 || month != cost {
		t.Errorf("%+v %+v %v %v", cost, month, err, err2)
	}
	if !strings.Contains(kinds(first), "model.chosen") {
		t.Error(kinds(first))
	}

	s.Close()
	id, err := a.Runs.Replay(first.RunID)
	if err != nil {
		t.Fatal(err)
	}
	again := ended(t, a, p, id)
	if asText(t, again.Documents) != asText(t, first.Documents) || strings.Contains(kinds(again), "llm.failed") || !strings.Contains(kinds(again), "llm.response") {
		t.Errorf("%s\n%s", kinds(first), kinds(again))
	}
}

// TestRecordedAnswersAreUsedAgain where the user wants that: of the same folder,
// nothing is asked twice, however often it is analysed; of another one, or once
// the user has had enough, everything is.
func TestRecordedAnswersAreUsedAgain(t *testing.T) {
	s := ollamaServer(t, `{"known":true,"answer":["python","worker.py"],"path":"Dockerfile","quote":"CMD [\"python\",\"worker.py\"]","confidence":0.9}`)
	a, p := opened(t, served.Alone(t, s.URL))
	withMode(t, a, func(*settings.Preferences) {})
	dir := doubtful(t)
	first := analysed(t, a, p, dir)
	asked := len(s.sent())
	reuse := func(on bool) { withMode(t, a, func(now *settings.Preferences) { now.RecordedAnswers = on }) }
	reuse(true)
	for range 2 { // the second has the first's copies
		again := analysed(t, a, p, dir)
		answers, recorded, reason := 0, 0, ""
		for _, e := range again.Events {
			switch e := e.Event.(type) {
			case event.LLMResponse:
				answers++
				if e.Recorded {
					recorded++
				}
			case event.ModelChosen:
				reason = e.Reason
			}
		}
		cost, err := a.Runs.Cost(again.RunID)
		if n := len(s.sent()); asked == 0 || n != asked || answers != asked || recorded != asked || err != nil || cost.PromptTokens != 0 || cost.Calls != asked {
			t.Errorf("%d requests after %d, %d answers, %d recorded; %+v %v", n, asked, answers, recorded, cost, err)
		}
		if asText(t, again.Documents) != asText(t, first.Documents) || !strings.Contains(reason, "what was recorded answers again") {
			t.Errorf("%q: %s", reason, kinds(again))
		}
		if id, err := a.Runs.Replay(again.RunID); err != nil || asText(t, ended(t, a, p, id).Documents) != asText(t, first.Documents) {
			t.Errorf("its own recording is not whole: %v", err)
		}
		if err := a.History.Delete(first.RunID); err != nil {
			t.Fatal(err)
		}
		first.RunID = again.RunID
	}
	analysed(t, a, p, doubtful(t))
	if n := len(s.sent()); n != 2*asked {
		t.Errorf("%d requests for another folder", n-asked)
	}
	reuse(false)
	analysed(t, a, p, dir)
	if n := len(s.sent()); n != 3*asked {
		t.Errorf("%d requests where recorded answers are not wanted", n-2*asked)
	}
}

// TestAServerThatFailsIsReplacedByTheNext: one server is there and cannot answer;
// the other one answers, and the run says so.
func TestAServerThatFailsIsReplacedByTheNext(t *testing.T) {
	const unknown = `{"known":false,"answer":"","path":"","quote":"","confidence":0}`
	spare := openAIServer(t, unknown)
	s := ollamaServer(t, unknown)
	a, p := opened(t, served.Alone(t, s.URL))
	if err := a.Models.SaveProvider(models.ProviderSettings{Provider: "openai", Model: "local-model", BaseURL: spare.URL + "/v1"}); err != nil {
		t.Fatal(err)
	}
	withMode(t, a, func(s *settings.Preferences) { s.Provider, s.Fallback, s.Retries = "ollama", "openai", 1 })
	s.mu.Lock()
	s.status = http.StatusServiceUnavailable
	s.mu.Unlock()
	run := analysed(t, a, p, doubtful(t))
	if run.State != "completed" || !strings.Contains(kinds(run), "llm.failed") || !strings.Contains(kinds(run), "provider.switched") {
		t.Fatalf("%s: %s", run.State, kinds(run))
	}
	prompts, err := a.Runs.SentPrompts(run.RunID)
	if err != nil || len(prompts) == 0 {
		t.Fatal(prompts, err)
	}
	for _, sent := range prompts {
		if sent.Provider != "openai" || sent.Model != "local-model" || sent.PromptTokens != 11 {
			t.Errorf("%+v", sent)
		}
	}
	for _, e := range run.Events {
		if f, ok := e.Event.(event.LLMFailed); ok && (f.Provider != "ollama" || f.Of != 2) {
			t.Errorf("a failure is told twice: %+v", f)
		}
	}
	all, err := a.Models.Providers()
	if err != nil {
		t.Fatal(err)
	}
	if o := all[3]; len(prompts) >= 3 && (o.State != "resting" || o.RestingUntil == 0) {
		t.Errorf("after %d failures: %+v", len(prompts), o)
	}
}

// TestStoppingEndsARequestThatHangs: the server sees that its asker is gone.
func TestStoppingEndsARequestThatHangs(t *testing.T) {
	s := ollamaServer(t, "never")
	s.hang, s.came, s.left = make(chan struct{}), make(chan struct{}, 8), make(chan struct{}, 8)
	defer close(s.hang)
	a, p := opened(t, served.Alone(t, s.URL))
	withMode(t, a, func(*settings.Preferences) {})
	id, err := a.Runs.Analyse(doubtful(t), "")
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-s.came:
	case <-time.After(30 * time.Second):
		t.Fatal("no request was made")
	}
	if err := a.Runs.Stop(id); err != nil {
		t.Fatal(err)
	}
	if run := ended(t, a, p, id); run.State != "cancelled" {
		t.Errorf("%s: %s", run.State, kinds(run))
	}
	select {
	case <-s.left:
	case <-time.After(30 * time.Second):
		t.Error("the request goes on")
	}
}
