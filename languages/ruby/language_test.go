package ruby

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

type files = languagetest.Files

func TestRoles(t *testing.T) {
	const server = "require 'socket'\nTCPServer.new(4000)\n"
	for name, c := range map[string]struct {
		files files
		role  language.Role
		kind  universalbuild.Kind
	}{
		"rails":              {files{"Gemfile": "gem 'rails'\n", "config/application.rb": "class Application < Rails::Application\nend\n"}, language.Service, universalbuild.Web},
		"rack":               {files{"Gemfile": "gem 'rack'\n", "config.ru": "run App\n"}, language.Service, universalbuild.Web},
		"rack without gems":  {files{"config.ru": "run App\n"}, language.Service, universalbuild.Web},
		"own server":         {files{"Gemfile": "", "server.rb": server}, language.Service, universalbuild.Web},
		"no manifest":        {files{"server.rb": server}, language.Service, universalbuild.Web},
		"sinatra":            {files{"Gemfile": "gem 'sinatra'\n", "app.rb": "require 'sinatra'\n"}, language.Service, universalbuild.Web},
		"bot":                {files{"Gemfile": "gem 'discordrb'\n", "bot.rb": "Discordrb::Bot.new\n"}, language.Service, universalbuild.Worker},
		"sidekiq alone":      {files{"Gemfile": "gem 'sidekiq'\n", "lib/job.rb": "class Job; end\n"}, language.Service, universalbuild.Worker},
		"script":             {files{"Gemfile": "", "app.rb": "puts 1\n"}, language.Program, ""},
		"site":               {files{"Gemfile": "gem 'jekyll'\n", "_config.yml": "title: x\n"}, language.Service, universalbuild.Static},
		"gem":                {files{"Gemfile": "gemspec\n", "shop.gemspec": "", "lib/shop.rb": "module Shop; end\n"}, language.Library, ""},
		"gem with a command": {files{"Gemfile": "gemspec\n", "shop.gemspec": "", "lib/shop.rb": "", "exe/shop": "#!/usr/bin/env ruby\n"}, language.Program, universalbuild.CLI},
		"tooling":            {files{"Gemfile": "gem 'fastlane'\ngem 'cocoapods'\n"}, language.Aside, ""},
		"development only":   {files{"Gemfile": "group :development do\n  gem 'standard'\nend\n"}, language.Aside, ""},
		"rake task":          {files{"Gemfile": "gem 'rake'\n", "Rakefile": "task default: [:report]\n"}, language.Program, ""},
		"rake tests":         {files{"Gemfile": "gem 'json'\n", "Rakefile": "task default: [:test]\n", "lib/a.rb": ""}, language.Library, ""},
		"commented server":   {files{"Gemfile": "", "app.rb": "# TCPServer.new(1)\nputs 1\n"}, language.Program, ""},
	} {
		t.Run(name, func(t *testing.T) {
			claim, ok := Language.Claim(languagetest.Reader(t, c.files).Folder("."))
			if !ok || claim.Role != c.role || claim.Kind != c.kind {
				t.Errorf("claimed %t as role %d, kind %q; want role %d, kind %q", ok, claim.Role, claim.Kind, c.role, c.kind)
			}
		})
	}
	if _, ok := Language.Claim(languagetest.Reader(t, files{"a.rb": "puts 1\n", "b.rb": "puts 2\n"}).Folder(".")); ok {
		t.Error("a collection of scripts is no project")
	}
	if claim, _ := Language.Claim(languagetest.Reader(t, files{"Gemfile": "gem 'chef'\n", "metadata.rb": "name 'x'\n", "recipes/default.rb": ""}).Folder(".")); claim.Role != language.Unknown {
		t.Errorf("a cookbook is no program: role %d", claim.Role)
	}
}

