// Package python knows Python: its installers, its frameworks, and what of the
// sources is started how. It offers Language.
package python

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/language/version"
	"aipack/backend/universalbuild"
	"aipack/languages/python/distribution"
	"aipack/languages/python/indexes"
	"aipack/languages/python/interpreter"
	"aipack/languages/python/listing"
	"aipack/languages/python/pattern"
	"aipack/languages/python/practice"
)

// Language is CPython with any of its package managers.
var Language = language.Language{
	ID:         "python",
	Name:       "Python",
	Extensions: []string{".py"},
	Manifests: []language.Manifest{
		{Name: "pyproject.toml", Priority: 1},
		{Name: "requirements.txt", Priority: 1},
		{Name: "requirement.txt", Priority: 2}, // these as people misspell it: otherName has what counts
		{Name: "requirments.txt", Priority: 2},
		{Name: "requirment.txt", Priority: 2},
		{Name: "requiremnts.txt", Priority: 2},
		{Name: "requierments.txt", Priority: 2},
		{Name: "*-requirements.txt", Priority: 2},
		{Name: "*_requirements.txt", Priority: 2},
		{Name: "Pipfile", Priority: 1},
		{Name: "setup.py", Priority: 2},
		{Name: "setup.cfg", Priority: 2},
		{Name: "environment.yml", Priority: 2},
		{Name: "environment.yaml", Priority: 2},
		{Name: "manage.py", Priority: 2},
		{Name: "uv.lock", Priority: 3, Lock: true},
		{Name: "poetry.lock", Priority: 3, Lock: true},
		{Name: "pdm.lock", Priority: 3, Lock: true},
		{Name: "Pipfile.lock", Priority: 3, Lock: true},
		{Name: "requirements.lock", Priority: 3, Lock: true},
	},
	Systems:        practice.Systems,
	Frameworks:     frameworks,
	Natives:        distribution.Natives,
	Execs:          []language.Pattern{`\b(?:subprocess\.(?:run|Popen|call|check_call|check_output)|create_subprocess_(?:exec|shell)|os\.(?:system|popen|execvp|execlp)|Popen|check_call|check_output)\(\s*\[?\s*[fr]?["']([\w.+-]+)["' ]`}, // docs.python.org/3/library/subprocess.html
	EnvReads:       pattern.EnvReads,
	PortUses:       pattern.PortUses,
	Routes:         pattern.Routes,
	Workspace:      workspace,
	Claim:          claim,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: interpreter.Default,
	ImageVersion:   version.Image("python"),
	Framework:      framework,
	Start:          start,
	Port:           port,
	Address:        address,
	Health:         health,
	SignsIn:        indexes.SignsIn,
	Recipe:         recipe,
}

// claim takes a folder with one of Python's manifests, or with sources
// that can be run. What it is to a deployment is read from what starts it.
func claim(f *language.Folder) (language.Claim, bool) {
	p := read(f)
	declared := p.system != "" && (p.hasProject || p.system != "pip" || len(p.files) > 0)
	if !declared && f.Has("pyproject.toml") && len(p.project.Tools) == 0 {
		declared = true // an empty one: somebody meant a project
	}
	if !declared && (covered(f) || ofDevelopers(f)) {
		return language.Claim{}, false
	}
	if f.Has("setup.cfg") && p.system == "" && !declared && len(listing.Paths(f)) == 0 {
		return language.Claim{}, false
	}
	plan := planOf(p)
	if !declared && !plan.found() {
		return language.Claim{}, false
	}
	claim := language.Claim{
		System: p.system, PackageManager: p.manager, Name: p.name(), Confidence: finding.Certain,
		Why: p.why, Alternatives: p.lost, Warnings: slices.Clone(p.warnings),
	}
	if !f.Has("Procfile") { // else the plan is not what runs
		claim.Warnings = append(claim.Warnings, plan.warnings...)
	}
	if claim.System == "" {
		claim.System = "pip"
	}
	if !declared {
		claim.Confidence = finding.Likely
		claim.Why = slices.Clone(plan.why)
	}
	role(p, plan, &claim)
	node.Claim(f, &claim)
	return claim, true
}

// ofDevelopers reports whether a folder below another project lists requirements for
// those who develop and for nobody else: docs-requirements.txt beside the settings
// of its documents.
func ofDevelopers(f *language.Folder) bool {
	return !f.IsRoot() && slices.ContainsFunc(f.Files(), func(name string) bool {
		return strings.HasSuffix(name, "requirements.txt") && notToRun.Matches(name)
	})
}

// covered reports whether a folder without a manifest of its own lies
// below a project that has one: its sources are that project's.
func covered(f *language.Folder) bool {
	for at := f; !at.IsRoot(); {
		at = at.Sub("..")
		if at.FirstOf("requirements.txt", "pyproject.toml", "Pipfile", "environment.yml") != "" || listing.HasSetup(at) || len(read(at).otherRequirements()) > 0 {
			return manageScript(at) != "" || manageScript(f) == ""
		}
	}
	return false
}

