package deployment

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
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
		{name: "for development", content: "watch: make watch\nui: cd ui && npm run dev\ncss: tailwindcss -i a.css -o b.css -w\n"},
		{name: "what only sounds like it", main: "feed", line: 1, content: "feed: python watch.py --env dev\n", want: language.Start{Command: []string{"python", "watch.py", "--env", "dev"}}},
		{name: "beside one for development", main: "web", line: 2, content: "css: npx tailwindcss --watch\nweb: node a.js\n", want: language.Start{Command: []string{"node", "a.js"}}},
		{name: "a release only", content: "release: rake db:migrate\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Procfile(languagetest.Reader(t, map[string]string{"Procfile": tt.content}).Folder("."))
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
	f := files(t, map[string]string{"Procfile": "web: node a.js", "railway.json": `{"deploy":{"startCommand":"node b.js"}}`}, ".")
	got := f.Start()
	if got.Main != "web" || startText(got.Start.Value) != "node a.js" || len(got.Start.Alternatives) != 1 || got.Start.Alternatives[0].Value != "node b.js" {
		t.Errorf("%+v", got)
	}
	f = files(t, map[string]string{"api/x.js": "", "render.yaml": "services:\n- {type: worker, rootDir: api, startCommand: node w.js}\n"}, "api")
	if got := f.Start(); got.Main != "worker" || startText(got.Start.Value) != "node w.js" || got.Start.Evidence[0].Path != "render.yaml" || got.Start.Evidence[0].Line != 2 {
		t.Errorf("%+v", got)
	}
}

func TestProcfileOfTheFolderAbove(t *testing.T) {
	t.Parallel()
	contents := map[string]string{"Procfile": "web: cd ./server && npm start\nworker: cd jobs && node w.js\n", "server/x.js": "", "jobs/x.js": "", "lib/x.js": ""}
	for dir, want := range map[string]string{"server": "npm start", "jobs": "node w.js", "lib": ""} {
		if got := files(t, contents, dir).Start(); startText(got.Start.Value) != want {
			t.Errorf("%s: %+v", dir, got)
		}
	}
}
