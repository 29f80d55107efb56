package static

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/language/version"
	"aipack/backend/manifest/gomod"
	"aipack/backend/universalbuild"
)

// hugoNames are the names of a site's configuration, the older config last
// (gohugo.io/configuration/introduction).
var hugoNames = []string{"hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config.toml", "config.yaml", "config.yml", "config.json"}

// hugoDefaults is the folder that holds the configuration in parts. It belongs
// to the site around it.
const hugoDefaults = "config/_default"

// hugoManifests are all places of a site's configuration.
func hugoManifests() (out []language.Manifest) {
	for i, name := range hugoNames {
		priority := 1
		if i > 3 {
			priority = 2
		}
		out = append(out, language.Manifest{Name: name, Priority: priority}, language.Manifest{Name: path.Join(hugoDefaults, name), Priority: priority})
	}
	return out
}

// hugoSite tells a Hugo site, and where its configuration says so. What lies
// below themes/ of a site is that site's, an example of the theme too.
func hugoSite(f *language.Folder) (finding.Evidence, bool) {
	if strings.HasSuffix("/"+f.Path, "/"+hugoDefaults) || strings.Contains("/"+f.Path+"/", "/config/") || hugoTheme(f) {
		return finding.Evidence{}, false
	}
	if name := f.FirstOf(hugoNames[:4]...); name != "" {
		return f.Evidence("static.hugo", name, 0, ""), true
	}
	if c, name := f.Settings(siteAddressed(f, hugoNames[4:]...)...); c != nil && c.Has("baseurl") && !c.Has("base_url") &&
		(f.HasDir("content") || f.HasDir("layouts") || f.HasDir("themes") || c.Has("theme")) {
		return f.At("static.hugo", name, "aseU"), true
	}
	for _, name := range hugoNames {
		if at := path.Join(hugoDefaults, name); f.Has(at) && (f.HasDir("content") || f.HasDir("layouts") || f.HasDir("themes")) {
			return f.Evidence("static.hugo", at, 0, ""), true
		}
	}
	return finding.Evidence{}, false
}

// hugoTheme reports whether a folder lies below the themes of a site.
func hugoTheme(f *language.Folder) bool {
	for at := f; !at.IsRoot(); {
		name := at.Name()
		at = at.Sub("..")
		if _, site := hugoSiteAt(at); name == "themes" && site {
			return true
		}
	}
	return false
}

// hugoSiteAt is hugoSite for a folder above, which is itself no theme's.
func hugoSiteAt(f *language.Folder) (string, bool) {
	for _, name := range hugoNames {
		if f.Has(name) || f.Has(path.Join(hugoDefaults, name)) {
			return name, true
		}
	}
	return "", false
}

// hugoRelease is how hosts are told which Hugo to build with, and so are the container
// files and workflows beside them (https://gohugo.io/host-and-deploy/host-on-netlify/,
// host-on-github-pages).
const hugoRelease = language.Pattern(`\bHUGO_VERSION\s*[=:]\s*["']?v?(\d+\.\d+\.\d+)\b`)

// hugoVersion reads it from the site's own files, then from the repository's.
func hugoVersion(p *language.Project) finding.Finding[string] {
	names := []string{"netlify.toml", "Dockerfile", "Containerfile"}
	for _, at := range []*language.Folder{p.Folder, p.Reader().Folder(".")} {
		for _, name := range append(names, at.Glob(".github/workflows/*.{yml,yaml}")...) {
			text, _ := at.Text(name)
			if why := at.AtCode("static.hugo_version", name, text, hugoRelease); why.Rule != "" {
				return finding.Of(hugoRelease.Regexp().FindStringSubmatch(why.Excerpt)[1], finding.Likely, why)
			}
		}
	}
	return finding.Finding[string]{}
}

// hugoRecipe builds Hugo at the site's version: Debian's package is too old for
// current themes. It is fetched and compiled with Go's caches, in a layer that
// lives as long as the configuration.
func hugoRecipe(p *language.Project, r *language.Recipe) string {
	release := hugoDefault
	if v := p.Version.Value; strings.Count(v, ".") == 2 && version.Plain.Regexp().MatchString(v) {
		release = v
	}
	b := &r.Build
	b.BaseImage = "golang:1.25-bookworm" // Hugo modules are Go modules
	if known, _, _ := version.ParseNumber(hugoDefault); newer(release, known) {
		b.BaseImage = "golang:1.26-bookworm"
	}
	install := "CGO_ENABLED=0 go install github.com/gohugoio/hugo@v" + release
	if why, needs := hugoSass(p); needs {
		install = "CGO_ENABLED=1 go install -tags extended github.com/gohugoio/hugo@v" + release
		r.Why = append(r.Why, language.Reason{Field: "/build/pre_build_commands", Confidence: finding.Likely, Evidence: why})
	}
	b.PreBuildCommands = []string{install}
	b.BuildCommands = []string{"hugo --gc --minify"}
	b.CachePaths = []string{"/go/pkg/mod", "/root/.cache/go-build"}
	if p.Has("package.json") {
		b.Tools = []universalbuild.Tool{{Image: node.Image(node.DefaultVersion), Paths: []string{"/usr/local/bin/node", "/usr/local/lib/node_modules"}}}
		b.Setup = append(b.Setup, node.Links)
		b.BuildCommands = append([]string{"npm install"}, b.BuildCommands...)
	}
	var places []string
	for _, m := range hugoManifests() {
		places = append(places, m.Name)
	}
	c, name := p.Folder.Settings(places...)
	if name == "" {
		name = p.FirstOf(places...)
	}
	if name != "" {
		b.Manifests = []string{name}
	}
	if dir := c.Text("publishDir"); language.SafeFolder(dir) {
		return dir
	}
	return "public"
}

func newer(release string, known version.Number) bool {
	v, _, ok := version.ParseNumber(release)
	return ok && known.Less(v)
}

// hugoPipes are the calls that make CSS of Sass, or images in WebP's lossy form,
// neither of which the standard edition can (gohugo.io/installation: editions).
const hugoPipes = language.Pattern(`\b(?:toCSS|css\.Sass|resources\.ToCSS)\b|\.(?:Process|Resize|Fit|Fill|Crop)\b[^\n]*\bwebp\b`)

// hugoSass points at what needs the extended edition: a use of Sass or
// WebP in the site or its themes, or a theme that lies elsewhere and may use it.
func hugoSass(p *language.Project) (finding.Evidence, bool) {
	if mod, ok := language.Parse(p.Folder, "go.mod", gomod.ParseModule); ok && len(mod.Requires) > 0 {
		return p.At("static.hugo_module", "go.mod", mod.Requires[0].Path), true
	}
	if c, name := p.Folder.Settings(hugoNames...); c.Has("theme") && !p.HasDir(path.Join("themes", path.Base(c.Text("theme")))) {
		return p.At("static.hugo_theme", name, "theme"), true
	}
	for _, pattern := range []string{"assets/**/*.{scss,sass}", "themes/*/assets/**/*.{scss,sass}"} {
		if found := p.Glob(pattern); len(found) > 0 {
			return p.Evidence("static.hugo_sass", found[0], 0, ""), true
		}
	}
	layouts := append(p.Glob("layouts/**/*.html"), p.Glob("themes/*/layouts/**/*.html")...)
	for _, name := range layouts[:min(len(layouts), 200)] {
		text, _ := p.Text(name)
		if at := p.Folder.AtCode("static.hugo_sass", name, text, hugoPipes); at.Rule != "" {
			return at, true
		}
	}
	return finding.Evidence{}, false
}
