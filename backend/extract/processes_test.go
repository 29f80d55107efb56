package extract

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

func TestProcfile(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, content, main string
		want                language.Start
		line                int
	}{
		{
			name: "web first, the others beside it", main: "web", line: 3,
			content: "release: rake db:migrate && rake seed\nworker: bundle exec sidekiq\nweb: bundle exec puma -p $PORT\n",
			want: language.Start{
				Command:   []string{"sh", "-c", "exec bundle exec puma -p $PORT"},
				Processes: []universalbuild.Process{{Name: "worker", Command: []string{"bundle", "exec", "sidekiq"}}},
				Release:   []string{"rake db:migrate && rake seed"},
			},
		},
		{
			name: "a worker alone", main: "worker", line: 2, content: "clock: python clock.py\nworker: python bot.py\n",
			want: language.Start{Command: []string{"python", "bot.py"}, Processes: []universalbuild.Process{{Name: "clock", Command: []string{"python", "clock.py"}}}},
		},
		{name: "any other", main: "bot", line: 1, content: "bot: node bot.js\n", want: language.Start{Command: []string{"node", "bot.js"}}},
		{name: "a release only", content: "release: rake db:migrate\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Procfile(read(t, map[string]string{"Procfile": tt.content}).Folder("."))
			if got.Main != tt.main {
				t.Errorf("main process %q, want %q", got.Main, tt.main)
			}
			if d := cmp.Diff(tt.want, got.Start.Value); d != "" {
				t.Error(d)
			}
			if tt.main != "" && got.Start.Evidence[0].Line != tt.line {
				t.Errorf("evidence %+v", got.Start.Evidence[0])
			}
		})
	}
}

func TestStartPrefersTheProcfile(t *testing.T) {
	t.Parallel()
	f := facts(t, map[string]string{"Procfile": "web: node a.js", "railway.json": `{"deploy":{"startCommand":"node b.js"}}`}, ".")
	got := f.Start()
	if got.Main != "web" || startText(got.Start.Value) != "node a.js" || len(got.Start.Lost) != 1 || got.Start.Lost[0].Value != "node b.js" {
		t.Errorf("%+v", got)
	}
	f = facts(t, map[string]string{"api/x.js": "", "render.yaml": "services:\n- {type: worker, rootDir: api, startCommand: node w.js}\n"}, "api")
	if got := f.Start(); got.Main != "worker" || startText(got.Start.Value) != "node w.js" || got.Start.Evidence[0].Path != "render.yaml" || got.Start.Evidence[0].Line != 2 {
		t.Errorf("%+v", got)
	}
}

func TestProcfileOfTheFolderAbove(t *testing.T) {
	t.Parallel()
	files := map[string]string{"Procfile": "web: cd ./server && npm start\nworker: cd jobs && node w.js\n", "server/x.js": "", "jobs/x.js": "", "lib/x.js": ""}
	for dir, want := range map[string]string{"server": "npm start", "jobs": "node w.js", "lib": ""} {
		if got := facts(t, files, dir).Start(); startText(got.Start.Value) != want {
			t.Errorf("%s: %+v", dir, got)
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
		if got := strings.Join(ShellCommand(line), "|"); got != want {
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
		port, fallback := portOf([]string{"sh", "-c", tt.line})
		if port != tt.port || fallback != tt.fallback {
			t.Errorf("%q: %d %v, want %d %v", tt.line, port, fallback, tt.port, tt.fallback)
		}
	}
}
