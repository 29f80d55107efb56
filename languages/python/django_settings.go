package python

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/manifest/pysource"
	"aipack/languages/python/buildtime"
	"aipack/languages/python/listing"
)

// manageScript finds Django's manage.py in the folder or one below it that is
// no project of its own.
func manageScript(f *language.Folder) string {
	names := []string{"manage.py"}
	own := listing.OwnFolders(f)
	for _, name := range f.Glob("*/manage.py") {
		if !listing.Within(name, own) && !listing.Aside(name) {
			names = append(names, name)
		}
	}
	first := ""
	for _, name := range names {
		content, ok := f.Text(name)
		if !ok || !strings.Contains(content, "django") {
			continue
		}
		if m := settingsNamed.Regexp().FindStringSubmatch(content); m != nil && hasModule(f, path.Dir(name), m[1]) {
			return name // one above may only call it
		}
		if first == "" {
			first = name
		}
	}
	return first
}

const settingsNamed = language.Pattern(`["']DJANGO_SETTINGS_MODULE["']\s*,\s*["']([\w.]+)["']`)

func hasModule(f *language.Folder, dir, module string) bool {
	base := path.Join(dir, strings.ReplaceAll(module, ".", "/"))
	return f.Has(base+".py") || f.Has(base+"/__init__.py")
}

func readDjango(p *projectFacts) (django, bool) {
	manage := manageScript(p.Folder)
	if manage == "" {
		return django{}, false
	}
	d := django{dir: path.Dir(manage), manage: manage, why: p.Evidence("python.django", manage, 0, "")}
	if module, line := djangoSettingsIn(p, manage); module != "" {
		d.settings, d.why = module, p.AtLine("python.django", manage, line)
	}
	if module := imageSettings(p); module != "" && hasModule(p.Folder, d.dir, module) {
		d.settings, d.override = module, module
	} else if d.settings == "" || strings.HasSuffix(d.settings, ".test") || d.setNothing(p) {
		d.guessSettings(p)
	}
	if served := d.servedSettings(p); d.override == "" && served != "" && served != d.settings {
		d.settings, d.override = served, served
	}
	d.readSettings(p)
	return d, true
}

// djangoSettingsIn reads the literal name of the settings module, and the line
// it stands on.
func djangoSettingsIn(p *projectFacts, name string) (module string, line int) {
	src, _ := language.Parse(p.Folder, name, pysource.Parse)
	for _, c := range src.Calls {
		if len(c.Args) < 2 || !strings.HasSuffix(c.Name, "setdefault") && !strings.HasSuffix(c.Name, "getenv") && !strings.HasSuffix(c.Name, ".get") {
			continue
		}
		if key, _ := c.Args[0].Text(); key == "DJANGO_SETTINGS_MODULE" {
			if text, ok := c.Args[1].Text(); ok && (module == "" || strings.HasSuffix(module, ".test")) {
				module, line = text, c.Line
			}
		}
	}
	return module, line
}

// imageSettings is the module that the project's own image names for all that runs
// in it. https://docs.docker.com/reference/dockerfile/#env
func imageSettings(p *projectFacts) string {
	file, ok := language.Parse(p.Folder, p.FirstOf("Dockerfile", "Containerfile"), dockerfile.Parse)
	if !ok || len(file.Stages) == 0 {
		return ""
	}
	module := ""
	for _, v := range file.Stages[len(file.Stages)-1].Env {
		if v.Name == "DJANGO_SETTINGS_MODULE" {
			module = v.Value
		}
	}
	return module
}

// setNothing reports whether the module that manage.py names is a package whose
// own file is empty: the settings are one of the modules in it.
func (d *django) setNothing(p *projectFacts) bool {
	text, ok := p.Text(path.Join(d.dir, strings.ReplaceAll(d.settings, ".", "/"), "__init__.py"))
	return ok && strings.TrimSpace(text) == ""
}

// guessSettings takes the module that wsgi.py names, else the settings for
// production or the only ones that lie where startproject puts them.
func (d *django) guessSettings(p *projectFacts) {
	if module := d.servedSettings(p); module != "" {
		d.settings, d.override = module, module
		return
	}
	for _, pattern := range []string{"*/settings/production.py", "*/settings/prod.py", "*/settings.py", "*/settings/__init__.py", "*/settings/base.py"} {
		found := p.Glob(path.Join(d.dir, pattern))
		if len(found) == 0 {
			continue
		}
		name := found[0]
		if text, _ := p.Text(name); strings.TrimSpace(text) == "" {
			continue // a package's own empty file sets nothing
		}
		if d.dir != "." {
			name = strings.TrimPrefix(name, d.dir+"/")
		}
		d.settings = strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(name, ".py"), "/__init__"), "/", ".")
		d.override = d.settings
		return
	}
}

// servedSettings is the module that wsgi.py or asgi.py names: what servers load,
// and so what counts in production where manage.py names another one.
// https://docs.djangoproject.com/en/stable/howto/deployment/wsgi/#configuring-the-settings-module
func (d *django) servedSettings(p *projectFacts) string {
	for _, name := range append(p.Glob(path.Join(d.dir, "*/wsgi.py")), p.Glob(path.Join(d.dir, "*/asgi.py"))...) {
		module, _ := djangoSettingsIn(p, name)
		last := module[strings.LastIndexByte(module, '.')+1:]
		if module != "" && !developmentSettings[last] && (d.settings == "" || hasModule(p.Folder, d.dir, module)) {
			return module
		}
	}
	return ""
}

