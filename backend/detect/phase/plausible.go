package phase

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// What a model says is held against the repository before it counts: the rules
// below are about its words, that its quote stands in a file is checked by the
// adviser.

// runners are programs that start others' code, with how many of their
// arguments must be something that the repository has.
var runners = map[string]bool{
	"node": true, "bun": true, "deno": true, "tsx": true, "ts-node": true,
	"python": true, "python3": true, "gunicorn": true, "uvicorn": true, "hypercorn": true, "daphne": true, "waitress-serve": true,
	"flask": true, "celery": true, "streamlit": true, "fastapi": true, "poetry": true, "uv": true, "pipenv": true,
	"ruby": true, "bundle": true, "rails": true, "rackup": true, "puma": true, "sidekiq": true, "rake": true,
	"php": true, "php-fpm": true, "apache2-foreground": true, "java": true, "catalina.sh": true, "dotnet": true, "mix": true, "elixir": true, "perl": true, "plackup": true,
	"Rscript": true, "julia": true, "lua": true, "racket": true, "swipl": true, "sbcl": true, "tclsh": true, "crystal": true, "guile": true, "escript": true,
	"npm": true, "yarn": true, "pnpm": true, "npx": true, "next": true, "nuxt": true, "vite": true, "serve": true,
	"luvit": true, "gjs": true, "scala": true, "clojure": true, "clj": true, "lein": true, "stack": true, "cabal": true,
	"nim": true, "dart": true, "swift": true, "octave": true, "gforth": true, "ocaml": true, "raku": true, "nginx": true,
}

// outputs are folders that builds write into: what lies there need not exist.
var outputs = []string{"dist/", "build/", "target/", "out/", "bin/", ".next/", ".output/", "_build/", "publish/", "zig-out/", ".build/"}

// command holds a start command against the project.
func command(p *language.Project, a pipeline.Advice) error {
	words, err := plainWords(a.Words)
	if err != nil {
		return err
	}
	program := words[0]
	if inline(words) {
		return fmt.Errorf("%q hands a program to an interpreter instead of a file", shown(strings.Join(words, " ")))
	}
	own := strings.TrimPrefix(program, "./")
	switch {
	case inProject(p, own):
		return nil
	case inOutput(own), own == p.ProjectName(), own == p.Folder.Name(), own == "/app/"+p.ProjectName():
		return compiled(p, program)
	case !runners[program] && !p.Uses(program): // a package often brings the program that it is called by
		return fmt.Errorf("the program %q is neither a file of the project nor a known way to run one", program)
	}
	return grounded(p, program, words[1:])
}

// plainWords takes off a shell that only sets variables' values, and refuses
// everything else that a shell would be needed for.
func plainWords(words []string) ([]string, error) {
	if len(words) == 3 && (words[0] == "sh" || words[0] == "bash") && words[1] == "-c" {
		words = strings.Fields(strings.TrimPrefix(words[2], "exec "))
	}
	const most = 40
	if len(words) == 0 || len(words) > most {
		return nil, fmt.Errorf("a command has 1 to %d words, not %d", most, len(words))
	}
	for _, w := range words {
		bare := portVariable().ReplaceAllString(w, "0")
		if len(w) > 300 || strings.ContainsAny(bare, "\n\r\x00;|&<>`$") {
			return nil, fmt.Errorf("the word %q needs a shell; give the program and its arguments only", w)
		}
	}
	return words, nil
}

