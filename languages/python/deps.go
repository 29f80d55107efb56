package python

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/pypi"
	"aipack/languages/python/listing"
)

// workspace reads the workspace of uv or rye: tool.uv.workspace.members
// are globs of folders that hold a pyproject.toml. Its members are sorted.
func workspace(f *language.Folder) (language.Workspace, bool) {
	p := read(f)
	if !p.project.Workspace {
		return language.Workspace{}, false
	}
	return language.Once(f, "python.workspace", func() language.Workspace { return workspaceOf(f, p) }), true
}

func workspaceOf(f *language.Folder, p *projectFacts) language.Workspace {
	tool, needle := "uv", "[tool.uv.workspace"
	if p.project.Tools["rye"] {
		tool, needle = "rye", "[tool.rye.workspace"
	}
	w := language.Workspace{Root: f.Path, Tool: tool, Manager: tool, Why: f.At("python.workspace", "pyproject.toml", needle)}
	seen := map[string]bool{}
	for _, glob := range p.project.Members {
		for _, name := range f.Glob(path.Join(glob, "pyproject.toml")) {
			dir := path.Dir(name)
			excluded := slices.ContainsFunc(p.project.Exclude, func(g string) bool {
				ok, err := path.Match(strings.TrimSuffix(g, "/"), dir)
				return ok && err == nil
			})
			if full := f.Join(dir); dir != "." && !excluded && !seen[full] {
				seen[full] = true
				w.Members = append(w.Members, full)
			}
		}
	}
	slices.Sort(w.Members)
	return w
}

func dependencies(p *language.Project) []language.Dependency {
	facts := read(p.Folder)
	out := dependenciesOf(facts, map[string]bool{p.Path: true})
	if facts.system == "" {
		for _, u := range undeclared(facts, planOf(facts)) {
			name, _, _ := strings.Cut(u.distribution, "[")
			out = append(out, language.Dependency{Name: strings.ToLower(name), Path: facts.Join(u.file), Line: u.line})
		}
	}
	slices.SortStableFunc(out, func(a, b language.Dependency) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(out, func(a, b language.Dependency) bool { return a.Name == b.Name })
}

// dependenciesOf lists what a project asks for, and what those of its
// dependencies ask for that lie in the same repository.
func dependenciesOf(facts *projectFacts, seen map[string]bool) []language.Dependency {
	var out, inner []language.Dependency
	for _, n := range facts.needs {
		d := language.Dependency{Name: n.Name, Version: n.Specifier, Dev: n.dev, Path: facts.Join(n.file), Line: n.Line}
		d.Absent = facts.Absent(facts.pathOf(n))
		if local := facts.localFolder(n); local != nil {
			d.Local = local.Path
			if !seen[local.Path] && len(seen) < 20 {
				seen[local.Path] = true
				inner = append(inner, dependenciesOf(read(local), seen)...)
			}
		}
		out = append(out, d)
		for extra, client := range extraClients {
			if n.HasExtra(extra) {
				inner = append(inner, language.Dependency{Name: client, Dev: n.dev, Path: d.Path, Line: d.Line})
			}
		}
	}
	return append(out, inner...)
}

// extraClients are the clients of data services that packages bring by an extra of this
// name: celery[redis], dramatiq[rabbitmq], sqlalchemy[asyncio,postgresql-asyncpg].
var extraClients = map[string]string{
	"redis": "redis", "rabbitmq": "pika", "mongodb": "pymongo", "postgresql": "psycopg2", "postgresql-asyncpg": "asyncpg", "postgresql-psycopg": "psycopg", "asyncpg": "asyncpg",
	"mysql": "pymysql", "aiomysql": "aiomysql", "memcache": "pymemcache", "elasticsearch": "elasticsearch",
}

// pathOf is the path that a need is installed from, "" for an index.
func (p *projectFacts) pathOf(n need) string {
	if n.Path != "" && !path.IsAbs(n.Path) {
		return path.Join(path.Dir(n.file), n.Path)
	}
	return p.project.Sources[n.Name].Path
}

// localFolder gives the folder of this repository that a need is installed
// from, nil for an index.
func (p *projectFacts) localFolder(n need) *language.Folder {
	source := p.project.Sources[n.Name]
	switch {
	case n.Path != "" && !strings.HasPrefix(n.Path, "/"):
		if at := p.Sub(path.Join(path.Dir(n.file), n.Path)); at.Path != p.Path && (at.Has("pyproject.toml") || listing.HasSetup(at)) {
			return at
		}
	case source.Path != "":
		if at := p.Sub(source.Path); at.Path != p.Path && (at.Has("pyproject.toml") || listing.HasSetup(at)) {
			return at
		}
	case source.Workspace:
		return p.workspaceMember(n.Name)
	}
	return nil
}

// workspaceMember finds a package of the same uv workspace by its name.
func (p *projectFacts) workspaceMember(name string) *language.Folder {
	for at := p.Folder; ; at = at.Sub("..") {
		if w, ok := workspace(at); ok {
			return language.Once(at, "python.members", func() map[string]*language.Folder {
				members := map[string]*language.Folder{} // by name; of two the first
				for _, dir := range slices.Backward(w.Members) {
					m := p.Reader().Folder(dir)
					if called := read(m).name(); called != "" {
						members[pypi.PEP503(called)] = m
					}
				}
				return members
			})[name]
		}
		if at.IsRoot() {
			return nil
		}
	}
}
