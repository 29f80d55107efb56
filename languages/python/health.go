package python

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
	"aipack/languages/python/urlconf"
)

// documentation is the page on its own interface that an application serves by itself.
type documentation struct {
	framework string
	at        string   // without arguments
	path      string   // the argument that says another path, "" for none
	off       []string // arguments that leave it out with None or False
	unknown   []string // arguments after which its place is not known
}

// documented are such pages by the call that makes the application.
var documented = map[string]documentation{
	// fastapi.tiangolo.com/tutorial/metadata, "Docs URLs"
	"fastapi.FastAPI":              fastDocs,
	"fastapi.applications.FastAPI": fastDocs,
	// apiflask.com/api-docs, "Change the path to API documentation"; apiflask.com/openapi, enable_openapi
	"apiflask.APIFlask": {"Flask", "/docs", "docs_path", []string{"enable_openapi"}, []string{"openapi_blueprint_url_prefix"}},
	// docs.litestar.dev, "Configuring the OpenAPI Root Path"; "Disabling schema generation"
	"litestar.Litestar":     {"Litestar", "/schema", "", []string{"openapi_config"}, []string{"path"}},
	"litestar.app.Litestar": {"Litestar", "/schema", "", []string{"openapi_config"}, []string{"path"}},
}

var fastDocs = documentation{"FastAPI", "/docs", "docs_url", []string{"openapi_url"}, nil}

// documentedConfidence is below that of what is written for being asked: routes and
// checks go before a page of documentation.
const documentedConfidence = finding.Likely - 0.1

// health finds what a framework answers by itself, unless the sources turn it off: the
// documentation of an interface, Django's administration.
func health(p *language.Project) finding.Finding[string] {
	plan := planOf(read(p.Folder))
	if plan.django != nil {
		return plan.django.page(p)
	}
	fastAPI := finding.Finding[string]{}
	if plan.framework == "FastAPI" || p.Framework.Value == "FastAPI" {
		fastAPI = finding.Of(fastDocs.at, documentedConfidence, finding.Evidence{Rule: "python.framework_health", Excerpt: "FastAPI"})
	}
	if plan.app == nil {
		return fastAPI
	}
	f := plan.app.file
	for _, c := range f.Calls {
		d, known := documented[c.Full]
		if c.Line != plan.app.line || !known {
			continue
		}
		at, said, ok := d.of(p, f, c)
		switch {
		case !ok:
			return finding.Finding[string]{}
		case said || d.framework != "FastAPI":
			return finding.Of(at, documentedConfidence, p.AtLine("python.framework_health", f.path, c.Line))
		}
	}
	return fastAPI
}

// of reads from a call where the page is, and whether the call itself says so; ok is
// false where it is left out, or its place is not known.
func (d documentation) of(p *language.Project, f sourceFile, c pysource.Call) (at string, said, ok bool) {
	for _, a := range c.Args {
		switch {
		case slices.Contains(d.unknown, a.Name):
			return "", false, false
		case slices.Contains(d.off, a.Name) && !d.stays(p, f, a):
			return "", false, false
		case a.Name == d.path && a.Name != "":
			if at, ok = pathGiven(p, f, a.Tokens); !ok {
				return "", false, false
			}
			said = true
		}
	}
	if !said {
		at = d.at
	}
	return at, said, true
}

// stays reports whether the page is there with this argument: True, a path, or settings
// of it that name no other place.
func (d documentation) stays(p *language.Project, f sourceFile, a pysource.Arg) bool {
	if len(a.Tokens) == 1 && a.Tokens[0].Is("True") {
		return true
	}
	if d.framework == "Litestar" {
		made := len(a.Tokens) > 2 && a.Tokens[1].Text == "(" || len(a.Tokens) > 4 && a.Tokens[3].Text == "("
		return made && !slices.ContainsFunc(a.Tokens, func(t pysource.Token) bool {
			return t.Kind == pysource.Name && (slices.Contains(d.unknown, t.Text) || t.Text == "openapi_controller")
		})
	}
	_, ok := pathGiven(p, f, a.Tokens)
	return ok
}

