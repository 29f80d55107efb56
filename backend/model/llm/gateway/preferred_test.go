package gateway

import (
	"testing"
	"time"

	"aipack/backend/base/settings"
)

func TestTheSettingsSayTheTerms(t *testing.T) {
	s := settings.Default().With(settings.Provider{Provider: "ollama", Model: "phi3", BaseURL: "http://attic:11434"})
	s.Provider, s.Fallback, s.Retries, s.RequestTimeoutS, s.MonthlyCapUSD = "ollama", "none", 2, 45, 7
	m := Preferred(s)
	if m.Provider != "ollama" || m.Fallback != "none" || m.By != "in Settings" || m.Preferences["ollama"].Model != "phi3" || m.Preferences["ollama"].BaseURL != "http://attic:11434" {
		t.Errorf("who is asked: %+v", m.Want)
	}
	if m.Retries != 2 || m.Patience != 45*time.Second || m.Cap != 7 || m.Mode != "" || m.Books != nil {
		t.Errorf("%+v", m)
	}
}
