package phase

import "testing"

func TestUnbound(t *testing.T) {
	for line, want := range map[string]bool{
		"gunicorn shop:app": true,
		"sh -c flask db upgrade; gunicorn --workers 2 shop:app": true,
		"/app/.venv/bin/gunicorn shop.wsgi":                     true,
		"gunicorn -b :8000 shop:app":                            false,
		"gunicorn --bind=0.0.0.0:80 shop:app":                   false,
		"gunicorn -c etc/gunicorn.py shop:app":                  false,
		"python gunicorn.py":                                    false,
		"uvicorn shop:app":                                      false,
	} {
		if got := unbound(line); got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}
