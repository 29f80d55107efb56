// Package listing lists the sources of a Python project, those that are likely to start it
// first, and says which are worth reading. It parses none of them.
package listing

import (
	"path"
	"sort"
	"strings"
	"sync"

	"aipack/backend/base/literal"
	"aipack/backend/language"
)

// Bounds on how much of a project is read to find what starts it.
const (
	maxDepth  = 3 // folders below the project's own
	maxListed = 2000
)

// asideDirs hold sources that are no part of the running program.
var asideDirs = map[string]bool{
	"test": true, "tests": true, "testing": true, "migrations": true, "alembic": true, "docs": true, "doc": true,
	"example": true, "examples": true, "samples": true, "notebooks": true, "benchmark": true, "benchmarks": true, "static": true,
	"templates": true, "fixtures": true, "tools": true, "hooks": true, "tutorial": true, "tutorials": true,
}

// Mains are the names of files that start a program, in the order in
// which they are asked.
var Mains = []string{
	"main.py", "app.py", "server.py", "application.py", "wsgi.py", "asgi.py", "run.py", "start.py", "api.py", "index.py",
	"web.py", "bot.py", "worker.py", "service.py", "serve.py", "streamlit_app.py", "hello.py", "cli.py",
}

func Rank(name string) int {
	for i, m := range Mains {
		if m == name {
			return i
		}
	}
	return len(Mains)
}

// Paths lists the project's sources, those that are likely to start it
// first. Tests, docs and folders that are projects of their own are left out.
func Paths(f *language.Folder) []string {
	own := OwnFolders(f)
	var out []string
	for _, file := range f.Reader().Index.Under(f.Path) {
		if !strings.HasSuffix(file.Path, ".py") {
			continue
		}
		rel := strings.TrimPrefix(file.Path, f.Path+"/")
		if f.IsRoot() {
			rel = file.Path
		}
		if strings.Count(rel, "/") > maxDepth || Aside(rel) || Within(rel, own) {
			continue
		}
		if out = append(out, rel); len(out) == maxListed {
			break
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return order(out[i]) < order(out[j]) })
	return out
}

// order says how early a file is asked: by its name first, then by how
// deep it lies.
func order(rel string) int {
	rank, depth := Rank(path.Base(rel)), strings.Count(rel, "/")
	if strings.HasPrefix(rel, "src/") {
		depth--
	}
	if rank == len(Mains) && depth > 0 {
		rank++ // any file of the root before any file below
	}
	if depth > 1 {
		rank += 20
	}
	return rank*8 + depth
}

func Aside(rel string) bool {
	dir, name := path.Split(rel)
	if strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test.py") || name == "conftest.py" || name == "conf.py" || name == "setup.py" || name == "tests.py" || strings.HasPrefix(name, "noxfile") || name == "fabfile.py" || name == "tasks.py" && dir == "" {
		return true
	}
	for _, part := range strings.Split(dir, "/") {
		if asideDirs[part] || strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".egg-info") {
			return true
		}
	}
	return false
}

// OwnFolders are the folders below that hold a project of their own.
func OwnFolders(f *language.Folder) []string {
	var out []string
	for _, name := range []string{"requirements.txt", "pyproject.toml", "Pipfile", "setup.py"} {
		for _, p := range f.Reader().Index.NamedUnder(f.Path, name) {
			dir := path.Dir(p)
			if dir == f.Path || dir == "." || name == "setup.py" && !HasSetup(f.Reader().Folder(dir)) {
				continue
			}
			if f.IsRoot() {
				out = append(out, dir+"/")
			} else if rel, ok := strings.CutPrefix(dir, f.Path+"/"); ok {
				out = append(out, rel+"/")
			}
		}
	}
	return out
}

func Within(rel string, dirs []string) bool {
	for _, d := range dirs {
		if strings.HasPrefix(rel, d) {
			return true
		}
	}
	return false
}

// signs are words without one of which a file makes no application,
// serves nothing and is not meant to be run.
var signs = sync.OnceValue(func() *literal.Finder {
	return literal.NewFinder([]string{
		"__main__", "create_app", "make_app", "get_app", "build_app", "fast_app", "app_factory", "application", "Application(", "App(", "API(",
		"Flask", "FastAPI", "Starlette", "Litestar", "Quart", "Sanic", "Bottle", "Celery", "Dash(", "FastHTML", "FastMCP", "OpenAPI(", "Robyn", "Microdot",
		"HTTPServer", "TCPServer", "UDPServer", "make_server", "start_server", "run_app", "serve_forever", "grpc", "start_response",
		"streamlit", "gradio", "chainlit", "nicegui", "reflex", "mesop", "locust", "beat_schedule",
	})
})

// Tells reports whether a file is worth reading closely: all of the
// project's own folder and those named like a start are, others by a sign.
func Tells(f *language.Folder, rel string) bool {
	if name := path.Base(rel); !strings.Contains(rel, "/") || name == "__main__.py" || Rank(name) < len(Mains) {
		return true
	}
	content, _ := f.Text(rel)
	return signs().In(content)
}

// HasSetup reports whether a folder is a project by its setup.py. A module of
// that name, which sets the program itself up, builds nothing.
func HasSetup(f *language.Folder) bool {
	content, _ := f.Text("setup.py")
	return buildLibrary.Matches(content)
}

// buildLibrary are the libraries by which a setup.py builds its project.
// https://setuptools.pypa.io/en/latest/userguide/quickstart.html, and what stands on it
const buildLibrary = language.Pattern(`\b(?:setuptools|distutils|skbuild|cx_Freeze|py2exe|py2app)\b`)
