package deployment

import (
	"strings"
	"testing"

	"aipack/backend/manifest/dockerfile"
)

func TestURLOfHealthCommand(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"curl -f http://localhost:3000/health || exit 1":                                          "/health",
		"curl -fsS http://localhost:${PORT:-3000}/up":                                             "/up",
		"wget --spider -q localhost:8080/healthz":                                                 "/healthz",
		`node -e "require('http').get('http://127.0.0.1:3000/api/health', r => process.exit(0))"`: "/api/health",
		`python -c "import urllib.request as u; u.urlopen('http://localhost:8000')"`:              "/",
		"curl --fail https://example.test:8443/a/b?c=d":                                           "/a/b",
		"curl -f http://localhost/${BASE}":                                                        "/",
		"(curl --noproxy localhost -o /dev/null -sS http://localhost:3000/healthcheck) || exit 1": "/healthcheck",
		"pg_isready -h localhost -p 5432":                                                         "",
		"nc -z localhost 3000":                                                                    "",
		"/app/healthcheck":                                                                        "",
		"wget --spider $$SHOP_ENDPOINT/info || exit 1":                                            "/info",
	} {
		if got, _, _ := urlOf(dockerfile.Command{Shell: line}); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

func TestShellCommand(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"":                                  "",
		"node server.js":                    "node|server.js",
		"node server.js --port $PORT":       "sh|-c|exec node server.js --port $PORT",
		"cd api && npm start":               "sh|-c|cd api && exec npm start",
		"npm run migrate&&npm start":        "sh|-c|npm run migrate&&exec npm start",
		"exec gunicorn app:app -b :$PORT":   "sh|-c|exec gunicorn app:app -b :$PORT",
		"A=1 node server.js":                "sh|-c|A=1 node server.js",
		"python -m http.server & node x":    "sh|-c|python -m http.server & node x",
		`echo "a" | tee b`:                  `sh|-c|echo "a" | tee b`,
		"$(npm bin)/serve":                  "sh|-c|$(npm bin)/serve",
		"cd api && PORT=3 node server.js":   "sh|-c|cd api && PORT=3 node server.js",
		`java $JAVA_OPTS -jar target/*.jar`: `sh|-c|exec java $JAVA_OPTS -jar target/*.jar`,
	} {
		if got := strings.Join(shellCommand(line), "|"); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}

func TestPortOfCommand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		line     string
		port     int
		fallback bool
	}{
		{"gunicorn -b 0.0.0.0:8000 app:app", 8000, false},
		{"gunicorn --bind :8000 app:app", 8000, false},
		{"gunicorn --bind [::]:8000 app:app", 8000, false},
		{"uvicorn main:app --host 0.0.0.0 --port 80", 80, false},
		{"uvicorn main:app --port ${PORT:-8000}", 8000, true},
		{"streamlit run a.py --server.port=8501", 8501, false},
		{"next start -p 4000", 4000, false},
		{"java -Dserver.port=9090 -jar a.jar", 9090, false},
		{"php -S 0.0.0.0:8000 -t public", 8000, false},
		{"dotnet a.dll --urls http://0.0.0.0:5000", 5000, false},
		{"rails server -p $PORT", 0, false},
		{"node server.js --timeout 3000", 0, false},
		{"server --port 99999", 0, false},
		{"server --port 123456", 0, false},
	}
	for _, tt := range tests {
		port, fallback := PortOf([]string{"sh", "-c", tt.line})
		if port != tt.port || fallback != tt.fallback {
			t.Errorf("%q: %d %v, want %d %v", tt.line, port, fallback, tt.port, tt.fallback)
		}
	}
}
