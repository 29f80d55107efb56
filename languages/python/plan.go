package python

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
	"aipack/backend/universalbuild"
	"aipack/languages/python/listing"
)

// startPlan is how a project is run: what was found in its sources, before
// it is known whether it is built as a member of a workspace.
type startPlan struct {
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
	django     *django
	app        *application
	ran        *sourceFile // the file that the line runs, where it opens its port itself
	commands   string      // a program of the project's own that has the framework's commands
	script     bool        // the line is a console script, so that the project has to be installed
}

func (p startPlan) found() bool { return p.line != "" }

// planOf asks, strongest first: Django's manage.py, an application
// object, a function for the Functions Framework, what the project's own image
// serves, a declared start task, a file that serves, a console script, a file that runs for ever, a file that is named
// like a start.
func planOf(p *projectFacts) startPlan {
	return language.Once(p.Folder, "python.plan", func() startPlan { return planAnew(p) })
}

func planAnew(p *projectFacts) startPlan {
	if plan, ok := djangoPlan(p); ok {
		if p.uses("celery", "django-rq") {
			files := sources(p.Folder)
			beside(p, applications(files), files, &plan)
		}
		return plan
	}
	files := sources(p.Folder)
	apps := applications(files)
	packaged := p.packaged()
	plan := appPlan(p, files, apps, packaged)
	if image := imagePlan(p, apps); plan.app != nil && image.found() && image.app == nil {
		// What it names is made where no rule sees an application: by another module
		// that it imports, or by a call that is not known. It serves, all the same.
		image.framework, image.app = plan.framework, plan.app
		image.lost = plan.lost
		plan = image
	}
	if plan.app != nil && plan.app.factory {
		if script := imageScript(p, files); script.found() {
			script.framework, script.app = plan.framework, plan.app
			plan = script
		}
	}
	for _, rule := range []func() startPlan{
		func() startPlan { return functionsPlan(p) },
		func() startPlan { return imagePlan(p, apps) },
		func() startPlan { return imageScript(p, files) },
		func() startPlan { return taskPlan(p) },
		func() startPlan { return airflowPlan(p) },
		func() startPlan { return filePlan(p, files, packaged, universalbuild.Web) },
		func() startPlan { return scriptPlan(p, files) },
		func() startPlan { return filePlan(p, files, packaged, universalbuild.Worker) },
		func() startPlan { return queuePlan(p, apps) },
		func() startPlan { return scrapyPlan(p) },
		func() startPlan { return bareWSGI(p, files) },
		func() startPlan { return filePlan(p, files, packaged, universalbuild.CLI) },
		func() startPlan { return packagePlan(p, files) },
	} {
		if plan.found() {
			break
		}
		plan = rule()
	}
	usage(p, files, &plan)
	if plan.found() && plan.kind != universalbuild.CLI {
		beside(p, apps, files, &plan)
	}
	return plan
}

// packaged reports whether the project is made to be installed by others: it
// names packages or a build backend and does not say otherwise.
func (p *projectFacts) packaged() bool {
	if p.project.NotPackage || p.cannotBeBuilt() {
		return false
	}
	return p.setup.Packages || p.setup.Name != "" && listing.HasSetup(p.Folder) || p.project.HasBuild && (p.project.HasProject || p.project.Tools["poetry"]) || p.project.Package
}

// maxCandidates is how many files are judged by what they call.
const maxCandidates = 30

// filePlan takes the first file that is likely to start the program and
// does what is asked for. One that is named like a start needs no other sign;
// any other has to say if __name__ == "__main__", or be alone.
func filePlan(p *projectFacts, files []sourceFile, packaged bool, want universalbuild.Kind) startPlan {
	alone := onlyFile(files)
	rootMain := slices.ContainsFunc(files, func(f sourceFile) bool { return f.Main > 0 && !strings.Contains(f.path, "/") })
	judged := 0
	for _, f := range files {
		named, root := listing.Rank(path.Base(f.path)) < len(listing.Mains), !strings.Contains(f.path, "/")
		switch {
		case path.Base(f.path) == "__init__.py" || path.Base(f.path) == "__main__.py":
			continue
		case packaged && !(root && named), !named && f.Main == 0 && f.path != alone && want == universalbuild.CLI:
			continue
		case !named && !root && want == universalbuild.CLI, !named && f.Main == 0 && f.path != alone && want == universalbuild.Worker:
			continue
		case !root && f.Main == 0 && rootMain && want != universalbuild.Web:
			continue // a module that happens to have the name
		case f.Main == 0 && importedByMain(files, f):
			continue
		case !named && f.Main == 0 && want == universalbuild.CLI && len(f.Functions) > 0 && !does(f):
			continue // it defines functions that others call
		}
		if judged++; judged > maxCandidates {
			break
		}
		kind, framework := kindOf(p.Folder, f)
		if kind != want {
			continue
		}
		plan := startPlan{kind: kind, framework: framework, confidence: finding.Likely}
		p.runFile(f, &plan)
		if !named {
			plan.confidence = finding.Guess
		}
		plan.why = append(plan.why, whyFile(p, f))
		if serve, ok := runners[framework]; ok && kind == universalbuild.Web {
			serve(p, f, &plan)
		}
		if kind == universalbuild.Web {
			checkHost(p, f, &plan)
			if plan.line == "python "+f.path {
				plan.switched(p, f)
				plan.opened(p, f)
			}
		}
		return plan
	}
	return startPlan{}
}

