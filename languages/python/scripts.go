package python

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pypi"
	"aipack/backend/universalbuild"
)

// taskPlan takes a task called start of pdm, hatch, rye, poe or pipenv,
// unless it is for development.
func taskPlan(p *projectFacts) startPlan {
	for _, tasks := range []struct {
		file  string
		named map[string]string
	}{{"pyproject.toml", p.project.Tasks}, {"Pipfile", p.pipfile.Scripts}} {
		for _, name := range []string{"start", "serve", "server", "prod", "web"} {
			line := strings.TrimSpace(tasks.named[name])
			if line == "" || strings.Contains(line, "--reload") || strings.Contains(line, "{args") || strings.Contains(line, "\n") {
				continue
			}
			return startPlan{
				kind: taskKind(p.Folder, line), line: line, confidence: finding.Likely,
				why: []finding.Evidence{p.At("python.task", tasks.file, name)},
			}
		}
	}
	return startPlan{}
}

// serverLine are programs that serve, and options that say where.
const serverLine = language.Pattern(`\b(?:gunicorn|uvicorn|hypercorn|daphne|granian|waitress-serve|streamlit|flask run|fastapi run|runserver|http\.server)\b|(?:^|\s)--?port\b|\$\{?PORT\b`)

// taskFile is the file or module that a line runs.
const taskFile = language.Pattern(`\bpython3?\s+(?:-[uOB]+\s+)*(?:-m\s+([\w.]+)|([\w./-]+\.py))`)

// taskKind says what a task does: by the program that it starts, else by
// the file that it runs. A line that merely says "report" or "import" does not
// serve.
func taskKind(f *language.Folder, line string) universalbuild.Kind {
	if serverLine.Regexp().MatchString(line) {
		return universalbuild.Web
	}
	m := taskFile.Regexp().FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	for _, file := range sources(f) {
		module, _ := moduleOf(f, file)
		if m[2] != "" && path.Clean(m[2]) == file.path || m[1] != "" && (module == m[1] || module == m[1]+".__main__") {
			kind, _ := kindOf(f, file)
			return kind
		}
	}
	return ""
}

// scripts are the console scripts that the project declares, and the file that does.
func (p *projectFacts) scripts() (scripts map[string]string, file string) {
	scripts, file = p.project.Scripts, "pyproject.toml"
	if len(scripts) == 0 {
		scripts, file = p.setup.Scripts, p.FirstOf("setup.py", "setup.cfg")
		if content, _ := p.Text("setup.py"); file == "setup.py" && !strings.Contains(content, "console_scripts") {
			file = "setup.cfg"
		}
	}
	return scripts, file
}

// scriptPlan runs a console script that the project declares: the one of
// its own name, else the first.
func scriptPlan(p *projectFacts, files []sourceFile) startPlan {
	scripts, _ := p.scripts()
	names := slices.Sorted(maps.Keys(scripts))
	if len(names) == 0 {
		return startPlan{}
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
	return scriptNamed(p, files, chosen)
}

// scriptNamed runs one of the console scripts that a file declares.
func scriptNamed(p *projectFacts, files []sourceFile, chosen string) startPlan {
	scripts, file := p.scripts()
	names := slices.Sorted(maps.Keys(scripts))
	plan := startPlan{
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
		plan.line = "python -c " + language.ShellWord("from "+module+" import "+function+"; "+function+"()")
	}
	for _, f := range files {
		if !isModule(p, f, module) || litestarScript(f, &plan) {
			continue
		}
		plan.kind, plan.framework = kindOf(p.Folder, f)
		plan.ran = &f
		if plan.kind == universalbuild.Web && plan.line == chosen {
			plan.completed(p, f)
		}
		if _, root := moduleOf(p.Folder, f); !plan.script {
			plan.path = root
		}
	}
	return plan
}

// packagePlan runs a package that has a __main__.py.
func packagePlan(p *projectFacts, files []sourceFile) startPlan {
	for _, f := range files {
		if path.Base(f.path) != "__main__.py" {
			continue
		}
		kind, framework := kindOf(p.Folder, f)
		module, root := moduleOf(p.Folder, f)
		plan := startPlan{
			ran: &f, kind: kind, framework: framework, line: "python -m " + language.ShellWord(strings.TrimSuffix(module, ".__main__")), path: root,
			confidence: finding.Likely, why: []finding.Evidence{p.Evidence("python.main_module", f.path, 0, "")},
		}
		if module == "__main__" { // its folder is no package: Python runs folders too
			plan.line, plan.path = "python "+language.ShellWord(path.Dir(f.path)), ""
		}
		if kind == universalbuild.Web {
			checkHost(p, f, &plan)
			plan.opened(p, f)
		}
		return plan
	}
	return startPlan{}
}

const spiderName = language.Pattern(`(?m)^\s+name\s*=\s*["']([\w.-]+)["']`)

// scrapyPlan runs the spider of a Scrapy project.
func scrapyPlan(p *projectFacts) startPlan {
	if !p.Has("scrapy.cfg") {
		return startPlan{}
	}
	plan := startPlan{
		kind: universalbuild.CLI, framework: "Scrapy", confidence: finding.Guess, line: "scrapy list",
		why: []finding.Evidence{p.Evidence("python.scrapy", "scrapy.cfg", 0, "")},
	}
	for _, name := range p.Glob("*/spiders/*.py") {
		content, _ := p.Text(name)
		if m := spiderName.Regexp().FindStringSubmatch(content); m != nil {
			plan.line, plan.confidence = "scrapy crawl "+m[1], finding.Likely
			plan.why = append(plan.why, p.At("python.spider", name, m[1]))
			return plan
		}
	}
	return plan
}

// airflowPlan runs everything Airflow consists of in one container.
func airflowPlan(p *projectFacts) startPlan {
	n, ok := p.need("apache-airflow")
	if !ok || !p.HasDir("dags") {
		return startPlan{}
	}
	plan := startPlan{
		kind: universalbuild.Web, framework: "Airflow", port: 8080, confidence: finding.Guess,
		line: "airflow standalone", why: []finding.Evidence{p.at("python.airflow", n)},
	}
	plan.setenv("AIRFLOW_HOME", "/app")
	return plan
}