var developmentSettings = language.Words("local dev devel develop development test tests testing")

// readSettings reads the module that manage.py names, and the other files of
// its package.
func (d *django) readSettings(p *projectFacts) {
	if d.settings == "" {
		return
	}
	base := path.Join(d.dir, strings.ReplaceAll(d.settings, ".", "/"))
	candidates := []string{base + ".py", path.Join(base, "__init__.py")}
	folder := path.Dir(base)
	if p.Has(path.Join(base, "__init__.py")) {
		folder = base
	}
	if path.Base(folder) == "settings" || folder == base {
		candidates = append(candidates, p.Glob(path.Join(folder, "*.py"))...)
	}
	for _, name := range candidates {
		if !p.Has(name) || slices.Contains(d.files, name) {
			continue
		}
		d.files = append(d.files, name)
		src, _ := language.Parse(p.Folder, name, pysource.Parse)
		content, _ := p.Text(name)
		d.readAssigns(name, content, src)
		for _, need := range buildtime.Needs(content) {
			if !slices.ContainsFunc(d.needs, func(known buildtime.Need) bool { return known.Name == need.Name }) {
				d.needs = append(d.needs, need)
			}
		}
		d.readPlaces(p, name, content, src)
		d.readHosts(p, name, content, src)
	}
	d.findServers(p)
	for _, dev := range []string{".local", ".dev", ".development"} {
		if stem, ok := strings.CutSuffix(d.settings, dev); ok {
			for _, prod := range []string{"production", "prod"} {
				if p.Has(path.Join(d.dir, strings.ReplaceAll(stem, ".", "/"), prod+".py")) && d.override == "" {
					d.override = stem + "." + prod
				}
			}
		}
	}
}

func (d *django) readAssigns(name, content string, src pysource.Source) {
	apps := false
	for _, a := range src.Assigns {
		text, _ := pysource.Arg{Tokens: a.Value}.Text()
		switch a.Target {
		case "WSGI_APPLICATION":
			d.wsgi = djangoTarget(text, d.wsgi)
		case "ASGI_APPLICATION":
			d.asgi = djangoTarget(text, d.asgi)
		case "DATABASES":
			d.database = true
		case "STATIC_ROOT":
			if len(a.Value) > 0 && a.Value[0].Text != "None" && !neverSet(content, src, a.Line) {
				d.rootFile, d.rootLine = name, a.Line
			}
		}
		installed := pysource.Arg{Tokens: a.Value}.Strings()
		apps = apps || slices.Contains(installed, "django.contrib.staticfiles")
		d.gis = d.gis || slices.Contains(installed, "django.contrib.gis")
	}
	d.collects = d.collects || apps
}

// withoutDebug begins what only holds where Django does not debug.
const withoutDebug = language.Pattern(`^if\s+(?:not\s+DEBUG|DEBUG\s*(?:==|is)\s*False)\s*:`)

// neverSet reports whether a line of the settings stands in a branch that they do not
// take, as they set DEBUG to True for good.
func neverSet(content string, src pysource.Source, line int) bool {
	always := slices.ContainsFunc(src.Assigns, func(a pysource.Assign) bool {
		return a.Target == "DEBUG" && len(a.Value) == 1 && a.Value[0].Text == "True"
	})
	lines := strings.Split(content, "\n")
	if !always || line < 1 || line > len(lines) || strings.TrimLeft(lines[line-1], " \t") == lines[line-1] {
		return false
	}
	for i := line - 2; i >= 0; i-- {
		if text := lines[i]; strings.TrimSpace(text) != "" && strings.TrimLeft(text, " \t") == text {
			return withoutDebug.Matches(text)
		}
	}
	return false
}

func djangoTarget(dotted, known string) string {
	i := strings.LastIndexByte(dotted, '.')
	if i < 0 {
		return known
	}
	return dotted[:i] + ":" + dotted[i+1:]
}

// findServers completes what the settings leave out: startproject puts wsgi.py
// and asgi.py beside the settings.
func (d *django) findServers(p *projectFacts) {
	module := func(rel string) string {
		if d.dir != "." {
			rel = strings.TrimPrefix(rel, d.dir+"/")
		}
		rel = strings.TrimSuffix(strings.TrimSuffix(rel, ".py"), "/__init__")
		return strings.ReplaceAll(rel, "/", ".") + ":application"
	}
	beside := path.Join(d.dir, path.Dir(strings.ReplaceAll(d.settings, ".", "/")))
	find := func(name string) string {
		for _, rel := range []string{path.Join(beside, name+".py"), path.Join(beside, name, "__init__.py"), path.Join(d.dir, name+".py")} {
			if p.Has(rel) {
				return module(rel)
			}
		}
		for _, rel := range p.Glob(path.Join(d.dir, "*", name+".py")) {
			return module(rel)
		}
		return ""
	}
	if d.wsgi == "" {
		d.wsgi = find("wsgi")
	}
	if d.asgi == "" {
		d.asgi = find("asgi")
	}
}