// runFile runs a file: by its path, which puts its own folder on Python's path,
// or as a module where it imports what lies above that folder, as a file of a
// package does (https://docs.python.org/3/library/sys_path_init.html).
func (p *projectFacts) runFile(f sourceFile, plan *startPlan) {
	plan.line, plan.ran = "python "+language.ShellWord(f.path), &f
	dir := path.Dir(f.path)
	module, root := moduleOf(p.Folder, f)
	if strings.Contains(module, ".") && dir == "." {
		plan.line = "python -m " + language.ShellWord(module)
	}
	if dir == "." || root == dir {
		return
	}
	for _, m := range f.Modules {
		head, _, _ := strings.Cut(m, ".")
		at := path.Join(root, head)
		above := p.HasDir(at) || p.Has(at+".py")
		here := p.HasDir(path.Join(dir, head)) || p.Has(path.Join(dir, head+".py"))
		if head == "" || above && !here {
			plan.line, plan.path = "python -m "+language.ShellWord(strings.TrimSuffix(module, ".__main__")), root
			return
		}
	}
}

// importedByMain reports whether another file of the project's folder
// that is meant to be run imports this one: that file is the start, then.
func importedByMain(files []sourceFile, f sourceFile) bool {
	module := strings.ReplaceAll(strings.TrimSuffix(f.path, ".py"), "/", ".")
	return slices.ContainsFunc(files, func(other sourceFile) bool {
		return other.Main > 0 && other.path != f.path && !strings.Contains(other.path, "/") && other.Imports(module)
	})
}

// does reports whether running a file does anything: a module that calls
// nothing by itself is imported, not run.
func does(f sourceFile) bool {
	return f.Loop || slices.ContainsFunc(f.Calls, func(c pysource.Call) bool { return c.Function == "" })
}

func whyFile(p *projectFacts, f sourceFile) finding.Evidence {
	if f.Main > 0 {
		content, _ := p.Text(f.path)
		if lines := strings.Split(content, "\n"); f.Main <= len(lines) {
			return p.Evidence("python.main_file", f.path, f.Main, lines[f.Main-1])
		}
	}
	return p.Evidence("python.main_file", f.path, 0, "")
}

// onlyFile gives the only source in the project's own folder, "" if there
// are several.
func onlyFile(files []sourceFile) string {
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

// checkHost warns of a server that only its own container can reach.
func checkHost(p *projectFacts, f sourceFile, plan *startPlan) {
	if len(plan.env) > 0 {
		return
	}
	for _, src := range reach(p.Folder, f) {
		for _, c := range src.Calls {
			if host := hostOf(src, c); host == "localhost" || host == "127.0.0.1" {
				plan.confidence = finding.Guess
				server, fix := "the server", "listen on 0.0.0.0"
				if c.Full == "uvicorn.run" {
					server = "uvicorn"
				}
				if _, written := c.Arg("host"); !written && (server == "uvicorn" || src.Imports("flask")) {
					fix = universalbuild.GiveHost
				}
				plan.warnings = append(plan.warnings, universalbuild.Warning{
					Code: universalbuild.BindsToLocalhost, Path: p.Join(src.path), Line: c.Line,
					Message: server + " listens on " + host + ", which nothing outside the container can reach", Fix: fix,
				})
				return
			}
		}
	}
}

// hostOf gives the address that a call makes a server listen on: written
// as host=, or first in a pair. What uvicorn and Flask are not told is the
// loopback address.
func hostOf(src sourceFile, c pysource.Call) string {
	_, serves := servers[c.Full]
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
		if t := c.Args[0].Tokens[1]; t.Kind == pysource.String {
			return t.Text
		}
	}
	positional := len(c.Args) > 0 && c.Args[0].Name == ""
	if c.Full == "uvicorn.run" && len(c.Args) > 0 && len(c.Args) < 4 || app && !positional && src.Imports("flask") {
		return "127.0.0.1"
	}
	return ""
}

// name is the project's own name, "" for none.
func (p *projectFacts) name() string {
	if p.project.Name != "" {
		return p.project.Name
	}
	return p.setup.Name
}
