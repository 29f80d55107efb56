package languages

import (
	"path"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pypi"
	"aipack/backend/universalbuild"
)

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
				kind: pythonTaskKind(p.Folder, line), line: line, confidence: finding.Likely,
				why: []finding.Evidence{p.At("python.task", tasks.file, name)},
			}
		}
	}
	return pythonPlan{}
}

// pythonServerLine are programs that serve, and options that say where.
const pythonServerLine = language.Pattern(`\b(?:gunicorn|uvicorn|hypercorn|daphne|granian|waitress-serve|streamlit|flask run|fastapi run|runserver|http\.server)\b|(?:^|\s)--?port\b|\$\{?PORT\b`)

// pythonTaskFile is the file or module that a line runs.
const pythonTaskFile = language.Pattern(`\bpython3?\s+(?:-[uOB]+\s+)*(?:-m\s+([\w.]+)|([\w./-]+\.py))`)

// pythonTaskKind says what a task does: by the program that it starts, else by
// the file that it runs. A line that merely says "report" or "import" does not
// serve.
func pythonTaskKind(f *language.Folder, line string) universalbuild.Kind {
	if pythonServerLine.Regexp().MatchString(line) {
		return universalbuild.Web
	}
	m := pythonTaskFile.Regexp().FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	for _, file := range pythonSources(f) {
		module, _ := pythonModule(f, file)
		if m[2] != "" && path.Clean(m[2]) == file.path || m[1] != "" && (module == m[1] || module == m[1]+".__main__") {
			kind, _ := pythonKind(f, file)
			return kind
		}
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
		if pypi.PEP503(n) == pypi.PEP503(p.name()) {
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

// pythonAirflowPlan runs everything Airflow consists of in one container.
func pythonAirflowPlan(p *pythonFacts) pythonPlan {
	n, ok := p.need("apache-airflow")
	if !ok || !p.HasDir("dags") {
		return pythonPlan{}
	}
	plan := pythonPlan{kind: universalbuild.Web, framework: "Airflow", port: 8080, confidence: finding.Guess, line: "airflow standalone", why: []finding.Evidence{p.at("python.airflow", n)}}
	plan.setenv("AIRFLOW_HOME", "/app")
	return plan
}
