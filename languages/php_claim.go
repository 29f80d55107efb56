package languages

import (
	"path"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// phpClaim takes a folder with composer.json, a front controller, or a main
// script of PHP.
func phpClaim(f *language.Folder) (language.Claim, bool) {
	c := language.Claim{System: "composer", Confidence: finding.Certain}
	composer, parsed := phpComposer(f)
	root, front := phpWebRoot(f)
	script := phpScript(f)
	switch {
	case f.Has("composer.json"):
		c.Name = composer.Name
		c.Why = append(c.Why, f.Evidence("php.composer", "composer.json", 1, ""))
		if !parsed {
			c.Confidence = finding.Unsure
		}
	case phpBelongsAbove(f):
		return language.Claim{}, false
	case front != "" && phpIsProgram(f, front):
		c.System, c.Confidence = "php", finding.Likely
		c.Why = append(c.Why, f.Evidence("php.front_controller", front, 0, ""))
	case script != "" && f.FirstOf("package.json", "go.mod", "pyproject.toml", "requirements.txt", "Gemfile") == "":
		c.System, c.Confidence = "php", finding.Likely-0.1
		c.Why = append(c.Why, f.Evidence("php.main_script", script, 0, ""))
	default:
		return language.Claim{}, false
	}
	if f.Has("composer.lock") {
		c.Why = append(c.Why, f.Evidence("php.lock", "composer.lock", 0, ""))
	}
	phpRole(f, &c, root, front, script)
	return c, true
}

// phpBelongsAbove reports whether a folder without composer.json is a part of
// a PHP application above it: its web root, or one of its sections.
func phpBelongsAbove(f *language.Folder) bool {
	for at := f; !at.IsRoot(); {
		at = at.Sub("..")
		if at.FirstOf("composer.json", "artisan", "index.php", "wp-load.php") != "" {
			return true
		}
	}
	return false
}

// phpLibraryTypes are Composer's types of packages that live in another's
// application (getcomposer.org/doc/04-schema.md#type).
var phpLibraryTypes = map[string]bool{
	"symfony-bundle": true, "wordpress-plugin": true, "wordpress-muplugin": true, "wordpress-theme": true, "composer-plugin": true,
	"drupal-module": true, "drupal-theme": true, "typo3-cms-extension": true, "magento2-module": true, "metapackage": true,
	"phpcodesniffer-standard": true, "cakephp-plugin": true, "yii2-extension": true, "craft-plugin": true, "shopware-platform-plugin": true,
}

func phpRole(f *language.Folder, c *language.Claim, root, front, script string) {
	composer, _ := phpComposer(f)
	set := func(role language.Role, kind universalbuild.Kind, why finding.Evidence) {
		c.Role, c.Kind, c.RoleWhy = role, kind, why
	}
	long, longFile := phpLongRunning(f, script)
	switch {
	case phpLibraryTypes[composer.Type]:
		set(language.Library, "", f.At("php.package_type", "composer.json", `"type"`))
	case f.Has("artisan") && (front != "" || composer.Require["laravel/framework"] != ""):
		set(language.Service, universalbuild.Web, f.Evidence("php.artisan", "artisan", 0, ""))
	case phpServerPackage(composer.Require) != "" && (long != "" || f.Has("bin/hyperf.php")):
		set(language.Service, universalbuild.Web, f.At("php.server", "composer.json", phpServerPackage(composer.Require)))
	case phpServerPackage(composer.Require) != "" && front != "" && phpListens.Regexp().MatchString(f.Content(front)):
		set(language.Service, universalbuild.Web, f.AtMatch("php.server", front, phpListens))
	case front != "" && !(composer.Type == "library" && root == "."):
		set(language.Service, universalbuild.Web, f.Evidence("php.front_controller", front, 0, ""))
	case f.Has("bin/console") && composer.Require["symfony/framework-bundle"] != "":
		set(language.Program, universalbuild.CLI, f.Evidence("php.console", "bin/console", 0, ""))
	case long != "":
		kind := universalbuild.Worker
		if phpListens.Regexp().MatchString(long) {
			kind = universalbuild.Web
		}
		set(language.Service, kind, f.AtMatch("php.runs_for_ever", longFile, phpForEver))
	case composer.Type == "library":
		set(language.Library, "", f.At("php.package_type", "composer.json", `"type"`))
	case script != "":
		set(language.Program, "", f.Evidence("php.main_script", script, 0, ""))
	case len(composer.Bin) > 0 && f.Has(path.Clean(composer.Bin[0])):
		set(language.Program, universalbuild.CLI, f.At("php.bin", "composer.json", `"bin"`))
	case len(composer.Require) <= 1 && len(f.Glob("**/*.php")) == 0:
		set(language.Aside, "", f.Evidence("php.no_sources", "composer.json", 0, ""))
	case f.HasDir("src") || f.HasDir("lib"):
		set(language.Library, "", f.Evidence("php.no_front_controller", "composer.json", 0, ""))
	}
}

// phpIsProgram tells a page of PHP from a file that merely bears its name.
func phpIsProgram(f *language.Folder, name string) bool {
	head := f.Head(name, 64<<10)
	return strings.Contains(head, "<?php") || strings.Contains(head, "<?=") || strings.Contains(head, "<? ")
}

// phpServerPackage names the required package that makes PHP its own server.
func phpServerPackage(require map[string]string) string {
	for _, name := range []string{
		"hyperf/http-server", "workerman/webman-framework", "workerman/workerman", "react/http", "amphp/http-server",
		"cboden/ratchet", "openswoole/core", "spiral/roadrunner-http", "clue/framework-x",
	} {
		if require[name] != "" {
			return name
		}
	}
	return ""
}

// phpScripts are the usual names of a main script, best first.
var phpScripts = []string{
	"server.php", "app.php", "main.php", "start.php", "bot.php", "worker.php", "run.php", "cli.php", "hello.php",
	"bin/server.php", "bin/hyperf.php", "bin/server", "public/server.php", "src/main.php", "src/server.php",
}

func phpScript(f *language.Folder) string {
	for _, name := range phpScripts {
		if f.Has(name) && phpIsProgram(f, name) {
			return name
		}
	}
	if all := f.Glob("*.php"); len(all) == 1 && f.IsRoot() && all[0] != "index.php" && phpIsProgram(f, all[0]) {
		return all[0]
	}
	return ""
}

const (
	// phpForEver is what a script says that does not end by itself.
	phpForEver = language.Pattern(`(?m)^[^#\n]*(?:\bwhile\s*\(\s*(?:true|1)\s*\)|\bfor\s*\(\s*;\s*;|\bsocket_accept\(|\bstream_socket_accept\(|\bstream_socket_server\(|\bWorker::runAll|\bLoop::run|->listen\(|\bSwoole\\|\bnew\s+Discord\b|\bHttpServer\b|\bSocketServer\b|->getUpdates\b|->consume\()`)
	phpListens = language.Pattern(`socket_accept|stream_socket_server|Worker::runAll|->listen\(|Swoole|HttpServer|SocketServer`)
)

// phpLongRunning gives the text of the main script where it runs for ever. A
// page that a web server calls never does.
func phpLongRunning(f *language.Folder, script string) (text, file string) {
	if script == "" {
		return "", ""
	}
	if text := f.Content(script); phpForEver.Regexp().MatchString(text) {
		return text, script
	}
	return "", ""
}

// phpWebRoots are the usual names of the folder that a web server serves.
var phpWebRoots = []string{"public", "web", "webroot", "htdocs", "public_html", "www", "html", "docroot", "wwwroot", "pub"}

// phpWebRoot finds the web root and its front controller: what composer.json
// says, then the usual folders, then the project's own folder. A folder before
// the root: beside public/index.php, index.php is a fallback for hosts that
// cannot set a web root.
func phpWebRoot(f *language.Folder) (root, front string) {
	composer, _ := phpComposer(f)
	var candidates []string
	for _, dir := range []string{composer.PublicDir, composer.WebRoot, phpHerokuRoot(f)} {
		if dir != "" {
			candidates = append(candidates, path.Clean(strings.Trim(dir, "/")))
		}
	}
	if f.FirstOf("wp-load.php", "wp-config-sample.php", "wp-settings.php") != "" {
		candidates = append(candidates, ".")
	}
	for _, dir := range append(append(candidates, phpWebRoots...), ".") {
		if strings.HasPrefix(dir, "..") {
			continue
		}
		if file := path.Join(dir, "index.php"); f.Has(file) {
			return dir, file
		}
	}
	return "", ""
}

// phpHerokuBoot is Heroku's boot script in a Procfile: its path, and the web
// root where one is given.
const phpHerokuBoot = language.Pattern(`(?m)^web:[ \t]*(?:\S+=\S+[ \t]+)*([\w./-]*heroku-php-(?:apache2|nginx))\b(?:[ \t]+-\S+[ \t]+\S+)*(?:[ \t]+([\w.][\w./-]*))?[ \t]*\r?$`)

// phpHerokuRoot reads the web root that a Procfile hands Heroku's boot script.
func phpHerokuRoot(f *language.Folder) string {
	m := phpHerokuBoot.Regexp().FindStringSubmatch(f.Content("Procfile"))
	if m == nil {
		return ""
	}
	return m[2]
}
