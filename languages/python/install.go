package python

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/pypi"
	"aipack/languages/python/interpreter"
)

// undeclared lists what a project without any manifest has to have installed all the same.
func (b *install) undeclared() (names []string) {
	for _, u := range undeclared(b.facts, b.plan) {
		names = append(names, u.distribution)
	}
	return names
}

func (b *install) pre(lines ...string) {
	b.r.Build.PreBuildCommands = append(b.r.Build.PreBuildCommands, lines...)
}

func (b *install) build(lines ...string) {
	b.r.Build.BuildCommands = append(b.r.Build.BuildCommands, lines...)
}

// file gives the path of a manifest in the build's context.
func (b *install) file(name string) string { return b.p.InContext(name) }

// manifests names what an install reads, where all of it is there.
func (b *install) manifests(names ...string) {
	for _, n := range names {
		if b.facts.Has(n) {
			b.r.Build.Manifests = append(b.r.Build.Manifests, b.file(n))
		}
	}
}

// local reports whether something is installed from a folder of the
// repository, so that its sources have to be there first.
func (b *install) local() bool {
	for _, n := range b.facts.needs {
		if !n.dev && (n.Path != "" || b.facts.project.Sources[n.Name].Path != "") {
			return true
		}
	}
	return false
}

func (b *install) install() {
	env := b.r.Build.Environment
	env["PATH"] = environmentPath
	env["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
	b.r.Build.CachePaths = slices.Clone(b.p.System().Caches)
	switch b.facts.system {
	case "uv":
		b.uv()
	case "poetry":
		b.poetry()
	case "pdm":
		b.pdm()
	case "pipenv":
		b.pipenv()
	case "rye":
		b.rye()
	default:
		b.pip()
	}
	b.r.Why = append(b.r.Why, language.Reason{Field: "/build/pre_build_commands", Confidence: finding.Likely, Evidence: language.FirstWhy(b.facts.why)})
	b.r.Runtime.Environment["PATH"] = environmentPath
}

// ownLock is the extra with which a package manager installs its own dependencies
// in the versions that it was released with: without it a newer major of one of
// them breaks it (pdm-project.org, Installation; hishel 2 under PDM 2.29).
var ownLock = map[string]string{"pdm": "[locked]"}

// tool installs a package manager into an environment of its own, from the
// same index as everything else: its image would be one more registry to
// reach, and the project's environment stays free of its dependencies.
func (b *install) tool(name, constraint string) string {
	if interpreter.Below(b.minor, 3, 9) { // pip finds the last release for it
		constraint = ""
	}
	b.r.Build.Setup = append(b.r.Build.Setup, "python -m venv /opt/"+name+" && /opt/"+name+"/bin/pip install --no-cache-dir "+quote(name+ownLock[name]+constraint))
	return "/opt/" + name + "/bin/" + name
}

// toolPinned prefers the version that asdf or mise pins.
func (b *install) toolPinned(name, otherwise string) string {
	if v := version.Tool(b.p.Folder, name); v.Found() && version.MinorOf(v.Value) != "" {
		if exact, ok := version.Exact(v.Value); ok {
			return "==" + exact
		}
		return "==" + version.MinorOf(v.Value) + ".*"
	}
	return otherwise
}

// uv reads the context's pyproject.toml and lock: of a workspace the root's.
func (b *install) uv() {
	env := b.r.Build.Environment
	env["UV_PROJECT_ENVIRONMENT"] = "/app/.venv"
	env["UV_PYTHON"] = "/usr/local/bin/python"
	env["UV_PYTHON_DOWNLOADS"] = "never"
	env["UV_LINK_MODE"] = "copy"
	env["UV_COMPILE_BYTECODE"] = "1"
	root := b.p.Context()
	frozen := ""
	if root.Has("uv.lock") {
		frozen = " --frozen"
	}
	uv := b.tool("uv", b.toolPinned("uv", ">=0.5,<1"))
	line := uv + " sync" + frozen + " --no-dev" + b.asked("--extra")
	if group := b.groupOption("--group"); group == " --group dev" {
		line = strings.Replace(line, " --no-dev", "", 1) // it is that group
	} else {
		line += group
	}
	member := ""
	if b.p.Workspace != nil && b.p.Path != root.Path && b.p.ProjectName() != "" {
		member = " --package " + language.ShellWord(b.p.ProjectName())
	}
	if b.facts.shared {
		member = " --all-packages"
	}
	// Without a lock uv asks the project itself for what its sources decide.
	// https://docs.astral.sh/uv/concepts/resolution/#dynamic-metadata
	whole := b.local() || b.p.Workspace != nil && len(b.p.Workspace.Members) > language.MostMembers || frozen == "" && len(b.facts.project.Dynamic) > 0
	later := b.p.Workspace != nil || b.packaged() || whole
	if !whole {
		b.workspaceManifests(root)
		b.pre(line + member + map[bool]string{true: " --no-install-workspace", false: " --no-install-project"}[b.p.Workspace != nil])
	}
	if later {
		b.build(line + member + " --no-editable")
	}
}

// workspaceManifests names the manifests of a workspace's root and members.
func (b *install) workspaceManifests(root *language.Folder) {
	for _, name := range []string{"pyproject.toml", "uv.lock"} {
		if root.Has(name) {
			b.r.Build.Manifests = append(b.r.Build.Manifests, name)
		}
	}
	if b.p.Workspace == nil {
		return
	}
	for _, m := range b.p.Workspace.Members {
		b.r.Build.Manifests = append(b.r.Build.Manifests, language.Below(root.Path, path.Join(m, "pyproject.toml")))
	}
}

// packaged reports whether the project itself is installed: it is made to be,
// and its start or its layout needs it.
func (b *install) packaged() bool {
	return b.facts.packaged() && (b.plan.script || b.facts.HasDir("src") || b.plan.path != "" || len(b.facts.project.Scripts) > 0)
}

func (b *install) poetry() {
	env := b.r.Build.Environment
	env["POETRY_VIRTUALENVS_IN_PROJECT"] = "true"
	env["POETRY_NO_INTERACTION"] = "1"
	constraint := ">=2,<3"
	if lock, _ := pypi.ParseLock(b.facts.Head("poetry.lock", 512)); version.MinorOf(lock.Tool) != "" {
		constraint = "==" + version.MinorOf(lock.Tool) + ".*"
		if interpreter.Below(lock.Tool, 1, 8) {
			constraint = ">=1.8,<2" // older ones do not run on newer Pythons
		}
	}
	poetry := b.tool("poetry", b.toolPinned("poetry", constraint))
	line := strings.TrimSpace(poetry+" install "+b.poetryGroups()) + b.asked("--extras")
	if b.local() {
		b.build(line + map[bool]string{true: "", false: " --no-root"}[b.packaged()])
		return
	}
	b.manifests("pyproject.toml", "poetry.lock", "poetry.toml")
	b.pre(line + " --no-root")
	if b.packaged() {
		b.build(line)
	}
}

// poetryGroups leaves out the groups that are for development.
func (b *install) poetryGroups() string {
	var without []string
	kept := false
	for _, g := range b.facts.project.Groups {
		switch {
		case g.Extra:
		case g.Default:
			kept = true
		default:
			without = append(without, g.Name)
		}
	}
	started, _, optional := b.startGroup()
	optional = optional && !started.Extra
	if !kept {
		if optional {
			return "--only main," + language.ShellWord(started.Name)
		}
		return "--only main"
	}
	with := ""
	if optional {
		without = slices.DeleteFunc(without, func(name string) bool { return name == started.Name })
		with = " --with " + language.ShellWord(started.Name)
	}
	if len(without) == 0 {
		return strings.TrimSpace(with)
	}
	return "--without " + language.ShellWord(strings.Join(without, ",")) + with
}

func (b *install) pdm() {
	env := b.r.Build.Environment
	env["PDM_CHECK_UPDATE"] = "false"
	env["PDM_VENV_IN_PROJECT"] = "true"
	pdm := b.tool("pdm", b.toolPinned("pdm", ">=2,<3"))
	line := pdm + " install --prod --no-editable"
	if b.facts.Has("pdm.lock") {
		line = pdm + " sync --prod --no-editable"
	}
	line += b.asked("--group") + b.groupOption("--group")
	if b.local() {
		b.build(line)
		return
	}
	b.manifests("pyproject.toml", "pdm.lock", "pdm.toml")
	b.pre(line + " --no-self")
	if b.packaged() {
		b.build(line)
	}
}

func (b *install) pipenv() {
	env := b.r.Build.Environment
	env["PIPENV_VENV_IN_PROJECT"] = "1"
	env["PIPENV_NOSPIN"] = "1"
	pipenv := b.tool("pipenv", b.toolPinned("pipenv", ">=2024"))
	line := pipenv + " install --skip-lock"
	if b.facts.Has("Pipfile.lock") {
		line = pipenv + " sync"
	}
	if b.local() {
		b.build(line)
		return
	}
	b.manifests("Pipfile", "Pipfile.lock")
	b.pre(line)
}

func (b *install) rye() {
	if !b.facts.Has("requirements.lock") {
		b.pip()
		return
	}
	lock := b.file("requirements.lock")
	b.manifests("requirements.lock")
	b.pre("python -m venv /app/.venv", "grep -v '^-e file:' "+lock+" > /tmp/requirements.txt && pip install -r /tmp/requirements.txt")
	if b.packaged() {
		b.build("pip install --no-deps .")
	}
}

// pip installs requirements files, else the project itself, else what the
// project table lists.
func (b *install) pip() {
	venv := "python -m venv /app/.venv"
	if b.minor == "2.7" { // has no venv
		venv = "pip install virtualenv && virtualenv /app/.venv"
	}
	switch {
	case len(b.undeclared()) > 0:
		names := b.undeclared()
		line := "pip install"
		for _, name := range names {
			line += " " + quote(name)
		}
		b.pre(venv, line)
		message := names[0] + " is imported and no file declares it; the newest version is installed"
		if len(names) > 1 {
			message = strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " are imported and no file declares them; the newest versions are installed"
		}
		b.p.Warn(path.Base(language.FirstWhy(b.plan.why).Path), "dependencies_undeclared", message, "add a requirements.txt")
	case len(b.facts.files) > 0 && b.facts.system != "setuptools":
		install := "pip install"
		for _, name := range b.facts.roots {
			install += " -r " + language.ShellWord(b.file(name))
		}
		install += b.facts.containerWords() + b.formerDriver()
		if b.local() {
			b.build(venv, install)
			break
		}
		b.manifests(b.facts.files...)
		b.pre(venv, install)
		switch extra, _ := b.servingExtra(); {
		case len(extra) > 0 && b.facts.packaged():
			b.build("pip install " + b.dot())
		case b.plan.script:
			b.build("pip install --no-deps " + dot(b.file(".")))
		}
	case b.facts.packaged() || b.facts.setup.Unread || b.facts.setup.Name != "":
		b.build(venv, "pip install "+b.dot()+b.facts.containerWords()+b.formerDriver())
	default:
		b.manifests("pyproject.toml")
		toml := "tomllib"
		if interpreter.Below(b.minor, 3, 11) {
			toml = "pip._vendor.tomli as tomllib"
		}
		b.pre(venv, fmt.Sprintf(`python -c "import %s; print(*tomllib.load(open('%s', 'rb'))['project'].get('dependencies', []), sep='\n')" > /tmp/requirements.txt && pip install -r /tmp/requirements.txt`, toml, b.file("pyproject.toml"))+b.facts.containerWords()+b.formerDriver())
	}
}

// quote puts a requirement in quotes where a shell would see operators.
func quote(s string) string {
	if strings.ContainsAny(s, "<>*!;[") {
		return "'" + s + "'"
	}
	return language.ShellWord(s)
}

func dot(dir string) string {
	if dir == "." {
		return "."
	}
	return "./" + language.ShellWord(dir)
}
