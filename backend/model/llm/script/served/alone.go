package served

import (
	"path/filepath"
	"testing"
)

// Alone makes the test's machine one without models: no keys, no keychain, no
// server of a provider but the Ollama at that address. It gives the data folder,
// which is the test's own.
func Alone(t testing.TB, ollama string) string {
	t.Helper()
	for _, name := range []string{"ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OLLAMA_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"} {
		t.Setenv(name, "")
	}
	data := t.TempDir()
	t.Setenv("AIPACK_DATA", data)
	t.Setenv("AIPACK_MODELS", filepath.Join(data, "models"))
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
	t.Setenv("OLLAMA_HOST", ollama)
	return data
}

// Nowhere is an address that nothing listens on.
const Nowhere = "127.0.0.1:1"
