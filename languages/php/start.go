package php

import (
	"path"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/lenient"
	"aipack/backend/universalbuild"
)

// framework knows WordPress, CodeIgniter 3 and Laravel by their own files,
// where composer.json does not name them.
func framework(p *language.Project) finding.Finding[string] {
	for _, f := range p.Language.Frameworks {
		if p.Uses(f.Needs...) && !f.Library {
			return finding.Finding[string]{}
		}
	}
	for _, s := range []struct{ file, framework string }{
		{"wp-config.php", "WordPress"}, {"wp-config-sample.php", "WordPress"}, {"wp-load.php", "WordPress"},
		{"web/wp-config.php", "WordPress"}, {"artisan", "Laravel"}, {"system/core/CodeIgniter.php", "CodeIgniter"},
		{"think", "ThinkPHP"}, {"core/lib/Drupal.php", "Drupal"}, {"configuration.php-dist", "Joomla"},
	} {
		if p.Has(s.file) {
			return finding.Of(s.framework, finding.Likely, p.Evidence("php.framework_file", s.file, 0, ""))
		}
	}
	return finding.Finding[string]{}
}

// servesItself says how the program answers: by a web server that calls it, or by
// itself.
func servesItself(p *language.Project) bool {
	_, front := webRoot(p.Folder)
	return front != "" && p.Claim.Role == language.Service && p.Claim.RoleWhy.Rule != "php.server" && p.Claim.RoleWhy.Rule != "php.runs_for_ever"
}

// start runs Apache in the foreground for applications with a front
// controller, the script for those that are their own server.
func start(p *language.Project) finding.Finding[language.Start] {
	start := language.Start{Processes: workers(p), Release: release(p)}
	_, front := webRoot(p.Folder)
	composer, _ := composerOf(p.Folder)
	script := scriptOf(p.Folder)
	switch {
	case servesItself(p):
		start.Command = []string{"apache2-foreground"}
		return finding.Of(start, finding.Likely, p.Evidence("php.front_controller", front, 0, ""))
	case p.Has("bin/hyperf.php"):
		start.Command = []string{"php", "bin/hyperf.php", "start"}
		return finding.Of(start, finding.Certain, p.Evidence("php.server", "bin/hyperf.php", 0, ""))
	case script != "":
		start.Command = []string{"php", script}
		if text := p.Folder.Content(script); strings.Contains(text, "Worker::runAll") {
			start.Command = append(start.Command, "start")
		}
		return finding.Of(start, finding.Likely, p.Evidence("php.main_script", script, 0, ""))
	case front != "" && p.Claim.RoleWhy.Rule == "php.server": // its own front controller opens the port
		start.Command = []string{"php", front}
		return finding.Of(start, finding.Likely, p.Claim.RoleWhy)
	case p.Claim.RoleWhy.Rule == "php.console":
		start.Command = []string{"php", "bin/console"}
		return finding.Of(start, finding.Guess, p.Claim.RoleWhy)
	case len(composer.Bin) > 0 && p.Has(path.Clean(composer.Bin[0])):
		start.Command = []string{"php", path.Clean(composer.Bin[0])}
		return finding.Of(start, finding.Likely, p.At("php.bin", "composer.json", `"bin"`))
	case front != "":
		start.Command = []string{"php", front}
		return finding.Of(start, finding.Unsure, p.Evidence("php.front_controller", front, 0, ""))
	}
	return finding.Finding[language.Start]{}
}

const ownPort = language.Pattern(`(?mi)^\s*EXPOSE\s+(?:80|443|9000)\b|^\s*-\s*["']?(?:[\d.]+:)?\d+:(?:80|443|9000)(?:/tcp)?["']?\s*$`)

// port takes 8080 where a container file speaks of the web server that it
// brings itself: Apache's 80, which a program without root may not have, or
// the 9000 on which php-fpm speaks to a web server and nobody else.
func port(p *language.Project) finding.Finding[int] {
	if !servesItself(p) {
		return finding.Finding[int]{}
	}
	for _, name := range []string{"Dockerfile", "compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"} {
		if ownPort.Regexp().MatchString(p.Folder.Content(name)) {
			return finding.Of(8080, 0.97, p.Folder.AtMatch("php.unprivileged_port", name, ownPort))
		}
	}
	return finding.Finding[int]{}
}

