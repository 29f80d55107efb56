package python

import (
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/pypi"
	"aipack/backend/universalbuild"
	"aipack/languages/python/listing"
)

// aside are folders and modules at the root of a project that setuptools leaves out
// when it looks for packages by itself.
// https://setuptools.pypa.io/en/latest/userguide/package_discovery.html#flat-layout
var (
	asideFolders = language.Words(`ci bin debian doc docs documentation manpages news newsfragments changelog test tests unit_test unit_tests example examples scripts tools util
		utils python build benchmark benchmarks exercise exercises htmlcov`)
	asideModules = language.Words(`setup conftest test tests example examples build toxfile noxfile pavement dodo tasks fabfile conanfile manage benchmark benchmarks exercise exercises`)
)

// topLevel lists what setuptools takes for packages at the root of a project that
// does not name its own: any folder whose name Python can import, with or without
// a Python file in it, else the modules beside them.
func (p *projectFacts) topLevel() (names []string) {
	for _, dir := range p.Dirs() {
		if identifier.Matches(dir) && !asideFolders[dir] {
			names = append(names, dir)
		}
	}
	if len(names) > 0 {
		return names
	}
	for _, file := range p.Files() {
		if module, ok := strings.CutSuffix(file, ".py"); ok && identifier.Matches(module) && !asideModules[module] {
			names = append(names, module)
		}
	}
	return names
}

const identifier = language.Pattern(`^[A-Za-z][A-Za-z0-9_]*$`)

// cannotBeBuilt reports whether the build backend refuses to make a package of the
// project: setuptools finds several at its root, and nothing says which is meant; Poetry
// and hatchling find none of the project's name. What it depends on can be installed all
// the same, and its modules are imported from its folder.
func (p *projectFacts) cannotBeBuilt() bool {
	return language.Once(p.Folder, "python.flat_layout", func() bool {
		if p.nameless() {
			return true
		}
		own := p.project.Tools["setuptools"] || listing.HasSetup(p.Folder) || p.setup.Packages || p.HasDir("src")
		if own || !p.project.HasProject || !strings.HasPrefix(p.project.BuildBackend, "setuptools") {
			return false
		}
		return len(p.topLevel()) > 1
	})
}

// nameless reports whether nothing has the name under which Poetry and hatchling look for
// the project's module.
// https://python-poetry.org/docs/pyproject/#packages, https://hatch.pypa.io/latest/plugins/builder/wheel/#default-file-selection
func (p *projectFacts) nameless() bool {
	backend := p.project.BuildBackend
	if !strings.HasPrefix(backend, "poetry.") && !strings.HasPrefix(backend, "hatchling.") || p.project.NamesPackages || p.project.Name == "" {
		return false
	}
	for _, name := range []string{p.project.Name, strings.ToLower(p.project.Name)} {
		module := strings.NewReplacer("-", "_", ".", "_").Replace(name)
		for _, at := range []string{module, "src/" + module, strings.ReplaceAll(name, ".", "/"), module + "_stubs"} {
			if p.HasDir(at) || p.Has(at+".py") {
				return false
			}
		}
		if len(p.Glob("**/"+module+"/__init__.py")) > 0 {
			return false
		}
	}
	return true
}

// warnOfLayout says why the project itself is not installed.
func (p *projectFacts) warnOfLayout() {
	if !p.cannotBeBuilt() {
		return
	}
	if p.nameless() {
		if !p.HasDir("src") && len(p.project.Scripts) == 0 {
			return // it would not be installed anyhow
		}
		tool := "Poetry"
		if strings.HasPrefix(p.project.BuildBackend, "hatchling.") {
			tool = "hatchling"
		}
		p.warnings = append(p.warnings, universalbuild.Warning{
			Code: "package_missing", Path: p.Join("pyproject.toml"),
			Message: tool + " finds no module called " + pypi.PEP503(p.project.Name) + " and makes no package; only the dependencies are installed, " +
				"and the program is run from its folder",
			Fix: "name the packages in pyproject.toml, or set package-mode = false",
		})
		return
	}
	names := p.topLevel()
	slices.Sort(names)
	shown := strings.Join(names[:min(len(names), 4)], ", ")
	if len(names) > 4 {
		shown += ", …"
	}
	p.warnings = append(p.warnings, universalbuild.Warning{
		Code: "several_top_level_packages", Path: p.Join("pyproject.toml"),
		Message: "setuptools finds several packages here (" + shown + ") and builds none of them; only the dependencies are installed, and the program is run from its folder",
		Fix:     "name the packages under [tool.setuptools] in pyproject.toml",
	})
}
