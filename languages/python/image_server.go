package python

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
	"aipack/backend/universalbuild"
)

// appServer is a server of applications as its command line is written.
type appServer struct {
	distribution string
	bind         string   // how it is told to listen everywhere, the port at the end
	keeps        []string // options by which it calls the application: kept with their values
	flags        []string // those without a value
	bare         bool     // "module" alone means module:application
}

// appServers by their programs: each server's own reference of its command line.
// https://docs.gunicorn.org/en/stable/settings.html, https://www.uvicorn.org/settings/,
// https://hypercorn.readthedocs.io/en/latest/how_to_guides/configuring.html,
// https://github.com/django/daphne, https://github.com/emmett-framework/granian,
// https://docs.pylonsproject.org/projects/waitress/en/stable/runner.html
var appServers = map[string]appServer{
	"gunicorn":       {"gunicorn", "--bind 0.0.0.0:", []string{"-k", "--worker-class", "--threads"}, nil, true},
	"uvicorn":        {"uvicorn", "--host 0.0.0.0 --port ", []string{"--ws", "--lifespan", "--interface"}, []string{"--factory"}, false},
	"hypercorn":      {"hypercorn", "--bind 0.0.0.0:", []string{"-k", "--worker-class"}, nil, false},
	"daphne":         {"daphne", "-b 0.0.0.0 -p ", nil, nil, false},
	"granian":        {"granian", "--host 0.0.0.0 --port ", []string{"--interface"}, []string{"--factory"}, false},
	"waitress-serve": {"waitress", "--listen=0.0.0.0:", nil, []string{"--call"}, false},
}

// imagePlan serves what the project's own image serves, where that is started by
// a server of applications with an application of this project: a console script
// or a file that serves is what developers start, and listens where they are.
// https://docs.docker.com/reference/dockerfile/#understand-how-cmd-and-entrypoint-interact
func imagePlan(p *projectFacts, apps []application) startPlan {
	stage, words := p.imageCommand()
	if len(words) < 2 {
		return startPlan{}
	}
	program := path.Base(words[0])
	server, known := appServers[program]
	if !known || !p.uses(server.distribution) {
		return startPlan{}
	}
	target, root, ok := p.servedTarget(words[1:], server)
	if !ok {
		return startPlan{}
	}
	plan := startPlan{
		kind: universalbuild.Web, port: 8000, confidence: finding.Likely, path: root,
		why: []finding.Evidence{p.AtLine("python.image_server", p.containerFile(), max(stage.Cmd.Line, stage.Entrypoint.Line))},
	}
	for i, app := range apps {
		if module, _ := moduleOf(p.Folder, app.file); strings.HasPrefix(target+":", module+":") {
			plan.framework, plan.app = app.framework, &apps[i]
			break
		}
	}
	if m := portInLine.Regexp().FindStringSubmatch(strings.Join(words, " ")); m != nil {
		for _, text := range m[1:] {
			if n := portText(text); n != 0 {
				plan.port = n
			}
		}
	} else if len(stage.Expose) == 1 {
		plan.port = stage.Expose[0].Port
	}
	plan.line = program + " " + server.bind + language.PortWord(plan.port) + kept(words, server) + " " + target
	return plan
}

// imageScript runs the console script of this project that its own image runs, with
// the arguments that it has there: it may prepare what a server that is pointed at
// the application alone would miss. Arguments that are places of that image, or
// variables that it does not set, say nothing here.
func imageScript(p *projectFacts, files []sourceFile) startPlan {
	stage, words := p.imageCommand()
	scripts, _ := p.scripts()
	if len(words) < 2 || scripts[words[0]] == "" || !p.packaged() {
		return startPlan{}
	}
	shell := stage.Entrypoint.Shell+stage.Cmd.Shell != "" || slices.Contains(slices.Concat(stage.Entrypoint.Exec, stage.Cmd.Exec), "-c")
	line := words[0]
	for _, w := range words[1:] {
		known := true
		full := dockerfile.Expand(w, func(name string) (value string, ok bool) {
			for _, v := range stage.Env {
				if v.Name == name {
					value, ok = v.Value, true
				}
			}
			known = known && ok
			return value, ok
		})
		known = known || strings.Contains(w, ":-")
		if !strings.Contains(w, "${PORT:-") {
			w = full
		}
		_, value, _ := strings.Cut(w, "=")
		if !known || strings.ContainsAny(full, "$`&|;<>\n") || strings.HasPrefix(w, "/") || strings.HasPrefix(strings.Trim(value, `"'`), "/") {
			return startPlan{}
		}
		if !shell {
			w = language.ShellWord(w)
		}
		line += " " + w
	}
	plan := scriptNamed(p, files, words[0])
	if plan.kind != universalbuild.Web || !plan.script || plan.commands != "" {
		return startPlan{}
	}
	plan.line, plan.port = line, 0
	plan.why = append(plan.why, p.AtLine("python.image_server", p.containerFile(), max(stage.Cmd.Line, stage.Entrypoint.Line)))
	return plan
}

