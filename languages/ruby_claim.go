package languages

import (
	"path"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/bundler"
	"aipack/backend/universalbuild"
)

// rubyClaim takes a folder with a Gemfile, a rackup file, a gemspec or a main
// script.
func rubyClaim(f *language.Folder) (language.Claim, bool) {
	c := language.Claim{System: "bundler", Confidence: finding.Certain}
	gemfile, lock := rubyGemfile(f)
	spec := rubyFirst(f.Glob("*.gemspec"))
	script := rubyScript(f)
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
	rubyRole(f, &c, spec, script)
	return c, true
}

// rubyRole decides what the project is to a deployment, from the strongest
// sign down: an application's own files, a published gem, what the gems are
// for, a main script.
func rubyRole(f *language.Folder, c *language.Claim, spec, script string) {
	gems := rubyGems(f)
	gemfile, _ := rubyGemfile(f)
	service := func(kind universalbuild.Kind, why finding.Evidence) {
		c.Role, c.Kind, c.RoleWhy = language.Service, kind, why
	}
	switch {
	case rubyIsRails(f):
		service(universalbuild.Web, f.At("ruby.rails_application", "config/application.rb", "Rails::Application"))
	case f.Has("config.ru"):
		service(universalbuild.Web, f.Evidence("ruby.rackup_file", "config.ru", 1, ""))
	case spec != "" && (gems.Gemspec || len(gems.Gems) == 0 || f.HasDir("lib")):
		rubyGemRole(f, c, spec)
	case rubyStaticTool(f, gems) != "":
		service(universalbuild.Static, rubyGem(f, "ruby.static_site", rubyStaticTool(f, gems)))
	case rubyUses(gems, "functions_framework") && script != "":
		service(universalbuild.Web, rubyGem(f, "ruby.functions_framework", "functions_framework"))
	case script != "" && (rubyServes.Regexp().MatchString(rubyText(f, script)) || rubyUses(gems, "sinatra", "grape", "roda", "cuba")):
		service(universalbuild.Web, rubyLine(f, "ruby.listens", script, rubyServes))
	case script != "" && (rubyWaits.Regexp().MatchString(rubyText(f, script)) || rubyUses(gems, "discordrb", "telegram-bot-ruby", "slack-ruby-bot")):
		service(universalbuild.Worker, rubyLine(f, "ruby.waits", script, rubyWaits))
	case rubyUses(gems, "sidekiq", "karafka", "shoryuken", "sneakers", "clockwork", "resque"):
		service(universalbuild.Worker, rubyGem(f, "ruby.worker", "sidekiq", "karafka", "shoryuken", "sneakers", "clockwork", "resque"))
	case script != "":
		c.Role, c.RoleWhy = language.Program, f.Evidence("ruby.main_script", script, 1, "")
	case len(gems.Gems) > 0 && rubyToolingOnly(gems):
		c.Role, c.RoleWhy = language.Aside, lineAt(f, "ruby.tooling_only", gemfile, gems.Gems[0].Line)
	case rubyDefaultTask(f):
		c.Role, c.RoleWhy = language.Program, rubyLine(f, "ruby.default_task", "Rakefile", rubyTaskDefault)
	case f.HasDir("lib") && len(gems.Gems) > 0:
		c.Role, c.RoleWhy = language.Library, f.Evidence("ruby.no_main_script", gemfile, 0, "")
	}
}

