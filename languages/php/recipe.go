package php

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/language/sample"
	"aipack/backend/universalbuild"
)

// recipe builds on the official image. Web applications get Apache with
// mod_php, because one process serves pages, files and .htaccess alike; it
// runs without root on a high port (docker-library/php makes its folders
// writable for any user). PHP's built-in server is for development only and
// serves one request at a time.
func recipe(p *language.Project) language.Recipe {
	serves := servesItself(p)
	variant := "cli"
	if serves {
		variant = "apache"
	}
	image := imageOf(p, variant)
	extensions := asked(p)
	lines, build, runtime := install(extensions, image)
	r := language.Recipe{}
	r.Runtime = universalbuild.Runtime{
		BaseImage: image, Workdir: "/app",
		SystemPackages: runtime,
		Environment:    environment(p),
		Copy:           []universalbuild.Copy{{From: ".", To: "."}},
		Setup:          []string{"cp /usr/local/etc/php/php.ini-production /usr/local/etc/php/php.ini"},
	}
	if place := versionPlace(p); p.Has(place) && len(p.Version.Evidence) > 0 && p.Version.Evidence[0].Path != "" {
		r.Why = append(r.Why, language.Reason{Field: "/runtime/base_image", Confidence: finding.Likely, Evidence: p.Version.Evidence[0]})
	}
	if serves {
		apache(p, &r.Runtime)
	}
	if len(lines) > 0 || p.Has("composer.json") {
		r.Build = universalbuild.Build{
			BaseImage: image, Workdir: "/app",
			SystemPackages: build, Environment: map[string]string{}, Setup: lines, Artifacts: []string{"."},
		}
	}
	if len(lines) > 0 {
		// compiled once; the runtime image takes the result and their ini files
		for _, dir := range []string{"/usr/local/lib/php/extensions", "/usr/local/etc/php/conf.d"} {
			r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: dir, To: dir})
			r.Build.Artifacts = append(r.Build.Artifacts, dir)
		}
	}
	if p.Has("composer.json") {
		packages(p, &r)
	}
	folders(p, &r)
	sample.Dotenv(p, &r)
	if r.Build.BaseImage != "" {
		sample.Add(p, &r)
	}
	if r.Build.BaseImage != "" && (node.AddMoved(p, &r) || p.AddAssets(&r)) {
		// the pages are built; the whole folder is shipped, and Node does not run in it
		r.Build.PostBuildCommands = append(r.Build.PostBuildCommands, "find . -name node_modules -type d -prune -exec rm -rf {} +")
	}
	return r
}

// packages installs what composer.json asks for, first without the sources,
// so that the layer lives as long as the lock; the class map and the scripts
// follow when the sources are there.
func packages(p *language.Project, r *language.Recipe) {
	composer, _ := composerOf(p.Folder)
	b := &r.Build
	b.SystemPackages = append([]string{"git", "unzip"}, b.SystemPackages...)
	b.Tools = append(b.Tools, universalbuild.Tool{Image: "composer:2", Paths: []string{"/usr/bin/composer"}})
	b.CachePaths = []string{"/root/.composer/cache"}
	b.Environment["COMPOSER_ALLOW_SUPERUSER"] = "1"
	b.Environment["COMPOSER_HOME"] = "/root/.composer"
	if p.Framework.Value == "Symfony" {
		b.Environment["APP_ENV"] = "prod"
	}
	b.PreBuildCommands = []string{"composer install --no-dev --no-interaction --no-progress --prefer-dist --no-scripts --no-autoloader"}
	if len(composer.Paths) == 0 {
		for _, name := range []string{"composer.json", "composer.lock", "symfony.lock"} {
			if p.Has(name) {
				b.Manifests = append(b.Manifests, p.InContext(name))
			}
		}
	}
	b.BuildCommands = append(writable(p), "composer dump-autoload --no-dev --no-interaction --optimize")
	if p.Framework.Value == "Symfony" && len(composer.Scripts["post-install-cmd"]) > 0 {
		b.BuildCommands = append(b.BuildCommands, "composer run-script --no-dev --no-interaction post-install-cmd")
	}
	if p.Uses("symfony/asset-mapper") && p.Has("bin/console") {
		b.BuildCommands = append(b.BuildCommands, "php bin/console asset-map:compile")
	}
}

