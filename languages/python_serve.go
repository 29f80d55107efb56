package languages

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest"
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
	for _, other := range web {
		if module, _ := pythonModule(p.Folder, other.file); len(plan.lost) < 5 && (other.file.path != app.file.path || other.variable != app.variable) {
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
		for _, m := range pythonTargetWord.Regexp().FindAllString(content, 20) {
			words = append(words, m)
		}
	}
	for _, word := range words {
		module, _, _ := strings.Cut(word, ":")
		for _, app := range web {
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
	plan.line = "python " + shellWord(app.file.path)
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

func portWord(port int) string { return fmt.Sprintf("${PORT:-%d}", port) }

// pythonServeASGI knows the ASGI servers (their own documentation).
func pythonServeASGI(p *pythonFacts, app pythonApp, plan *pythonPlan) {
	target, port := p.target(app, plan), portWord(plan.port)
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
		plan.line = "fastapi run " + shellWord(app.file.path) + pythonAppFlag(app) + " --host 0.0.0.0 --port " + port
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
		plan.line = "fastapi run " + shellWord(app.file.path) + pythonAppFlag(app) + " --host 0.0.0.0 --port " + port
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

// pythonServeWSGI knows the WSGI servers. Without one the framework's own
// serves, with a warning.
func pythonServeWSGI(p *pythonFacts, app pythonApp, plan *pythonPlan) {
	target, port := p.target(app, plan), portWord(plan.port)
	if app.framework == "Dash" {
		target = pythonDashServer(app, target)
	}
	call := pythonCalled(app, target)
	server := ""
	switch {
	case p.uses("gunicorn"):
		server, plan.line = "gunicorn", "gunicorn --bind 0.0.0.0:"+port+pythonGreen(p)+" "+call
	case p.uses("waitress") && app.factory:
		server, plan.line = "waitress", "waitress-serve --listen=0.0.0.0:"+port+" --call "+target
	case p.uses("waitress"):
		server, plan.line = "waitress", "waitress-serve --listen=0.0.0.0:"+port+" "+target
	case p.uses("uwsgi", "pyuwsgi"):
		server, plan.line = "uwsgi", "uwsgi --master --die-on-term --http 0.0.0.0:"+port+" --module "+call
	case p.uses("granian"):
		server, plan.line = "granian", "granian --interface wsgi --host 0.0.0.0 --port "+port+" "+target
	}
	if server != "" {
		n, _ := p.need(server, "pyuwsgi")
		plan.confidence = finding.Certain
		plan.why = append(plan.why, p.at("python.server", n))
		return
	}
	pythonOwnWSGI(p, app, target, port, plan)
}

// pythonGreen picks gunicorn's worker for Flask-SocketIO, which needs one
// worker that keeps connections open.
func pythonGreen(p *pythonFacts) string {
	switch {
	case !p.uses("flask-socketio"):
		return ""
	case p.uses("eventlet"):
		return " --worker-class eventlet --workers 1"
	case p.uses("gevent"):
		return " --worker-class gevent --workers 1"
	}
	return " --threads 100 --workers 1"
}

// pythonOwnWSGI falls back to what the framework or the file itself offers.
func pythonOwnWSGI(p *pythonFacts, app pythonApp, target, port string, plan *pythonPlan) {
	runs := pythonMainRuns(app.file)
	switch {
	case app.framework == "Flask" && !runs.more:
		plan.line = pythonFlaskRun(p, app, target, port)
	case runs.line > 0 || app.framework != "Bottle" && app.framework != "Flask":
		plan.line = "python " + shellWord(app.file.path)
		pythonCheckHost(p, app.file, plan)
	default:
		plan.line = "python -m bottle --bind 0.0.0.0:" + port + " " + target
	}
	if len(plan.warnings) == 0 {
		plan.warnings = append(plan.warnings, universalbuild.Warning{
			Code: "server_not_declared", Path: p.Join(app.file.path), Line: app.line,
			Message: "no dependency serves this WSGI application, so that " + app.framework + "'s own server does, which is made for development",
			Fix:     `add "gunicorn" to the dependencies`,
		})
	}
}

// pythonFlaskRun uses flask's --app, which came with Flask 2.2, or the
// variable that did the same before.
func pythonFlaskRun(p *pythonFacts, app pythonApp, target, port string) string {
	flask, _ := p.need("flask")
	if version, pinned := strings.CutPrefix(strings.ReplaceAll(flask.Specifier, " ", ""), "=="); pinned && versionBelow(version, 2, 2) {
		return "env FLASK_APP=" + target + " flask run --host 0.0.0.0 --port " + port
	}
	return "flask --app " + target + " run --host 0.0.0.0 --port " + port
}

// pythonMain is what the part below if __name__ == "__main__" does.
type pythonMain struct {
	line int  // where the application is run, 0 for nowhere
	more bool // something else is done that `flask run` would leave out
}

func pythonMainRuns(f pythonFile) pythonMain {
	var m pythonMain
	for _, c := range f.Calls {
		if !c.InMain {
			continue
		}
		last := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
		switch last {
		case "run", "run_server":
			m.line = c.Line
			head, _, _ := strings.Cut(c.Name, ".")
			m.more = m.more || head == "socketio"
		case "int", "str", "bool", "get", "getenv", "print", "lower", "basicConfig", "info":
		default:
			m.more = true
		}
	}
	m.more = m.more && m.line > 0
	return m
}

// pythonDashServer points at the Flask application inside a Dash one.
func pythonDashServer(app pythonApp, target string) string {
	module, _, _ := strings.Cut(target, ":")
	for _, a := range app.file.Assigns {
		if len(a.Value) == 3 && a.Value[0].Text == app.variable && a.Value[2].Text == "server" {
			return module + ":" + a.Target
		}
	}
	return module + ":" + app.variable + ".server"
}

// pythonDefaultPort is what the source falls back to where PORT is not set,
// else what the way of serving suggests: gunicorn's own default is 8000.
func pythonDefaultPort(p *pythonFacts, app pythonApp) int {
	if port := pythonSourcePort(app.file); port != 0 {
		return port
	}
	if app.framework == "Flask" && !p.uses("gunicorn", "waitress", "uwsgi", "pyuwsgi", "granian") {
		return 5000
	}
	for _, f := range pythonFrameworks {
		if f.Name == app.framework && f.Port != 0 && app.framework != "Flask" {
			return f.Port
		}
	}
	return 8000
}

// pythonSourcePort reads the port in the file that is started: the fallback
// of reading PORT, else the literal that a server is given.
func pythonSourcePort(f pythonFile) int {
	literal := 0
	for _, c := range f.Calls {
		last := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
		if (last == "get" || last == "getenv" || last == "config" || last == "int" || last == "env") && len(c.Args) > 1 {
			if name, _ := c.Args[0].Text(); name == "PORT" {
				if port := pythonPortOf(c.Args[len(c.Args)-1].Tokens); port != 0 {
					return port
				}
			}
		}
		if last != "run" && last != "run_app" && last != "serve" && last != "run_server" && last != "run_simple" {
			continue
		}
		if a, ok := c.Arg("port"); ok && literal == 0 {
			literal = pythonPortOf(a.Tokens)
		}
	}
	return literal
}

func pythonPortOf(t []manifest.PyToken) int {
	if len(t) != 1 || t[0].Kind != manifest.PyNumber && t[0].Kind != manifest.PyString {
		return 0
	}
	port, err := strconv.Atoi(t[0].Text)
	if err != nil || port < 1 || port > 65535 {
		return 0
	}
	return port
}

// pythonBareWSGI serves a function that is a WSGI application by itself.
func pythonBareWSGI(p *pythonFacts, files []pythonFile) pythonPlan {
	for _, f := range files {
		for _, fn := range f.Functions {
			if fn.Class || len(fn.Params) != 2 || fn.Params[0] != "environ" || fn.Params[1] != "start_response" {
				continue
			}
			app := pythonApp{file: f, variable: fn.Name, line: fn.Line}
			plan := pythonPlan{kind: universalbuild.Web, port: 8000, confidence: finding.Likely, why: []finding.Evidence{p.lineOf("python.wsgi", f.path, fn.Line)}}
			if p.uses("gunicorn", "waitress", "uwsgi", "pyuwsgi", "granian") {
				pythonServeWSGI(p, app, &plan)
				return plan
			}
			target := p.target(app, &plan)
			module, _, _ := strings.Cut(target, ":")
			plan.confidence = finding.Guess
			plan.line = "python -c " + shellWord(fmt.Sprintf(`import os, wsgiref.simple_server as s, %s as m; s.make_server("0.0.0.0", int(os.environ.get("PORT", 8000)), m.%s).serve_forever()`, module, fn.Name))
			plan.warnings = append(plan.warnings, universalbuild.Warning{
				Code: "server_not_declared", Path: p.Join(f.path), Line: fn.Line,
				Message: "a WSGI application and no server for it; the standard library's serves, one request at a time",
				Fix:     `add a requirements.txt with "gunicorn"`,
			})
			return plan
		}
	}
	return pythonPlan{}
}

// pythonPort reads where the command that was chosen listens.
func pythonPort(p *language.Project) finding.Finding[int] {
	if len(p.Start.Value.Command) == 0 {
		return finding.Finding[int]{}
	}
	line := strings.Join(p.Start.Value.Command, " ")
	why := finding.Evidence{Rule: "python.start_port"}
	if len(p.Start.Evidence) > 0 {
		why = p.Start.Evidence[0]
		why.Rule = "python.start_port"
	}
	if m := pythonPortInLine.Regexp().FindStringSubmatch(line); m != nil {
		for _, text := range m[1:] {
			if port, err := strconv.Atoi(text); err == nil && port > 0 && port < 65536 {
				return finding.Of(port, finding.Likely, why)
			}
		}
	}
	if strings.Contains(line, "gunicorn") || strings.Contains(line, "uvicorn") || strings.Contains(line, "hypercorn") {
		const own = 8000 // the default of all three
		return finding.Of(own, finding.Guess, why)
	}
	return finding.Finding[int]{}
}

const pythonPortInLine = language.Pattern(`\$\{PORT:-(\d{2,5})\}|(?:--port|--server\.port|-p)[= ](\d{2,5})\b|(?:0\.0\.0\.0|\[::\]|\s):(\d{2,5})\b|["']PORT["'], (\d{2,5})\)`)
