package ruby

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/bundler"
	"aipack/backend/universalbuild"
)

// claim takes a folder with a Gemfile, a rackup file, a gemspec or a main
// script.
func claim(f *language.Folder) (language.Claim, bool) {
	c := language.Claim{System: "bundler", Confidence: finding.Certain}
	gemfile, lock := gemfileOf(f)
	spec := first(f.Glob("*.gemspec"))
	script := scriptOf(f)
	switch {
	case gemfile != "":
		c.Why = append(c.Why, f.Evidence("ruby.gemfile", gemfile, 1, ""))
	case spec != "":
		c.Why = append(c.Why, f.Evidence("ruby.gemspec", spec, 1, ""))
	case f.Has("config.ru"):
		c.System, c.Confidence = "ruby", finding.Likely
		c.Why = append(c.Why, f.Evidence("ruby.rackup_file", "config.ru", 1, ""))
	case script != "" && !f.Has("package.json"):
		c.System, c.Confidence = "ruby", finding.Likely-0.1
		c.Why = append(c.Why, f.Evidence("ruby.main_script", script, 1, ""))
	default:
		return language.Claim{}, false
	}
	if lock != "" {
		c.Why = append(c.Why, f.Evidence("ruby.lock", lock, 0, ""))
	}
	role(f, &c, spec, script)
	node.Claim(f, &c)
	return c, true
}

// role decides what the project is to a deployment, from the strongest
// sign down: an application's own files, a published gem, what the gems are
// for, a main script.
func role(f *language.Folder, c *language.Claim, spec, script string) {
	gems := gemsOf(f)
	gemfile, _ := gemfileOf(f)
	service := func(kind universalbuild.Kind, why finding.Evidence) {
		c.Role, c.Kind, c.RoleWhy = language.Service, kind, why
	}
	switch {
	case isRails(f):
		service(universalbuild.Web, f.At("ruby.rails_application", "config/application.rb", "Rails::Application"))
	case f.Has("config.ru"):
		service(universalbuild.Web, f.Evidence("ruby.rackup_file", "config.ru", 1, ""))
	case spec != "" && (gems.Gemspec || len(gems.Gems) == 0 || f.HasDir("lib")):
		gemRole(f, c, spec)
	case staticTool(f, gems) != "":
		service(universalbuild.Static, gem(f, "ruby.static_site", staticTool(f, gems)))
	case uses(gems, "functions_framework") && script != "":
		service(universalbuild.Web, gem(f, "ruby.functions_framework", "functions_framework"))
	case script != "" && (serves.Regexp().MatchString(f.Content(script)) || uses(gems, "sinatra", "grape", "roda", "cuba")):
		service(universalbuild.Web, f.AtMatch("ruby.listens", script, serves))
	case script != "" && (waits.Regexp().MatchString(f.Content(script)) || uses(gems, "discordrb", "telegram-bot-ruby", "slack-ruby-bot")):
		service(universalbuild.Worker, f.AtMatch("ruby.waits", script, waits))
	case uses(gems, "sidekiq", "karafka", "shoryuken", "sneakers", "clockwork", "resque"):
		service(universalbuild.Worker, gem(f, "ruby.worker", "sidekiq", "karafka", "shoryuken", "sneakers", "clockwork", "resque"))
	case script != "":
		c.Role, c.RoleWhy = language.Program, f.Evidence("ruby.main_script", script, 1, "")
	case len(gems.Gems) > 0 && toolingOnly(gems):
		c.Role, c.RoleWhy = language.Aside, f.AtLine("ruby.tooling_only", gemfile, gems.Gems[0].Line)
	case defaultTask(f):
		c.Role, c.RoleWhy = language.Program, f.AtMatch("ruby.default_task", "Rakefile", taskDefault)
	case f.HasDir("lib") && len(gems.Gems) > 0:
		c.Role, c.RoleWhy = language.Library, f.Evidence("ruby.no_main_script", gemfile, 0, "")
	}
}

// gemRole tells a gem with a command from one without.
func gemRole(f *language.Folder, c *language.Claim, spec string) {
	c.Name = strings.TrimSuffix(spec, ".gemspec")
	c.Role, c.RoleWhy = language.Library, f.Evidence("ruby.gemspec", spec, 1, "")
	for _, dir := range []string{"exe", "bin"} {
		if f.Has(path.Join(dir, c.Name)) {
			c.Role, c.Kind = language.Program, universalbuild.CLI
			c.RoleWhy = f.Evidence("ruby.executable", path.Join(dir, c.Name), 1, "")
			return
		}
	}
}

func isRails(f *language.Folder) bool {
	text, ok := f.Text("config/application.rb")
	return ok && strings.Contains(text, "Rails::Application")
}

// staticTool names the gem that makes a static site of this folder, ""
// where there is no site to make.
func staticTool(f *language.Folder, g bundler.Gemfile) string {
	for _, s := range []struct{ gem, file string }{
		{"jekyll", "_config.yml"}, {"github-pages", "_config.yml"}, {"jekyll", "_config.toml"},
		{"bridgetown", "bridgetown.config.yml"}, {"bridgetown", "config/initializers.rb"},
		{"middleman", "config.rb"}, {"nanoc", "nanoc.yaml"},
	} {
		if uses(g, s.gem) && f.Has(s.file) {
			return s.gem
		}
	}
	if f.Has("_config.yml") && (f.HasDir("_layouts") || f.HasDir("_posts") || f.Has("index.md")) {
		for _, gem := range g.Gems { // a theme brings Jekyll with it
			if strings.HasPrefix(gem.Name, "jekyll-") || gem.Name == "minima" || gem.Name == "just-the-docs" {
				return gem.Name
			}
		}
	}
	return ""
}