const upRoute = language.Pattern(`\bhealth:\s*["'](/[^"'\n]*)["']`)

// health finds the route that Laravel 11 and later register for health
// checks.
func health(p *language.Project) finding.Finding[string] {
	const file = "bootstrap/app.php"
	m := upRoute.Regexp().FindStringSubmatch(p.Folder.Content(file))
	if m == nil {
		return finding.Finding[string]{}
	}
	return finding.Of(m[1], finding.Certain, p.At("php.laravel_health", file, "health:"))
}

const scheduled = language.Pattern(`(?m)^[^/\n]*(?:\bSchedule::(?:command|job|call|exec)\(|\$schedule->(?:command|job|call|exec)\()`)

// workers are the queue workers and schedulers beside the web server.
func workers(p *language.Project) []universalbuild.Process {
	var out []universalbuild.Process
	add := func(name string, words ...string) {
		out = append(out, universalbuild.Process{Name: name, Command: words})
	}
	if p.Framework.Value == "Laravel" && p.Has("artisan") {
		switch {
		case p.Uses("laravel/horizon"):
			add("horizon", "php", "artisan", "horizon")
		case p.HasDir("app/Jobs") && queued(p):
			add("queue", "php", "artisan", "queue:work")
		}
		for _, file := range []string{"routes/console.php", "app/Console/Kernel.php", "bootstrap/app.php"} {
			if scheduled.Regexp().MatchString(p.Folder.Content(file)) {
				add("scheduler", "php", "artisan", "schedule:work")
				break
			}
		}
		if p.Uses("laravel/reverb") {
			add("reverb", "php", "artisan", "reverb:start", "--host=0.0.0.0")
		}
	}
	if names := symfonyTransports(p); len(names) > 0 {
		add("messenger", append([]string{"php", "bin/console", "messenger:consume"}, names...)...)
	}
	return out
}

const queueSync = language.Pattern(`(?m)^\s*QUEUE_(?:CONNECTION|DRIVER)\s*=\s*["']?(?:sync|null)\b`)

// queued reports whether jobs wait in a queue rather than run at once.
func queued(p *language.Project) bool {
	example := p.FirstOf(".env.example", ".env")
	return example == "" || !queueSync.Regexp().MatchString(p.Folder.Content(example))
}

// symfonyTransports names the transports that messages wait in, sorted.
func symfonyTransports(p *language.Project) []string {
	const file = "config/packages/messenger.yaml"
	if !p.Has(file) || !p.Uses("symfony/messenger") || !p.Has("bin/console") {
		return nil
	}
	docs, ok := language.Parse(p.Folder, file, lenient.ParseYAML)
	if !ok || len(docs) == 0 {
		return nil
	}
	var names []string
	for _, pair := range docs[0].Get("framework", "messenger", "transports").Pairs() {
		if pair.Key != "sync" && pair.Key != "failed" && language.ShellWord(pair.Key) == pair.Key {
			names = append(names, pair.Key)
		}
	}
	sort.Strings(names)
	return names
}

// release names the migrations.
func release(p *language.Project) []string {
	switch {
	case p.Has("artisan") && p.HasDir("database/migrations"):
		return []string{"php artisan migrate --force"}
	case p.Has("bin/console") && p.Uses("doctrine/doctrine-migrations-bundle") && p.HasDir("migrations"):
		return []string{"php bin/console doctrine:migrations:migrate --no-interaction --allow-no-migration"}
	case p.Has("spark") && p.HasDir("app/Database/Migrations") && len(p.Glob("app/Database/Migrations/*.php")) > 0:
		return []string{"php spark migrate --all"}
	case p.Has("bin/cake") && p.HasDir("config/Migrations"):
		return []string{"php bin/cake.php migrations migrate"}
	case p.Has("yii") && p.HasDir("migrations"):
		return []string{"php yii migrate --interactive=0"}
	case p.Uses("robmorgan/phinx") && p.FirstOf("phinx.php", "phinx.yml", "phinx.json") != "":
		return []string{"php vendor/bin/phinx migrate"}
	}
	return nil
}
