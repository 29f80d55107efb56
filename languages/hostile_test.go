package languages

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/languages/beam"
	"aipack/languages/crystal"
	"aipack/languages/php"
	"aipack/languages/ruby"
	"aipack/languages/shell"
)

type files = languagetest.Files

// TestHostileManifests feeds each language what no person wrote.
func TestHostileManifests(t *testing.T) {
	names := []string{
		"Gemfile", "Gemfile.lock", "gems.rb", "config.ru", "config/application.rb", ".ruby-version", "shop.gemspec", "Rakefile", "app.rb",
		"composer.json", "composer.lock", "index.php", "artisan", ".env", "config/packages/messenger.yaml", "Procfile", "bootstrap/app.php",
		"mix.exs", "mix.lock", "config/config.exs", "apps/a/mix.exs", "rebar.config", "src/a.app.src", "gleam.toml", "src/a.gleam",
		"shard.yml", "src/a.cr", "start.sh", ".tool-versions", "mise.toml", "_config.yml", "package.json",
	}
	contents := []string{
		"", "\x00\xff\xfe", "[]", "null", `{"require": [[1]], "require-dev": "x", "config": 3, "scripts": {"a": {}}, "bin": {}, "extra": {"public-dir": 1}, "packages": [null, {}]}`,
		"{deps, [[[{a}]]]}. {relx, x}. {profiles, [1]}.", "name = 1\n[dependencies]\na = [1]\n", "name: [1]\ntargets: [a]\ndependencies: 1\n",
		"gem\ngem 1\nruby\nruby file:\ngroup do\nend end end\n", "app: :\nversion: @v\ndeps: [{:", "apps_path: \"../..\"", "apps_path: \".\"", strings.Repeat("{", 20000), "web: \nx",
		"99999999999999999999.1.2", "ruby '~> 99999999999999999999'", `{"require":{"php":"^99999999999999999999 || -"}}`,
	}
	for _, l := range []*language.Language{&php.Language, &ruby.Language, &beam.Elixir, &beam.Erlang, &beam.Gleam, &crystal.Language, &shell.Language} {
		for _, content := range contents {
			in := files{}
			for _, n := range names {
				in[n] = content
			}
			reader := languagetest.Reader(t, in)
			for _, dir := range []string{".", "apps/a", "src", "config"} {
				f := reader.Folder(dir)
				if l.Workspace != nil {
					l.Workspace(f)
				}
				claim, ok := l.Claim(f)
				p := &language.Project{Folder: f, Language: l, Claim: claim}
				if l.Dependencies != nil {
					p.Deps = l.Dependencies(p)
				}
				if l.Version != nil {
					p.Version = l.Version(p)
				}
				p.Start = l.Start(p)
				r := l.Recipe(p)
				if ok && claim.Role >= language.Program && r.Runtime.BaseImage == "" {
					t.Errorf("%s: no image for %.30q", l.ID, content)
				}
			}
		}
	}
}
