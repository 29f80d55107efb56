package python

import (
	"path"
	"slices"
	"strings"

	"aipack/languages/python/alembic"
)

// searched lists the folders, relative to the project's, that have to be on
// Python's path beside what the commands put there themselves. A console script
// puts its own folder there, which is the environment's.
// https://docs.python.org/3/library/sys_path_init.html
func searched(p *projectFacts, plan startPlan) (dirs []string) {
	add := func(dir string) {
		if dir != "" && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	add(plan.path)
	if plan.app != nil && strings.HasPrefix(plan.line, "fastapi run ") {
		add(besidePackage(p, plan.app.file))
	}
	if slices.Contains(plan.release, alembic.Line) {
		for _, dir := range alembic.Imports(p.Folder) {
			add(dir)
		}
	}
	return dirs
}

// besidePackage gives the project's own folder where a file lies below it in a
// folder that is no package, and imports by names that begin there: `fastapi run`
// puts the file's folder on the path alone.
// https://fastapi.tiangolo.com/fastapi-cli/
func besidePackage(p *projectFacts, file sourceFile) string {
	dir := path.Dir(file.path)
	if dir == "." || p.Has(path.Join(dir, "__init__.py")) {
		return ""
	}
	if head, _, _ := strings.Cut(dir, "/"); file.imports(head) {
		return "."
	}
	return ""
}

// pythonPath writes folders of the project as PYTHONPATH has them.
func (b *install) pythonPath(dirs []string) string {
	for i, dir := range dirs {
		dirs[i] = path.Join("/app", b.file(dir))
	}
	return strings.Join(dirs, ":")
}
