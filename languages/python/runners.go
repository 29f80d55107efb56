package python

import (
	"maps"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
	"aipack/languages/python/alembic"
)

// runners start the frameworks that bring a server and a command of
// their own (each framework's deployment documentation).
var runners = map[string]func(p *projectFacts, f sourceFile, plan *startPlan){
	"Streamlit": func(p *projectFacts, f sourceFile, plan *startPlan) {
		plan.own(streamlitPort(p), "streamlit run "+language.ShellWord(f.path)+" --server.address=0.0.0.0 --server.headless=true --server.port=", "")
	},
	"Gradio": func(_ *projectFacts, f sourceFile, plan *startPlan) {
		if port := launchedPort(f); port != 0 { // goes before the variable
			plan.port, plan.line, plan.kind = port, "python "+language.ShellWord(f.path), universalbuild.Web
		} else {
			plan.own(7860, "env GRADIO_SERVER_PORT=", " python "+language.ShellWord(f.path))
		}
		plan.setenv("GRADIO_SERVER_NAME", "0.0.0.0")
		plan.setenv("GRADIO_ANALYTICS_ENABLED", "False")
	},
	"Chainlit": func(_ *projectFacts, f sourceFile, plan *startPlan) {
		plan.own(8000, "chainlit run "+language.ShellWord(f.path)+" --headless --host 0.0.0.0 --port ", "")
	},
	"Shiny": func(_ *projectFacts, f sourceFile, plan *startPlan) {
		plan.own(8000, "shiny run --host 0.0.0.0 --port ", " "+language.ShellWord(f.path))
	},
	"Marimo": func(_ *projectFacts, f sourceFile, plan *startPlan) {
		plan.own(2718, "marimo run "+language.ShellWord(f.path)+" --headless --host 0.0.0.0 --port ", "")
	},
	"Mesop": func(_ *projectFacts, f sourceFile, plan *startPlan) {
		plan.own(32123, "mesop --prod "+language.ShellWord(f.path)+" --port=", "")
	},
	"BentoML": func(_ *projectFacts, _ sourceFile, plan *startPlan) {
		plan.own(3000, "bentoml serve --host 0.0.0.0 --port ", " .")
	},
	"Reflex": func(_ *projectFacts, _ sourceFile, plan *startPlan) {
		plan.own(3000, "reflex run --env prod --backend-host 0.0.0.0 --frontend-port ", "")
	},
	"Sanic": func(p *projectFacts, f sourceFile, plan *startPlan) {
		if plan.app == nil || plan.app.factory || plan.app.function != "" {
			p.runFile(f, plan)
			return
		}
		plan.own(plan.port, "sanic "+p.target(*plan.app, plan)+" --host=0.0.0.0 --port=", "")
	},
	"Robyn": func(p *projectFacts, f sourceFile, plan *startPlan) {
		p.runFile(f, plan)
		plan.setenv("ROBYN_HOST", "0.0.0.0")
	},
	"Dash": func(p *projectFacts, f sourceFile, plan *startPlan) {
		if plan.app != nil && plan.app.function == "" && p.uses("gunicorn", "waitress", "uwsgi", "pyuwsgi", "granian") {
			serveWSGI(p, *plan.app, plan)
			return
		}
		p.runFile(f, plan)
		plan.setenv("HOST", "0.0.0.0") // read by Dash itself, as PORT is
	},
	"Locust": func(_ *projectFacts, f sourceFile, plan *startPlan) {
		plan.own(8089, "locust --locustfile "+language.ShellWord(f.path)+" --web-host 0.0.0.0 --web-port ", "")
	},
	"aiohttp":  runsItself,
	"Tornado":  runsItself,
	"Microdot": runsItself,
	"gRPC":     runsItself,
	"NiceGUI":  runsItself,
	"Pyramid": func(p *projectFacts, f sourceFile, plan *startPlan) {
		if ini := p.FirstOf("production.ini", "development.ini"); ini != "" {
			plan.line = "pserve " + ini
			plan.why = append(plan.why, p.Evidence("python.pyramid", ini, 0, ""))
			return
		}
		p.runFile(f, plan)
	},
}