// portVariable is the one variable that a start command may leave to the
// shell: ${PORT} or ${PORT:-8000}.
var portVariable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$(\{PORT(:-\d+)?\}|PORT\b)`) })

func inProject(p *language.Project, name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "./"), "/app/")
	if name == "" || strings.HasPrefix(name, "/") || strings.Contains(name, "..") {
		return false
	}
	return p.Has(name) || p.Context().Has(name)
}

func inOutput(name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "./"), "/app/")
	return slices.ContainsFunc(outputs, func(o string) bool { return strings.HasPrefix(name, o) && !strings.Contains(name, "..") })
}

// compiled accepts a program that the build makes, in languages whose builds
// make programs.
func compiled(p *language.Project, program string) error {
	if slices.ContainsFunc(p.Language.Systems, func(s language.System) bool { return len(s.Practices.Artifacts) > 0 }) {
		return nil
	}
	return fmt.Errorf("%q is no file of the project, and building %s makes no program", program, p.Language.Name)
}

// nodePackage is the package whose module a path is in Node's words: tsconfig-paths/register,
// @babel/register/lib (https://nodejs.org/api/modules.html#all-together).
func nodePackage(module string) string {
	parts := strings.SplitN(module, "/", 3)
	if strings.HasPrefix(module, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// grounded wants at least one argument that the repository knows, and none
// that names a file it does not have.
func grounded(p *language.Project, program string, args []string) error {
	if script, ok := scriptName(program, args); ok {
		if !hasScript(p, script) {
			return fmt.Errorf("package.json has no script %q", script)
		}
		return nil
	}
	known := false
	if first, ok := firstFile(p, args); ok && !reads(program, first) {
		return fmt.Errorf("%s does not run %s", program, shown(first))
	}
	for _, arg := range args {
		switch {
		case inProject(p, arg), isModule(p, arg):
			known = known || !data(arg)
		case inOutput(arg):
			known = true
		case strings.HasPrefix(arg, "-"), arg == "", p.Uses(nodePackage(arg)) && strings.Contains(arg, "/"): // a module of a package, which a flag loads
		case strings.Contains(arg, "/") && !strings.Contains(arg, ":"), sourceName(p, arg):
			return fmt.Errorf("there is no file %q in the project", arg)
		case p.Uses(arg):
			known = true
		}
	}
	if !known && !standsAlone[program] {
		return fmt.Errorf("no argument of %q is a file, module or script of the project", program)
	}
	return nil
}

// sources are the files that interpreters run, by extension.
var sources = map[string][]string{
	"node": {".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"}, "bun": {".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx"}, "deno": {".js", ".mjs", ".ts", ".tsx", ".jsx"},
	"tsx": {".ts", ".mts", ".cts", ".tsx", ".js", ".mjs"}, "ts-node": {".ts", ".mts", ".cts", ".tsx"},
	"python": {".py", ".pyz"}, "python3": {".py", ".pyz"}, "ruby": {".rb", ".ru"}, "php": {".php"}, "perl": {".pl", ".psgi"}, "lua": {".lua"}, "Rscript": {".R", ".r"},
	"julia": {".jl"}, "elixir": {".exs", ".ex"}, "tclsh": {".tcl"}, "raku": {".raku", ".p6"}, "java": {".jar", ".java", ".war"},
}

// firstFile is the first argument that names a file of the project and not a
// folder.
func firstFile(p *language.Project, args []string) (string, bool) {
	for i, arg := range args {
		option := i > 0 && strings.HasPrefix(args[i-1], "-")
		if !option && !strings.HasPrefix(arg, "-") && inProject(p, arg) && path.Clean(arg) != "." {
			return arg, true
		}
	}
	return "", false
}

// reads reports whether an interpreter runs such a file. One without extension
// may be of any language (artisan, bin/rails), unless its name says that it is
// none.
func reads(program, name string) bool {
	known, ok := sources[program]
	if !ok || slices.Contains(known, path.Ext(name)) {
		return true
	}
	return path.Ext(name) == "" && !slices.Contains(strings.Fields("Pipfile Procfile Makefile Gemfile Rakefile Dockerfile Containerfile Vagrantfile Jenkinsfile LICENSE README Aptfile"), path.Base(name))
}

// data reports whether a file holds text or settings: it can be named beside
// what is started, and cannot be it.
func data(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".rst", ".txt", ".json", ".lock", ".yml", ".yaml", ".toml", ".xml", ".ini", ".cfg", ".csv":
		return true
	}
	return false
}

// standsAlone are programs that find what to run by themselves.
var standsAlone = map[string]bool{
	"php-fpm": true, "apache2-foreground": true, "catalina.sh": true, "nginx": true, "rackup": true, "puma": true, "next": true, "plackup": true,
}

func sourceName(p *language.Project, arg string) bool {
	return slices.Contains(p.Language.Extensions, path.Ext(arg)) && path.Ext(arg) != ""
}

// isModule knows Python's way to name a file: app.main:app, package.module.
func isModule(p *language.Project, arg string) bool {
	module, _, _ := strings.Cut(arg, ":")
	if module == "" || strings.ContainsAny(module, "/-") {
		return false
	}
	file := strings.ReplaceAll(module, ".", "/")
	for _, root := range []string{"", "src/"} {
		for _, end := range []string{".py", "/__init__.py", "/__main__.py"} {
			if p.Has(root + file + end) {
				return true
			}
		}
	}
	return false
}

// scriptName is the script that a package manager is told to run.
func scriptName(program string, args []string) (string, bool) {
	if !slices.Contains([]string{"npm", "yarn", "pnpm", "bun"}, program) || len(args) == 0 {
		return "", false
	}
	switch {
	case args[0] == "run" && len(args) > 1:
		return args[1], true
	case args[0] == "start", program == "yarn" && !strings.HasPrefix(args[0], "-"):
		return args[0], true
	}
	return "", false
}

func hasScript(p *language.Project, name string) bool {
	text, ok := p.Text("package.json")
	var m struct {
		Scripts map[string]any `json:"scripts"`
	}
	return ok && json.Unmarshal([]byte(text), &m) == nil && m.Scripts[name] != nil
}

// portOf holds a port against what a line about a port says.
func portOf(a pipeline.Advice) error {
	if a.Number < 1 || a.Number > 65535 {
		return fmt.Errorf("a port is 1 to 65535, not %d", a.Number)
	}
	for _, e := range a.Evidence {
		if a.User || listens().MatchString(e.Excerpt) || afterColon(e.Excerpt, a.Number) {
			return nil
		}
	}
	return fmt.Errorf("the quoted line does not say that the program listens on %d", a.Number)
}

var listens = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)port|listen|bind|serve|addr|expose|host`)
})

