// Package alembic reads where a project's migrations lie and what they import, by the
// settings of Alembic. It knows neither the project's start nor its recipe.
package alembic

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/keyvalue"
	"aipack/backend/manifest/pysource"
)

// Line brings a database's schema up to date.
const Line = "alembic upgrade head"

// Imports says where the modules lie that the environment of the
// migrations imports, unless it or its configuration says that itself.
// https://alembic.sqlalchemy.org/en/latest/tutorial.html#editing-the-ini-file
func Imports(f *language.Folder) (dirs []string) {
	settings, script := settingsOf(f)
	content, ok := f.Text(path.Join(script, "env.py"))
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
			if f.Has(path.Join(dir, head+".py")) || f.HasDir(path.Join(dir, head)) {
				if dir != prepended && !slices.Contains(dirs, dir) {
					dirs = append(dirs, dir)
				}
				break
			}
		}
	}
	return dirs
}

// settingsOf are those of the migrations, and the folder that they lie in.
func settingsOf(f *language.Folder) (settings map[string]string, script string) {
	ini, _ := f.Text("alembic.ini")
	sections, _ := keyvalue.ParseINI(ini)
	settings = sections["alembic"]
	script = strings.TrimPrefix(settings["script_location"], "%(here)s/")
	return settings, path.Clean(strings.TrimPrefix(script, imageFolder))
}

// imageFolder is where the project lies in its image.
const imageFolder = "/app/"

// Placed reports whether the folder of the migrations is where the settings say,
// from the folder that Alembic is run in; one within a package (name:folder) is looked for
// by Python. Alembic ends where it is not there.
// https://alembic.sqlalchemy.org/en/latest/tutorial.html#editing-the-ini-file
func Placed(f *language.Folder) bool {
	settings, script := settingsOf(f)
	return settings["script_location"] == "" || strings.Contains(script, ":") || f.HasDir(script)
}

// Empty reports whether the folder of the migrations is there and holds none: git
// keeps no empty folder, and whoever starts the program makes the first. Such a release
// has nothing to do.
// https://alembic.sqlalchemy.org/en/latest/tutorial.html#the-migration-environment
func Empty(f *language.Folder) bool {
	settings, script := settingsOf(f)
	return settings["version_locations"] == "" && f.Has(path.Join(script, "env.py")) && len(f.Glob(path.Join(script, "versions/**/*.py"))) == 0
}

// Below gives the only folder of the project that holds Alembic's settings and what they
// lead to, where the project's own has none: paths in them begin where it is run.
// https://alembic.sqlalchemy.org/en/latest/tutorial.html#editing-the-ini-file
func Below(f *language.Folder) string {
	found := ""
	for _, name := range append(f.Glob("*/alembic.ini"), f.Glob("*/*/alembic.ini")...) {
		dir := path.Dir(name)
		at := f.Sub(dir)
		if _, script := settingsOf(at); !at.Has(path.Join(script, "env.py")) || Empty(at) || at.FirstOf("pyproject.toml", "requirements.txt", "setup.py") != "" {
			continue // another project's
		}
		if found != "" {
			return ""
		}
		found = dir
	}
	if f.Has("alembic.ini") {
		return ""
	}
	return found
}
