package ruby

import (
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/nginx"
	"aipack/backend/universalbuild"
)

// framework knows an application of Rails by its own files and, where no
// gem says more, a rackup file for what it is.
func framework(p *language.Project) finding.Finding[string] {
	if isRails(p.Folder) {
		why := p.At("ruby.rails_application", "config/application.rb", "Rails::Application")
		if p.Uses("rails") {
			return finding.Of("Rails", finding.Certain, gem(p.Folder, "ruby.framework", "rails"), why)
		}
		return finding.Of("Rails", finding.Certain, why)
	}
	for _, f := range p.Language.Frameworks {
		if p.Uses(f.Needs...) {
			return finding.Finding[string]{}
		}
	}
	script := scriptOf(p.Folder)
	switch {
	case script != "" && requiresSinatra.Regexp().MatchString(p.Folder.Content(script)):
		return finding.Of("Sinatra", finding.Likely, p.Folder.AtMatch("ruby.requires", script, requiresSinatra))
	case p.Has("config.ru"):
		return finding.Of("Rack", finding.Likely, p.Evidence("ruby.rackup_file", "config.ru", 1, ""))
	}
	return finding.Finding[string]{}
}

const requiresSinatra = language.Pattern(`(?m)^[ \t]*require\s*\(?\s*["']sinatra(?:/base)?["']`)

// start finds the web server's command, further processes by the gems that
// bring them, and the migrations.
func start(p *language.Project) finding.Finding[language.Start] {
	if p.Claim.Kind == universalbuild.Static {
		return nginx.Start(p.Claim.RoleWhy)
	}
	found := command(p)
	if !found.Found() {
		return found
	}
	found.Value.Release = release(p)
	for _, w := range workers(p) {
		if strings.Join(w.Command, " ") != strings.Join(found.Value.Command, " ") {
			found.Value.Processes = append(found.Value.Processes, w)
		}
	}
	return found
}

func command(p *language.Project) finding.Finding[language.Start] {
	f := p.Folder
	script := scriptOf(f)
	of := func(confidence float64, why finding.Evidence, words ...string) finding.Finding[language.Start] {
		return finding.Of(language.Start{Command: words}, confidence, why)
	}
	switch {
	case isRails(f):
		return of(finding.Likely, p.At("ruby.rails_server", "config/application.rb", "Rails::Application"), railsServer(p)...)
	case p.Has("config.ru"):
		return of(finding.Likely, p.Evidence("ruby.rackup_file", "config.ru", 1, ""), rackServer(p)...)
	case p.Claim.Role == language.Service && p.Claim.Kind == universalbuild.Worker && script == "":
		if w := workers(p); len(w) > 0 {
			return of(finding.Likely, p.Claim.RoleWhy, w[0].Command...)
		}
	case script != "" && p.Uses("functions_framework"):
		line := "exec bundle exec functions-framework-ruby --source " + language.ShellWord(script) + " --port ${PORT:-8080}"
		if m := function.Regexp().FindStringSubmatch(f.Content(script)); m != nil {
			line += " --target " + language.ShellWord(m[1])
		}
		return of(finding.Likely, f.AtMatch("ruby.function", script, function), "sh", "-c", line)
	case script != "":
		confidence := finding.Likely
		if script != "app.rb" && script != "main.rb" && script != "server.rb" {
			confidence = finding.Guess
		}
		return of(confidence, f.AtMatch("ruby.main_script", script, serves), scriptCommand(p, script)...)
	case defaultTask(f):
		return of(finding.Guess, f.AtMatch("ruby.default_task", "Rakefile", taskDefault), "bundle", "exec", "rake")
	case p.Claim.Role == language.Program && p.Claim.RoleWhy.Rule == "ruby.executable":
		return of(finding.Likely, p.Claim.RoleWhy, "bundle", "exec", "ruby", "-Ilib", strings.TrimPrefix(strings.TrimPrefix(p.Claim.RoleWhy.Path, p.Path), "/"))
	}
	return finding.Finding[language.Start]{}
}

// railsServer starts Puma by way of Rails. bin/rails is what tells the
// rails command that it stands in an application; without it a Rack server
// has to do. A pid file that outlived its container would stop the start.
func railsServer(p *language.Project) []string {
	if p.Has("bin/rails") {
		return []string{"sh", "-c", "rm -f tmp/pids/server.pid && exec bundle exec rails server -b 0.0.0.0 -p ${PORT:-3000}"}
	}
	return rackServer(p)
}

// rackServer chooses the server that the Gemfile brings. rackup is part of
// Rack up to version 2 and a gem of its own since.
func rackServer(p *language.Project) []string {
	port := "9292"
	if f, ok := p.KnownFramework(); ok && f.Port != 0 {
		port = strconv.Itoa(f.Port)
	}
	run := func(command string) []string {
		return []string{"sh", "-c", "exec " + strings.ReplaceAll(command, "$PORT", "${PORT:-"+port+"}")}
	}
	lock, _ := lockOf(p.Folder)
	rack := lock.Versions["rack"]
	hasRackup := p.Uses("rackup") || lock.Versions["rackup"] != "" || rack != "" && rack < "3"
	switch {
	case p.Uses("puma") && p.Has("config/puma.rb"):
		return run("bundle exec puma -C config/puma.rb -b tcp://0.0.0.0:$PORT")
	case p.Uses("unicorn") && p.FirstOf("config/unicorn.rb", "unicorn.rb") != "":
		return run("bundle exec unicorn -c " + p.FirstOf("config/unicorn.rb", "unicorn.rb") + " -l 0.0.0.0:$PORT")
	case p.Uses("unicorn"):
		return run("bundle exec unicorn -l 0.0.0.0:$PORT")
	case p.Uses("falcon"):
		return run("bundle exec falcon serve --bind http://0.0.0.0:$PORT")
	case p.Uses("passenger"):
		return run("bundle exec passenger start --address 0.0.0.0 --port $PORT")
	case p.Uses("thin"):
		return run("bundle exec thin start -R config.ru -a 0.0.0.0 -p $PORT")
	case hasRackup:
		return run("bundle exec rackup config.ru -o 0.0.0.0 -p $PORT")
	case p.Uses("puma"):
		return run("bundle exec puma -b tcp://0.0.0.0:$PORT config.ru")
	}
	if file, _ := gemfileOf(p.Folder); file == "" {
		return run("rackup config.ru -o 0.0.0.0 -p $PORT")
	}
	return run("bundle exec rackup config.ru -o 0.0.0.0 -p $PORT")
}