// rubyGemRole tells a gem with a command from one without.
func rubyGemRole(f *language.Folder, c *language.Claim, spec string) {
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

func rubyIsRails(f *language.Folder) bool {
	text, ok := f.Text("config/application.rb")
	return ok && strings.Contains(text, "Rails::Application")
}

// rubyStaticTool names the gem that makes a static site of this folder, ""
// where there is no site to make.
func rubyStaticTool(f *language.Folder, g bundler.Gemfile) string {
	for _, s := range []struct{ gem, file string }{
		{"jekyll", "_config.yml"}, {"github-pages", "_config.yml"}, {"jekyll", "_config.toml"},
		{"bridgetown", "bridgetown.config.yml"}, {"bridgetown", "config/initializers.rb"},
		{"middleman", "config.rb"}, {"nanoc", "nanoc.yaml"},
	} {
		if rubyUses(g, s.gem) && f.Has(s.file) {
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

func rubyUses(g bundler.Gemfile, names ...string) bool {
	for _, gem := range g.Gems {
		for _, n := range names {
			if gem.Name == n && !gem.Dev() {
				return true
			}
		}
	}
	return false
}

// rubyTools are gems that serve the work on a project of any language.
var rubyTools = map[string]bool{
	"fastlane": true, "cocoapods": true, "danger": true, "rubocop": true, "overcommit": true, "xcpretty": true, "rake": true,
	"bundler": true, "xcodeproj": true, "mdl": true, "html-proofer": true, "asciidoctor": true, "licensed": true, "puppet-lint": true,
	"test-kitchen": true, "serverspec": true, "lefthook": true, "scss_lint": true, "sass": true, "compass": true, "activesupport": true,
	"concurrent-ruby": true, "nokogiri": true, "dotenv": true, "rspec": true, "xcode-install": true, "jazzy": true, "slather": true,
}

func rubyToolingOnly(g bundler.Gemfile) bool {
	tool := false
	for _, gem := range g.Gems {
		family, _, _ := strings.Cut(gem.Name, "-")
		if !rubyTools[gem.Name] && !rubyTools[family] && !gem.Dev() {
			return false
		}
		tool = tool || gem.Name != "rake" && gem.Name != "bundler"
	}
	return tool
}

const (
	// rubyServes is what a script says that answers requests.
	rubyServes = language.Pattern(`(?m)^[^#\n]*(?:\bTCPServer\.(?:new|open)|\bUNIXServer\b|\btcp_server_loop\b|\bWEBrick::|\bRack::(?:Handler|Server)\b|\bRackup::|\bSinatra\b|require\s*\(?["']sinatra|\bPuma::|\bAsync::HTTP\b|\bThin::Server|\bGRPC::RpcServer|\bEM\.start_server|\bEventMachine\.start_server|\bAgoo::|\bFalcon::|\bIodine\b|\brun!)`)
	// rubyWaits is what a script says that runs for ever without a port.
	rubyWaits = language.Pattern(`(?m)^[^#\n]*(?:\bDiscordrb\b|\bTelegram::Bot\b|\bSlack::RealTime\b|\bloop\s+(?:do|\{)|\bwhile\s+true\b|\bBunny\.new|\bRdkafka\b|\bRufus::Scheduler\b|\bEM\.run\b|\bEventMachine\.run\b)`)
	// rubyTaskDefault is a Rakefile's default task.
	rubyTaskDefault = language.Pattern(`(?m)^[ \t]*task\s*\(?\s*(?::default\b|["']default["']|default:)[^\n]*`)
)

// rubyDefaultTask reports whether `rake` alone does something other than the
// tests and the linter.
func rubyDefaultTask(f *language.Folder) bool {
	line := rubyTaskDefault.Regexp().FindString(rubyText(f, "Rakefile"))
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

// rubyScripts are the usual names of a main script, best first.
var rubyScripts = []string{
	"app.rb", "main.rb", "server.rb", "web.rb", "index.rb", "application.rb", "bot.rb", "start.rb", "run.rb", "worker.rb", "hello.rb",
	"src/main.rb", "src/app.rb", "src/server.rb", "lib/main.rb", "bin/server", "bin/app",
}

// rubyNoScripts are files of the root that belong to a tool: Bundler, Compass
// and Middleman, Chef, a gem's native extension, setup.rb.
var rubyNoScripts = words("gems config metadata extconf setup install")

// rubyScript finds the script that is the program: one of the usual names, the
// folder's own, or the only one there is.
func rubyScript(f *language.Folder) string {
	for _, name := range append(rubyScripts, language.ImageName(f.Name())+".rb") {
		if f.Has(name) && (path.Ext(name) == ".rb" || strings.Contains(scriptLine(f, name), "ruby")) {
			return name
		}
	}
	var only string
	for _, name := range f.Glob("*.rb") {
		base := strings.TrimSuffix(name, ".rb")
		if rubyNoScripts[base] || strings.HasPrefix(name, ".") || strings.HasSuffix(base, "_test") || strings.HasSuffix(base, "_spec") || strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_helper") {
			continue
		}
		if only != "" {
			return ""
		}
		only = name
	}
	if only == "" || !f.IsRoot() && !rubyServes.Regexp().MatchString(rubyText(f, only)) {
		return ""
	}
	return only
}

func rubyText(f *language.Folder, name string) string {
	text, _ := f.Text(name)
	return text
}

// lineAt points at a line of a file, from 1, and quotes it.
func lineAt(f *language.Folder, rule, name string, line int) finding.Evidence {
	text, _ := f.Text(name)
	for n := 1; n < line && text != ""; n++ {
		_, text, _ = strings.Cut(text, "\n")
	}
	text, _, _ = strings.Cut(text, "\n")
	return f.Evidence(rule, name, line, text)
}

// rubyLine points at the first match of a pattern in a file.
func rubyLine(f *language.Folder, rule, name string, pattern language.Pattern) finding.Evidence {
	text := rubyText(f, name)
	at := pattern.Regexp().FindStringIndex(text)
	if at == nil {
		return f.Evidence(rule, name, 1, "")
	}
	return lineAt(f, rule, name, 1+strings.Count(text[:at[0]], "\n"))
}

// rubyGem points at the first of the named gems that is declared.
func rubyGem(f *language.Folder, rule string, names ...string) finding.Evidence {
	file, _ := rubyGemfile(f)
	for _, n := range names {
		for _, gem := range rubyGems(f).Gems {
			if gem.Name == n {
				return lineAt(f, rule, file, gem.Line)
			}
		}
	}
	return f.Evidence(rule, file, 0, "")
}

func rubyFirst(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// scriptLine gives the first line of a file, for its #!.
func scriptLine(f *language.Folder, name string) string {
	line, _, _ := strings.Cut(f.Head(name, 200), "\n")
	return strings.TrimSpace(line)
}
