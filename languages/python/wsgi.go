package python

import (
	"fmt"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
	"aipack/backend/universalbuild"
	"aipack/languages/python/interpreter"
)

// serveWSGI knows the WSGI servers. Without one the framework's own
// serves, with a warning.
func serveWSGI(p *projectFacts, app application, plan *startPlan) {
	target, port := p.target(app, plan), language.PortWord(plan.port)
	if app.framework == "Dash" {
		target = dashServer(app, target)
	}
	call := called(app, target)
	server := ""
	switch {
	case p.uses("gunicorn"):
		server, plan.line = "gunicorn", "gunicorn --bind 0.0.0.0:"+port+green(p)+" "+call
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
	ownWSGI(p, app, target, port, plan)
}

// green picks gunicorn's worker for Flask-SocketIO, which needs one
// worker that keeps connections open.
func green(p *projectFacts) string {
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

// ownWSGI falls back to what the framework or the file itself offers.
func ownWSGI(p *projectFacts, app application, target, port string, plan *startPlan) {
	runs := mainRuns(app.file)
	if own, ok := ownServer(p); ok {
		p.runFile(own, plan)
		plan.why = append(plan.why, whyFile(p, own))
		return
	}
	switch {
	case app.framework == "Flask" && !runs.more:
		plan.line = flaskRun(p, app, target, port)
	case runs.line > 0 || app.framework != "Bottle" && app.framework != "Flask":
		p.runFile(app.file, plan)
		checkHost(p, app.file, plan)
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

// ownServer finds a script of the project's own folder that opens a server of
// its own where it is run: it knows its settings, which the framework's command
// does not.
func ownServer(p *projectFacts) (sourceFile, bool) {
	for _, file := range sources(p.Folder) {
		inMain := slices.ContainsFunc(file.Calls, func(c pysource.Call) bool { return c.InMain })
		if strings.Contains(file.path, "/") || !inMain {
			continue
		}
		for _, src := range reach(p.Folder, file) {
			if slices.ContainsFunc(src.Calls, func(c pysource.Call) bool { return opensServer(c.Full) }) {
				return file, true
			}
		}
	}
	return sourceFile{}, false
}

// opensServer knows the servers that a program embeds, none of which is made
// for development.
func opensServer(call string) bool {
	switch call {
	case "waitress.serve", "gevent.pywsgi.WSGIServer", "eventlet.wsgi.server", "tornado.httpserver.HTTPServer", "bjoern.run", "cheroot.wsgi.Server", "hypercorn.run", "uvicorn.run":
		return true
	}
	return false
}

// flaskRun uses flask's --app, which came with Flask 2.2, or the
// variable that did the same before.
func flaskRun(p *projectFacts, app application, target, port string) string {
	flask, _ := p.need("flask")
	if version, pinned := strings.CutPrefix(strings.ReplaceAll(flask.Specifier, " ", ""), "=="); pinned && interpreter.Below(version, 2, 2) {
		return "env FLASK_APP=" + target + " flask run --host 0.0.0.0 --port " + port
	}
	return "flask --app " + target + " run --host 0.0.0.0 --port " + port
}

// mainBlock is what the part below if __name__ == "__main__" does.
type mainBlock struct {
	line int  // where the application is run, 0 for nowhere
	more bool // something else is done that `flask run` would leave out
}

func mainRuns(f sourceFile) mainBlock {
	var m mainBlock
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
			m.more = m.more || !factoryName(last)
		}
	}
	m.more = m.more && m.line > 0
	return m
}

// dashServer points at the Flask application inside a Dash one.
func dashServer(app application, target string) string {
	module, _, _ := strings.Cut(target, ":")
	for _, a := range app.file.Assigns {
		if len(a.Value) == 3 && a.Value[0].Text == app.variable && a.Value[2].Text == "server" {
			return module + ":" + a.Target
		}
	}
	return module + ":" + app.variable + ".server"
}

// bareWSGI serves a function that is a WSGI application by itself.
func bareWSGI(p *projectFacts, files []sourceFile) startPlan {
	for _, f := range files {
		for _, fn := range f.Functions {
			if fn.Class || len(fn.Params) != 2 || fn.Params[0] != "environ" || fn.Params[1] != "start_response" {
				continue
			}
			app := application{file: f, variable: fn.Name, line: fn.Line}
			plan := startPlan{kind: universalbuild.Web, port: 8000, confidence: finding.Likely, why: []finding.Evidence{p.AtLine("python.wsgi", f.path, fn.Line)}}
			if p.uses("gunicorn", "waitress", "uwsgi", "pyuwsgi", "granian") {
				serveWSGI(p, app, &plan)
				return plan
			}
			target := p.target(app, &plan)
			module, _, _ := strings.Cut(target, ":")
			plan.confidence = finding.Guess
			plan.line = "python -c " + language.ShellWord(fmt.Sprintf(
				`import os, wsgiref.simple_server as s, %s as m; s.make_server("0.0.0.0", int(os.environ.get("PORT", 8000)), m.%s).serve_forever()`, module, fn.Name))
			plan.warnings = append(plan.warnings, universalbuild.Warning{
				Code: "server_not_declared", Path: p.Join(f.path), Line: fn.Line,
				Message: "a WSGI application and no server for it; the standard library's serves, one request at a time",
				Fix:     `add a requirements.txt with "gunicorn"`,
			})
			return plan
		}
	}
	return startPlan{}
}
