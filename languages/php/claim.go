package php

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/universalbuild"
)

// claim takes a folder with composer.json, a front controller, or a main
// script of PHP.
func claim(f *language.Folder) (language.Claim, bool) {
	c := language.Claim{System: "composer", Confidence: finding.Certain}
	composer, parsed := composerOf(f)
	root, front := webRoot(f)
	script := scriptOf(f)
	switch {
	case f.Has("composer.json"):
		c.Name = composer.Name
		c.Why = append(c.Why, f.Evidence("php.composer", "composer.json", 1, ""))
		if !parsed {
			c.Confidence = finding.Unsure
		}
	case belongsAbove(f):
		return language.Claim{}, false
	case front != "" && isProgram(f, front):
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
	role(f, &c, root, front, script)
	node.Claim(f, &c)
	return c, true
}

// belongsAbove reports whether a folder without composer.json is a part of
// a PHP application above it: its web root, or one of its sections.
func belongsAbove(f *language.Folder) bool {
	for at := f; !at.IsRoot(); {
		at = at.Sub("..")
		if at.FirstOf("composer.json", "artisan", "index.php", "wp-load.php") != "" {
			return true
		}
	}
	return false
}

// libraryTypes are Composer's types of packages that live in another's
// application (getcomposer.org/doc/04-schema.md#type).
var libraryTypes = map[string]bool{
	"symfony-bundle": true, "wordpress-plugin": true, "wordpress-muplugin": true, "wordpress-theme": true, "composer-plugin": true,
	"drupal-module": true, "drupal-theme": true, "typo3-cms-extension": true, "magento2-module": true, "metapackage": true,
	"phpcodesniffer-standard": true, "cakephp-plugin": true, "yii2-extension": true, "craft-plugin": true, "shopware-platform-plugin": true,
}

func role(f *language.Folder, c *language.Claim, root, front, script string) {
	composer, _ := composerOf(f)
	set := func(role language.Role, kind universalbuild.Kind, why finding.Evidence) {
		c.Role, c.Kind, c.RoleWhy = role, kind, why
	}
	long, longFile := longRunning(f, script)
	switch {
	case libraryTypes[composer.Type]:
		set(language.Library, "", f.At("php.package_type", "composer.json", `"type"`))
	case f.Has("artisan") && (front != "" || composer.Require["laravel/framework"] != ""):
		set(language.Service, universalbuild.Web, f.Evidence("php.artisan", "artisan", 0, ""))
	case serverPackage(composer.Require) != "" && (long != "" || f.Has("bin/hyperf.php")):
		set(language.Service, universalbuild.Web, f.At("php.server", "composer.json", serverPackage(composer.Require)))
	case serverPackage(composer.Require) != "" && front != "" && listens.Regexp().MatchString(f.Content(front)):
		set(language.Service, universalbuild.Web, f.AtMatch("php.server", front, listens))
	case front != "" && !(composer.Type == "library" && root == "."):
		set(language.Service, universalbuild.Web, f.Evidence("php.front_controller", front, 0, ""))
	case f.Has("bin/console") && composer.Require["symfony/framework-bundle"] != "":
		set(language.Program, universalbuild.CLI, f.Evidence("php.console", "bin/console", 0, ""))
	case long != "":
		kind := universalbuild.Worker
		if listens.Regexp().MatchString(long) {
			kind = universalbuild.Web
		}
		set(language.Service, kind, f.AtMatch("php.runs_for_ever", longFile, forEver))
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

// isProgram tells a page of PHP from a file that merely bears its name.
func isProgram(f *language.Folder, name string) bool {
	head := f.Head(name, 64<<10)
	return strings.Contains(head, "<?php") || strings.Contains(head, "<?=") || strings.Contains(head, "<? ")
}

// serverPackage names the required package that makes PHP its own server.
func serverPackage(require map[string]string) string {
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

// scripts are the usual names of a main script, best first.
var scripts = []string{
	"server.php", "app.php", "main.php", "start.php", "bot.php", "worker.php", "run.php", "cli.php", "hello.php",
	"bin/server.php", "bin/hyperf.php", "bin/server", "public/server.php", "src/main.php", "src/server.php",
}

func scriptOf(f *language.Folder) string {
	for _, name := range scripts {
		if f.Has(name) && isProgram(f, name) {
			return name
		}
	}
	if all := f.Glob("*.php"); len(all) == 1 && f.IsRoot() && all[0] != "index.php" && isProgram(f, all[0]) {
		return all[0]
	}
	return ""
}

const (
	// forEver is what a script says that does not end by itself.
	forEver = language.Pattern(`(?m)^[^#\n]*(?:\bwhile\s*\(\s*(?:true|1)\s*\)|\bfor\s*\(\s*;\s*;|\bsocket_accept\(|\bstream_socket_accept\(|\bstream_socket_server\(|\bWorker::runAll|\bLoop::run|->listen\(|\bSwoole\\|\bnew\s+Discord\b|\bHttpServer\b|\bSocketServer\b|->getUpdates\b|->consume\()`)
	listens = language.Pattern(`socket_accept|stream_socket_server|Worker::runAll|->listen\(|Swoole|HttpServer|SocketServer`)
)

// longRunning gives the text of the main script where it runs for ever. A
// page that a web server calls never does.
func longRunning(f *language.Folder, script string) (text, file string) {
	if script == "" {
		return "", ""
	}
	if text := f.Content(script); forEver.Regexp().MatchString(text) {
		return text, script
	}
	return "", ""
}

// webRoots are the usual names of the folder that a web server serves.
var webRoots = []string{"public", "web", "webroot", "htdocs", "public_html", "www", "html", "docroot", "wwwroot", "pub"}

// webRoot finds the web root and its front controller: what composer.json
// says, then the usual folders, then the project's own folder. A folder before
// the root: beside public/index.php, index.php is a fallback for hosts that
// cannot set a web root.
func webRoot(f *language.Folder) (root, front string) {
	composer, _ := composerOf(f)
	var candidates []string
	for _, dir := range []string{composer.PublicDir, composer.WebRoot, herokuRoot(f)} {
		if dir != "" {
			candidates = append(candidates, path.Clean(strings.Trim(dir, "/")))
		}
	}
	if f.FirstOf("wp-load.php", "wp-config-sample.php", "wp-settings.php") != "" {
		candidates = append(candidates, ".")
	}
	for _, dir := range append(append(candidates, webRoots...), ".") {
		if strings.HasPrefix(dir, "..") {
			continue
		}
		if file := path.Join(dir, "index.php"); f.Has(file) {
			return dir, file
		}
	}
	return "", ""
}

// herokuBoot is Heroku's boot script in a Procfile: its path, and the web
// root where one is given.
const herokuBoot = language.Pattern(`(?m)^web:[ \t]*(?:\S+=\S+[ \t]+)*([\w./-]*heroku-php-(?:apache2|nginx))\b(?:[ \t]+-\S+[ \t]+\S+)*(?:[ \t]+([\w.][\w./-]*))?[ \t]*\r?$`)

// herokuRoot reads the web root that a Procfile hands Heroku's boot script.
func herokuRoot(f *language.Folder) string {
	m := herokuBoot.Regexp().FindStringSubmatch(f.Content("Procfile"))
	if m == nil {
		return ""
	}
	return m[2]
}
