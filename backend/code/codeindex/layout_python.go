package codeindex

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/code/codegraph"
	"aipack/backend/manifest/pypi"
	"aipack/backend/repo"
)

// pythonLayout says which folders are on the path of the project's programs, and
// what is installed beside them. manage.py is run from where it lies: Django has
// the folder of it on the path, whether there is an __init__.py in it or not
// (docs.djangoproject.com/en/stable/ref/django-admin,
// docs.python.org/3/library/sys_path_init.html).
func pythonLayout(l *codegraph.Layout, tree *repo.Tree, index *repo.Index) {
	p := pythonManifests{layout: l, asked: map[string]bool{}, own: map[string]bool{}}
	for _, f := range index.Files {
		dir := path.Dir(f.Path)
		var read func(dir, text string)
		switch name := f.Name(); {
		case name == "manage.py":
			p.folders(dir, ".")
		case name == "pyproject.toml":
			read = p.project
		case name == "setup.cfg":
			read = p.setupConfig
		case name == "setup.py":
			read = p.setup
		case name == "pytest.ini", name == "tox.ini":
			read = func(dir, text string) { found, _ := pypi.ConfigFolders(text); p.folders(dir, found...) }
		case name == "Pipfile":
			read = p.pipfile
		case strings.HasSuffix(name, ".txt") && strings.Contains(name, "requirements"), path.Base(dir) == "requirements" && strings.HasSuffix(name, ".txt"):
			read = p.requirements
		}
		if read == nil {
			continue
		}
		if text, err := tree.ReadText(f.Path); err == nil {
			read(dir, text)
		}
	}
	for name := range p.asked {
		if !p.own[name] {
			// Most are imported by their own name, with underscores.
			l.PythonInstalled = append(l.PythonInstalled, strings.ReplaceAll(name, "-", "_"))
		}
	}
	slices.Sort(l.PythonInstalled)
}

type pythonManifests struct {
	layout *codegraph.Layout
	asked  map[string]bool // names of distributions
	own    map[string]bool // those that the project itself makes, or installs from a folder
}

func (p *pythonManifests) folders(dir string, found ...string) {
	if len(found) > 0 {
		p.layout.PythonPath = append(p.layout.PythonPath, codegraph.PathFolders{Dir: dir, Folders: below(dir, found)})
	}
}

func (p *pythonManifests) ask(list []pypi.Requirement) {
	for _, r := range list {
		p.asked[r.Name] = true
		p.own[r.Name] = p.own[r.Name] || r.Path != ""
	}
}

func (p *pythonManifests) groups(list []pypi.Group) {
	for _, g := range list {
		p.ask(g.Dependencies)
	}
}

func (p *pythonManifests) project(dir, text string) {
	m, err := pypi.ParseProject(text)
	if err != nil {
		return
	}
	p.own[pypi.PEP503(m.Name)] = true
	p.ask(m.Dependencies)
	p.groups(m.Groups)
	for name, s := range m.Sources {
		p.own[name] = p.own[name] || s.Workspace || s.Path != ""
	}
	if found, err := pypi.ProjectFolders(text); err == nil {
		p.folders(dir, found...)
	}
}

func (p *pythonManifests) setupConfig(dir, text string) {
	m, _ := pypi.ParseSetupCfg(text)
	p.made(m)
	found, _ := pypi.ConfigFolders(text)
	p.folders(dir, found...)
}

func (p *pythonManifests) setup(dir, text string) {
	m, _ := pypi.ParseSetupPy(text)
	p.made(m)
	found, _ := pypi.SetupFolders(text)
	p.folders(dir, found...)
}

func (p *pythonManifests) made(m pypi.Setup) {
	p.own[pypi.PEP503(m.Name)] = true
	p.ask(m.Dependencies)
	p.groups(m.Groups)
}

func (p *pythonManifests) pipfile(_, text string) {
	if m, err := pypi.ParsePipfile(text); err == nil {
		p.ask(m.Packages)
		p.ask(m.Dev)
	}
}

func (p *pythonManifests) requirements(_, text string) {
	m, _ := pypi.ParseRequirements(text)
	p.ask(m.List)
}
