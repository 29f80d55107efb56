package python

import (
	"slices"
	"testing"

	"aipack/backend/language/languagetest"
)

// TestExtrasBringClients: who asks for an extra that is called like a data service
// connects to it.
func TestExtrasBringClients(t *testing.T) {
	for text, want := range map[string][]string{
		"celery[redis]==5.4.0\nflask\n":      {"celery", "flask", "redis"},
		"dramatiq[rabbitmq, watch]\nflask\n": {"dramatiq", "flask", "pika"},
		"celery[redis]\nredis==5\nflask\n":   {"celery", "flask", "redis"},
		"uvicorn[standard]\nflask\n":         {"flask", "uvicorn"},
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{"requirements.txt": text, "app.py": "from flask import Flask\napp = Flask(__name__)\n"}, ".", "")
		var got []string
		for _, d := range p.Deps {
			got = append(got, d.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	p, _ := languagetest.Project(t, &Language, map[string]string{"requirements.txt": "celery[redis]\nredis==5\n", "app.py": "x"}, ".", "")
	if d, _ := p.Dep("redis"); d.Line != 2 {
		t.Errorf("%+v", d)
	}
}