// writable makes the folders that frameworks write to and that a repository
// often holds by a .gitignore alone.
func writable(p *language.Project) []string {
	switch p.Framework.Value {
	case "Laravel":
		line := "mkdir -p bootstrap/cache storage/app/public storage/framework/cache/data storage/framework/sessions storage/framework/views storage/logs"
		if p.HasDir("public") {
			line += " && ln -sfn ../storage/app/public public/storage"
		}
		return []string{line}
	case "Lumen":
		return []string{"mkdir -p storage/app storage/framework/cache storage/framework/views storage/logs"}
	case "Symfony":
		return []string{"mkdir -p var/cache var/log"}
	case "CakePHP":
		return []string{"mkdir -p tmp/cache/models tmp/cache/persistent tmp/cache/views tmp/sessions tmp/tests logs"}
	case "CodeIgniter":
		if p.HasDir("writable") || p.Uses("codeigniter4/framework") {
			return []string{"mkdir -p writable/cache writable/logs writable/session writable/uploads"}
		}
	case "ThinkPHP":
		return []string{"mkdir -p runtime"}
	case "Yii":
		return []string{"mkdir -p runtime web/assets"}
	}
	return nil
}

// folders makes the writable folders where nothing else is built.
func folders(p *language.Project, r *language.Recipe) {
	if p.Has("composer.json") || p.Framework.Value != "WordPress" {
		return
	}
	if r.Build.BaseImage != "" {
		r.Build.BuildCommands = append(r.Build.BuildCommands, "mkdir -p wp-content/uploads wp-content/upgrade")
	}
}

func environment(p *language.Project) map[string]string {
	switch p.Framework.Value {
	case "Laravel", "Lumen":
		return map[string]string{"APP_ENV": "production", "APP_DEBUG": "false", "LOG_CHANNEL": "stderr"}
	case "Symfony":
		return map[string]string{"APP_ENV": "prod", "APP_DEBUG": "0"}
	case "CodeIgniter":
		return map[string]string{"CI_ENVIRONMENT": "production"}
	}
	return map[string]string{}
}

// apache hands Apache a site of its own: the web root and nothing else, on
// the port that PORT names. FallbackResource sends what is no file to the
// front controller where the project brings no .htaccess that does.
func apache(p *language.Project, r *universalbuild.Runtime) {
	root, front := webRoot(p.Folder)
	dir := path.Join("/app", p.InContext(root))
	fallback := ""
	if !p.Has(path.Join(root, ".htaccess")) && routesItself(p, front) {
		fallback = "    FallbackResource /index.php\n"
	}
	hidden := ""
	if root == "." {
		// the whole project lies below the web root: keep what is no page private
		hidden = "  <FilesMatch \"^(?:\\.|composer\\.(?:json|lock)$|package(?:-lock)?\\.json$|Procfile$|.*\\.(?:sh|sql|ini|log|ya?ml|toml|lock|bak|dist)$)\">\n    Require all denied\n  </FilesMatch>\n" +
			"  <DirectoryMatch \"/(?:\\.git|vendor|node_modules)(?:/|$)\">\n    Require all denied\n  </DirectoryMatch>\n"
	}
	r.Setup = append(r.Setup, "a2enmod rewrite headers expires")
	if m := herokuBoot.Regexp().FindStringSubmatch(p.Folder.Content("Procfile")); m != nil {
		// the Procfile's command is Heroku's own; here it stands for Apache
		boot := m[1]
		if !strings.Contains(boot, "/") {
			boot = "/usr/local/bin/" + boot
		}
		r.Setup = append(r.Setup, "mkdir -p "+path.Dir(boot)+" && printf '#!/bin/sh\\nexec apache2-foreground\\n' >"+boot+" && chmod 755 "+boot)
	}
	r.Files = []universalbuild.File{
		{Path: "/etc/apache2/ports.conf", Content: "Listen ${PORT}\n"},
		{Path: "/etc/apache2/sites-available/000-default.conf", Content: "ServerName localhost\n<VirtualHost *:${PORT}>\n  DocumentRoot " + apacheQuote(dir) + "\n" +
			"  <Directory " + apacheQuote(dir) + ">\n    Options FollowSymLinks\n    AllowOverride All\n    Require all granted\n    DirectoryIndex index.php index.html\n" +
			fallback + "  </Directory>\n" + hidden +
			"  ErrorLog /proc/self/fd/2\n  CustomLog /proc/self/fd/1 combined\n</VirtualHost>\n"},
	}
}

// apacheQuote makes a path one argument of an Apache directive.
func apacheQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", "", "\r", "").Replace(s) + `"`
}

// routesItself reports whether the front controller answers paths that are
// no files: every framework's does, and so does code that looks at the path.
func routesItself(p *language.Project, front string) bool {
	if p.Framework.Value != "" {
		return true
	}
	text := p.Folder.Content(front)
	return strings.Contains(text, "REQUEST_URI") || strings.Contains(text, "PATH_INFO") || strings.Contains(text, "FastRoute") || strings.Contains(text, "->dispatch(")
}
