package languages

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest"
	"aipack/backend/universalbuild"
)

// pythonPlan is how a project is run: what was found in its sources, before
// it is known whether it is built as a member of a workspace.
type pythonPlan struct {
	kind       universalbuild.Kind
	framework  string
	line       string // shell line, run in the project's folder; "exec" is put before it
	port       int    // the default that the line falls back to, 0 for none
	confidence float64
	why        []finding.Evidence
	lost       []finding.Alternative
	dir        string            // folder the line is run in, relative to the project's; "" for its own
	path       string            // folder to put on Python's path, relative to the project's
	env        map[string]string // for the runtime
	processes  []universalbuild.Process
	release    []string
	warnings   []universalbuild.Warning
	django     *pythonDjango
	app        *pythonApp
	script     bool // the line is a console script, so that the project has to be installed
}

func (p pythonPlan) found() bool { return p.line != "" }

// pythonPlanOf asks, strongest first: Django's manage.py, an application
// object, a declared start task, a file that serves, a console script, a file
// that runs for ever, a file that is named like a start.
func pythonPlanOf(p *pythonFacts) pythonPlan {
	return language.Once(p.Folder, "python.plan", func() pythonPlan { return pythonPlanAnew(p) })
}

func pythonPlanAnew(p *pythonFacts) pythonPlan {
	if plan, ok := pythonDjangoPlan(p); ok {
		if p.uses("celery", "django-rq") {
			files := pythonSources(p.Folder)
			pythonBeside(p, pythonApps(files), files, &plan)
		}
		return plan
	}
	files := pythonSources(p.Folder)
	apps := pythonApps(files)
	packaged := p.packaged()
	plan := pythonAppPlan(p, files, apps, packaged)
	for _, rule := range []func() pythonPlan{
		func() pythonPlan { return pythonTaskPlan(p) },
		func() pythonPlan { return pythonFilePlan(p, files, packaged, universalbuild.Web) },
		func() pythonPlan { return pythonScriptPlan(p, files) },
		func() pythonPlan { return pythonFilePlan(p, files, packaged, universalbuild.Worker) },
		func() pythonPlan { return pythonQueuePlan(p, apps) },
		func() pythonPlan { return pythonScrapyPlan(p) },
		func() pythonPlan { return pythonBareWSGI(p, files) },
		func() pythonPlan { return pythonFilePlan(p, files, packaged, universalbuild.CLI) },
		func() pythonPlan { return pythonPackagePlan(p, files) },
	} {
		if plan.found() {
			break
		}
		plan = rule()
	}
	if plan.found() && plan.kind != universalbuild.CLI {
		pythonBeside(p, apps, files, &plan)
	}
	return plan
}

// packaged reports whether the project is made to be installed by others: it
// names packages or a build backend and does not say otherwise.
func (p *pythonFacts) packaged() bool {
	if p.project.NotPackage {
		return false
	}
	return p.setup.Packages || p.setup.Name != "" && p.Has("setup.py") || p.project.HasBuild && (p.project.HasProject || p.project.Tools["poetry"]) || p.project.Package
}

// pythonTaskPlan takes a task called start of pdm, hatch, rye, poe or pipenv,
// unless it is for development.
func pythonTaskPlan(p *pythonFacts) pythonPlan {
	for _, tasks := range []struct {
		file  string
		named map[string]string
	}{{"pyproject.toml", p.project.Tasks}, {"Pipfile", p.pipfile.Scripts}} {
		for _, name := range []string{"start", "serve", "server", "prod", "web"} {
			line := strings.TrimSpace(tasks.named[name])
			if line == "" || strings.Contains(line, "--reload") || strings.Contains(line, "{args") || strings.Contains(line, "\n") {
				continue
			}
			return pythonPlan{
				kind: pythonTaskKind(line), line: line, confidence: finding.Likely,
				why: []finding.Evidence{p.At("python.task", tasks.file, name)},
			}
		}
	}
	return pythonPlan{}
}

func pythonTaskKind(line string) universalbuild.Kind {
	for _, word := range []string{"gunicorn", "uvicorn", "hypercorn", "daphne", "granian", "flask", "fastapi", "runserver", "waitress", "streamlit", "port", "PORT", "http"} {
		if strings.Contains(line, word) {
			return universalbuild.Web
		}
	}
	return ""
}

// pythonMaxCandidates is how many files are judged by what they call.
const pythonMaxCandidates = 30

