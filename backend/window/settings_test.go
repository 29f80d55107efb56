package window

import (
	"testing"

	"aipack/backend/window/models"
)

// TestSettingsLeaveTheProvidersAlone: the page may have read the settings before
// an address was saved.
func TestSettingsLeaveTheProvidersAlone(t *testing.T) {
	a, _ := opened(t, t.TempDir())
	older, err := a.Settings.Current()
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Models.SaveProvider(models.ProviderSettings{Provider: "openai", BaseURL: "http://localhost:1234/v1"}); err != nil {
		t.Fatal(err)
	}
	older.Retries = 7
	if err := a.Settings.Save(older); err != nil {
		t.Fatal(err)
	}
	now, err := a.Settings.Current()
	if err != nil || now.Retries != 7 || now.Of("openai").BaseURL != "http://localhost:1234/v1" {
		t.Errorf("%+v %v", now, err)
	}
}
