package python

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/manifest/keyvalue"
	"aipack/backend/manifest/pysource"
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
	if slices.Contains(plan.release, alembicLine) {
		for _, dir := range alembicImports(p) {
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

const alembicLine = "alembic upgrade head"

// alembicImports says where the modules lie that the environment of the
// migrations imports, unless it or its configuration says that itself.
// https://alembic.sqlalchemy.org/en/latest/tutorial.html#editing-the-ini-file
func alembicImports(p *projectFacts) (dirs []string) {
	settings, script := alembicSettings(p)
	content, ok := p.Text(path.Join(script, "env.py"))
	if !ok || strings.Contains(content, "sys.path") {
		return nil
	}
	source, err := pysource.Parse(content)
	if err != nil {
		return nil
	}
	prepended := settings["prepend_sys_path"]
	for _, module := range source.Modules {
		head, _, _ := strings.Cut(module, ".")
		if head == "" || head == script {
			continue
		}
		for _, dir := range []string{".", "src"} {
			if p.Has(path.Join(dir, head+".py")) || p.HasDir(path.Join(dir, head)) {
				if dir != prepended && !slices.Contains(dirs, dir) {
					dirs = append(dirs, dir)
				}
				break
			}
		}
	}
	return dirs
}

// alembicSettings are those of the migrations, and the folder that they lie in.
func alembicSettings(p *projectFacts) (settings map[string]string, script string) {
	ini, _ := p.Text("alembic.ini")
	sections, _ := keyvalue.ParseINI(ini)
	settings = sections["alembic"]
	script = strings.TrimPrefix(settings["script_location"], "%(here)s/")
	return settings, path.Clean(strings.TrimPrefix(script, imageFolder))
}

// imageFolder is where the project lies in its image.
const imageFolder = "/app/"

// alembicPlaced reports whether the folder of the migrations is where the settings say,
// from the folder that Alembic is run in; one within a package (name:folder) is looked for
// by Python. Alembic ends where it is not there.
// https://alembic.sqlalchemy.org/en/latest/tutorial.html#editing-the-ini-file
func alembicPlaced(p *projectFacts) bool {
	settings, script := alembicSettings(p)
	return settings["script_location"] == "" || strings.Contains(script, ":") || p.HasDir(script)
}

// alembicEmpty reports whether the folder of the migrations is there and holds none: git
// keeps no empty folder, and whoever starts the program makes the first. Such a release
// has nothing to do.
// https://alembic.sqlalchemy.org/en/latest/tutorial.html#the-migration-environment
func alembicEmpty(p *projectFacts) bool {
	settings, script := alembicSettings(p)
	return settings["version_locations"] == "" && p.Has(path.Join(script, "env.py")) && len(p.Glob(path.Join(script, "versions/**/*.py"))) == 0
}

// pythonPath writes folders of the project as PYTHONPATH has them.
func (b *install) pythonPath(dirs []string) string {
	for i, dir := range dirs {
		dirs[i] = path.Join("/app", b.file(dir))
	}
	return strings.Join(dirs, ":")
}
