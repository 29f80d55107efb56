package javascript

import "testing"

func TestRouteThatAloneIsFound(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"if (request.url !== \"/\" && request.url !== \"/ready\") {\n    answer.writeHead(404).end();": "/ready",
		"if (req.url != '/healthz') return res.writeHead(404).end()":                                   "/healthz",
		"if (req.url !== '/healthz') {\n  res.statusCode = 404":                                        "/healthz",
		"if (req.url !== '/healthz') {\n  log(req)":                                                    "",
	} {
		got := ""
		for _, p := range routes {
			if route, ok := p.Find(text); ok {
				got = route
			}
		}
		if got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}
