package python

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
	"aipack/backend/universalbuild"
	"aipack/languages/python/listing"
)

// appPlan serves an application object with the server that the project
// declares, else with what the framework brings along.
func appPlan(p *projectFacts, files []sourceFile, apps []application, packaged bool) startPlan {
	var web []application
	for _, a := range apps {
		if a.framework == "Celery" || a.framework == "MCP" {
			continue
		}
		if name := path.Base(a.file.path); packaged && listing.Rank(name) == len(listing.Mains) && name != "__init__.py" && !a.factory {
			continue // a library may make an application of its own anywhere
		}
		if !mounted(a) {
			web = append(web, a)
		}
	}
	if len(web) == 0 {
		return startPlan{}
	}
	app := web[0]
	chosen, named := namedApp(p, web)
	if named {
		app = chosen
	}
	plan := startPlan{
		kind: universalbuild.Web, framework: app.framework, confidence: finding.Likely, app: &app,
		port: defaultPort(p, app),
		why:  []finding.Evidence{p.AtLine("python.app", app.file.path, app.line)},
	}
	if app.function != "" && !app.factory {
		return innerApp(p, files, app, plan)
	}
	serve := runners[app.framework]
	switch {
	case serve != nil:
		serve(p, app.file, &plan)
	case app.asgi:
		serveASGI(p, app, &plan)
	default:
		serveWSGI(p, app, &plan)
	}
	plan.lost = p.others(app, web, plan, named)
	return plan
}

// others are the starts that serve another application as this one is served. Where
// a start runs a file, or the two are not called alike, there is none. One is as likely where
// nothing names the one that is chosen, and neither has a name that says more.
func (p *projectFacts) others(app application, web []application, plan startPlan, named bool) (lost []finding.Alternative) {
	module, root := moduleOf(p.Folder, app.file)
	target := regexp.MustCompile(`(^|[\s'"])` + regexp.QuoteMeta(module+":"+app.variable) + `($|[\s'"(])`)
	for _, other := range web[:min(len(web), 8)] {
		name, its := moduleOf(p.Folder, other.file)
		if its != root || other.factory != app.factory || other.file.path == app.file.path && other.variable == app.variable {
			continue
		}
		line := target.ReplaceAllString(plan.line, "${1}"+name+":"+other.variable+"${2}")
		if line != plan.line {
			sure := finding.Guess
			if !named && app.file.path != other.file.path && path.Dir(app.file.path) == path.Dir(other.file.path) &&
				listing.Rank(path.Base(app.file.path)) == listing.Rank(path.Base(other.file.path)) {
				sure = finding.Certain
			}
			lost = append(lost, finding.Alternative{Value: line, Confidence: sure, Evidence: p.AtLine("python.app", other.file.path, other.line)})
		}
	}
	return lost
}

// namedApp finds the application that the project's own start script or
// container file names: one of several is a better guess by its name only.
func namedApp(p *projectFacts, web []application) (application, bool) {
	var words []string
	for _, name := range []string{"start", "serve", "server", "prod", "web", p.name()} {
		if target := p.project.Scripts[name]; target != "" {
			words = append(words, target)
		}
	}
	for _, name := range []string{"Dockerfile", "Containerfile"} {
		content, _ := p.Text(name)
		words = append(words, targetWord.Regexp().FindAllString(content, 20)...)
	}
	for _, word := range words {
		module, _, _ := strings.Cut(word, ":")
		for _, app := range web[:min(len(web), 50)] {
			if m, _ := moduleOf(p.Folder, app.file); m == module && (app.function == "" || app.factory) {
				return app, true
			}
		}
	}
	return application{}, false
}

// mounted reports whether an application is mounted in another, which is the one
// to be served then.
func mounted(a application) bool {
	return slices.ContainsFunc(a.file.Calls, func(c pysource.Call) bool {
		if !strings.HasSuffix(c.Name, ".mount") || len(c.Args) < 2 || strings.HasPrefix(c.Name, a.variable+".") {
			return false
		}
		t := c.Args[1].Tokens
		return len(t) == 1 && t[0].Is(a.variable)
	})
}

const targetWord = language.Pattern(`\b[A-Za-z_][\w.]*:[A-Za-z_]\w*\b`)

