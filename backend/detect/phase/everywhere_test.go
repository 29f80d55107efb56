package phase

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// TestEverywhere: a server whose command has it listen for its own machine alone listens on
// every address; what a command says of other addresses stays.
func TestEverywhere(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"gunicorn -b 127.0.0.1:8000 shop:app":                              "gunicorn -b 0.0.0.0:8000 shop:app",
		"gunicorn --bind=localhost:8000 shop:app":                          "gunicorn --bind=0.0.0.0:8000 shop:app",
		"gunicorn -b127.0.0.1:8000 shop:app":                               "gunicorn -b0.0.0.0:8000 shop:app",
		"gunicorn shop:app --bind [::1]:8000":                              "gunicorn shop:app --bind [::]:8000",
		"gunicorn --bind unix:/run/shop.sock shop:app":                     "",
		"gunicorn --bind 0.0.0.0:8000 --statsd-host localhost:8125 x:y":    "",
		"uvicorn shop:app --host 127.0.0.1 --port 8000":                    "uvicorn shop:app --host 0.0.0.0 --port 8000",
		"/app/.venv/bin/uvicorn --host ::1 shop:app":                       "/app/.venv/bin/uvicorn --host :: shop:app",
		"python -m uvicorn shop:app --host localhost":                      "python -m uvicorn shop:app --host 0.0.0.0",
		"python manage.py runserver 127.0.0.1:8000":                        "python manage.py runserver 0.0.0.0:8000",
		"python manage.py migrate --host 127.0.0.1":                        "",
		"python worker.py --host 127.0.0.1":                                "",
		"bundle exec puma -b tcp://127.0.0.1:3000":                         "bundle exec puma -b tcp://0.0.0.0:3000",
		"bundle exec puma -b tcp://localhost:3000?low_latency=true":        "bundle exec puma -b tcp://0.0.0.0:3000?low_latency=true",
		"bundle exec rackup -o localhost -p 9292":                          "bundle exec rackup -o 0.0.0.0 -p 9292",
		"bundle exec rails server -b 127.0.0.1":                            "bundle exec rails server -b 0.0.0.0",
		"php -S localhost:8000 -t public":                                  "php -S 0.0.0.0:8000 -t public",
		"php worker.php localhost":                                         "",
		"php artisan serve --host=127.0.0.1":                               "php artisan serve --host=0.0.0.0",
		"node_modules/.bin/next start -H localhost":                        "node_modules/.bin/next start -H 0.0.0.0",
		"java -Dserver.address=127.0.0.1 -jar app.jar":                     "java -Dserver.address=0.0.0.0 -jar app.jar",
		"java -jar app.jar --server.address=127.0.0.1 --db.host=localhost": "java -jar app.jar --server.address=0.0.0.0 --db.host=localhost",
		"java -Dredis.host=127.0.0.1 -jar app.jar":                         "",
		"uvicorn shop:app --host 127.0.0.100":                              "",
		"uvicorn shop:app --host localhost.example.org":                    "",
	} {
		if want == "" {
			want = line
		}
		why := finding.Evidence{Rule: "procfile.process", Path: "Procfile", Line: 1}
		for _, shell := range []bool{false, true} {
			command, wanted := strings.Fields(line), strings.Fields(want)
			if shell {
				const before, behind = "curl --host localhost; exec ", " && x --host localhost" // other commands'
				command, wanted = []string{"sh", "-c", before + line + behind}, []string{"sh", "-c", before + want + behind}
			}
			s := &pipeline.ServiceContext{Service: &pipeline.Service{Project: &language.Project{Start: finding.Of(language.Start{Command: command}, finding.Likely, why)}}}
			everywhere(s)
			if !slices.Equal(s.Start.Value.Command, wanted) {
				t.Errorf("%q, want %q", s.Start.Value.Command, wanted)
			}
			if told := len(s.Start.Evidence) > 1; told != (line != want) || told && s.Start.Evidence[1].Path != "Procfile" {
				t.Errorf("%s: %+v", line, s.Start.Evidence)
			}
		}
	}
}
