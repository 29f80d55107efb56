package python

import (
	"path"
	"sort"
	"strings"
	"sync"

	"aipack/backend/base/literal"
	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
	"aipack/languages/python/module"
)

// Bounds on how much of a project is read to find what starts it.
const (
	maxDepth  = 3 // folders below the project's own
	maxListed = 2000
	maxSeen   = 300 // files that are searched for signs
	maxRead   = 90  // files that are read closely
)

// asideDirs hold sources that are no part of the running program.
var asideDirs = map[string]bool{
	"test": true, "tests": true, "testing": true, "migrations": true, "alembic": true, "docs": true, "doc": true,
	"example": true, "examples": true, "samples": true, "notebooks": true, "benchmark": true, "benchmarks": true, "static": true,
	"templates": true, "fixtures": true, "tools": true, "hooks": true, "tutorial": true, "tutorials": true,
}

// mains are the names of files that start a program, in the order in
// which they are asked.
var mains = []string{
	"main.py", "app.py", "server.py", "application.py", "wsgi.py", "asgi.py", "run.py", "start.py", "api.py", "index.py",
	"web.py", "bot.py", "worker.py", "service.py", "serve.py", "streamlit_app.py", "hello.py", "cli.py",
}

func mainRank(name string) int {
	for i, m := range mains {
		if m == name {
			return i
		}
	}
	return len(mains)
}

// sourceFile is one source with what it says.
type sourceFile struct {
	path string // relative to the project's folder
	pysource.Source
}

// paths lists the project's sources, those that are likely to start it
// first. Tests, docs and folders that are projects of their own are left out.
func paths(f *language.Folder) []string {
	own := ownFolders(f)
	var out []string
	for _, file := range f.Reader().Index.Under(f.Path) {
		if !strings.HasSuffix(file.Path, ".py") {
			continue
		}
		rel := strings.TrimPrefix(file.Path, f.Path+"/")
		if f.IsRoot() {
			rel = file.Path
		}
		if strings.Count(rel, "/") > maxDepth || aside(rel) || within(rel, own) {
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
	rank, depth := mainRank(path.Base(rel)), strings.Count(rel, "/")
	if strings.HasPrefix(rel, "src/") {
		depth--
	}
	if rank == len(mains) && depth > 0 {
		rank++ // any file of the root before any file below
	}
	if depth > 1 {
		rank += 20
	}
	return rank*8 + depth
}

func aside(rel string) bool {
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

// ownFolders are the folders below that hold a project of their own.
func ownFolders(f *language.Folder) []string {
	var out []string
	for _, name := range []string{"requirements.txt", "pyproject.toml", "Pipfile", "setup.py"} {
		for _, p := range f.Reader().Index.NamedUnder(f.Path, name) {
			dir := path.Dir(p)
			if dir == f.Path || dir == "." || name == "setup.py" && !hasSetup(f.Reader().Folder(dir)) {
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

func within(rel string, dirs []string) bool {
	for _, d := range dirs {
		if strings.HasPrefix(rel, d) {
			return true
		}
	}
	return false
}

// sources reads the files that are most likely to start the program.
func sources(f *language.Folder) []sourceFile {
	return language.Once(f, "python.sources", func() []sourceFile { return sourcesAnew(f) })
}

func sourcesAnew(f *language.Folder) []sourceFile {
	var out []sourceFile
	for n, rel := range paths(f) {
		if len(out) == maxRead || n == maxSeen {
			break
		}
		if !tells(f, rel) {
			continue
		}
		if src, ok := sourceOf(f, rel); ok {
			out = append(out, src)
		}
	}
	return out
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

// tells reports whether a file is worth reading closely: all of the
// project's own folder and those named like a start are, others by a sign.
func tells(f *language.Folder, rel string) bool {
	if name := path.Base(rel); !strings.Contains(rel, "/") || name == "__main__.py" || mainRank(name) < len(mains) {
		return true
	}
	content, _ := f.Text(rel)
	return signs().In(content)
}

// moduleOf gives the name under which a file is imported, and the folder,
// relative to the project's, that has to be on Python's path for it: "" for
// the project's own. One with relative imports is a part of its package.
func moduleOf(f *language.Folder, file sourceFile) (name, root string) {
	dir, relative := path.Dir(file.path), module.Relative(file.Source)
	if stem := strings.TrimSuffix(file.path, ".py"); relative && dir == "." && stem != "__init__" {
		_, image := read(f).imageCommand()
		return module.Own(f, image, stem) + "." + stem, ""
	}
	switch {
	case dir == ".":
	case dir == "src" || strings.HasPrefix(dir, "src/"):
		if root = "src"; f.Has("src/__init__.py") || file.imports("src") {
			root = ""
		}
	}
	if inner := siblings(f, file, dir); inner {
		root = dir
	}
	if relative && root == dir {
		root = ""
	}
	for _, part := range strings.Split(dir, "/") { // a folder that no import can name
		if dir != "." && strings.ContainsAny(part, "-. ") && !relative {
			root = dir
		}
	}
	rel := strings.TrimSuffix(file.path, ".py")
	if root != "" {
		rel = strings.TrimPrefix(rel, root+"/")
	}
	rel = strings.TrimSuffix(rel, "/__init__")
	return strings.ReplaceAll(rel, "/", "."), root
}

func (f sourceFile) imports(module string) bool { return f.Imports(module) }

// siblings reports whether a file imports its neighbours by their bare
// names, so that its own folder has to be on the path.
func siblings(f *language.Folder, file sourceFile, dir string) bool {
	if dir == "." {
		return false
	}
	asked := map[string]bool{"": true, "src": true}
	for _, m := range file.Modules {
		head, _, _ := strings.Cut(m, ".")
		if asked[head] || head+".py" == path.Base(file.path) { // celery.py imports Celery
			continue
		}
		asked[head] = true
		here := f.Has(path.Join(dir, head+".py")) || f.Has(path.Join(dir, head, "__init__.py"))
		above := f.Has(head+".py") || f.HasDir(head) || strings.HasPrefix(dir, "src/") && f.HasDir(path.Join("src", head))
		if here && !above {
			return true
		}
	}
	return false
}
