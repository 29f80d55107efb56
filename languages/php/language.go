// Package php knows PHP, with Composer or without, behind Apache or serving by
// itself. It offers Language.
package php

import (
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/packagist"
)

const defaultVersion = "8.4"

// Language is PHP behind Apache, with or without Composer, and PHP programs that
// run by themselves.
var Language = language.Language{
	ID:         "php",
	Name:       "PHP",
	Extensions: []string{".php", ".phtml"},
	Manifests: []language.Manifest{
		{Name: "composer.json", Priority: 1},
		{Name: "artisan", Priority: 2},
		{Name: "index.php", Priority: 2},
		{Name: "composer.lock", Priority: 3, Lock: true},
	},
	Systems: []language.System{{
		ID: "composer", Name: "Composer",
		Files:  []string{"composer.json", "composer.lock"},
		Caches: []string{"/root/.composer/cache"},
		Practices: language.Practices{
			BuildImage: "php:8.4-apache-bookworm", RuntimeImage: "php:8.4-apache-bookworm",
			Build:     []string{"composer install --no-dev --no-interaction --prefer-dist", "composer dump-autoload --no-dev --optimize"},
			Test:      []string{"vendor/bin/phpunit"},
			Caches:    []string{"/root/.composer/cache"},
			Artifacts: []string{"."},
			Ports:     []int{8080},
			Health:    "/up",
			Notes: []string{
				"Only the web root (public/ for most frameworks) may be served; the rest of the application stays out of reach.",
				"Extensions are compiled once with docker-php-ext-install or pecl; the compiler and the -dev packages stay in the build image.",
				"Apache listens on 8080, so that it needs no root.",
				"Caches of configuration and routes depend on the environment: they belong to the release, not to the build.",
			},
		},
	}},
	Frameworks: frameworks,
	Execs: []language.Pattern{ // php.net/manual/book.exec, symfony.com/doc/current/components/process
		`\b(?:exec|shell_exec|system|passthru|proc_open|popen|new Process)\(\s*\[?\s*["']([\w.+-]+)["' ]`,
	},
	EnvReads: []language.Pattern{
		`\bgetenv\(\s*["']([A-Za-z_][A-Za-z0-9_]*)["']\s*(?:,\s*true\s*)?\)(?:\s*(?:\?:|\?\?|\|\|)\s*["']?([^"';,)\s]*)["']?)?`,
		`\$_ENV\[\s*["']([A-Z][A-Z0-9_]*)["']\s*\](?:\s*\?\?\s*["']?([^"';,)\s]*)["']?)?`,
		`\$_SERVER\[\s*["']((?:APP|DB|DATABASE|MYSQL|PG|REDIS|MAIL|SMTP|API|AWS)_[A-Z0-9_]+|PORT)["']\s*\](?:\s*\?\?\s*["']?([^"';,)\s]*)["']?)?`,
		`\benv\(\s*["']([A-Z][A-Z0-9_]*)["']\s*,\s*["']([^"'\n]*)["']\s*\)`,
		`\benv\(\s*["']([A-Z][A-Z0-9_]*)["']\s*,\s*([0-9]+|true|false)\s*\)`,
		`\benv\(\s*["']([A-Z][A-Z0-9_]*)["']\s*[,)]`,
		`%env\((?:[a-z_]+:)*([A-Z][A-Z0-9_]*)\)%`,
	},
	PortUses: []language.Pattern{
		`\bgetenv\(\s*["'][A-Z_]*PORT["']\s*\)\s*(?:\?:|\?\?|\|\|)\s*["']?(\d{2,5})\b`,
		`\$_(?:ENV|SERVER)\[\s*["']PORT["']\s*\]\s*\?\?\s*["']?(\d{2,5})\b`,
		`\benv\(\s*["']PORT["']\s*,\s*["']?(\d{2,5})\b`,
		`\bnew\s+\\?(?:[A-Za-z]+\\)*(?:HttpServer|SocketServer|Server|Worker|App)\(\s*["'](?:[a-z]+://)?[0-9.]*:(\d{2,5})["']`,
		`\bstream_socket_server\(\s*["'][^"'\n]*:(\d{2,5})["']`,
		`\b(?:socket_bind|new\s+\\?Swoole\\[A-Za-z\\]*Server)\([^,\n]*,\s*(?:["'][^"'\n]*["']\s*,\s*)?(\d{2,5})\b`,
	},
	Routes: []language.Pattern{
		`(?:->|::|#\[)(?:get|any|Route|match|map|addRoute)\(\s*(?:\[[^\]\n]*\]\s*,\s*|["']GET["']\s*,\s*)?["'](/?[A-Za-z0-9_][^"'\s]*|/)["']`,
		`\$(?:path|uri|route|requestUri|url)\s*===?\s*["'](/[^"'\s]*)["']`,
		`\bcase\s+["'](/[A-Za-z0-9_][^"'\s]*)["']`,
		`\$_SERVER\[["']REQUEST_URI["']\]\s*===?\s*["'](/[^"'\s]*)["']`,
	},
	Claim:          claim,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: defaultVersion,
	ImageVersion:   version.Image("php"),
	Framework:      framework,
	Start:          start,
	Port:           port,
	Health:         health,
	SignsIn:        signsIn,
	Recipe:         recipe,
}