// imageCommand is the last stage of the project's own container file, and the
// words of what it starts.
func (p *projectFacts) imageCommand() (dockerfile.Stage, []string) {
	file, _ := language.Parse(p.Folder, p.containerFile(), dockerfile.Parse)
	stage, _ := file.Stage("")
	return stage, imageWords(stage)
}

// imageStarts reports whether that is a server, and comes with this distribution.
func (p *projectFacts) imageStarts(distribution string) bool {
	_, words := p.imageCommand()
	return len(words) > 0 && appServers[path.Base(words[0])].distribution == distribution
}

// imageWords are the words of an image's final command, without what only starts
// another program. "" stands for none that can be read without a shell.
func imageWords(s dockerfile.Stage) []string {
	words := slices.Concat(s.Entrypoint.Exec, s.Cmd.Exec)
	switch {
	case s.Entrypoint.Shell != "":
		words = strings.Fields(s.Entrypoint.Shell)
	case s.Cmd.Shell != "" && len(s.Entrypoint.Exec) == 0:
		words = strings.Fields(s.Cmd.Shell)
	case s.Cmd.Shell != "":
		return nil
	}
	if len(words) == 3 && path.Base(words[0]) == "sh" && words[1] == "-c" {
		words = strings.Fields(words[2])
	}
	for len(words) > 0 {
		switch first := path.Base(words[0]); {
		case first == "exec", first == "tini", first == "dumb-init", words[0] == "--":
			words = words[1:]
		case (first == "uv" || first == "poetry" || first == "pdm" || first == "pipenv") && len(words) > 1 && words[1] == "run":
			words = words[2:]
		case strings.HasPrefix(first, "python") && len(words) > 2 && words[1] == "-m":
			words = words[2:]
		default:
			return words
		}
	}
	return nil
}

// servedTarget finds the application among a server's arguments: a module of the
// project, and the folder that it is imported from. What changes that folder, or
// is more than one command, is not followed.
func (p *projectFacts) servedTarget(words []string, server appServer) (target, root string, ok bool) {
	for _, w := range words {
		option, _, _ := strings.Cut(w, "=")
		if option == "--chdir" || option == "--app-dir" || option == "--pythonpath" || strings.ContainsAny(w, "&|;<>`") {
			return "", "", false
		}
	}
	for i, w := range slices.Backward(words) {
		if !targetName.Regexp().MatchString(w) || i > 0 && slices.Contains(server.keeps, words[i-1]) {
			continue
		}
		module, _, named := strings.Cut(w, ":")
		if !named && !server.bare {
			continue
		}
		for _, root := range []string{".", "src"} {
			if !hasModule(p.Folder, root, module) {
				continue
			}
			if strings.HasSuffix(w, ")") {
				w = "'" + w + "'"
			}
			return w, strings.TrimPrefix(root, "."), true
		}
	}
	return "", "", false
}

// targetName is how servers write an application: a module, and what it calls it.
const targetName = language.Pattern(`^[A-Za-z_][\w.]*(?::[A-Za-z_][\w.]*(?:\(\))?)?$`)

// kept are the options of a server that belong to the application, and no
// matter of the machine that it runs on.
func kept(words []string, server appServer) (out string) {
	for i, w := range words {
		option, _, joined := strings.Cut(w, "=")
		switch {
		case slices.Contains(server.flags, w), joined && slices.Contains(server.keeps, option):
			out += " " + language.ShellWord(w)
		case slices.Contains(server.keeps, w) && i+1 < len(words):
			out += " " + w + " " + language.ShellWord(words[i+1])
		}
	}
	return out
}
