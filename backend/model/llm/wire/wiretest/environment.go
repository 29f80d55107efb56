package wiretest

import (
	"fmt"
	"strings"
	"testing"

	"aipack/backend/model/llm"
)

// Canary is what Environment looks for: the value of variables that hold keys.
const Canary = "canary-env"

// Environment checks that what these variables say to a provider's own tools is
// not heard: a key for one server must not reach another.
func Environment(t *testing.T, p Protocol, variables map[string]string) {
	t.Helper()
	for name, value := range variables {
		t.Setenv(name, value)
	}
	keys := []string{key}
	if p.Keyless {
		keys = append(keys, "")
	}
	for _, given := range keys {
		s := Serve(t, p.whole())
		if _, err := p.Make(t, s.URL, given).Chat(t.Context(), llm.Request{}, nil); err != nil {
			t.Fatalf("with the key %q: %v", given, err)
		}
		seen := fmt.Sprint(s.Requests())
		if len(s.Requests()) != 1 || strings.Contains(seen, Canary) || !strings.Contains(seen, given) {
			t.Errorf("with the key %q the environment leaks: %s", given, seen)
		}
		if given == "" && strings.Contains(seen, "Authorization") {
			t.Errorf("a key out of nothing: %s", seen)
		}
	}
}
