package python

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

// TestFlatLayout: what setuptools would refuse to build is not built, and said.
func TestFlatLayout(t *testing.T) {
	const project = "[project]\nname = \"notes\"\nversion = \"1\"\ndependencies = [\"fastapi\", \"uvicorn\"]\n[build-system]\nrequires = [\"setuptools\"]\nbuild-backend = \"setuptools.build_meta\"\n"
	const app = "from fastapi import FastAPI\napp = FastAPI()\n"
	hatch := strings.NewReplacer("setuptools.build_meta", "hatchling.build", "\"setuptools\"", "\"hatchling\"").Replace(project)
	for name, c := range map[string]struct {
		manifest string
		files    []string
		refused  bool
	}{
		"two packages":           {project, []string{"api/main.py", "api/__init__.py", "web/__init__.py"}, true},
		"a folder without any":   {project, []string{"api/main.py", "api/__init__.py", "deploy/compose.yaml"}, true},
		"one package":            {project, []string{"api/main.py", "api/__init__.py"}, false},
		"beside what is aside":   {project, []string{"api/main.py", "api/__init__.py", "tests/test_a.py", "docs/a.md", "design-idea/a.md", ".ci/a.sh"}, false},
		"they are named":         {project + "[tool.setuptools]\npackages = [\"api\"]\n", []string{"api/main.py", "api/__init__.py", "web/__init__.py"}, false},
		"sources apart":          {project, []string{"src/api/main.py", "web/a.css"}, false},
		"two modules":            {project, []string{"main.py", "models.py", "setup.cfg"}, true},
		"a module and its tasks": {project, []string{"main.py", "conftest.py", "manage.py.txt"}, false},
		"another backend":        {hatch, []string{"api/main.py", "api/__init__.py", "web/__init__.py"}, true},
		"another, by its name":   {hatch, []string{"api/main.py", "notes/__init__.py", "web/__init__.py"}, false},
		"another, told":          {hatch + "[tool.hatch.build.targets.wheel]\npackages = [\"api\"]\n", []string{"api/main.py", "api/__init__.py"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"pyproject.toml": c.manifest}
			for _, f := range c.files {
				if files[f] = ""; strings.HasSuffix(f, "main.py") {
					files[f] = app
				}
			}
			p, r := languagetest.Project(t, &Language, files, ".", "")
			lines := strings.Join(slices.Concat(r.Build.PreBuildCommands, r.Build.BuildCommands), "; ")
			if refused := !strings.Contains(lines, "pip install ."); refused != c.refused {
				t.Errorf("installed by %s", lines)
			}
			warned := slices.ContainsFunc(p.Claim.Warnings, func(w universalbuild.Warning) bool {
				return w.Code == "several_top_level_packages" || w.Code == "package_missing"
			})
			if warned != (c.refused && c.manifest != hatch) { // hatchling's would not have been installed anyhow
				t.Errorf("warned: %v", warned)
			}
		})
	}
}

// TestPoetryWithoutAPackage: Poetry installs no project of whose name there is no module.
func TestPoetryWithoutAPackage(t *testing.T) {
	t.Parallel()
	const project = "[tool.poetry]\nname = \"todo-list\"\nversion = \"1\"\n[tool.poetry.dependencies]\n" +
		"python = \"^3.10\"\nfastapi = \"*\"\nuvicorn = \"*\"\n[build-system]\nrequires = [\"poetry-core\"]\nbuild-backend = \"poetry.core.masonry.api\"\n"
	for name, c := range map[string]struct {
		manifest, file string
		whole          bool
	}{
		"no module of that name": {project, "src/app.py", false},
		"beside the sources":     {project, "todo_list/app.py", false}, // it is found without being installed
		"below src":              {project, "src/todo_list/app.py", true},
		"packages are named":     {strings.Replace(project, "[tool.poetry.dep", "packages = [{include = \"src\"}]\n[tool.poetry.dep", 1), "src/app.py", true},
	} {
		_, r := languagetest.Project(t, &Language, map[string]string{"pyproject.toml": c.manifest, "poetry.lock": "", c.file: "from fastapi import FastAPI\napp = FastAPI()\n"}, ".", "")
		lines := slices.Concat(r.Build.PreBuildCommands, r.Build.BuildCommands)
		whole := slices.ContainsFunc(lines, func(line string) bool {
			return strings.Contains(line, "poetry install") && !strings.Contains(line, "--no-root")
		})
		if whole != c.whole {
			t.Errorf("%s: the project is installed %v, want %v: %q", name, whole, c.whole, lines)
		}
	}
}
