package languages

import (
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// pythonRunners start the frameworks that bring a server and a command of
// their own (each framework's deployment documentation).
var pythonRunners = map[string]func(p *pythonFacts, f pythonFile, plan *pythonPlan){
	"Streamlit": func(_ *pythonFacts, f pythonFile, plan *pythonPlan) {
		plan.own(8501, "streamlit run "+language.ShellWord(f.path)+" --server.address=0.0.0.0 --server.headless=true --server.port=", "")
	},
	"Gradio": func(_ *pythonFacts, f pythonFile, plan *pythonPlan) {
		plan.own(7860, "env GRADIO_SERVER_PORT=", " python "+language.ShellWord(f.path))
		plan.setenv("GRADIO_SERVER_NAME", "0.0.0.0")
		plan.setenv("GRADIO_ANALYTICS_ENABLED", "False")
	},
	"Chainlit": func(_ *pythonFacts, f pythonFile, plan *pythonPlan) {
		plan.own(8000, "chainlit run "+language.ShellWord(f.path)+" --headless --host 0.0.0.0 --port ", "")
	},
	"Shiny": func(_ *pythonFacts, f pythonFile, plan *pythonPlan) {
		plan.own(8000, "shiny run --host 0.0.0.0 --port ", " "+language.ShellWord(f.path))
	},
	"Marimo": func(_ *pythonFacts, f pythonFile, plan *pythonPlan) {
		plan.own(2718, "marimo run "+language.ShellWord(f.path)+" --headless --host 0.0.0.0 --port ", "")
	},
	"Mesop": func(_ *pythonFacts, f pythonFile, plan *pythonPlan) {
		plan.own(32123, "mesop --prod "+language.ShellWord(f.path)+" --port=", "")
	},
	"BentoML": func(_ *pythonFacts, _ pythonFile, plan *pythonPlan) {
		plan.own(3000, "bentoml serve --host 0.0.0.0 --port ", " .")
	},
	"Reflex": func(_ *pythonFacts, _ pythonFile, plan *pythonPlan) {
		plan.own(3000, "reflex run --env prod --backend-host 0.0.0.0 --frontend-port ", "")
	},
	"Sanic": func(p *pythonFacts, f pythonFile, plan *pythonPlan) {
		if plan.app == nil || plan.app.factory || plan.app.function != "" {
			p.runFile(f, plan)
			return
		}
		plan.own(plan.port, "sanic "+p.target(*plan.app, plan)+" --host=0.0.0.0 --port=", "")
	},
	"Robyn": func(p *pythonFacts, f pythonFile, plan *pythonPlan) {
		p.runFile(f, plan)
		plan.setenv("ROBYN_HOST", "0.0.0.0")
	},
	"Dash": func(p *pythonFacts, f pythonFile, plan *pythonPlan) {
		if plan.app != nil && plan.app.function == "" && p.uses("gunicorn", "waitress", "uwsgi", "pyuwsgi", "granian") {
			pythonServeWSGI(p, *plan.app, plan)
			return
		}
		p.runFile(f, plan)
		plan.setenv("HOST", "0.0.0.0") // read by Dash itself, as PORT is
	},
	"Locust": func(_ *pythonFacts, f pythonFile, plan *pythonPlan) {
		plan.own(8089, "locust --locustfile "+language.ShellWord(f.path)+" --web-host 0.0.0.0 --web-port ", "")
	},
	"aiohttp":  pythonRunsItself,
	"Tornado":  pythonRunsItself,
	"Microdot": pythonRunsItself,
	"gRPC":     pythonRunsItself,
	"NiceGUI":  pythonRunsItself,
	"Pyramid": func(p *pythonFacts, f pythonFile, plan *pythonPlan) {
		if ini := p.FirstOf("production.ini", "development.ini"); ini != "" {
			plan.line = "pserve " + ini
			plan.why = append(plan.why, p.Evidence("python.pyramid", ini, 0, ""))
			return
		}
		p.runFile(f, plan)
	},
}

// pythonRunsItself starts a file that opens its own port. Where the
// application is made in a module that runs nothing, the file that does is
// taken.
func pythonRunsItself(p *pythonFacts, f pythonFile, plan *pythonPlan) {
	p.runFile(f, plan)
	if plan.app == nil || pythonStartsServer(f) {
		return
	}
	for _, other := range pythonSources(p.Folder) {
		if pythonStartsServer(other) {
			p.runFile(other, plan)
			plan.why = append(plan.why, pythonWhyFile(p, other))
			return
		}
	}
	if plan.framework == "aiohttp" && plan.app.factory {
		plan.own(plan.port, "python -m aiohttp.web --hostname 0.0.0.0 --port ", " "+p.target(*plan.app, plan))
	}
}

func pythonStartsServer(f pythonFile) bool {
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
func (plan *pythonPlan) own(port int, before, after string) {
	plan.port, plan.line, plan.kind = port, before+language.PortWord(port)+after, universalbuild.Web
}

func (plan *pythonPlan) setenv(name, value string) {
	if plan.env == nil {
		plan.env = map[string]string{}
	}
	plan.env[name] = value
}

// pythonBeside adds what runs beside a service: workers of a task queue,
// and migrations that a release has to run first.
func pythonBeside(p *pythonFacts, apps []pythonApp, files []pythonFile, plan *pythonPlan) {
	if queue := pythonQueuePlan(p, apps); queue.found() && queue.line != plan.line {
		if plan.dir != "" { // the line is run in there
			queue.line = strings.Replace(queue.line, " "+strings.ReplaceAll(plan.dir, "/", ".")+".", " ", 1)
		}
		plan.processes = append(plan.processes, pythonProcess("worker", queue.line))
		for _, f := range files {
			if pythonSchedules(p, f) {
				plan.processes = append(plan.processes, pythonProcess("beat", strings.Replace(queue.line, " worker ", " beat ", 1)))
				break
			}
		}
	}
	switch {
	case plan.django != nil:
	case p.uses("alembic") && p.Has("alembic.ini"):
		plan.release = append(plan.release, "alembic upgrade head")
	case p.uses("flask-migrate") && plan.app != nil && p.HasDir("migrations"):
		plan.release = append(plan.release, "flask --app "+p.target(*plan.app, plan)+" db upgrade")
	}
}

// pythonSchedules reports whether a file gives Celery a timetable.
func pythonSchedules(p *pythonFacts, f pythonFile) bool {
	content, _ := p.Text(f.path)
	return strings.Contains(content, "beat_schedule") || strings.Contains(content, "CELERYBEAT_SCHEDULE") || strings.Contains(content, "add_periodic_task")
}

// pythonProcess makes a further process of a line that needs no shell.
func pythonProcess(name, line string) universalbuild.Process {
	return universalbuild.Process{Name: name, Command: strings.Fields(line)}
}

// pythonQueuePlan starts the worker of a task queue.
func pythonQueuePlan(p *pythonFacts, apps []pythonApp) pythonPlan {
	for _, a := range apps {
		if a.framework != "Celery" || a.factory {
			continue
		}
		plan := pythonPlan{kind: universalbuild.Worker, framework: "Celery", confidence: finding.Likely, why: []finding.Evidence{p.lineOf("python.celery", a.file.path, a.line)}}
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
		return pythonPlan{kind: universalbuild.Worker, confidence: finding.Guess, line: "python manage.py rqworker", why: []finding.Evidence{p.at("python.queue", n)}}
	}
	return pythonPlan{}
}
