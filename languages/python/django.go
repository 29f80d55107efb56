package python

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
	"aipack/languages/python/buildtime"
	"aipack/languages/python/distribution"
)

// django is what manage.py and the settings it names say.
type django struct {
	dir       string // folder of manage.py, relative to the project's; "." for its own
	manage    string // path of manage.py
	settings  string // module of the settings, "" unknown
	files     []string
	wsgi      string // "shop.wsgi:application", "" for none
	asgi      string
	why       finding.Evidence
	database  bool
	collects  bool             // collectstatic has something to do
	gis       bool             // GeoDjango is installed
	rootLine  int              // of STATIC_ROOT
	rootFile  string           // file it stands in
	override  string           // settings to use instead of those for development
	needs     []buildtime.Need // without which the settings do not load
	places    []string         // folders of databases' files that are not in the repository, seen from manage.py's
	placeFile string           // file that names one
	placeLine int
	hosts     *universalbuild.Warning // which hosts it answers to stands in a file that is not there
}

// djangoPlan serves a Django project: by ASGI where an ASGI server is
// declared, else by WSGI, else with Django's own server.
func djangoPlan(p *projectFacts) (startPlan, bool) {
	d, ok := readDjango(p)
	if !ok {
		return startPlan{}, false
	}
	plan := startPlan{kind: universalbuild.Web, framework: "Django", port: 8000, confidence: finding.Certain, django: &d, why: []finding.Evidence{d.why}}
	if d.dir != "." {
		plan.dir = d.dir
	}
	if d.override != "" {
		plan.setenv("DJANGO_SETTINGS_MODULE", d.override)
	}
	if len(d.files) == 0 {
		plan.confidence = finding.Unsure
		plan.warnings = append(plan.warnings, universalbuild.Warning{
			Code: "django_settings_missing", Path: p.Join(d.manage), Line: d.why.Line,
			Message: "manage.py names the settings module " + quoteOr(d.settings, "by no literal name") + ", which is not in the repository",
			Fix:     "correct DJANGO_SETTINGS_MODULE in manage.py, or add the module",
		})
	}
	d.serve(p, &plan)
	if d.hosts != nil {
		plan.warnings = append(plan.warnings, *d.hosts)
	}
	if d.database || d.mayHaveDatabase(p) && len(p.Glob(path.Join(d.dir, "*/migrations/*.py"))) > 0 {
		plan.release = append(plan.release, migrateLine(p))
	}
	return plan, true
}

// mayHaveDatabase reports whether the settings may get DATABASES from somewhere
// that was not read: without it Django's dummy backend refuses to migrate.
func (d *django) mayHaveDatabase(p *projectFacts) bool {
	if len(d.files) == 0 {
		return true
	}
	return slices.ContainsFunc(d.files, func(name string) bool {
		text, _ := p.Text(name)
		return strings.Contains(text, "DATABASES") || strings.Contains(text, "import *")
	})
}

func quoteOr(s, other string) string {
	if s == "" {
		return other
	}
	return `"` + s + `"`
}

func (d *django) serve(p *projectFacts, plan *startPlan) {
	port := language.PortWord(plan.port)
	wsgi := d.wsgi
	if wsgi == "" && d.settings != "" {
		wsgi = "'django.core.wsgi:get_wsgi_application()'"
	}
	server := ""
	switch {
	case d.asgi != "" && p.uses("daphne", "channels") && p.uses("daphne"):
		server, plan.line = "daphne", "daphne -b 0.0.0.0 -p "+port+" "+d.asgi
	case d.asgi != "" && p.uses("uvicorn"):
		server, plan.line = "uvicorn", "uvicorn "+d.asgi+" --host 0.0.0.0 --port "+port
	case d.asgi != "" && p.uses("hypercorn"):
		server, plan.line = "hypercorn", "hypercorn --bind 0.0.0.0:"+port+" "+d.asgi
	case wsgi != "" && p.uses("gunicorn"):
		server, plan.line = "gunicorn", "gunicorn --bind 0.0.0.0:"+port+" "+wsgi
	case d.wsgi != "" && p.uses("waitress"):
		server, plan.line = "waitress", "waitress-serve --listen=0.0.0.0:"+port+" "+d.wsgi
	case d.wsgi != "" && p.uses("uwsgi", "pyuwsgi"):
		server, plan.line = "uwsgi", "uwsgi --master --die-on-term --http 0.0.0.0:"+port+" --module "+d.wsgi
	case d.asgi != "" && p.uses("granian"):
		server, plan.line = "granian", "granian --interface asgi --host 0.0.0.0 --port "+port+" "+d.asgi
	}
	if server != "" {
		n, _ := p.need(server, "pyuwsgi")
		plan.why = append(plan.why, p.at("python.server", n))
		if d.wsgi == "" && d.settings != "" && server == "gunicorn" && d.override == "" {
			plan.setenv("DJANGO_SETTINGS_MODULE", d.settings)
		}
		return
	}
	plan.line = "python manage.py runserver 0.0.0.0:" + port
	plan.confidence = min(plan.confidence, finding.Guess)
	plan.warnings = append(plan.warnings, universalbuild.Warning{
		Code: "server_not_declared", Path: p.Join(d.manage),
		Message: "no dependency serves this Django project, so that runserver does, which is made for development",
		Fix:     `add "gunicorn" to the dependencies`,
	})
}

// collect adds collectstatic, which needs the settings to load: variables they
// insist on get a value that only this command sees.
func (d *django) collect(p *projectFacts, r *language.Recipe) {
	if d.rootLine == 0 || !d.collects {
		return
	}
	line := "python manage.py collectstatic --noinput"
	var vars []string
	for _, need := range d.needs {
		vars = append(vars, need.Name+"="+buildtime.Value(need))
	}
	if d.override != "" {
		vars = append(vars, "DJANGO_SETTINGS_MODULE="+d.override)
	}
	if len(vars) > 0 {
		line = strings.Join(vars, " ") + " " + line
	}
	r.Build.PostBuildCommands = append(r.Build.PostBuildCommands, line)
	r.Why = append(r.Why, language.Reason{
		Field: "/build/post_build_commands", Confidence: finding.Likely,
		Evidence: p.AtLine("python.collectstatic", d.rootFile, d.rootLine),
	})
	d.loaded(p, r)
}

// loaded adds the libraries to the build that the program loads as soon as its
// modules are imported, as the settings' commands do: of packages that compile
// nothing against them it would have none.
// https://docs.python.org/3/library/ctypes.html#loading-shared-libraries
func (d *django) loaded(p *projectFacts, r *language.Recipe) {
	var names []string
	for _, native := range distribution.Natives {
		if p.uses(native.Needs...) && len(native.Build) == 0 {
			names = append(names, native.Runtime...)
		}
	}
	if d.gis {
		names = append(names, geoLibraries...)
	}
	for _, name := range names {
		if strings.HasPrefix(name, "lib") && !slices.Contains(inBuildImage, name) && !slices.Contains(r.Build.SystemPackages, name) {
			r.Build.SystemPackages = append(r.Build.SystemPackages, name)
		}
	}
}

// inBuildImage are libraries that the whole image of Python has by itself, behind
// their headers. https://github.com/docker-library/buildpack-deps
var inBuildImage = []string{"libglib2.0-0", "libmagic1", "libxml2"}

// geoLibraries are what GeoDjango loads.
// https://docs.djangoproject.com/en/stable/ref/contrib/gis/install/geolibs/
var geoLibraries = []string{"libgdal32", "libgeos-c1v5", "libproj25"}
