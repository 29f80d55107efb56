package python

import (
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pypi"
	"aipack/backend/universalbuild"
	"aipack/languages/python/listing"
)

// projectFacts is what the manifests of one folder say. Parsing is remembered
// by the reader, so that asking again costs little.
type projectFacts struct {
	*language.Folder
	project    pypi.Project
	hasProject bool // pyproject.toml declares a project, not only settings of tools
	pipfile    pypi.Pipfile
	setup      pypi.Setup // setup.py and setup.cfg together
	conda      pypi.CondaEnvironment
	condaFile  string
	needs      []need
	roots      []string           // requirements files that pip is given
	files      []string           // these, with those they include
	container  []pypi.Requirement // what a container file installs beside them
	shared     bool               // what is installed is the whole workspace's
	system     string
	manager    string
	why        []finding.Evidence
	lost       []finding.Alternative
	warnings   []universalbuild.Warning
}

// need is a requirement and where it stands.
type need struct {
	pypi.Requirement
	dev  bool
	file string // relative to the folder
}

func read(f *language.Folder) *projectFacts {
	return language.Once(f, "python.facts", func() *projectFacts { return readAnew(f) })
}

func readAnew(f *language.Folder) *projectFacts {
	p := &projectFacts{Folder: f}
	if project, ok := language.Parse(f, "pyproject.toml", pypi.ParseProject); ok {
		p.project = project
		p.hasProject = project.HasProject || project.HasBuild || project.Tools["poetry"] || project.Tools["pdm"] || project.Workspace || len(project.Groups) > 0
	}
	p.pipfile, _ = language.Parse(f, "Pipfile", pypi.ParsePipfile)
	p.readSetup()
	if p.condaFile = f.FirstOf("binder/environment.yml", ".binder/environment.yml", "environment.yml", "environment.yaml"); p.condaFile != "" {
		var ok bool
		if p.conda, ok = language.Parse(f, p.condaFile, pypi.ParseCondaEnvironment); !ok && f.FirstOf(requirementFiles...) != "" {
			p.condaFile = ""
		}
	}
	p.readNeeds()
	p.chooseSystem()
	p.warnOfLayout()
	return p
}

func (p *projectFacts) readSetup() {
	if listing.HasSetup(p.Folder) {
		p.setup, _ = language.Parse(p.Folder, "setup.py", pypi.ParseSetupPy)
	}
	cfg, ok := language.Parse(p.Folder, "setup.cfg", pypi.ParseSetupCfg)
	if !ok {
		return
	}
	if p.setup.Name == "" {
		p.setup.Name = cfg.Name
	}
	if p.setup.PythonRequires == "" {
		p.setup.PythonRequires = cfg.PythonRequires
	}
	p.setup.Packages = p.setup.Packages || cfg.Packages
	p.setup.Classifiers = append(slices.Clip(p.setup.Classifiers), cfg.Classifiers...)
	if len(p.setup.Scripts) == 0 {
		p.setup.Scripts = cfg.Scripts
	}
}

// readNeeds gathers what all manifests ask for. The same name from a second
// manifest is left out; a run-time need beats a development one.
func (p *projectFacts) readNeeds() {
	add := func(file string, dev bool, list []pypi.Requirement) {
		for _, r := range list {
			p.needs = append(p.needs, need{r, dev, file})
		}
	}
	add("pyproject.toml", false, p.project.Dependencies)
	add("Pipfile", false, p.pipfile.Packages)
	p.roots = p.requirementRoots()
	for _, name := range p.roots {
		p.readRequirements(name, 0)
	}
	add("setup.py", false, p.setup.Dependencies)
	if cfg, ok := language.Parse(p.Folder, "setup.cfg", pypi.ParseSetupCfg); ok {
		add("setup.cfg", false, cfg.Dependencies)
	}
	if p.condaFile != "" {
		add(p.condaFile, false, p.conda.Packages)
		add(p.condaFile, false, p.conda.Pip)
		for _, name := range p.conda.Includes {
			p.readRequirements(path.Join(path.Dir(p.condaFile), name), 0)
		}
	}
	if len(p.roots) == 0 {
		p.roots = p.files[:min(len(p.files), 1)]
	}
	for _, g := range p.project.Groups {
		add("pyproject.toml", !g.Default, g.Dependencies)
	}
	add("Pipfile", true, p.pipfile.Dev)
	p.readContainer()
	p.inherit()
	sort.SliceStable(p.needs, func(i, j int) bool { return p.needs[i].Name < p.needs[j].Name })
	kept := p.needs[:0]
	for _, n := range p.needs {
		if last := len(kept) - 1; last < 0 || kept[last].Name != n.Name {
			kept = append(kept, n)
		} else if kept[last].dev && !n.dev {
			kept[last] = n
		}
	}
	p.needs = kept
}

// need finds a run-time requirement by its normalised name.
func (p *projectFacts) need(names ...string) (need, bool) {
	for _, name := range names {
		for _, n := range p.needs {
			if n.Name == name && !n.dev {
				return n, true
			}
		}
	}
	return need{}, false
}

func (p *projectFacts) uses(names ...string) bool {
	_, ok := p.need(names...)
	return ok
}