func TestVersionAndImage(t *testing.T) {
	lock := func(v string) string {
		return "GEM\n  specs:\n\nPLATFORMS\n  ruby\n\nRUBY VERSION\n   ruby " + v + "\n"
	}
	for name, c := range map[string]struct {
		files       files
		want, image string
	}{
		"file first":            {files{".ruby-version": "ruby-3.2.1\n", "Gemfile": "ruby '>= 3.0'\n", "Gemfile.lock": lock("3.3.0p0")}, "3.2.1", "ruby:3.2-slim-bookworm"},
		"directive":             {files{"Gemfile": "ruby '3.3.6'\n"}, "3.3.6", "ruby:3.3.6-slim-bookworm"},
		"old patch":             {files{"Gemfile": "ruby '3.2.1'\n"}, "3.2.1", "ruby:3.2.1-slim-bullseye"},
		"range and lock":        {files{"Gemfile": "ruby '~> 3.3'\n", "Gemfile.lock": lock("3.3.6p108")}, "3.3.6", "ruby:3.3-slim-bookworm"},
		"range and other lock":  {files{"Gemfile": "ruby '~> 3.2.0'\n", "Gemfile.lock": lock("3.3.6p108")}, "~> 3.2.0", "ruby:3.2-slim-bookworm"},
		"directive names file":  {files{"Gemfile": "ruby file: '.ruby-version'\n", ".ruby-version": "3.3.6\n"}, "3.3.6", "ruby:3.3.6-slim-bookworm"},
		"lock before mise":      {files{"Gemfile": "", "Gemfile.lock": lock("3.1.2p20"), "mise.toml": "[tools]\nruby = \"3.3.0\"\n"}, "3.1.2", "ruby:3.1-slim-bookworm"},
		"mise":                  {files{"Gemfile": "", "mise.toml": "[tools]\nruby = \"3.3\"\n"}, "3.3", "ruby:3.3-slim-bookworm"},
		"latest says nothing":   {files{"Gemfile": "", "mise.toml": "[tools]\nruby = \"latest\"\n"}, defaultVersion, "ruby:" + defaultVersion + "-slim-bookworm"},
		"out of support":        {files{"Gemfile": "", ".ruby-version": "2.3.8\n"}, "2.3.8", "ruby:2.6-slim-bullseye"},
		"nothing":               {files{"Gemfile": ""}, defaultVersion, "ruby:" + defaultVersion + "-slim-bookworm"},
		"not a version at all":  {files{"Gemfile": "", ".ruby-version": "<<<<<<< HEAD\n"}, defaultVersion, "ruby:" + defaultVersion + "-slim-bookworm"},
		"upper bound":           {files{"Gemfile": "ruby '>= 2.7', '< 3.2'\n"}, ">= 2.7, < 3.2", "ruby:3.1-slim-bookworm"},
		"blank before the line": {files{"Gemfile": "", ".ruby-version": "\n# pinned\n3.3.1\n"}, "3.3.1", "ruby:3.3-slim-bookworm"},
	} {
		t.Run(name, func(t *testing.T) {
			c.files["app.rb"] = "puts 1\n"
			p, r := languagetest.Service(t, &Language, c.files)
			if p.Version.Value != c.want || r.Runtime.BaseImage != c.image {
				t.Errorf("version %q in %s; want %q in %s", p.Version.Value, r.Runtime.BaseImage, c.want, c.image)
			}
		})
	}
}