func role(p *projectFacts, plan startPlan, claim *language.Claim) {
	if plan.found() && plan.script && plan.kind == universalbuild.CLI && p.isLibrary() {
		claim.Role, claim.RoleWhy = language.Library, p.At("python.library", p.FirstOf("pyproject.toml", "setup.cfg", "setup.py"), libraryTopic)
		return
	}
	if plan.found() {
		claim.Kind, claim.RoleWhy = plan.kind, language.FirstWhy(plan.why)
		if claim.Role = language.Service; plan.kind == universalbuild.CLI {
			claim.Role = language.Program
		}
		return
	}
	switch {
	case p.packaged() && len(listing.Paths(p.Folder)) > 0:
		claim.Role, claim.RoleWhy = language.Library, language.FirstWhy(p.why)
		claim.RoleWhy.Rule = "python.library"
	case p.onlyTooling():
		claim.Role, claim.RoleWhy = language.Aside, language.FirstWhy(p.why)
		claim.RoleWhy.Rule = "python.tooling"
	default:
		claim.Confidence = finding.Unsure
	}
}

// libraryTopic is the classifier of packages that are made to be imported, even
// where they bring a command along (pypi.org/classifiers).
const libraryTopic = "Topic :: Software Development :: Libraries"

func (p *projectFacts) isLibrary() bool {
	for _, c := range append(slices.Clone(p.project.Classifiers), p.setup.Classifiers...) {
		if strings.HasPrefix(c, libraryTopic) && !strings.HasSuffix(c, ":: Python Modules") { // which everybody copies
			return true
		}
	}
	return false
}

// tooling matches packages that serve developers and documentation.
const tooling = language.Pattern(`^(?:mkdocs.*|sphinx.*|myst-.*|furo|pre-commit.*|black|flake8.*|pylint|ruff|mypy|isort|pytest.*|tox|nox|coverage|codespell|yamllint|ansible.*|awscli|commitizen|bandit|cpplint|gcovr|conan|meson|ninja|cmake-format|clang-format|reuse|twine|build|wheel|setuptools|pip)$`)

func (p *projectFacts) onlyTooling() bool {
	run := 0
	for _, n := range p.needs {
		if n.dev {
			continue
		}
		if run++; !tooling.Regexp().MatchString(n.Name) {
			return false
		}
	}
	return run > 0
}

// framework is that of the application that was found in the sources,
// else the first of the list that the project depends on.
func framework(p *language.Project) finding.Finding[string] {
	facts := read(p.Folder)
	plan := planOf(facts)
	var found []finding.Finding[string]
	if plan.framework != "" {
		found = append(found, finding.Of(plan.framework, finding.Certain, language.FirstWhy(plan.why)))
	}
	for _, libraries := range []bool{false, true} {
		for _, f := range frameworks {
			if f.Library != libraries || libraries && (f.Port != 0 || f.Kind == universalbuild.CLI) && !imported(facts, f) {
				continue
			}
			if n, ok := facts.need(f.Needs...); ok {
				found = append(found, finding.Of(f.Name, finding.Likely, facts.at("python.framework", n)))
			}
		}
	}
	return finding.First(asIs, found...)
}

// imported reports whether a source that may start the program imports
// the framework: many come along as a dependency of something else.
func imported(p *projectFacts, f language.Framework) bool {
	for n, file := range sources(p.Folder) {
		if n == maxCandidates {
			break
		}
		for _, need := range f.Needs {
			if file.Imports(strings.ReplaceAll(need, "-", "_")) || need == "grpcio" && file.Imports("grpc") {
				return true
			}
		}
	}
	return false
}

// start is the plan's line as a command of the image.
func start(p *language.Project) finding.Finding[language.Start] {
	plan := planOf(read(p.Folder))
	if !plan.found() {
		return finding.Finding[language.Start]{}
	}
	dir := path.Join(p.InContext("."), plan.dir)
	start := language.Start{Command: command(plan.line, dir)}
	for _, process := range plan.processes {
		process.Command = command(strings.Join(process.Command, " "), dir)
		start.Processes = append(start.Processes, process)
	}
	for _, line := range plan.release {
		start.Release = append(start.Release, inDir(line, dir))
	}
	found := finding.Of(start, plan.confidence, plan.why...)
	found.Alternatives = plan.lost
	return found
}

// command is a line in exec form: as it is where no shell is needed.
func command(line, dir string) []string {
	if dir == "." && !strings.ContainsAny(line, "$'\"\\&|;<>*?()`~#") {
		return strings.Fields(line)
	}
	if strings.ContainsAny(line, "&|;") && !strings.Contains(line, "python -c") {
		return []string{"sh", "-c", inDir(line, dir)} // a line of several commands
	}
	return []string{"sh", "-c", inDir("exec "+line, dir)}
}

func inDir(line, dir string) string {
	if dir == "." {
		return line
	}
	return "cd " + language.ShellWord(dir) + " && " + line
}
