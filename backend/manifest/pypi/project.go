package pypi

import (
	"sort"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/manifest/lenient"
)

// Project is what pyproject.toml says, whichever tool it is written for.
type Project struct {
	Name           string
	RequiresPython string // project.requires-python
	PoetryPython   string // tool.poetry.dependencies.python
	Dependencies   []Requirement
	Groups         []Group           // development groups and extras, sorted by name
	Scripts        map[string]string // console scripts: name to "module:function"
	Tasks          map[string]string // commands of pdm, hatch, rye, poe and taskipy
	BuildBackend   string            // build-system.build-backend
	Dynamic        []string          // project.dynamic
	Readme         string            // the file project.readme names
	Tools          map[string]bool   // tables of [tool]: "poetry", "uv"
	HasProject     bool              // a [project] table is there
	HasBuild       bool              // a [build-system] table is there
	NotPackage     bool              // package-mode = false, or tool.uv.package = false
	NamesPackages  bool              // poetry or hatch is told which modules the package has
	Package        bool              // tool.uv.package = true, or tool.pdm.distribution
	Classifiers    []string          // project.classifiers, tool.poetry.classifiers
	Members        []string          // tool.uv.workspace.members and tool.rye.workspace.members
	Exclude        []string          // tool.uv.workspace.exclude
	Workspace      bool              // the workspace table is there
	Sources        map[string]Source
}

// Group is a named set of dependencies that a plain install leaves out or,
// where Default, takes along.
type Group struct {
	Name         string
	Extra        bool // an extra of the package, not a development group
	Default      bool // poetry installs it unless told otherwise
	Dependencies []Requirement
}

// Source says where a dependency comes from instead of an index.
type Source struct {
	Workspace bool
	Path      string
	Git       string
}

// ParseProject reads pyproject.toml: PEP 621 and 735, and the tables of
// poetry, pdm, uv, rye and hatch. Fields of an unexpected type are left out.
func ParseProject(content string) (Project, error) {
	p := Project{Scripts: map[string]string{}, Tasks: map[string]string{}, Tools: map[string]bool{}, Sources: map[string]Source{}}
	doc := map[string]any{}
	if err := bounded.TOML(content, &doc); err != nil {
		return p, err
	}
	tool := lenient.Table(doc, "tool")
	for name := range tool {
		p.Tools[name] = true
	}
	build := lenient.Table(doc, "build-system")
	p.HasBuild = len(build) > 0
	p.BuildBackend = lenient.String(build, "build-backend")
	p.project(doc)
	p.poetry(lenient.Table(tool, "poetry"))
	p.uv(lenient.Table(tool, "uv"))
	p.pdm(lenient.Table(tool, "pdm"))
	p.rye(lenient.Table(tool, "rye"))
	p.NamesPackages = lenient.Table(tool, "poetry")["packages"] != nil || lenient.Table(tool, "poetry")["include"] != nil || len(lenient.Table(tool, "hatch", "build")) > 0
	p.tasks(tool)
	sort.SliceStable(p.Groups, func(i, j int) bool { return p.Groups[i].Name < p.Groups[j].Name })
	p.lines(content)
	return p, nil
}

func (p *Project) project(doc map[string]any) {
	project, ok := doc["project"].(map[string]any)
	p.HasProject = ok
	p.Name = lenient.String(project, "name")
	p.RequiresPython = lenient.String(project, "requires-python")
	p.Dynamic = lenient.Strings(project, "dynamic")
	p.Classifiers = lenient.Strings(project, "classifiers")
	p.Dependencies = pep508List(lenient.Strings(project, "dependencies"))
	if p.Readme = lenient.String(project, "readme"); p.Readme == "" {
		p.Readme = lenient.String(lenient.Table(project, "readme"), "file")
	}
	p.scripts(lenient.Table(project, "scripts"))
	p.scripts(lenient.Table(project, "gui-scripts"))
	for name := range lenient.Table(project, "optional-dependencies") {
		list := lenient.Strings(lenient.Table(project, "optional-dependencies"), name)
		p.Groups = append(p.Groups, Group{Name: name, Extra: true, Dependencies: pep508List(list)})
	}
	for name := range lenient.Table(doc, "dependency-groups") {
		list := lenient.Strings(lenient.Table(doc, "dependency-groups"), name)
		p.Groups = append(p.Groups, Group{Name: name, Dependencies: pep508List(list)})
	}
}

func (p *Project) scripts(table map[string]any) {
	for name, v := range table {
		switch v := v.(type) {
		case string:
			p.Scripts[name] = v
		case map[string]any: // poetry: {reference = "m:f", type = "console"}
			if s := lenient.String(v, "reference"); s != "" {
				p.Scripts[name] = s
			}
		}
	}
}

func (p *Project) poetry(t map[string]any) {
	if p.Name == "" {
		p.Name = lenient.String(t, "name")
	}
	p.scripts(lenient.Table(t, "scripts"))
	p.Classifiers = append(p.Classifiers, lenient.Strings(t, "classifiers")...)
	if mode, ok := t["package-mode"].(bool); ok && !mode {
		p.NotPackage = true
	}
	main := lenient.Table(t, "dependencies")
	p.PoetryPython = poetrySpecifier(main["python"])
	p.Dependencies = append(p.Dependencies, p.poetryList(main)...)
	if dev := lenient.Table(t, "dev-dependencies"); len(dev) > 0 {
		p.Groups = append(p.Groups, Group{Name: "dev", Dependencies: p.poetryList(dev)})
	}
	for name := range lenient.Table(t, "extras") { // names of optional dependencies
		p.Groups = append(p.Groups, Group{Name: name, Extra: true})
	}
	for name, g := range lenient.Table(t, "group") {
		group, _ := g.(map[string]any)
		optional, _ := group["optional"].(bool)
		p.Groups = append(p.Groups, Group{
			Name: name, Default: !optional && name != "dev" && name != "test" && name != "tests" && name != "docs" && name != "lint",
			Dependencies: p.poetryList(lenient.Table(group, "dependencies")),
		})
	}
}