// pythonFilePlan takes the first file that is likely to start the program and
// does what is asked for. One that is named like a start needs no other sign;
// any other has to say if __name__ == "__main__", or be alone.
func pythonFilePlan(p *pythonFacts, files []pythonFile, packaged bool, want universalbuild.Kind) pythonPlan {
	alone := pythonAlone(files)
	rootMain := slices.ContainsFunc(files, func(f pythonFile) bool { return f.Main > 0 && !strings.Contains(f.path, "/") })
	judged := 0
	for _, f := range files {
		named, root := pythonMainRank(path.Base(f.path)) < len(pythonMains), !strings.Contains(f.path, "/")
		switch {
		case path.Base(f.path) == "__init__.py" || path.Base(f.path) == "__main__.py":
			continue
		case packaged && !(root && named), !named && f.Main == 0 && f.path != alone && want == universalbuild.CLI:
			continue
		case !named && !root && want == universalbuild.CLI, !named && f.Main == 0 && f.path != alone && want == universalbuild.Worker:
			continue
		case !root && f.Main == 0 && rootMain && want != universalbuild.Web:
			continue // a module that happens to have the name
		case f.Main == 0 && pythonImportedByMain(files, f):
			continue
		}
		if judged++; judged > pythonMaxCandidates {
			break
		}
		kind, framework := pythonKind(p.Folder, f)
		if kind != want {
			continue
		}
		plan := pythonPlan{kind: kind, framework: framework, confidence: finding.Likely, line: "python " + shellWord(f.path)}
		if !named {
			plan.confidence = finding.Guess
		}
		plan.why = append(plan.why, pythonWhyFile(p, f))
		if serve, ok := pythonRunners[framework]; ok && kind == universalbuild.Web {
			serve(p, f, &plan)
		}
		if kind == universalbuild.Web {
			pythonCheckHost(p, f, &plan)
		}
		return plan
	}
	return pythonPlan{}
}

// pythonImportedByMain reports whether another file of the project's folder
// that is meant to be run imports this one: that file is the start, then.
func pythonImportedByMain(files []pythonFile, f pythonFile) bool {
	module := strings.ReplaceAll(strings.TrimSuffix(f.path, ".py"), "/", ".")
	return slices.ContainsFunc(files, func(other pythonFile) bool {
		return other.Main > 0 && other.path != f.path && !strings.Contains(other.path, "/") && other.Imports(module)
	})
}

func pythonWhyFile(p *pythonFacts, f pythonFile) finding.Evidence {
	if f.Main > 0 {
		content, _ := p.Text(f.path)
		if lines := strings.Split(content, "\n"); f.Main <= len(lines) {
			return p.Evidence("python.main_file", f.path, f.Main, lines[f.Main-1])
		}
	}
	return p.Evidence("python.main_file", f.path, 0, "")
}

// pythonAlone gives the only source in the project's own folder, "" if there
// are several.
func pythonAlone(files []pythonFile) string {
	alone := ""
	for _, f := range files {
		if strings.Contains(f.path, "/") || f.path == "__init__.py" {
			continue
		}
		if alone != "" {
			return ""
		}
		alone = f.path
	}
	return alone
}

// pythonCheckHost warns of a server that only its own container can reach.
func pythonCheckHost(p *pythonFacts, f pythonFile, plan *pythonPlan) {
	if len(plan.env) > 0 {
		return
	}
	for _, src := range pythonReach(p.Folder, f) {
		for _, c := range src.Calls {
			if host := pythonHost(src, c); host == "localhost" || host == "127.0.0.1" {
				plan.confidence = finding.Guess
				plan.warnings = append(plan.warnings, universalbuild.Warning{
					Code: "binds_to_localhost", Path: p.Join(src.path), Line: c.Line,
					Message: "the server listens on " + host + ", which nothing outside the container can reach",
					Fix:     "listen on 0.0.0.0",
				})
				return
			}
		}
	}
}