// innerApp runs the file of an application that only a function sees.
func innerApp(p *projectFacts, files []sourceFile, app application, plan startPlan) startPlan {
	if serve := runners[app.framework]; serve != nil {
		serve(p, app.file, &plan)
		return plan
	}
	if run := filePlan(p, files, false, universalbuild.Web); run.found() {
		run.framework, run.app = app.framework, &app
		return run
	}
	p.runFile(app.file, &plan)
	plan.confidence = finding.Guess
	return plan
}

// target is "module:variable" as servers write it.
func (p *projectFacts) target(app application, plan *startPlan) string {
	module, root := moduleOf(p.Folder, app.file)
	plan.path = root
	return module + ":" + app.variable
}

// serveASGI knows the ASGI servers (their own documentation).
func serveASGI(p *projectFacts, app application, plan *startPlan) {
	target, port := p.target(app, plan), language.PortWord(plan.port)
	factory := func(flag string) string {
		if app.factory {
			return flag + " "
		}
		return ""
	}
	server := ""
	switch {
	case p.uses("uvicorn"), app.framework == "FastAPI" && p.brings("fastapi", "all"): // before FastAPI had a command, too
		server, plan.line = "uvicorn", fmt.Sprintf("uvicorn %s%s --host 0.0.0.0 --port %s", factory("--factory"), target, port)
	case p.uses("hypercorn"):
		server, plan.line = "hypercorn", fmt.Sprintf("hypercorn --bind 0.0.0.0:%s %s", port, called(app, target))
	case p.uses("daphne") && !app.factory:
		server, plan.line = "daphne", fmt.Sprintf("daphne -b 0.0.0.0 -p %s %s", port, target)
	case p.uses("granian"):
		server, plan.line = "granian", fmt.Sprintf("granian --interface asgi --host 0.0.0.0 --port %s %s%s", port, factory("--factory"), target)
	}
	if server != "" {
		n, _ := p.need(server, "fastapi")
		plan.confidence = finding.Certain
		plan.why = append(plan.why, p.at("python.server", n))
		return
	}
	ownASGI(p, app, target, port, plan)
}

// ownASGI uses the server that a framework depends on itself.
func ownASGI(p *projectFacts, app application, target, port string, plan *startPlan) {
	switch {
	case app.framework == "FastAPI" && (p.brings("fastapi", "standard") || p.uses("fastapi-cli")):
		plan.line = "fastapi run " + language.ShellWord(app.file.path) + appFlag(app) + " --host 0.0.0.0 --port " + port
		return
	case app.framework == "Litestar" && p.brings("litestar", "standard", "all"):
		plan.line = fmt.Sprintf("litestar --app %s run --host 0.0.0.0 --port %s", target, port)
		return
	case app.framework == "Quart": // depends on hypercorn
		plan.line = fmt.Sprintf("hypercorn --bind 0.0.0.0:%s %s", port, called(app, target))
		return
	case app.framework == "FastHTML": // depends on uvicorn
		plan.line = fmt.Sprintf("uvicorn %s --host 0.0.0.0 --port %s", target, port)
		return
	case p.uses("gunicorn") && app.framework != "FastAPI":
		plan.line = fmt.Sprintf("gunicorn --worker-class uvicorn.workers.UvicornWorker --bind 0.0.0.0:%s %s", port, called(app, target))
	case app.framework == "FastAPI":
		plan.line = "fastapi run " + language.ShellWord(app.file.path) + appFlag(app) + " --host 0.0.0.0 --port " + port
	default:
		plan.line = fmt.Sprintf("uvicorn %s --host 0.0.0.0 --port %s", target, port)
	}
	plan.confidence = finding.Guess
	plan.warnings = append(plan.warnings, universalbuild.Warning{
		Code: "server_not_declared", Path: p.Join(app.file.path), Line: app.line,
		Message: "an ASGI application is made here and no dependency can serve it",
		Fix:     `add "uvicorn" to the dependencies, or for FastAPI "fastapi[standard]"`,
	})
}

// brings reports whether a dependency is asked for with one of these extras.
func (p *projectFacts) brings(name string, extras ...string) bool {
	n, _ := p.need(name)
	return slices.ContainsFunc(extras, n.HasExtra)
}

// appFlag names the variable where `fastapi run` would not find it.
func appFlag(app application) string {
	if app.variable == "app" || app.variable == "api" || app.factory {
		return ""
	}
	return " --app " + app.variable
}

// called writes a factory as gunicorn and hypercorn call it.
func called(app application, target string) string {
	if app.factory {
		return "'" + target + "()'"
	}
	return target
}
