package python

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/pysource"
	"aipack/languages/python/distribution"
	"aipack/languages/python/listing"
)

// asked is a distribution that no file declares, and where it is asked for.
type asked struct {
	distribution string
	file         string
	line         int
}

// maxImporting is how many files of a Django project are looked at for what they import.
const maxImporting = 300

// undeclared lists what a project without any manifest imports and has to be
// installed all the same: its framework, and libraries whose distributions are
// known.
func undeclared(p *projectFacts, plan startPlan) []asked {
	if p.system != "" || !plan.found() {
		return nil
	}
	return language.Once(p.Folder, "python.undeclared", func() []asked { return undeclaredAnew(p, plan) })
}

func undeclaredAnew(p *projectFacts, plan startPlan) (out []asked) {
	started := language.FirstWhy(plan.why)
	for _, f := range frameworks {
		if f.Name == plan.framework {
			out = append(out, asked{f.Needs[0], strings.TrimPrefix(strings.TrimPrefix(started.Path, p.Path), "/"), started.Line})
		}
	}
	add := func(module, file string, line int) {
		name, known := distribution.Modules()[module]
		same := func(u asked) bool { return u.distribution == name }
		if known && !slices.ContainsFunc(out, same) && !p.hasOwn(module, path.Dir(file)) {
			out = append(out, asked{name, file, line})
		}
	}
	for _, src := range p.importing(plan) {
		heads := map[string]bool{}
		for _, m := range src.Modules {
			head, _, _ := strings.Cut(m, ".")
			heads[head] = true
		}
		for _, head := range slices.Sorted(maps.Keys(heads)) {
			add(head, src.path, p.lineImporting(src.path, head))
		}
	}
	if plan.django != nil {
		plan.django.named(p, add)
	}
	return out
}

// hasOwn reports whether a module of that name is the project's own.
func (p *projectFacts) hasOwn(module, dir string) bool {
	beside := path.Join(dir, module)
	return p.Has(module+".py") || p.HasDir(module) || p.Has(beside+".py") || p.HasDir(beside)
}

// importing are the sources whose imports have to be there: what the started file reaches;
// of a Django project all, for its settings and its paths name them.
func (p *projectFacts) importing(plan startPlan) (list []sourceFile) {
	if plan.django != nil {
		for n, rel := range listing.Paths(p.Folder) {
			if n == maxImporting {
				break
			}
			if src, ok := sourceOf(p.Folder, rel); ok {
				list = append(list, src)
			}
		}
		return list
	}
	started := language.FirstWhy(plan.why).Path
	for _, f := range sources(p.Folder) {
		if p.Join(f.path) == started {
			list = append(list, reach(p.Folder, f)...)
		}
	}
	return list
}

// lineImporting is the line on which a file imports a module.
func (p *projectFacts) lineImporting(file, module string) int {
	text, _ := p.Text(file)
	n := 0
	for line := range strings.Lines(text) {
		n++
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t,.\r\n", r) })
		if len(words) > 1 && (words[0] == "import" && slices.Contains(words[1:], module) || words[0] == "from" && words[1] == module) {
			return n
		}
	}
	return 1
}

const (
	// installedApp is an application, or a class of one, in a list of Django's settings.
	installedApp = language.Pattern(`["']([A-Za-z_]\w*)(?:\.[A-Za-z_][\w.]*)?["']`)
	// backend is a database that Django is set to.
	backend = language.Pattern(`(?m)^[^#\n]*["']django\.(?:contrib\.gis\.)?db\.backends\.(postgresql|postgresql_psycopg2|postgis|mysql)["']`)
)

// named gives what Django's settings name in their lists and import then, and the driver of
// the database that they choose
// (docs.djangoproject.com/en/stable/ref/settings, INSTALLED_APPS, MIDDLEWARE;
// docs.djangoproject.com/en/stable/ref/databases).
func (d *django) named(p *projectFacts, add func(module, file string, line int)) {
	for _, name := range d.files {
		src, ok := language.Parse(p.Folder, name, pysource.Parse)
		if !ok {
			continue
		}
		text, _ := p.Text(name)
		within := false
		n := 0
		for line := range strings.Lines(text) {
			n++
			lead := strings.TrimSpace(line)
			if strings.HasPrefix(lead, "#") {
				continue
			}
			within = within || strings.HasPrefix(line, "INSTALLED_APPS") || strings.HasPrefix(line, "MIDDLEWARE") || strings.HasPrefix(line, "THIRD_PARTY_APPS")
			if !within {
				continue
			}
			for _, m := range installedApp.Regexp().FindAllStringSubmatch(line, 20) {
				add(m[1], name, n)
			}
			within = !strings.Contains(lead, "]") && !strings.HasPrefix(lead, ")")
		}
		if m := backend.Regexp().FindStringSubmatchIndex(text); m != nil {
			module := "psycopg2"
			switch mysql := text[m[2]:m[3]] == "mysql"; {
			case mysql && src.Imports("pymysql"):
				continue
			case mysql:
				module = "MySQLdb"
			}
			add(module, name, 1+strings.Count(text[:m[2]], "\n"))
		}
	}
}