// pythonHost gives the address that a call makes a server listen on: written
// as host=, or first in a pair. What uvicorn and Flask are not told is the
// loopback address.
func pythonHost(src pythonFile, c manifest.PyCall) string {
	_, serves := pythonServers[c.Full]
	head, last, _ := strings.Cut(c.Name, ".")
	app := last == "run" && src.appNamed(head)
	if !serves && !app {
		return ""
	}
	if a, ok := c.Arg("host"); ok {
		host, _ := a.Text()
		return host
	}
	if len(c.Args) > 0 && len(c.Args[0].Tokens) > 1 && c.Args[0].Tokens[0].Text == "(" {
		if t := c.Args[0].Tokens[1]; t.Kind == manifest.PyString {
			return t.Text
		}
	}
	positional := len(c.Args) > 0 && c.Args[0].Name == ""
	if c.Full == "uvicorn.run" && len(c.Args) > 0 && len(c.Args) < 4 || app && !positional && src.Imports("flask") {
		return "127.0.0.1"
	}
	return ""
}

// pythonScriptPlan runs a console script that the project declares: the one of
// its own name, else the first.
func pythonScriptPlan(p *pythonFacts, files []pythonFile) pythonPlan {
	scripts, file := p.project.Scripts, "pyproject.toml"
	if len(scripts) == 0 {
		scripts, file = p.setup.Scripts, p.FirstOf("setup.py", "setup.cfg")
		if content, _ := p.Text("setup.py"); file == "setup.py" && !strings.Contains(content, "console_scripts") {
			file = "setup.cfg"
		}
	}
	names := sortedKeys(scripts)
	if len(names) == 0 {
		return pythonPlan{}
	}
	chosen := names[0]
	for _, n := range names {
		if manifest.PEP503(n) == manifest.PEP503(p.name()) {
			chosen = n
		}
	}
	for _, n := range names {
		if n == "start" || n == "serve" || n == "server" {
			chosen = n
		}
	}
	plan := pythonPlan{
		kind: universalbuild.CLI, line: chosen, confidence: finding.Likely, script: true,
		why: []finding.Evidence{p.At("python.console_script", file, chosen)},
	}
	for _, n := range names {
		if n != chosen {
			plan.lost = append(plan.lost, finding.Alternative{Value: n, Confidence: finding.Guess, Evidence: p.At("python.console_script", file, n)})
		}
	}
	module, function, _ := strings.Cut(scripts[chosen], ":")
	if !p.packaged() {
		plan.script = false
		plan.line = "python -c " + shellWord("from "+module+" import "+function+"; "+function+"()")
	}
	for _, f := range files {
		if m, root := pythonModule(p.Folder, f); m == module {
			plan.kind, plan.framework = pythonKind(p.Folder, f)
			if !plan.script {
				plan.path = root
			}
		}
	}
	return plan
}

// pythonPackagePlan runs a package that has a __main__.py.
func pythonPackagePlan(p *pythonFacts, files []pythonFile) pythonPlan {
	for _, f := range files {
		if path.Base(f.path) != "__main__.py" {
			continue
		}
		kind, framework := pythonKind(p.Folder, f)
		module, root := pythonModule(p.Folder, f)
		plan := pythonPlan{
			kind: kind, framework: framework, line: "python -m " + shellWord(strings.TrimSuffix(module, ".__main__")), path: root,
			confidence: finding.Likely, why: []finding.Evidence{p.Evidence("python.main_module", f.path, 0, "")},
		}
		if module == "__main__" { // its folder is no package: Python runs folders too
			plan.line, plan.path = "python "+shellWord(path.Dir(f.path)), ""
		}
		if kind == universalbuild.Web {
			pythonCheckHost(p, f, &plan)
		}
		return plan
	}
	return pythonPlan{}
}

const pythonSpiderName = language.Pattern(`(?m)^\s+name\s*=\s*["']([\w.-]+)["']`)

// pythonScrapyPlan runs the spider of a Scrapy project.
func pythonScrapyPlan(p *pythonFacts) pythonPlan {
	if !p.Has("scrapy.cfg") {
		return pythonPlan{}
	}
	plan := pythonPlan{kind: universalbuild.CLI, framework: "Scrapy", confidence: finding.Guess, line: "scrapy list", why: []finding.Evidence{p.Evidence("python.scrapy", "scrapy.cfg", 0, "")}}
	for _, name := range p.Glob("*/spiders/*.py") {
		content, _ := p.Text(name)
		if m := pythonSpiderName.Regexp().FindStringSubmatch(content); m != nil {
			plan.line, plan.confidence = "scrapy crawl "+m[1], finding.Likely
			plan.why = append(plan.why, p.At("python.spider", name, m[1]))
			return plan
		}
	}
	return plan
}

// name is the project's own name, "" for none.
func (p *pythonFacts) name() string {
	if p.project.Name != "" {
		return p.project.Name
	}
	return p.setup.Name
}