func uses(g bundler.Gemfile, names ...string) bool {
	for _, gem := range g.Gems {
		for _, n := range names {
			if gem.Name == n && !gem.Dev() {
				return true
			}
		}
	}
	return false
}

// tools are gems that serve the work on a project of any language.
var tools = map[string]bool{
	"fastlane": true, "cocoapods": true, "danger": true, "rubocop": true, "overcommit": true, "xcpretty": true, "rake": true,
	"bundler": true, "xcodeproj": true, "mdl": true, "html-proofer": true, "asciidoctor": true, "licensed": true, "puppet-lint": true,
	"test-kitchen": true, "serverspec": true, "lefthook": true, "scss_lint": true, "sass": true, "compass": true, "activesupport": true,
	"concurrent-ruby": true, "nokogiri": true, "dotenv": true, "rspec": true, "xcode-install": true, "jazzy": true, "slather": true,
}

func toolingOnly(g bundler.Gemfile) bool {
	tool := false
	for _, gem := range g.Gems {
		family, _, _ := strings.Cut(gem.Name, "-")
		if !tools[gem.Name] && !tools[family] && !gem.Dev() {
			return false
		}
		tool = tool || gem.Name != "rake" && gem.Name != "bundler"
	}
	return tool
}

const (
	// serves is what a script says that answers requests.
	serves = language.Pattern(`(?m)^[^#\n]*(?:\bTCPServer\.(?:new|open)|\bUNIXServer\b|\btcp_server_loop\b|\bWEBrick\b|\bRack::(?:Handler|Server)\b|\bRackup::|\bSinatra\b|require\s*\(?["']sinatra|\bPuma::|\bAsync::HTTP\b|\bThin::Server|\bGRPC::RpcServer|\bEM\.start_server|\bEventMachine\.start_server|\bAgoo::|\bFalcon::|\bIodine\b|\brun!|=\s*@?\w+\.accept(?:_nonblock)?\s*(?:[;#]|$))`)
	// waits is what a script says that runs for ever without a port.
	waits = language.Pattern(`(?m)^[^#\n]*(?:\bDiscordrb\b|\bTelegram::Bot\b|\bSlack::RealTime\b|\bloop\s+(?:do|\{)|\bwhile\s+true\b|\bBunny\.new|\bRdkafka\b|\bRufus::Scheduler\b|\bEM\.run\b|\bEventMachine\.run\b)`)
	// taskDefault is a Rakefile's default task.
	taskDefault = language.Pattern(`(?m)^[ \t]*task\s*\(?\s*(?::default\b|["']default["']|default:)[^\n]*`)
)

// defaultTask reports whether `rake` alone does something other than the
// tests and the linter.
func defaultTask(f *language.Folder) bool {
	line := taskDefault.Regexp().FindString(f.Content("Rakefile"))
	if line == "" {
		return false
	}
	for _, word := range []string{"test", "spec", "rubocop", "lint", "features", "cucumber"} {
		if strings.Contains(line, word) {
			return false
		}
	}
	return true
}

// scripts are the usual names of a main script, best first.
var scripts = []string{
	"app.rb", "main.rb", "server.rb", "web.rb", "index.rb", "application.rb", "bot.rb", "start.rb", "run.rb", "worker.rb", "hello.rb",
	"src/main.rb", "src/app.rb", "src/server.rb", "lib/main.rb", "bin/server", "bin/app",
}

// noScripts are files of the root that belong to a tool: Bundler, Compass
// and Middleman, Chef, a gem's native extension, setup.rb.
var noScripts = language.Words("gems config metadata extconf setup install")

// scriptOf finds the script that is the program: one of the usual names, the
// folder's own, or the only one there is.
func scriptOf(f *language.Folder) string {
	for _, name := range append(scripts, language.ImageName(f.Name())+".rb") {
		if f.Has(name) && (path.Ext(name) == ".rb" || strings.Contains(f.FirstLine(name), "ruby")) {
			return name
		}
	}
	var only string
	for _, name := range f.Glob("*.rb") {
		base := strings.TrimSuffix(name, ".rb")
		if noScripts[base] || strings.HasPrefix(name, ".") || strings.HasSuffix(base, "_test") || strings.HasSuffix(base, "_spec") || strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_helper") {
			continue
		}
		if only != "" {
			return ""
		}
		only = name
	}
	if only == "" || !f.IsRoot() && !serves.Regexp().MatchString(f.Content(only)) {
		return ""
	}
	return only
}

// gem points at the first of the named gems that is declared.
func gem(f *language.Folder, rule string, names ...string) finding.Evidence {
	file, _ := gemfileOf(f)
	for _, n := range names {
		for _, gem := range gemsOf(f).Gems {
			if gem.Name == n {
				return f.AtLine(rule, file, gem.Line)
			}
		}
	}
	return f.Evidence(rule, file, 0, "")
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