// at points at the line that asks for a requirement.
func (p *projectFacts) at(rule string, n need) finding.Evidence {
	content, _ := p.Text(n.file)
	lines := strings.Split(content, "\n")
	if n.Line < 1 || n.Line > len(lines) {
		return p.Evidence(rule, n.file, 0, n.Name)
	}
	return p.Evidence(rule, n.file, n.Line, lines[n.Line-1])
}

// sign is a file that speaks for a tool.
type sign struct {
	system, file, needle string
	seen                 bool
}

// signs are asked in the order of how much a file says: a lock before a
// manifest, a manifest of one tool before one that many read.
func (p *projectFacts) signs() []sign {
	tools, backend := p.project.Tools, p.project.BuildBackend
	signs := []sign{
		{"uv", "uv.lock", "", p.Has("uv.lock")},
		{"poetry", "poetry.lock", "", p.Has("poetry.lock")},
		{"pdm", "pdm.lock", "", p.Has("pdm.lock")},
		{"poetry", "pyproject.toml", "[tool.poetry", tools["poetry"] || strings.HasPrefix(backend, "poetry.")},
		{"pdm", "pyproject.toml", "[tool.pdm", tools["pdm"] && !p.Has("requirements.txt")},
		{"pipenv", "Pipfile", "", p.Has("Pipfile")},
		{"pipenv", "Pipfile.lock", "", p.Has("Pipfile.lock") && !p.Has("requirements.txt")},
		{"rye", "requirements.lock", "", p.Has("requirements.lock") && (tools["rye"] || p.hasProject)},
		{"rye", "pyproject.toml", "[tool.rye", tools["rye"] && !p.Has("requirements.txt")},
		{"uv", "pyproject.toml", "[tool.uv", (tools["uv"] || strings.HasPrefix(backend, "uv_build")) && !p.Has("requirements.txt")},
		{"conda", p.condaFile, "", p.condaFile != "" && !p.condaOnlyPip()},
	}
	if len(p.files) > 0 {
		signs = append(signs, sign{"pip", p.files[0], "", true})
	}
	return append(signs,
		sign{"setuptools", "setup.py", "setup(", listing.HasSetup(p.Folder)},
		sign{"setuptools", "pyproject.toml", "build-backend", p.hasProject && strings.HasPrefix(backend, "setuptools")},
		sign{"setuptools", "setup.cfg", "[metadata]", p.Has("setup.cfg") && p.setup.Name != ""},
		sign{"pip", "pyproject.toml", "[project", p.Has("pyproject.toml")},
	)
}

// chooseSystem finds the tool that installs the project; the first sign wins.
func (p *projectFacts) chooseSystem() {
	locks := map[string]string{}
	if root, w := p.uvRoot(); root != nil && p.FirstOf("uv.lock", "poetry.lock", "pdm.lock", "Pipfile") == "" {
		p.system, p.why = w.Manager, []finding.Evidence{w.Why}
	}
	for _, s := range p.signs() {
		if !s.seen {
			continue
		}
		why := p.At("python."+s.system, s.file, s.needle)
		switch {
		case p.system == "":
			p.system, p.why = s.system, []finding.Evidence{why}
		case p.system == s.system:
			p.why = append(p.why, why)
		default:
			p.lost = append(p.lost, finding.Alternative{Value: s.system, Confidence: finding.Guess, Evidence: why})
		}
		if strings.HasSuffix(s.file, ".lock") && locks[s.system] == "" {
			locks[s.system] = s.file
		}
	}
	if p.system == "setuptools" {
		p.manager = "pip"
	}
	p.warnLocks(locks)
}

// uvRoot finds the workspace above that the folder is a member of: it is
// installed by the workspace's tool, whatever its own manifest says.
func (p *projectFacts) uvRoot() (*language.Folder, language.Workspace) {
	for at := p.Folder; !at.IsRoot() && p.Has("pyproject.toml"); {
		at = at.Sub("..")
		if project, ok := language.Parse(at, "pyproject.toml", pypi.ParseProject); !ok || !project.Workspace {
			continue
		}
		if w, ok := workspace(at); ok {
			if _, member := slices.BinarySearch(w.Members, p.Path); member {
				return at, w
			}
		}
	}
	return nil, language.Workspace{}
}

func (p *projectFacts) warnLocks(locks map[string]string) {
	if len(locks) < 2 {
		return
	}
	var names []string
	for _, file := range locks {
		names = append(names, file)
	}
	sort.Strings(names)
	p.warnings = append(p.warnings, universalbuild.Warning{
		Code:    "several_locks",
		Message: strings.Join(names, " and ") + " lock the same project for different tools; " + p.system + " is taken, and the others may be out of date",
		Path:    p.Join(names[0]),
		Fix:     "keep the lock of one package manager and delete the others",
	})
}

// condaOnlyPip reports whether an environment only names Python and pip and
// leaves the rest to a requirements file.
func (p *projectFacts) condaOnlyPip() bool {
	if !p.Has("requirements.txt") {
		return false
	}
	for _, n := range p.conda.Packages {
		if n.Name != "python" && n.Name != "pip" {
			return false
		}
	}
	return true
}
