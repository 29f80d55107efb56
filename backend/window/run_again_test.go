package window

import (
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/window/session"
)

// TestARetryAsksAnewFromItsPhaseOn: what was answered before the phase stands,
// also in a retry of a retry; the phase itself is asked with the new hint.
func TestARetryAsksAnewFromItsPhaseOn(t *testing.T) {
	s := ollamaServer(t, `{"known":true,"answer":["python","worker.py"],"path":"Dockerfile","quote":"CMD [\"python\",\"worker.py\"]","confidence":0.9}`)
	a, p := opened(t, served.Alone(t, s.URL))
	withMode(t, a, func(*settings.Preferences) {})
	first := analysed(t, a, p, doubtful(t))
	asked := len(s.sent())
	if asked == 0 || first.State != "completed" {
		t.Fatalf("%d requests, %s", asked, kinds(first))
	}
	retry := func(of, phase, service, hint string) session.Snapshot {
		t.Helper()
		id, err := a.Runs.Retry(of, phase, service, hint)
		if err != nil {
			t.Fatal(err)
		}
		return ended(t, a, p, id)
	}

	last := retry(first.RunID, "assemble", "", "")
	if n := len(s.sent()); n != asked || asText(t, last.Documents) != asText(t, first.Documents) {
		t.Errorf("%d requests after %d; %s", n, asked, kinds(last))
	}
	other := retry(first.RunID, "runtime", "elsewhere", "")
	if n := len(s.sent()); n != asked || asText(t, other.Documents) != asText(t, first.Documents) {
		t.Errorf("the retry of another service's phase made %d requests after %d", n, asked)
	}

	const hint = "it is started with make serve"
	fresh := retry(last.RunID, "entrypoint", ".", hint)
	again := s.sent()[asked:]
	if len(again) == 0 || len(again) >= asked+1 || fresh.Hint != hint {
		t.Fatalf("%d requests, hint %q; %s", len(again), fresh.Hint, kinds(fresh))
	}
	for _, body := range again {
		if !strings.Contains(body, hint) {
			t.Errorf("asked without the hint: %s", body)
		}
	}

	whole := retry(fresh.RunID, "assemble", "", "")
	if n := len(s.sent()); n != asked+len(again) || asText(t, whole.Documents) != asText(t, fresh.Documents) || whole.Hint != hint {
		t.Errorf("a retry of a retry made %d requests more; %s", n-asked-len(again), kinds(whole))
	}
	if _, err := a.Runs.Retry(first.RunID, "dreams", "", ""); fault.CodeOf(err) != fault.WrongUse {
		t.Errorf("an unknown phase: %v", err)
	}
}