// runsItself starts a file that opens its own port. Where the
// application is made in a module that runs nothing, the file that does is
// taken.
func runsItself(p *projectFacts, f sourceFile, plan *startPlan) {
	p.runFile(f, plan)
	if plan.app == nil {
		return
	}
	files := sources(p.Folder)
	if i := slices.IndexFunc(files, startsServer); i >= 0 && !startsServer(f) {
		f = files[i]
		p.runFile(f, plan)
		plan.why = append(plan.why, whyFile(p, f))
	}
	if startsServer(f) {
		p.runScript(files, f, plan)
		return
	}
	if plan.framework == "aiohttp" && plan.app.factory {
		plan.own(plan.port, "python -m aiohttp.web --hostname 0.0.0.0 --port ", " "+p.target(*plan.app, plan))
	}
}

// runScript runs the console script that reaches a file whose server starts in a
// function alone: running the file would call nothing.
func (p *projectFacts) runScript(files []sourceFile, f sourceFile, plan *startPlan) {
	if f.Main > 0 || !p.packaged() {
		return
	}
	scripts, _ := p.scripts()
	for _, name := range slices.Sorted(maps.Keys(scripts)) {
		module, _, _ := strings.Cut(scripts[name], ":")
		at := slices.IndexFunc(files, func(one sourceFile) bool { return isModule(p, one, module) })
		if at < 0 || !slices.ContainsFunc(reach(p.Folder, files[at]), func(one sourceFile) bool { return one.path == f.path }) {
			continue
		}
		if script := scriptNamed(p, files, name); script.kind == universalbuild.Web && script.script {
			script.framework, script.app = plan.framework, plan.app
			script.why = append(script.why, plan.why...)
			*plan = script
			return
		}
	}
}

func startsServer(f sourceFile) bool {
	for _, c := range f.Calls {
		if c.Full == "asyncio.run" || c.Full == "subprocess.run" {
			continue // these run to an end
		}
		if c.Full == "aiohttp.web.run_app" || c.Full == "tornado.ioloop.IOLoop.current" || strings.HasSuffix(c.Name, ".listen") || strings.HasSuffix(c.Name, ".run") && c.InMain {
			return true
		}
	}
	return false
}

// own writes a line with the port in the middle.
// launchedPort is the literal that Gradio's launch is given:
// https://www.gradio.app/docs/gradio/blocks#blocks-launch.
func launchedPort(f sourceFile) int {
	for _, c := range f.Calls {
		if a, ok := c.Arg("server_port"); ok && strings.HasSuffix(c.Name, "launch") {
			return portOf(a.Tokens)
		}
	}
	return 0
}

// streamlitPort is the one of the project's own settings:
// https://docs.streamlit.io/develop/api-reference/configuration/config.toml.
func streamlitPort(p *projectFacts) int {
	text, _ := p.Text(".streamlit/config.toml")
	n, _ := streamlitServer.Find(text)
	if port := portText(n); port != 0 {
		return port
	}
	return 8501
}

const streamlitServer language.Pattern = `(?m)^\s*\[server\][^\[]*?^\s*port\s*=\s*(\d{2,5})\b`

func (plan *startPlan) own(port int, before, after string) {
	plan.port, plan.line, plan.kind = port, before+language.PortWord(port)+after, universalbuild.Web
}

func (plan *startPlan) setenv(name, value string) {
	if plan.env == nil {
		plan.env = map[string]string{}
	}
	plan.env[name] = value
}