// afterColon finds ":8080" as addresses have it: with a host or a quote before
// and an end behind. guava:31.1 is none.
func afterColon(line string, port int) bool {
	return regexp.MustCompile(`(^|["'\s(=\[]|//[\w.-]+|\d\.\d+):` + strconv.Itoa(port) + `($|["'\s/)\],;])`).MatchString(line)
}

// versionOf holds a version against the form that versions have, and against
// a line that speaks of the language's version.
func versionOf(p *language.Project, a pipeline.Advice) error {
	if !versionForm().MatchString(a.Text) {
		return fmt.Errorf("%q is no version", a.Text)
	}
	for _, e := range a.Evidence {
		about := strings.ToLower(e.Path + " " + e.Excerpt)
		if a.User {
			return nil
		}
		for _, word := range []string{"version", p.Language.ID, strings.ToLower(p.Language.Name)} {
			if strings.Contains(about, word) {
				return nil
			}
		}
	}
	return fmt.Errorf("the quoted line does not speak of a version of %s", p.Language.Name)
}

var versionForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^v?\d{1,4}(\.\d{1,6}){0,3}([-+.][0-9A-Za-z.]{1,20})?$`)
})

// healthOf holds a path against those that health checks have: any other
// route may answer an error while the program is healthy.
func healthOf(a pipeline.Advice) error {
	if a.User && strings.HasPrefix(a.Text, "/") {
		return nil
	}
	if !healthForm().MatchString(a.Text) {
		return fmt.Errorf("%q is no path of a health check, such as /healthz or /api/status", a.Text)
	}
	return nil
}

var healthForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^/([\w.-]+/){0,4}_?(health|healthz|healthcheck|health-check|ready|readyz|readiness|live|livez|liveness|alive|status|ping|up|heartbeat)$`)
})