// poetryList reads a table of poetry's, without "python" and what is optional.
func (p *Project) poetryList(table map[string]any) []Requirement {
	var list []Requirement
	for _, name := range lenient.Keys(table) {
		r := Requirement{Name: PEP503(name), Specifier: poetrySpecifier(table[name])}
		if r.Name == "python" {
			continue
		}
		if t, ok := table[name].(map[string]any); ok {
			if optional, _ := t["optional"].(bool); optional {
				continue
			}
			for _, e := range lenient.Strings(t, "extras") {
				r.Extras = append(r.Extras, strings.ToLower(e))
			}
			r.Path = lenient.String(t, "path")
			r.Marker = lenient.String(t, "markers")
		}
		list = append(list, r)
	}
	return list
}

func poetrySpecifier(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		for _, key := range []string{"version", "git", "url", "path"} {
			if s := lenient.String(v, key); s != "" {
				return s
			}
		}
	case []any:
		if len(v) > 0 {
			return poetrySpecifier(v[0])
		}
	case []map[string]any:
		if len(v) > 0 {
			return poetrySpecifier(v[0])
		}
	}
	return ""
}

func (p *Project) uv(t map[string]any) {
	if list := pep508List(lenient.Strings(t, "dev-dependencies")); len(list) > 0 {
		p.Groups = append(p.Groups, Group{Name: "dev", Dependencies: list})
	}
	if packaged, ok := t["package"].(bool); ok {
		p.Package, p.NotPackage = packaged, !packaged
	}
	p.workspace(t)
	for name, v := range lenient.Table(t, "sources") {
		s, ok := v.(map[string]any)
		if !ok {
			continue
		}
		workspace, _ := s["workspace"].(bool)
		p.Sources[PEP503(name)] = Source{Workspace: workspace, Path: lenient.String(s, "path"), Git: lenient.String(s, "git")}
	}
}

func (p *Project) pdm(t map[string]any) {
	for _, name := range lenient.Keys(lenient.Table(t, "dev-dependencies")) {
		list := lenient.Strings(lenient.Table(t, "dev-dependencies"), name)
		p.Groups = append(p.Groups, Group{Name: name, Dependencies: pep508List(list)})
	}
	if distribution, ok := t["distribution"].(bool); ok {
		p.Package, p.NotPackage = distribution, !distribution
	}
}

func (p *Project) rye(t map[string]any) {
	if list := pep508List(lenient.Strings(t, "dev-dependencies")); len(list) > 0 {
		p.Groups = append(p.Groups, Group{Name: "dev", Dependencies: list})
	}
	if virtual, ok := t["virtual"].(bool); ok && virtual {
		p.NotPackage = true
	}
	p.workspace(t)
}

func (p *Project) workspace(t map[string]any) {
	w, ok := t["workspace"].(map[string]any)
	if !ok {
		return
	}
	p.Workspace = true
	p.Members = append(p.Members, lenient.Strings(w, "members")...)
	p.Exclude = append(p.Exclude, lenient.Strings(w, "exclude")...)
}

// tasks gathers the commands that several tools let a project name.
func (p *Project) tasks(tool map[string]any) {
	tables := []map[string]any{
		lenient.Table(tool, "pdm", "scripts"),
		lenient.Table(tool, "rye", "scripts"),
		lenient.Table(tool, "poe", "tasks"),
		lenient.Table(tool, "taskipy", "tasks"),
		lenient.Table(tool, "hatch", "envs", "default", "scripts"),
	}
	for _, table := range tables {
		for name, v := range table {
			if command := taskCommand(v); command != "" && p.Tasks[name] == "" {
				p.Tasks[name] = command
			}
		}
	}
}

func taskCommand(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		for _, key := range []string{"cmd", "shell"} {
			if s := lenient.String(v, key); s != "" {
				return s
			}
		}
	}
	return ""
}

// lines finds where each dependency is written: as a key or in quotes at the
// start of a line, else anywhere in quotes.
func (p *Project) lines(content string) {
	at := map[string]int{}
	for i, line := range strings.Split(content, "\n") {
		line = strings.TrimSpace(line)
		for j, part := range strings.FieldsFunc(line, func(c rune) bool { return c == '"' || c == '\'' }) {
			end := 0
			for end < len(part) && isNameByte(part[end]) {
				end++
			}
			if end == 0 || j == 0 && strings.HasPrefix(line, "[") {
				continue
			}
			if name := PEP503(part[:end]); at[name] == 0 {
				at[name] = i + 1
			}
		}
	}
	for i := range p.Dependencies {
		p.Dependencies[i].Line = at[p.Dependencies[i].Name]
	}
	for _, g := range p.Groups {
		for i := range g.Dependencies {
			g.Dependencies[i].Line = at[g.Dependencies[i].Name]
		}
	}
}

func pep508List(list []string) []Requirement {
	var out []Requirement
	for _, s := range list {
		if r, err := ParseRequirement(s); err == nil {
			out = append(out, r)
		}
	}
	return out
}
