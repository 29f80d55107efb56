package ruby

import (
	"strings"
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestAddress: where Puma's configuration or a script of Sinatra's has the server listen,
// and what tells it another address.
func TestAddress(t *testing.T) {
	t.Parallel()
	puma := func(text string) files { return files{"config/puma.rb": text, "config.ru": "run App\n"} }
	script := func(text string) files { return files{"app.rb": "require 'sinatra'\n" + text} }
	for name, c := range map[string]struct {
		line string
		in   files
		want string
		port int
	}{
		"a binding":                  {"bundle exec puma -C config/puma.rb", puma("threads 1, 5\nbind \"tcp://127.0.0.1:3000\"\n"), "127.0.0.1 + -b tcp://0.0.0.0:{port}", 3000},
		"a binding in brackets":      {"puma", puma("bind('tcp://[::1]:3000')\n"), "::1 + -b tcp://0.0.0.0:{port}", 3000},
		"a binding of a variable":    {"puma", puma("bind \"tcp://localhost:#{ENV.fetch('PORT', 3000)}\"\n"), "localhost + -b tcp://0.0.0.0:{port}", 3000},
		"of every address":           {"puma", puma("bind 'tcp://0.0.0.0:3000'\n"), "", 3000},
		"a socket":                   {"puma", puma("bind 'unix:///run/puma.sock'\n"), "", 0},
		"a comment":                  {"puma", puma("# bind 'tcp://127.0.0.1:3000'\n"), "", 0},
		"a port with an address":     {"puma", puma("port 3000, '127.0.0.1'\n"), "127.0.0.1 + -b tcp://0.0.0.0:{port}", 3000},
		"a port of a variable":       {"puma", puma("port ENV.fetch(\"PORT\") { 3000 }\n"), "", 3000},
		"a variable and an address":  {"puma", puma("port ENV.fetch('PORT', 3000), 'localhost'\n"), "localhost + -b tcp://0.0.0.0:{port}", 3000},
		"a port alone":               {"puma", puma("port 3000\n"), "", 3000},
		"the command goes first":     {"puma -b tcp://0.0.0.0:9292", puma("bind 'tcp://127.0.0.1:3000'\n"), "", 0},
		"another file":               {"puma -C conf/p.rb", files{"conf/p.rb": "bind 'tcp://127.0.0.1:3000'\n", "config.ru": "run App\n"}, "127.0.0.1 + -b tcp://0.0.0.0:{port}", 3000},
		"another server":             {"bundle exec thin start", puma("bind 'tcp://127.0.0.1:3000'\n"), "", 0},
		"Sinatra's setting":          {"bundle exec ruby app.rb", script("set :bind, 'localhost'\n"), "localhost", 0},
		"with a key":                 {"ruby app.rb", script("set bind: \"127.0.0.1\"\n"), "127.0.0.1", 0},
		"as it is run":               {"ruby app.rb", script("class App < Sinatra::Base\nend\nApp.run! host: 'localhost', port: 9000\n"), "localhost", 0},
		"Sinatra on every address":   {"ruby app.rb", script("set :bind, '0.0.0.0'\nset :environment, :development\n"), "", 0},
		"Sinatra in production":      {"ruby app.rb", script("get('/') { 'x' }\n"), "", 0},
		"always in development":      {"ruby app.rb", script("set :environment, :development\n"), "localhost + -o 0.0.0.0", 0},
		"a class in development":     {"ruby app.rb", files{"app.rb": "require 'sinatra/base'\nclass App < Sinatra::Base\n  set :environment, :development\n  run! if app_file == $0\nend\n"}, "localhost", 0},
		"a script of another server": {"bundle exec rackup -o 0.0.0.0", script("set :bind, 'localhost'\n"), "", 0},
	} {
		c.in["Gemfile"] = "gem 'sinatra'\ngem 'puma'\n"
		p, _ := languagetest.Project(t, &Language, c.in, ".", "")
		p.Start = finding.Of(language.Start{Command: strings.Fields(c.line)}, finding.Likely, finding.Evidence{Rule: "procfile", Path: "Procfile", Line: 1})
		a := address(p)
		got := a.Host
		if a.Appended != "" {
			got += " + " + a.Appended
		}
		if got != c.want || a.HostVariable != "" {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if got != "" && a.Why.Line == 0 {
			t.Errorf("%s: %+v", name, a.Why)
		}
		if n := port(p); n.Value != c.port {
			t.Errorf("%s: port %d, want %d", name, n.Value, c.port)
		}
	}
}
