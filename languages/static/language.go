// Package static knows pages that a web server hands out as they are, and the
// generators of such pages that are no program of another family. It offers
// Language, which asks its caller about libraries of JavaScript.
package static

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/nginx"
	"aipack/backend/language/version"
	"aipack/backend/manifest/staticsite"
	"aipack/backend/universalbuild"
)

// Language is what a web server hands out as it is, and the generators of such
// files that are no program of another language's project. isLibrary
// knows the libraries of another language, whose pages show what they do.
func Language(isLibrary func(*language.Folder) bool) *language.Language {
	l := html
	l.Claim = func(f *language.Folder) (language.Claim, bool) { return claim(f, isLibrary) }
	return &l
}

var html = language.Language{
	ID:         "html",
	Name:       "HTML",
	Extensions: []string{".html", ".htm"},
	Manifests: append([]language.Manifest{
		{Name: "index.html", Priority: 1}, {Name: "Staticfile", Priority: 1}, {Name: ".static", Priority: 2},
		{Name: "mkdocs.yml", Priority: 1}, {Name: "mkdocs.yaml", Priority: 1}, {Name: "_config.yml", Priority: 1}, {Name: "book.toml", Priority: 1},
		{Name: "Caddyfile", Priority: 2}, {Name: "nginx.conf", Priority: 2}, {Name: "httpd.conf", Priority: 2},
	}, hugoManifests()...),
	Systems:    systems,
	Frameworks: frameworks,
	Version:    versionOf,
	Framework:  framework,
	Start: func(p *language.Project) finding.Finding[language.Start] {
		return nginx.Start(language.FirstWhy(p.Claim.Why))
	},
	Port: func(p *language.Project) finding.Finding[int] {
		return finding.Of(nginx.Port, finding.Certain, finding.Evidence{Rule: "static.port"})
	},
	Health: func(p *language.Project) finding.Finding[string] {
		return finding.Of("/", finding.Likely, finding.Evidence{Rule: "static.index"})
	},
	Recipe: recipe,
}

var systems = []language.System{
	{ID: "static", Name: "Static files", Files: []string{"index.html", "Staticfile"}, Practices: language.Practices{
		BuildImage: nginx.Image, RuntimeImage: nginx.Image, Ports: []int{nginx.Port}, Health: "/",
		Notes: []string{"Serve files with a web server that needs no root: listen above 1024, write to /tmp."},
	}},
	{ID: "hugo", Name: "Hugo", Files: []string{"hugo.toml", "config.toml"}, Practices: language.Practices{
		BuildImage: "debian:bookworm-slim", RuntimeImage: nginx.Image, Build: []string{"hugo --gc --minify"},
		Caches: []string{"resources/_gen"}, Artifacts: []string{"public"}, Ports: []int{nginx.Port}, Health: "/",
	}},
	{ID: "zola", Name: "Zola", Files: []string{"config.toml"}, Practices: language.Practices{
		BuildImage: "ghcr.io/getzola/zola:v0.21.0", RuntimeImage: nginx.Image, Build: []string{"zola build"},
		Artifacts: []string{"public"}, Ports: []int{nginx.Port}, Health: "/",
	}},
	{ID: "jekyll", Name: "Jekyll", Files: []string{"_config.yml", "Gemfile"}, Practices: language.Practices{
		BuildImage: "ruby:3.3-bookworm", RuntimeImage: nginx.Image, Build: []string{"bundle exec jekyll build"},
		Artifacts: []string{"_site"}, Ports: []int{nginx.Port}, Health: "/",
	}},
	{ID: "mkdocs", Name: "MkDocs", Files: []string{"mkdocs.yml"}, Practices: language.Practices{
		BuildImage: "python:3.12-slim-bookworm", RuntimeImage: nginx.Image, Build: []string{"mkdocs build"},
		Caches: []string{"/root/.cache/pip"}, Artifacts: []string{"site"}, Ports: []int{nginx.Port}, Health: "/",
	}},
	{ID: "mdbook", Name: "mdBook", Files: []string{"book.toml"}, Practices: language.Practices{
		BuildImage: "rust:1-bookworm", RuntimeImage: nginx.Image, Build: []string{"mdbook build"}, Artifacts: []string{"book"}, Ports: []int{nginx.Port}, Health: "/",
	}},
}

