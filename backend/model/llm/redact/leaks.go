package redact

import (
	"context"

	"aipack/backend/secret/conceal"
	"aipack/backend/secret/leak"
)

// Warm reads gitleaks' rules ahead of the first request.
func Warm() error { return leak.Warm() }

// leaks finds what gitleaks' rules know: the tokens of some two hundred
// services. Where they cannot be read, Chat sends nothing.
func leaks(s string) conceal.Spans {
	var out conceal.Spans
	for _, found := range leak.Secrets(context.Background(), "", s) {
		// A short secret may be a word that stands elsewhere, too.
		if len(found.Value) >= 6 {
			out = out.Every(s, found.Value, found.Rule)
		}
	}
	return out
}