// beside adds what runs beside a service: workers of a task queue,
// and migrations that a release has to run first.
func beside(p *projectFacts, apps []application, files []sourceFile, plan *startPlan) {
	if queue := queuePlan(p, apps); queue.found() && queue.line != plan.line {
		if plan.dir != "" { // the line is run in there
			queue.line = strings.Replace(queue.line, " "+strings.ReplaceAll(plan.dir, "/", ".")+".", " ", 1)
		}
		plan.processes = append(plan.processes, process("worker", queue.line))
		for _, f := range files {
			if schedules(p, f) {
				plan.processes = append(plan.processes, process("beat", strings.Replace(queue.line, " worker ", " beat ", 1)))
				break
			}
		}
	}
	switch {
	case plan.django != nil:
	case p.uses("litestar") && p.uses("advanced-alchemy") && len(p.Glob("**/migrations/versions/*.py")) > 0:
		plan.release = append(plan.release, litestarLine(p, plan))
	case p.uses("aerich") && p.HasDir("migrations"):
		plan.release = append(plan.release, "aerich upgrade")
	case p.uses("alembic") && (migratesItself(p, files) || alembic.Empty(p.Folder)):
	case p.uses("alembic") && p.Has("alembic.ini") && !alembic.Placed(p.Folder):
		plan.warnings = append(plan.warnings, universalbuild.Warning{
			Code: "migrations_missing", Path: p.Join("alembic.ini"),
			Message: "the migrations are not run: alembic.ini says a folder for them that is not there, seen from where the program is started",
			Fix:     "write script_location relative to alembic.ini: %(here)s/…",
		})
	case p.uses("alembic") && p.Has("alembic.ini"):
		plan.release = append(plan.release, alembic.Line)
	case p.uses("alembic") && alembic.Below(p.Folder) != "":
		plan.release = append(plan.release, "cd "+language.ShellWord(alembic.Below(p.Folder))+" && "+alembic.Line)
	case p.uses("flask-migrate") && plan.app != nil && p.HasDir("migrations"):
		plan.release = append(plan.release, "flask --app "+p.target(*plan.app, plan)+" db upgrade")
	}
}

// migratesItself reports whether the program runs Alembic when it starts.
// https://alembic.sqlalchemy.org/en/latest/api/commands.html
func migratesItself(p *projectFacts, files []sourceFile) bool {
	for n, f := range files {
		if n == maxCandidates {
			break
		}
		if !f.Imports("alembic") {
			continue
		}
		if content, _ := p.Text(f.path); strings.Contains(content, "command.upgrade(") {
			return true
		}
	}
	return false
}

// schedules reports whether a file gives Celery a timetable.
func schedules(p *projectFacts, f sourceFile) bool {
	content, _ := p.Text(f.path)
	return strings.Contains(content, "beat_schedule") || strings.Contains(content, "CELERYBEAT_SCHEDULE") || strings.Contains(content, "add_periodic_task")
}

// process makes a further process of a line that needs no shell.
func process(name, line string) universalbuild.Process {
	return universalbuild.Process{Name: name, Command: strings.Fields(line)}
}

// queuePlan starts the worker of a task queue.
func queuePlan(p *projectFacts, apps []application) startPlan {
	for _, a := range apps {
		if a.framework != "Celery" || a.factory {
			continue
		}
		plan := startPlan{
			kind: universalbuild.Worker, framework: "Celery", confidence: finding.Likely,
			why: []finding.Evidence{p.AtLine("python.celery", a.file.path, a.line)},
		}
		target := p.target(a, &plan)
		if module, name, _ := strings.Cut(target, ":"); name == "app" || name == "celery" {
			target = module // celery finds these by itself
		} else {
			target = module + "." + name
		}
		plan.line = "celery --app " + target + " worker --loglevel info"
		return plan
	}
	if n, ok := p.need("django-rq"); ok && p.Has("manage.py") {
		return startPlan{kind: universalbuild.Worker, confidence: finding.Guess, line: "python manage.py rqworker", why: []finding.Evidence{p.at("python.queue", n)}}
	}
	return startPlan{}
}