func TestStart(t *testing.T) {
	rails := "class Application < Rails::Application\nend\n"
	for name, c := range map[string]struct {
		files files
		want  string
	}{
		"rails":                {files{"Gemfile": "gem 'rails'\n", "config/application.rb": rails, "bin/rails": ""}, "bundle exec rails server -b 0.0.0.0 -p ${PORT:-3000}"},
		"rails without bin":    {files{"Gemfile": "gem 'rails'\ngem 'puma'\n", "config/application.rb": rails, "config.ru": ""}, "bundle exec puma -b tcp://0.0.0.0:${PORT:-3000} config.ru"},
		"rack 3 without gem":   {files{"Gemfile": "gem 'roda'\ngem 'puma'\n", "Gemfile.lock": "GEM\n  specs:\n    rack (3.1.0)\n", "config.ru": ""}, "bundle exec puma -b tcp://0.0.0.0:${PORT:-9292} config.ru"},
		"rack 2":               {files{"Gemfile": "gem 'sinatra'\ngem 'puma'\n", "Gemfile.lock": "GEM\n  specs:\n    rack (2.2.3)\n", "config.ru": ""}, "bundle exec rackup config.ru -o 0.0.0.0 -p ${PORT:-4567}"},
		"puma configuration":   {files{"Gemfile": "gem 'rack'\ngem 'puma'\n", "config/puma.rb": "", "config.ru": ""}, "bundle exec puma -C config/puma.rb -b tcp://0.0.0.0:${PORT:-9292}"},
		"thin":                 {files{"Gemfile": "gem 'sinatra'\ngem 'thin'\n", "config.ru": ""}, "bundle exec thin start -R config.ru -a 0.0.0.0 -p ${PORT:-4567}"},
		"classic sinatra":      {files{"Gemfile": "gem 'sinatra'\n", "web.rb": "require 'sinatra'\nget('/') { 1 }\n"}, "bundle exec ruby web.rb -o 0.0.0.0 -p ${PORT:-4567}"},
		"sinatra with a port":  {files{"Gemfile": "gem 'sinatra'\n", "web.rb": "require 'sinatra'\nset :port, 80\n"}, "bundle exec ruby web.rb"},
		"script without gems":  {files{"Gemfile": "", "app.rb": "puts 1\n"}, "ruby app.rb"},
		"sidekiq alone":        {files{"Gemfile": "gem 'sidekiq'\n", "lib/job.rb": ""}, "bundle exec sidekiq"},
		"function":             {files{"Gemfile": "gem 'functions_framework'\n", "app.rb": "FunctionsFramework.http \"hello\" do\nend\n"}, "functions-framework-ruby --source app.rb --port ${PORT:-8080} --target hello"},
		"rake":                 {files{"Gemfile": "gem 'rake'\n", "Rakefile": "task default: :report\n"}, "bundle exec rake"},
		"unicorn":              {files{"Gemfile": "gem 'rack'\ngem 'unicorn'\n", "config.ru": ""}, "bundle exec unicorn -l 0.0.0.0:${PORT:-9292}"},
		"command of a library": {files{"Gemfile": "gemspec\n", "shop.gemspec": "", "exe/shop": "", "lib/shop.rb": ""}, "bundle exec ruby -Ilib exe/shop"},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Service(t, &Language, c.files)
			if got := strings.Join(p.Start.Value.Command, " "); !strings.HasSuffix(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestProcessesAndRelease(t *testing.T) {
	p, r := languagetest.Service(t, &Language, files{
		"Gemfile":               "gem 'rails'\ngem 'sidekiq'\ngem 'good_job'\ngem 'bootsnap'\ngem 'sprockets-rails'\n",
		"Gemfile.lock":          "GEM\n  specs:\n    rails (6.1.7)\n    sprockets-rails (3.4.2)\n\nPLATFORMS\n  ruby\n",
		"config/application.rb": "class Application < Rails::Application\nend\n", "bin/rails": "", "config/database.yml": "", "app/assets/a.css": "",
	})
	var names []string
	for _, process := range p.Start.Value.Processes {
		names = append(names, process.Name)
	}
	if !slices.Equal(names, []string{"sidekiq", "good_job"}) || !slices.Equal(p.Start.Value.Release, []string{"bundle exec rails db:prepare"}) {
		t.Errorf("processes %q, release %q", names, p.Start.Value.Release)
	}
	if !slices.Contains(r.Build.BuildCommands, "SECRET_KEY_BASE=unused bundle exec rails assets:precompile") {
		t.Errorf("Rails 6 knows no dummy key: %q", r.Build.BuildCommands)
	}
	if got := variables(p); len(got) == 0 || got[0].Value.Name != "SECRET_KEY_BASE" || !got[0].Value.Required {
		t.Errorf("variables %+v", got)
	}
}

func TestLockOfAMacAlone(t *testing.T) {
	reader := files{
		"Gemfile": "gem 'rack'\n", "config.ru": "run App\n",
		"Gemfile.lock": "GEM\n  specs:\n    rack (2.2.3)\n\nPLATFORMS\n  arm64-darwin-23\n",
	}
	p, r := languagetest.Service(t, &Language, reader)
	if !strings.HasPrefix(r.Build.PreBuildCommands[0], "bundle lock --add-platform") || len(r.Build.Manifests) > 0 || r.Runtime.Environment["BUNDLE_DEPLOYMENT"] != "" {
		t.Errorf("%+v", r.Build)
	}
	if w := p.Reader().Warnings("."); len(w) != 1 || w[0].Code != "lock_platform" {
		t.Errorf("warnings %+v", w)
	}
}

func TestLocalGemsNeedTheWholeTree(t *testing.T) {
	p, r := languagetest.Service(t, &Language, files{"Gemfile": "gem 'local', path: 'libs/local'\n", "app.rb": "puts 1\n", "libs/local/local.gemspec": ""})
	if len(r.Build.Manifests) > 0 {
		t.Errorf("manifests %q cannot be installed alone", r.Build.Manifests)
	}
	if d, _ := p.Dep("local"); d.Local != "libs/local" {
		t.Errorf("local dependency in %q", d.Local)
	}
}

func TestProcfileCommandsFindTheBundle(t *testing.T) {
	_, r := languagetest.Service(t, &Language, files{"Gemfile": "gem 'rake'\n", "app.rb": "puts 1\n", "Procfile": "web: rake serve\n"})
	if !slices.Contains(r.Build.PreBuildCommands, "bundle binstubs --all --path /usr/local/bundle/bin") {
		t.Errorf("%q", r.Build.PreBuildCommands)
	}
}