// generator tells which generator makes a folder's site, "" for none.
func generator(f *language.Folder) (id string, why finding.Evidence) {
	if why, ok := hugoSite(f); ok {
		return "hugo", why
	}
	if c, name := f.Settings(siteAddressed(f, "config.toml")...); c.Has("base_url") && (f.HasDir("content") || f.HasDir("templates")) {
		return "zola", f.At("static.zola", name, "base_url")
	}
	if name := f.FirstOf("mkdocs.yml", "mkdocs.yaml"); name != "" {
		return "mkdocs", f.Evidence("static.mkdocs", name, 0, "")
	}
	if f.Has("_config.yml") && (f.HasDir("_posts") || f.HasDir("_layouts") || f.Has("index.md") || f.Has("index.markdown") || f.Has("index.html") || gemfileNames(f, "jekyll", "github-pages")) {
		return "jekyll", f.Evidence("static.jekyll", "_config.yml", 0, "")
	}
	if f.Has("book.toml") && (f.Has("src/SUMMARY.md") || len(f.Glob("*/SUMMARY.md")) > 0) {
		return "mdbook", f.Evidence("static.mdbook", "book.toml", 0, "")
	}
	return "", finding.Evidence{}
}

// besideCode finds the manifest of a program or library that a site in
// the same folder documents. Requirements alone may be the generator's own.
func besideCode(f *language.Folder) string {
	if name := f.FirstOf("setup.py", "Cargo.toml", "go.mod", "pom.xml", "build.gradle", "build.gradle.kts", "mix.exs", "CMakeLists.txt", "Package.swift", "composer.json"); name != "" {
		return name
	}
	for _, pattern := range []string{"*.gemspec", "*.csproj", "*.sln"} {
		if names := f.Glob(pattern); len(names) > 0 {
			return names[0]
		}
	}
	if f.Has("pyproject.toml") {
		for _, pattern := range []string{"*/__init__.py", "src/*/__init__.py"} {
			if names := f.Glob(pattern); len(names) > 0 {
				return "pyproject.toml"
			}
		}
	}
	return ""
}

// siteAddressed keeps the files that speak of a site's address: config.yaml is
// anybody's name, also that of a template which is no YAML yet.
func siteAddressed(f *language.Folder, names ...string) (out []string) {
	for _, name := range names {
		if text, ok := f.Text(name); ok && strings.Contains(strings.ToLower(text), "base") && !strings.Contains(text, "{{") {
			out = append(out, name)
		}
	}
	return out
}

func gemfileNames(f *language.Folder, gems ...string) bool {
	text, _ := f.Text("Gemfile")
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		for _, g := range gems {
			if strings.HasPrefix(line, `gem "`+g+`"`) || strings.HasPrefix(line, `gem '`+g+`'`) {
				return true
			}
		}
	}
	return false
}

// documents reports whether a site is made with a generator of documentation, or keeps
// its pages where the themes for documentation do (docsy.dev/docs/content/adding-content).
func documents(f *language.Folder, id string) bool {
	return id == "mkdocs" || id == "mdbook" || f.HasDir("content/docs") || f.HasDir("content/en/docs")
}

func claim(f *language.Folder, isLibrary func(*language.Folder) bool) (language.Claim, bool) {
	if id, why := generator(f); id != "" {
		c := language.Claim{System: id, Role: language.Service, Kind: universalbuild.Static, Confidence: finding.Certain, Why: []finding.Evidence{why}, RoleWhy: why}
		if code := besideCode(f); code != "" && id != "hugo" && id != "zola" {
			c.Role, c.Kind, c.RoleWhy = language.Aside, "", f.Evidence("static.documentation", code, 0, "")
		}
		if documents(f, id) {
			c.Documents = why
		}
		return c, true
	}
	root, why := folder(f)
	if root == "" || isPart(f) || hugoTheme(f) {
		return language.Claim{}, false
	}
	if isLibrary(f) || besideCode(f) != "" {
		return language.Claim{}, false // a page that shows what a library does
	}
	confidence := finding.Likely
	if f.FirstOf("Staticfile", ".static") != "" {
		confidence = finding.Certain
	}
	return language.Claim{
		System: "static", Role: language.Service, Kind: universalbuild.Static, Confidence: confidence,
		Why: []finding.Evidence{why}, RoleWhy: why,
	}, true
}

