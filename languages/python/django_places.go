package python

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
)

// dataPath is the path of a database's file below a folder that the settings name:
// os.path.join(BASE_DIR, "data", "db.sqlite3"), BASE_DIR / "data" / "db.sqlite3".
const dataPath = language.Pattern(`\b(?:join\(\s*([A-Z]\w*)((?:\s*,\s*["'][\w./-]+["'])+)\s*,?\s*\)|([A-Z]\w*)((?:\s*/\s*["'][\w./-]+["'])+))`)

// dataPart is one name of such a path.
const dataPart = language.Pattern(`["']([\w./-]+)["']`)

// maxPlaces is how many folders settings may ask for.
const maxPlaces = 4

// readPlaces notes the folders of static files that are not there, and those in which the settings keep a database's file and
// which the repository does not have: SQLite makes the file and no folder, and
// whatever loads the settings may open it, collectstatic too.
// https://www.sqlite.org/c3ref/open.html
func (d *django) readPlaces(p *projectFacts, name, content string, src pysource.Source) {
	d.readStatic(p, name, content, src)
	if !strings.Contains(content, ".sqlite") && !strings.Contains(content, ".db") {
		return
	}
	for i, line := range strings.Split(content, "\n") {
		if len(line) > 400 || !strings.Contains(line, ".sqlite") && !strings.Contains(line, ".db") {
			continue
		}
		for _, m := range dataPath.Regexp().FindAllStringSubmatch(line, 3) {
			base, ok := settingsFolder(d, name, m[1]+m[3], src)
			if !ok {
				continue
			}
			for _, part := range dataPart.Regexp().FindAllStringSubmatch(m[2]+m[4], 8) {
				base = path.Join(base, part[1])
			}
			if slices.Contains(dataFiles, path.Ext(base)) {
				d.place(p, path.Dir(base), name, i+1)
			}
		}
	}
}

// staticFolders is the list of folders that collectstatic goes through besides those of
// applications. Before Django 4.0 it ends at one that is not there, as git keeps no empty
// ones (https://docs.djangoproject.com/en/stable/ref/settings/#staticfiles-dirs,
// https://docs.djangoproject.com/en/stable/releases/4.0/).
const staticFolders = language.Pattern(`(?m)^[ \t]*STATICFILES_DIRS\s*=\s*[\[(]([^\])]*)`)

// readStatic notes those that the repository does not have.
func (d *django) readStatic(p *projectFacts, name, content string, src pysource.Source) {
	for _, at := range staticFolders.Regexp().FindAllStringSubmatchIndex(content, 4) {
		list := content[at[2]:min(at[3]+1, len(content))]
		for _, m := range dataPath.Regexp().FindAllStringSubmatch(list, maxPlaces) {
			base, ok := settingsFolder(d, name, m[1]+m[3], src)
			if !ok {
				continue
			}
			for _, part := range dataPart.Regexp().FindAllStringSubmatch(m[2]+m[4], 8) {
				base = path.Join(base, part[1])
			}
			d.place(p, base, name, 1+strings.Count(content[:at[0]], "\n"))
		}
	}
}

// place notes a folder of the project's own that is not there.
func (d *django) place(p *projectFacts, dir, file string, line int) {
	inner := strings.TrimPrefix(dir, d.dir+"/")
	if dir == "." || strings.HasPrefix(dir, "..") || d.dir != "." && inner == dir || p.HasDir(dir) {
		return
	}
	if !slices.Contains(d.places, inner) && len(d.places) < maxPlaces {
		d.places, d.placeFile, d.placeLine = append(d.places, inner), file, line
	}
}

// dataFiles are the ends of the names of databases' files.
var dataFiles = []string{".db", ".sqlite", ".sqlite3", ".db3"}

// settingsFolder is the folder that a name of the settings stands for: the one of
// their own file, and one further up for each dirname or parent, as startproject
// writes it. A name that another file gives is the folder of manage.py where it
// has the name that startproject gives that.
// https://docs.djangoproject.com/en/stable/topics/settings/
func settingsFolder(d *django, name, base string, src pysource.Source) (string, bool) {
	for _, a := range src.Assigns {
		if a.Target != base {
			continue
		}
		at, own := name, false
		for _, t := range a.Value {
			switch {
			case t.Is("__file__"):
				own = true
			case t.Is("dirname"), t.Is("parent"):
				at = path.Dir(at)
			case t.Is("parents"), t.Is("join"), t.Is("environ"), t.Is("getenv"):
				return "", false
			}
		}
		return at, own && at != name
	}
	return d.dir, base == "BASE_DIR"
}

// makePlaces makes those folders before anything loads the settings: manage is the
// folder of manage.py in the image.
func (d *django) makePlaces(p *projectFacts, r *language.Recipe, manage string) {
	if len(d.places) == 0 {
		return
	}
	line := "mkdir -p"
	for _, place := range d.places {
		line += " " + language.ShellWord(place)
	}
	r.Build.PostBuildCommands = append(r.Build.PostBuildCommands, inDir(line, manage))
	r.Why = append(r.Why, language.Reason{
		Field: "/build/post_build_commands", Confidence: finding.Likely,
		Evidence: p.AtLine("python.data_folder", d.placeFile, d.placeLine),
	})
}