func composerOf(f *language.Folder) (packagist.Manifest, bool) {
	return language.Parse(f, "composer.json", packagist.Parse)
}

func composerLock(f *language.Folder) (packagist.Lock, bool) {
	return language.Parse(f, "composer.lock", packagist.ParseLock)
}

// dependencies lists packages and platform extensions ("ext-gd").
func dependencies(p *language.Project) []language.Dependency {
	c, _ := composerOf(p.Folder)
	var deps []language.Dependency
	for _, part := range []struct {
		names map[string]string
		dev   bool
	}{{c.Require, false}, {c.RequireDev, true}} {
		for name, constraint := range part.names {
			if name == "php" || name == "" || part.dev && c.Require[name] != "" {
				continue
			}
			deps = append(deps, language.Dependency{Name: strings.ToLower(name), Version: constraint, Dev: part.dev, Path: p.Join("composer.json"), Line: c.Lines[name]})
		}
	}
	if !p.Has("composer.json") {
		deps = called(p.Folder)
	}
	for _, dir := range c.Paths {
		at := p.Sub(strings.TrimSuffix(dir, "/*"))
		other, ok := composerOf(at)
		for i := range deps {
			if ok && deps[i].Name == strings.ToLower(other.Name) {
				deps[i].Local = at.Path
			}
		}
	}
	sort.Slice(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

// versionOf follows Composer: the platform it resolves for, what the project
// requires; then .php-version and the version managers, and the image that
// Laravel Sail runs.
func versionOf(p *language.Project) finding.Finding[string] {
	c, _ := composerOf(p.Folder)
	at := func(rule string, v string) finding.Finding[string] {
		if strings.TrimSpace(v) == "" {
			return finding.Finding[string]{}
		}
		return finding.Of(strings.TrimSpace(v), finding.Certain, p.Folder.AtBoth(rule, "composer.json", `"php"`, v))
	}
	file := finding.Finding[string]{}
	if text, ok := p.Text(".php-version"); ok {
		if v := strings.TrimSpace(text); version.MinorOf(v) != "" && !strings.Contains(v, "\n") {
			file = finding.Of(v, finding.Certain, p.Folder.AtLine("php.version_file", ".php-version", 1))
		}
	}
	return finding.First(func(s string) string { return s },
		at("php.platform", c.Platform["php"]), at("php.require", c.Require["php"]), file, version.Pinned(p.Folder, "php"), sail(p.Folder))
}

const sailRuntime = language.Pattern(`laravel/sail/runtimes/(\d+\.\d+)`)

func sail(f *language.Folder) finding.Finding[string] {
	name := f.FirstOf("docker-compose.yml", "compose.yaml", "compose.yml")
	if name == "" {
		return finding.Finding[string]{}
	}
	text, _ := f.Text(name)
	m := sailRuntime.Regexp().FindStringSubmatch(text)
	if m == nil {
		return finding.Finding[string]{}
	}
	return finding.Of(m[1], finding.Likely, f.At("php.sail", name, m[0]))
}

// minors are the versions that the official image has on a Debian whose
// packages are still served, newest first (docker-library/php).
var minors = []string{"8.5", "8.4", "8.3", "8.2", "8.1", "8.0", "7.4"}

// imageOf is the version that what the project declares and every locked
// package allows, as an image of that variant. Packages count because Composer
// refuses to install them elsewhere.
func imageOf(p *language.Project, variant string) string {
	var ranges []version.Range
	if p.Version.Value != defaultVersion {
		ranges = append(ranges, version.ParseRange(p.Version.Value))
	}
	lock, _ := composerLock(p.Folder)
	for _, pkg := range lock.Packages {
		if c := pkg.Require["php"]; c != "" {
			ranges = append(ranges, version.ParseRange(c))
		}
	}
	minor, fits := version.Choose(defaultVersion, minors, ranges...)
	if !fits {
		p.Warn(versionPlace(p), "version_unsupported", "no maintained image of PHP satisfies "+p.Version.Value+" and the locked packages; the image has "+minor,
			"raise the PHP version in composer.json and run composer update")
	}
	if minor == "7.4" {
		return "php:7.4-" + variant + "-bullseye"
	}
	return "php:" + minor + "-" + variant + "-bookworm"
}

func versionPlace(p *language.Project) string {
	if name := p.FirstOf("composer.json", ".php-version"); name != "" {
		return name
	}
	return "index.php"
}