// scriptCommand runs a script. A classic Sinatra script takes its address
// as options, and listens on localhost without them in development.
func scriptCommand(p *language.Project, script string) []string {
	words := []string{"ruby", script}
	if len(gemsOf(p.Folder).Gems) > 0 {
		words = []string{"bundle", "exec", "ruby", script}
	}
	text := p.Folder.Content(script)
	if classicSinatra.Regexp().MatchString(text) && !setsPort.Regexp().MatchString(text) {
		return []string{"sh", "-c", "exec " + strings.Join(words, " ") + " -o 0.0.0.0 -p ${PORT:-4567}"}
	}
	return words
}

// function names a function that answers HTTP requests or events.
const function = language.Pattern(`(?m)^[ \t]*FunctionsFramework\.(?:http|cloud_event|typed)\s*\(?\s*["']([^"'\n]+)["']`)

const (
	classicSinatra = language.Pattern(`(?m)^[ \t]*require\s*\(?\s*["']sinatra["']`)
	setsPort       = language.Pattern(`(?m)^[ \t]*set\s*\(?\s*:port\b|<\s*Sinatra::(?:Base|Application)`)
)

// workers are the processes that gems ask to have run beside the web
// server, as their own documents name the commands.
func workers(p *language.Project) []universalbuild.Process {
	var out []universalbuild.Process
	add := func(name string, words ...string) {
		out = append(out, universalbuild.Process{Name: name, Command: words})
	}
	if p.Uses("sidekiq") {
		words := []string{"bundle", "exec", "sidekiq"}
		if !isRails(p.Folder) {
			if file := p.FirstOf("config/environment.rb", "worker.rb", "workers.rb", "app.rb", "main.rb"); file != "" {
				words = append(words, "-r", "./"+file)
			}
		}
		add("sidekiq", words...)
	}
	if p.Uses("solid_queue") && !jobsWithin(p) {
		if p.Has("bin/jobs") {
			add("jobs", "bundle", "exec", "ruby", "bin/jobs")
		} else {
			add("jobs", "bundle", "exec", "rake", "solid_queue:start")
		}
	}
	if p.Uses("good_job") {
		add("good_job", "bundle", "exec", "good_job", "start")
	}
	if p.Uses("delayed_job", "delayed_job_active_record") {
		add("delayed_job", "bundle", "exec", "rake", "jobs:work")
	}
	if p.Uses("resque") {
		add("resque", "sh", "-c", "QUEUE='*' exec bundle exec rake resque:work")
	}
	if p.Uses("que") {
		add("que", "bundle", "exec", "que")
	}
	if p.Uses("karafka") {
		add("karafka", "bundle", "exec", "karafka", "server")
	}
	if p.Uses("shoryuken") {
		add("shoryuken", "bundle", "exec", "shoryuken", "-R")
	}
	if clock := p.FirstOf("clock.rb", "config/clock.rb", "lib/clock.rb"); clock != "" && p.Uses("clockwork") {
		add("clock", "bundle", "exec", "clockwork", clock)
	}
	return out
}

// release names the migrations.
func release(p *language.Project) []string {
	switch {
	case isRails(p.Folder) && !keepsRecords(p.Folder):
	case isRails(p.Folder) && (p.FirstOf(databaseYML, "db/schema.rb", "db/structure.sql") != "" || len(byURL(p)) > 0 && p.HasDir("db/migrate")):
		if p.Has("bin/rails") {
			return []string{"bundle exec rails db:prepare"}
		}
		return []string{"bundle exec rake db:prepare"}
	case p.Uses("sinatra-activerecord", "standalone_migrations") && p.HasDir("db/migrate"):
		return []string{"bundle exec rake db:migrate"}
	case p.Uses("hanami") && p.HasDir("db/migrate") || p.Uses("hanami") && p.HasDir("config/db/migrate"):
		return []string{"bundle exec hanami db migrate"}
	case p.Uses("sequel") && p.HasDir("db/migrations") && p.Has("Rakefile") && strings.Contains(p.Folder.Content("Rakefile"), "migrat"):
		return []string{"bundle exec rake db:migrate"}
	}
	return nil
}

// health finds the health check that Rails 7.1 and later generate a route
// for.
func health(p *language.Project) finding.Finding[string] {
	const routes = "config/routes.rb"
	m := healthRoute.Regexp().FindStringSubmatch(p.Folder.Content(routes))
	if m == nil {
		return finding.Finding[string]{}
	}
	return finding.Of("/"+strings.TrimPrefix(m[1], "/"), finding.Certain, p.At("ruby.rails_health", routes, "rails/health#show"))
}

const healthRoute = language.Pattern(`(?m)^[ \t]*get\s*\(?\s*["'](/?[A-Za-z0-9_./-]+)["']\s*(?:=>|,\s*to:|,\s*:to\s*=>)\s*["']rails/health#show["']`)
