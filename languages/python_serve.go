package languages

import (
	"fmt"
	"path"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// pythonAppPlan serves an application object with the server that the project
// declares, else with what the framework brings along.
func pythonAppPlan(p *pythonFacts, files []pythonFile, apps []pythonApp, packaged bool) pythonPlan {
	var web []pythonApp
	for _, a := range apps {
		if a.framework == "Celery" || a.framework == "MCP" {
			continue
		}
		if name := path.Base(a.file.path); packaged && pythonMainRank(name) == len(pythonMains) && name != "__init__.py" && !a.factory {
			continue // a library may make an application of its own anywhere
		}
		web = append(web, a)
	}
	if len(web) == 0 {
		return pythonPlan{}
	}
	app := web[0]
	if named, ok := pythonNamedApp(p, web); ok {
		app = named
	}
	plan := pythonPlan{
		kind: universalbuild.Web, framework: app.framework, confidence: finding.Likely, app: &app,
		port: pythonDefaultPort(p, app),
		why:  []finding.Evidence{p.lineOf("python.app", app.file.path, app.line)},
	}
	for _, other := range web[:min(len(web), 8)] {
		if module, _ := pythonModule(p.Folder, other.file); other.file.path != app.file.path || other.variable != app.variable {
			plan.lost = append(plan.lost, finding.Alternative{Value: module + ":" + other.variable, Confidence: finding.Guess, Evidence: p.lineOf("python.app", other.file.path, other.line)})
		}
	}
	if app.function != "" && !app.factory {
		return pythonInnerApp(p, files, app, plan)
	}
	serve := pythonRunners[app.framework]
	switch {
	case serve != nil:
		serve(p, app.file, &plan)
	case app.asgi:
		pythonServeASGI(p, app, &plan)
	default:
		pythonServeWSGI(p, app, &plan)
	}
	return plan
}

// pythonNamedApp finds the application that the project's own start script or
// container file names: one of several is a better guess by its name only.
func pythonNamedApp(p *pythonFacts, web []pythonApp) (pythonApp, bool) {
	var words []string
	for _, name := range []string{"start", "serve", "server", "prod", "web", p.name()} {
		if target := p.project.Scripts[name]; target != "" {
			words = append(words, target)
		}
	}
	for _, name := range []string{"Dockerfile", "Containerfile"} {
		content, _ := p.Text(name)
		words = append(words, pythonTargetWord.Regexp().FindAllString(content, 20)...)
	}
	for _, word := range words {
		module, _, _ := strings.Cut(word, ":")
		for _, app := range web[:min(len(web), 50)] {
			if m, _ := pythonModule(p.Folder, app.file); m == module && (app.function == "" || app.factory) {
				return app, true
			}
		}
	}
	return pythonApp{}, false
}

const pythonTargetWord = language.Pattern(`\b[A-Za-z_][\w.]*:[A-Za-z_]\w*\b`)

// pythonInnerApp runs the file of an application that only a function sees.
func pythonInnerApp(p *pythonFacts, files []pythonFile, app pythonApp, plan pythonPlan) pythonPlan {
	if serve := pythonRunners[app.framework]; serve != nil {
		serve(p, app.file, &plan)
		return plan
	}
	if run := pythonFilePlan(p, files, false, universalbuild.Web); run.found() {
		run.framework, run.app = app.framework, &app
		return run
	}
	p.runFile(app.file, &plan)
	plan.confidence = finding.Guess
	return plan
}

// lineOf quotes a line of a file.
func (p *pythonFacts) lineOf(rule, name string, line int) finding.Evidence {
	content, _ := p.Text(name)
	if lines := strings.Split(content, "\n"); line > 0 && line <= len(lines) {
		return p.Evidence(rule, name, line, lines[line-1])
	}
	return p.Evidence(rule, name, 0, "")
}

// target is "module:variable" as servers write it.
func (p *pythonFacts) target(app pythonApp, plan *pythonPlan) string {
	module, root := pythonModule(p.Folder, app.file)
	plan.path = root
	return module + ":" + app.variable
}

// pythonServeASGI knows the ASGI servers (their own documentation).
func pythonServeASGI(p *pythonFacts, app pythonApp, plan *pythonPlan) {
	target, port := p.target(app, plan), language.PortWord(plan.port)
	factory := func(flag string) string {
		if app.factory {
			return flag + " "
		}
		return ""
	}
	server := ""
	switch {
	case p.uses("uvicorn"):
		server, plan.line = "uvicorn", fmt.Sprintf("uvicorn %s%s --host 0.0.0.0 --port %s", factory("--factory"), target, port)
	case p.uses("hypercorn"):
		server, plan.line = "hypercorn", fmt.Sprintf("hypercorn --bind 0.0.0.0:%s %s", port, pythonCalled(app, target))
	case p.uses("daphne") && !app.factory:
		server, plan.line = "daphne", fmt.Sprintf("daphne -b 0.0.0.0 -p %s %s", port, target)
	case p.uses("granian"):
		server, plan.line = "granian", fmt.Sprintf("granian --interface asgi --host 0.0.0.0 --port %s %s%s", port, factory("--factory"), target)
	}
	if server != "" {
		n, _ := p.need(server)
		plan.confidence = finding.Certain
		plan.why = append(plan.why, p.at("python.server", n))
		return
	}
	pythonOwnASGI(p, app, target, port, plan)
}

// pythonOwnASGI uses the server that a framework depends on itself.
func pythonOwnASGI(p *pythonFacts, app pythonApp, target, port string, plan *pythonPlan) {
	brings := func(name string) bool {
		n, _ := p.need(name)
		return n.HasExtra("standard") || n.HasExtra("all")
	}
	switch {
	case app.framework == "FastAPI" && (brings("fastapi") || p.uses("fastapi-cli")):
		plan.line = "fastapi run " + language.ShellWord(app.file.path) + pythonAppFlag(app) + " --host 0.0.0.0 --port " + port
		return
	case app.framework == "Litestar" && brings("litestar"):
		plan.line = fmt.Sprintf("litestar --app %s run --host 0.0.0.0 --port %s", target, port)
		return
	case app.framework == "Quart": // depends on hypercorn
		plan.line = fmt.Sprintf("hypercorn --bind 0.0.0.0:%s %s", port, pythonCalled(app, target))
		return
	case app.framework == "FastHTML": // depends on uvicorn
		plan.line = fmt.Sprintf("uvicorn %s --host 0.0.0.0 --port %s", target, port)
		return
	case p.uses("gunicorn") && app.framework != "FastAPI":
		plan.line = fmt.Sprintf("gunicorn --worker-class uvicorn.workers.UvicornWorker --bind 0.0.0.0:%s %s", port, pythonCalled(app, target))
	case app.framework == "FastAPI":
		plan.line = "fastapi run " + language.ShellWord(app.file.path) + pythonAppFlag(app) + " --host 0.0.0.0 --port " + port
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

// pythonAppFlag names the variable where `fastapi run` would not find it.
func pythonAppFlag(app pythonApp) string {
	if app.variable == "app" || app.variable == "api" || app.factory {
		return ""
	}
	return " --app " + app.variable
}

// pythonCalled writes a factory as gunicorn and hypercorn call it.
func pythonCalled(app pythonApp, target string) string {
	if app.factory {
		return "'" + target + "()'"
	}
	return target
}
