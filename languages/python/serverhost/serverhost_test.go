package serverhost

import (
	"strings"
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// TestAddress: a server that listens on its own machine is told otherwise, unless its
// command says where.
func TestAddress(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"uvicorn app:app --port 8000":                       "127.0.0.1 UVICORN_HOST",
		"sh -c exec /app/.venv/bin/uvicorn app:app":         "127.0.0.1 UVICORN_HOST",
		"python -m uvicorn app:app":                         "127.0.0.1 UVICORN_HOST",
		"uvicorn app:app --host 127.0.0.1":                  "127.0.0.1",
		"uvicorn app:app --host=localhost":                  "localhost",
		"uvicorn app:app --host 0.0.0.0":                    "",
		"uvicorn --uds /run/app.sock app:app":               "",
		"flask --app shop run -p 8765":                      "127.0.0.1 FLASK_RUN_HOST",
		"flask db upgrade":                                  "",
		"granian --interface asgi app:app":                  "127.0.0.1 GRANIAN_HOST",
		"hypercorn app:app":                                 "127.0.0.1 + --bind 0.0.0.0:{port}",
		"hypercorn -b 127.0.0.1:9000 app:app":               "127.0.0.1",
		"hypercorn -c hypercorn.toml app:app":               "",
		"hypercorn app:app && echo ended":                   "127.0.0.1",
		"daphne app.asgi:application":                       "127.0.0.1 + -b 0.0.0.0",
		"python manage.py runserver --noreload":             "127.0.0.1 + 0.0.0.0:{port}",
		"python manage.py runserver 8000":                   "127.0.0.1",
		"python manage.py runserver 0.0.0.0:8000":           "",
		"python manage.py migrate":                          "",
		"gunicorn -k uvicorn.workers.UvicornWorker app:app": "",
		"python app.py":                                     "",
	} {
		a := Address(&language.Project{Start: finding.Of(language.Start{Command: strings.Fields(line)}, finding.Likely, finding.Evidence{Rule: "procfile", Path: "Procfile", Line: 1})})
		got := strings.TrimSpace(a.Host + " " + a.HostVariable)
		if a.Appended != "" {
			got += " + " + a.Appended
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
		if got != "" && a.Why.Path != "Procfile" {
			t.Errorf("%s: %+v", line, a.Why)
		}
	}
}
