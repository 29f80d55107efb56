package handed

import "testing"

func TestFormsOfSecrets(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"const key = Buffer.from(process.env.FIELD_KEY, 'base64')":                                                    "{secret:base64:32}",
		"const raw = process.env.FIELD_KEY\nconst key = Buffer.from(raw, \"hex\")":                                    "{secret:hex:32}",
		"const key = Buffer.from(process.env.FIELD_KEY)":                                                              "",
		"const a = Buffer.from(process.env.FIELD_KEY, 'hex')\nconst b = Buffer.from(process.env.FIELD_KEY, 'base64')": "",
		"// Buffer.from(process.env.FIELD_KEY, 'base64')":                                                             "",
	} {
		if got := Forms(sources(t, &javascript, map[string]string{"server.js": text}))["FIELD_KEY"]; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
