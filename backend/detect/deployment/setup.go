package deployment

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// maxInitial bounds the files and folders that one data service is given.
const maxInitial = 16

// Setup says which files compose gives a data service to run while it has no
// data, and the user and the database that they speak of. The image that
// compose takes may be another one; the files are the same.
func (f *Files) Setup(id string) finding.Finding[universalbuild.DataSetup] {
	b, _ := backing.Of(id)
	s, found := f.composedStore(id)
	if !found || b.Initial == "" {
		return finding.Finding[universalbuild.DataSetup]{}
	}
	r := f.Project.Reader()
	setup := universalbuild.DataSetup{Service: id}
	var why []finding.Evidence
	for _, part := range s.Parts {
		for _, m := range part.Mounts {
			from, to := path.Join(part.Dir, m.Source), path.Clean(m.Target)
			taken := slices.ContainsFunc(setup.Files, func(one universalbuild.InitialFile) bool { return one.To == to })
			if (to == b.Initial || path.Dir(to) == b.Initial) && !taken && len(setup.Files) < maxInitial && holdsInitial(r, from) {
				setup.Files = append(setup.Files, universalbuild.InitialFile{From: from, To: to})
				why = append(why, part.Evidence(r, "compose.initial", m.Line))
			}
		}
	}
	if len(setup.Files) == 0 {
		return finding.Finding[universalbuild.DataSetup]{}
	}
	setup.User, setup.Database = f.whose(s, b)
	if setup.Database == "" {
		setup.Database = databaseOf(r, setup.Files, b)
	}
	return finding.Of(setup, finding.Certain, why...)
}

// composedStore is the compose service that is a data service of the program:
// one that the program's own names, else the only one of all files.
func (f *Files) composedStore(id string) (Composed, bool) {
	is := func(s Composed) bool {
		twin, _ := backing.Of(s.Kind)
		return s.Kind == id || s.Kind != "" && s.Kind == backing.Twin(id) && twin.Initial != ""
	}
	for _, c := range f.Composed {
		for _, name := range c.hosts() {
			if s, ok := f.Around.Compose.named(name, c.Home); ok && is(s) {
				return s, true
			}
		}
	}
	all := slices.DeleteFunc(slices.Clone(f.Around.Compose.Services), func(s Composed) bool { return !is(s) })
	if len(all) != 1 {
		return Composed{}, false
	}
	return all[0], true
}

// holdsInitial reports whether a path of the repository is a file that images
// of databases run, or a folder with one.
func holdsInitial(r *language.Reader, from string) bool {
	if from == ".." || strings.HasPrefix(from, "../") || strings.ContainsAny(from, ":\\\"\n") {
		return false
	}
	if _, file := r.Index.Stat(from); file {
		return isInitial(from)
	}
	for _, one := range r.Index.In(from) {
		if isInitial(one.Path) {
			return true
		}
	}
	return false
}

// isInitial knows the endings that the images' entrypoints look at.
func isInitial(name string) bool {
	base := name
	for _, packed := range []string{".gz", ".xz", ".zst", ".bz2"} {
		base = strings.TrimSuffix(base, packed)
	}
	return slices.Contains([]string{".sql", ".sh", ".js"}, path.Ext(base))
}

// whose reads the names that compose gives the data service's user and
// database: by the variables that the image of ours is told them with.
func (f *Files) whose(s Composed, b backing.Service) (user, database string) {
	given, named := map[string]string{}, map[string]bool{}
	for _, part := range slices.Backward(s.Parts) { // the override comes last
		lookup := part.lookup(f.Project.Reader())
		for _, v := range part.Environment {
			text, _ := expanded(v, lookup)
			given[v.Name], named[v.Name] = text, true
		}
	}
	read := func(placeholder string) (string, bool) {
		for _, set := range b.Environment {
			for _, name := range []string{set.Name, strings.Replace(set.Name, "MARIADB_", "MYSQL_", 1), strings.Replace(set.Name, "MYSQL_", "MARIADB_", 1)} {
				if set.Value == placeholder && named[name] {
					return plainName(given[name]), true
				}
			}
		}
		return "", false
	}
	user, told := read("{user}")
	if b.ID == "postgresql" && !told { // its image's own
		user = "postgres"
	}
	database, told = read("{database}")
	if b.ID == "postgresql" && !told { // is called as its user
		database = user
	}
	if b.Scheme == "mysql" && user == "root" { // whom its image wants nobody to name
		user = ""
	}
	return user, database
}

// plainName is a name that needs no quotes anywhere; "" for any other.
func plainName(name string) string {
	if !plainNames().MatchString(name) || name == unknownPart {
		return ""
	}
	return name
}

var plainNames = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,62}$`) })

// databaseOf reads the database that the files of a MySQL or MariaDB make for
// themselves, which nobody else is given a right to.
func databaseOf(r *language.Reader, files []universalbuild.InitialFile, b backing.Service) string {
	if b.Scheme != "mysql" {
		return ""
	}
	for _, one := range files {
		list := []string{one.From}
		for _, in := range r.Index.In(one.From) {
			list = append(list, in.Path)
		}
		for _, name := range list[:min(len(list), maxInitial)] {
			if text, ok := r.Folder(path.Dir(name)).Text(path.Base(name)); ok && path.Ext(name) == ".sql" {
				if m := createsDatabase().FindStringSubmatch(text[:min(len(text), 64<<10)]); m != nil {
					return plainName(m[1])
				}
			}
		}
	}
	return ""
}

var createsDatabase = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?im)^\\s*create\\s+(?:database|schema)\\s+(?:/\\*!\\d+\\s+)?if\\s+not\\s+exists\\s*(?:\\*/\\s*)?`?([A-Za-z0-9_-]+)`?")
})