// pathGiven reads the path that an argument gives: a text, or what a constant or
// a setting of that name has for its default. ok is false for None and for what
// is not known.
func pathGiven(p *language.Project, f sourceFile, tokens []pysource.Token) (at string, ok bool) {
	if text, plain := pysource.Text(f.Literal(tokens)); plain {
		return text, strings.HasPrefix(text, "/")
	}
	name := ""
	for _, t := range tokens {
		if t.Is("None") || t.Is("if") {
			return "", false
		}
		if t.Kind == pysource.Name {
			name = t.Text
		}
	}
	if name == "" {
		return "", false
	}
	given := regexp.MustCompile(`(?m)^\s*` + regexp.QuoteMeta(name) + `\s*(?::[^=\n]+)?=\s*["'](/[^"'\n]*)["']`)
	for _, src := range reach(p.Folder, f) {
		text, _ := p.Text(src.path)
		if m := given.FindStringSubmatch(text); m != nil {
			return m[1], true
		}
	}
	return "", false
}

// ownPages is how sure the pages are that Django itself answers: a route of the project goes
// before them, which its list of paths names with finding.Guess at least.
const ownPages = finding.Guess - 0.1

// page is what Django's own pages answer without signing in: the documentation of Django
// Ninja (django-ninja.dev/guide/openapi: docs_url below the path of the interface), and
// the page where one signs in to the administration
// (docs.djangoproject.com/en/stable/ref/contrib/admin, "Hooking AdminSite instances into
// your URLconf", "Reversing admin URLs"). They count where the list of paths itself mounts
// them: behind a condition or a language's prefix they may be elsewhere.
func (d *django) page(p *language.Project) finding.Finding[string] {
	name := d.rootURLs(p)
	text, ok := p.Text(name)
	if name == "" || !ok || !strings.Contains(text, ".urls") {
		return finding.Finding[string]{}
	}
	first, last := urlconf.Lines(text)
	src, _ := language.Parse(p.Folder, name, pysource.Parse)
	admin := finding.Finding[string]{}
	for _, c := range src.Calls {
		if c.Line < first || c.Line > last || len(c.Args) < 2 {
			continue
		}
		route, plain := urlconf.Route(c)
		t := c.Args[1].Tokens
		switch {
		case !plain || len(t) < 3 || !t[len(t)-1].Is("urls"):
		case len(t) == 5 && t[0].Is("admin") && t[2].Is("site"):
			admin = finding.Of("/"+strings.TrimSuffix(route, "/")+"/login/", ownPages, p.AtLine("python.django_admin", name, c.Line))
		case len(t) == 3 && read(p.Folder).uses("django-ninja", "django-ninja-extra"):
			if at, known := ninjaDocs(p, t[0].Text); known {
				return finding.Of("/"+strings.TrimSuffix(route, "/")+at, ownPages, p.AtLine("python.framework_health", name, c.Line))
			}
		}
	}
	return admin
}

// rootURLs is the file with the paths of the whole project, "" where the settings name none.
func (d *django) rootURLs(p *language.Project) string {
	for _, name := range d.files {
		text, _ := p.Text(name)
		if m := urlconf.Module(text); m != "" {
			at := path.Join(d.dir, strings.ReplaceAll(m, ".", "/"))
			return p.FirstOf(at+".py", at+"/__init__.py")
		}
	}
	return ""
}

// ninjaDocs is where a Ninja interface of this name shows its documentation.
func ninjaDocs(p *language.Project, variable string) (at string, ok bool) {
	ninja := documentation{"Django", "/docs", "docs_url", []string{"openapi_url"}, nil}
	for _, f := range sources(p.Folder) {
		for _, a := range f.Assigns {
			if a.Target != variable || a.Call == nil || a.Call.Full != "ninja.NinjaAPI" && a.Call.Full != "ninja_extra.NinjaExtraAPI" {
				continue
			}
			at, _, ok = ninja.of(p, f, *a.Call)
			return at, ok
		}
	}
	return "", false
}