// folder finds the folder of a plain site's pages. A page beside a
// program of another language is that program's, so only a folder without one
// is asked.
func folder(f *language.Folder) (string, finding.Evidence) {
	if s, ok := language.Parse(f, "Staticfile", staticsite.ParseStaticfile); ok || f.Has("Staticfile") {
		root := path.Clean(s.Root)
		if s.Root == "" || strings.HasPrefix(root, "..") || path.IsAbs(root) {
			root = "."
			if !f.Has("index.html") && f.Has("public/index.html") {
				root = "public"
			}
		}
		return root, f.Evidence("static.staticfile", "Staticfile", 0, "")
	}
	for _, dir := range []string{".", "public", "htdocs", "www", "html", "site", "web", "index", "dist", "docs", "src"} {
		page := path.Join(dir, "index.html")
		if f.Has(page) && (dir == "." || leads(f, dir)) {
			return dir, f.Evidence("static.index", page, 0, "")
		}
	}
	return "", finding.Evidence{}
}

// partOfOthers are names of folders whose pages belong to the program around
// them.
var partOfOthers = map[string]bool{
	"public": true, "static": true, "templates": true, "views": true, "assets": true, "resources": true, "wwwroot": true, "src": true,
	"dist": true, "build": true, "coverage": true, "test": true, "tests": true, "docs": true, "doc": true, "webroot": true, "htdocs": true, "pages": true,
}

// isPart reports whether a folder's pages are a part of something else:
// of a program in a folder above it, or of a site whose settings stand there.
func isPart(f *language.Folder) bool {
	if f.IsRoot() || f.FirstOf("Staticfile", "Dockerfile", ".static") != "" {
		return false
	}
	if partOfOthers[f.Name()] {
		return true
	}
	for up := f; !up.IsRoot(); {
		up = up.Sub("..")
		if up.FirstOf(
			"package.json", "deno.json", "go.mod", "Gemfile", "composer.json", "pom.xml", "build.gradle", "build.gradle.kts", "Cargo.toml", "mix.exs",
			"requirements.txt", "pyproject.toml", "Pipfile", "setup.py", "manage.py", "index.html", "Staticfile", "_config.yml", "mkdocs.yml", "hugo.toml",
			"CMakeLists.txt", "Package.swift", "pubspec.yaml", "build.sbt", "project.clj", "app.py", "main.py", "main.go", "index.php",
		) != "" {
			return true
		}
	}
	return false
}

// leads reports whether a folder below holds the site of this one: a web
// server's configuration stands beside it, or this is the root.
func leads(f *language.Folder, dir string) bool {
	return f.FirstOf("nginx.conf", "Caddyfile", "httpd.conf", ".static") != "" || f.IsRoot() && dir != "docs" && dir != "src"
}

func versionOf(p *language.Project) finding.Finding[string] {
	switch p.Claim.System {
	case "hugo":
		return finding.First(func(s string) string { return s }, version.Tool(p.Folder, "hugo"), hugoVersion(p))
	case "zola", "mdbook":
		return version.Tool(p.Folder, p.Claim.System)
	case "mkdocs":
		return finding.First(func(s string) string { return s }, fileVersionOf(p, "runtime.txt"), fileVersionOf(p, ".python-version"), version.Tool(p.Folder, "python"))
	case "jekyll":
		return finding.First(func(s string) string { return s }, fileVersionOf(p, ".ruby-version"), version.Tool(p.Folder, "ruby"))
	}
	return finding.Finding[string]{}
}

// fileVersionOf reads the first line of a version file.
func fileVersionOf(p *language.Project, name string) finding.Finding[string] {
	text, ok := p.Text(name)
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	line = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "python-"), "ruby-")
	if !ok || !version.Plain.Regexp().MatchString(line) {
		return finding.Finding[string]{}
	}
	return finding.Of(line, finding.Certain, p.Evidence("static.version-file", name, 1, line))
}

func framework(p *language.Project) finding.Finding[string] {
	for _, s := range systems {
		if s.ID == p.Claim.System && s.ID != "static" {
			return finding.Of(s.Name, finding.Certain, language.FirstWhy(p.Claim.Why))
		}
	}
	return finding.Finding[string]{}
}
