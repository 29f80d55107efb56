package static

import (
	"path"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/nginx"
	"aipack/backend/language/node"
	"aipack/backend/language/version"
	"aipack/backend/manifest/staticsite"
)

// recipe builds a site with its generator, or takes the files as they
// are, and hands them to a web server.
func recipe(p *language.Project) language.Recipe {
	r := language.Recipe{Static: true}
	var out string
	spa := false
	switch p.Claim.System {
	case "hugo":
		out = hugoRecipe(p, &r)
	case "zola":
		c, _ := p.Folder.Settings("config.toml")
		out = "public"
		if dir := c.Text("output_dir"); language.SafeFolder(dir) {
			out = dir
		}
		r.Build.BaseImage = "debian:bookworm-slim"
		r.Build.SystemPackages = []string{"ca-certificates", "curl"}
		r.Build.Setup = []string{zolaInstall(p.Version.Value)}
		r.Build.BuildCommands = []string{"zola build"}
	case "jekyll":
		out = jekyllRecipe(p, &r)
	case "mkdocs":
		out = mkdocsRecipe(p, &r)
	case "mdbook":
		out = "book"
		r.Build.BaseImage = "rust:1-bookworm"
		r.Build.Setup = []string{"cargo install mdbook --locked --root /usr/local"}
		r.Build.BuildCommands = []string{"mdbook build"}
	default:
		out, _ = folder(p.Folder)
		s, _ := language.Parse(p.Folder, "Staticfile", staticsite.ParseStaticfile)
		spa = s.IndexFallback
	}
	if r.Build.BaseImage != "" {
		r.Build.Workdir = "/app"
		r.Build.Artifacts = []string{out}
	}
	if r.Build.Environment == nil {
		r.Build.Environment = map[string]string{}
	}
	r.Runtime = nginx.Runtime(p, out, spa)
	r.Why = append(r.Why, language.Reason{Field: "/runtime/copy", Confidence: p.Claim.Confidence, Evidence: language.FirstWhy(p.Claim.Why)})
	return r
}

const (
	hugoDefault = "0.152.2"
	zolaDefault = "0.21.0"
)

func zolaInstall(release string) string {
	if strings.Count(release, ".") != 2 || !version.Plain.Regexp().MatchString(release) {
		release = zolaDefault
	}
	return "curl -fsSL https://github.com/getzola/zola/releases/download/v" + release + "/zola-v" + release + "-$(uname -m)-unknown-linux-gnu.tar.gz | tar -xz -C /usr/local/bin"
}

func jekyllRecipe(p *language.Project, r *language.Recipe) string {
	b := &r.Build
	version := "3.3"
	if parts := strings.Split(p.Version.Value, "."); len(parts) >= 2 && node.Major(parts[0]) >= 2 {
		version = parts[0] + "." + parts[1]
	}
	b.BaseImage = "ruby:" + version + "-bookworm"
	b.Environment = map[string]string{"JEKYLL_ENV": "production", "LANG": "C.UTF-8"}
	b.CachePaths = []string{"/usr/local/bundle/cache"}
	if p.Has("Gemfile") {
		b.PreBuildCommands = []string{"bundle install"}
		b.Manifests = []string{"Gemfile"}
		if p.Has("Gemfile.lock") {
			b.Manifests = append(b.Manifests, "Gemfile.lock")
		}
		if len(p.Glob("*.gemspec")) > 0 {
			b.Manifests = nil
		}
		b.BuildCommands = []string{"bundle exec jekyll build"}
	} else {
		b.PreBuildCommands = []string{"gem install jekyll -v '~> 4.3'"}
		b.BuildCommands = []string{"jekyll build"}
	}
	c, _ := p.Folder.Settings("_config.yml")
	if dir := c.Text("destination"); language.SafeFolder(dir) {
		return path.Clean(dir)
	}
	return "_site"
}

func mkdocsRecipe(p *language.Project, r *language.Recipe) string {
	b := &r.Build
	version := "3.12"
	if parts := strings.Split(p.Version.Value, "."); len(parts) >= 2 && parts[0] == "3" {
		version = parts[0] + "." + parts[1]
	}
	b.BaseImage = "python:" + version + "-slim-bookworm"
	b.CachePaths = []string{"/root/.cache/pip"}
	b.BuildCommands = []string{"mkdocs build"}
	name := p.FirstOf("mkdocs.yml", "mkdocs.yaml")
	text, _ := p.Text(name)
	switch req := p.FirstOf("requirements.txt", "docs/requirements.txt", "requirements-docs.txt", "requirements/docs.txt"); {
	case req != "":
		b.PreBuildCommands = []string{"pip install -r " + language.ShellWord(req)}
		b.Manifests = []string{req}
		if content, _ := p.Text(req); !strings.Contains(content, "mkdocs") {
			b.PreBuildCommands = append(b.PreBuildCommands, "pip install mkdocs mkdocs-material")
		}
	default:
		b.PreBuildCommands = []string{"pip install " + strings.Join(mkdocsPackages(text), " ")}
	}
	c, _ := p.Folder.Settings(name)
	if dir := c.Text("site_dir"); language.SafeFolder(dir) {
		return path.Clean(dir)
	}
	return "site"
}

// mkdocsPackages lists what a configuration needs when no requirements say so:
// plugins are published as mkdocs-NAME or mkdocs-NAME-plugin, of which only
// the widely used are known.
func mkdocsPackages(config string) []string {
	out := []string{"'mkdocs<2'"}
	for _, k := range []struct{ sign, pip string }{
		{"name: material", "mkdocs-material"}, {"name: readthedocs", ""}, {"pymdownx.", "pymdown-extensions"},
		{"mkdocstrings", "'mkdocstrings[python]'"}, {"awesome-pages", "mkdocs-awesome-pages-plugin"},
		{"git-revision-date-localized", "mkdocs-git-revision-date-localized-plugin"}, {"minify", "mkdocs-minify-plugin"},
		{"redirects", "mkdocs-redirects"}, {"macros", "mkdocs-macros-plugin"}, {"include-markdown", "mkdocs-include-markdown-plugin"},
	} {
		if k.pip != "" && strings.Contains(config, k.sign) {
			out = append(out, k.pip)
		}
	}
	return out
}
