package conversation

import (
	"encoding/json"
	"strings"
	"testing"

	"aipack/backend/base/event"
	"aipack/backend/model/llm/script"
)

// TestWhatIsToldHidesSecrets: what the user said and the model answered, and what a
// guard quotes, are told without the secrets in them.
func TestWhatIsToldHidesSecrets(t *testing.T) {
	const secret = "orange-41-tulip"
	var told []event.Event
	a := Asker{
		Client: &script.Client{Rest: script.Say("It is " + secret + ".")}, Tell: func(e event.Event) { told = append(told, e) },
		Hide: func(text string) string { return strings.ReplaceAll(text, secret, "«secret:password»") },
	}
	c := New(Options{Budget: For(8000, Ask)})
	c.AddUser("My password is " + secret + ".")
	if _, err := a.Ask(t.Context(), c, nil); err != nil {
		t.Fatal(err)
	}
	a.tell(event.LoopNoticed{Evidence: secret})
	a.tell(event.ContextCompacted{Summary: secret})
	text, err := json.Marshal(told)
	if err != nil || strings.Contains(string(text), secret) || strings.Count(string(text), "«secret:password»") != 4 {
		t.Errorf("%v %s", err, text)
	}
}
