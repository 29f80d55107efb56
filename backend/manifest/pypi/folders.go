package pypi

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/manifest/lenient"
	"aipack/backend/manifest/pysource"
)

// ProjectFolders are the folders in which pyproject.toml says that modules lie,
// relative to its own, without repetition: those of the build backends setuptools,
// poetry, hatch, pdm and uv, and those that pytest puts on the path.
func ProjectFolders(content string) ([]string, error) {
	doc := map[string]any{}
	if err := bounded.TOML(content, &doc); err != nil {
		return nil, err
	}
	tool := lenient.Table(doc, "tool")
	setuptools, poetry := lenient.Table(tool, "setuptools"), lenient.Table(tool, "poetry")
	wheel := lenient.Table(tool, "hatch", "build", "targets", "wheel")
	pytest := lenient.Table(tool, "pytest", "ini_options")
	var f folders
	f.add(lenient.String(lenient.Table(setuptools, "package-dir"), ""))
	f.add(lenient.Strings(lenient.Table(setuptools, "packages", "find"), "where")...)
	list, _ := poetry["packages"].([]any)
	for _, p := range list {
		if t, ok := p.(map[string]any); ok {
			f.add(lenient.String(t, "from"))
		}
	}
	tables, _ := poetry["packages"].([]map[string]any) // [[tool.poetry.packages]]
	for _, t := range tables {
		f.add(lenient.String(t, "from"))
	}
	f.add(lenient.Strings(wheel, "sources")...)
	for _, p := range lenient.Strings(wheel, "packages") {
		if dir := path.Dir(p); dir != "." {
			f.add(dir)
		}
	}
	f.add(lenient.String(lenient.Table(tool, "pdm", "build"), "package-dir"))
	f.add(lenient.String(lenient.Table(tool, "uv", "build-backend"), "module-root"))
	f.add(strings.Fields(lenient.String(pytest, "pythonpath"))...)
	f.add(lenient.Strings(pytest, "pythonpath")...)
	return f.list, nil
}

// ConfigFolders are the same in setup.cfg, pytest.ini or tox.ini. It never fails.
func ConfigFolders(content string) ([]string, error) {
	doc, _ := keyvalue.ParseINI(content)
	var f folders
	f.packageDir(doc["options"]["package_dir"])
	f.add(strings.Fields(doc["options.packages.find"]["where"])...)
	for _, section := range []string{"pytest", "tool:pytest"} {
		f.add(strings.Fields(doc[section]["pythonpath"])...)
	}
	return f.list, nil
}

// SetupFolders are the same in setup.py, as far as literals say so. It never fails.
func SetupFolders(content string) ([]string, error) {
	src, _ := pysource.Parse(content)
	var f folders
	for _, c := range src.Calls {
		if c.Full != "setup" && !strings.HasSuffix(c.Full, ".setup") {
			continue
		}
		a, _ := c.Arg("package_dir")
		dict := src.Literal(a.Tokens)
		for i := range dict {
			if i+2 < len(dict) && dict[i].Kind == pysource.String && dict[i].Text == "" && dict[i+1].Op(":") && dict[i+2].Kind == pysource.String {
				f.add(dict[i+2].Text)
			}
		}
	}
	return f.list, nil
}

type folders struct{ list []string }

// add adds what lies within the manifest's own folder.
func (f *folders) add(names ...string) {
	for _, name := range names {
		name = strings.ReplaceAll(name, `\`, "/")
		dir := path.Clean(name)
		if name == "" || path.IsAbs(dir) || dir == ".." || strings.HasPrefix(dir, "../") || slices.Contains(f.list, dir) {
			continue
		}
		f.list = append(f.list, dir)
	}
}

// packageDir reads setup.cfg's lines "name = folder": the one without a name
// stands for all packages.
func (f *folders) packageDir(lines string) {
	for line := range strings.Lines(lines) {
		if name, dir, ok := strings.Cut(line, "="); ok && strings.TrimSpace(name) == "" {
			f.add(strings.TrimSpace(dir))
		}
	}
}
