package golang

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
)

// packageFacts is what the sources of one folder say, tests left out.
type packageFacts struct {
	files   []string // relative to the repository's root
	imports []string // sorted, once each
	listens finding.Evidence
	waits   finding.Evidence
	cgo     finding.Evidence
}

func packageIn(at *language.Folder, tag string) packageFacts {
	return language.Once(at, "go.package "+tag, func() packageFacts { return readPackage(at, tag) })
}

func readPackage(at *language.Folder, tag string) packageFacts {
	var p packageFacts
	imports := map[string]bool{}
	for _, name := range sources(at, ".") {
		source, _ := language.Parse(at, name, gomod.ParseSource)
		if source.Excluded && (tag == "" || source.Tag != tag) {
			continue
		}
		content, _ := at.Text(name)
		p.files = append(p.files, at.Join(name))
		if p.listens.Rule == "" {
			p.listens = at.AtCode("go.listens", name, content, listens)
		}
		if p.listens.Rule == "" {
			p.listens = listensRenamed(at, name, content, source.Renamed)
		}
		if p.waits.Rule == "" {
			p.waits = at.AtCode("go.runs_for_ever", name, content, waits)
		}
		for _, imported := range source.Imports {
			imports[imported] = true
			if p.listens.Rule == "" && servesByImport.Regexp().MatchString(imported) {
				p.listens = at.At("go.server_import", name, `"`+imported+`"`)
			}
			if imported == "C" && p.cgo.Rule == "" {
				p.cgo = at.At("go.cgo", name, `"C"`)
			}
		}
	}
	p.imports = slices.Sorted(maps.Keys(imports))
	return p
}

// reach goes through the packages that a main package is made of, as far as
// they are in this repository, and gathers what they import and do. A ticker
// or an empty select counts in the main package only: libraries use them for
// housekeeping. read bounds how many packages are read for all commands.
func reach(f *language.Folder, m *mainPackage, modules map[string]*language.Folder, read map[string]bool) {
	m.imports = map[string]bool{}
	start := f.Sub(m.dir)
	queue, seen := []*language.Folder{start}, map[string]bool{start.Path: true}
	for n := 0; n < len(queue) && n < maxPackages && len(m.files) < maxFiles; n++ {
		at := queue[n]
		if !read[at.Path] && n > 0 && len(read) >= maxPackagesInAll {
			continue
		}
		read[at.Path] = true
		p := packageIn(at, m.tag)
		m.files = append(m.files, p.files...)
		if m.listens.Rule == "" {
			m.listens = p.listens
		}
		if m.cgo.Rule == "" {
			m.cgo = p.cgo
		}
		if at == start {
			m.waits = p.waits
		}
		for _, imported := range p.imports {
			m.imports[imported] = true
			next, local := localPackage(imported, modules)
			host, _, _ := strings.Cut(imported, "/")
			m.others = m.others || !local && strings.Contains(host, ".")
			if local && !seen[next.Path] {
				seen[next.Path] = true
				queue = append(queue, next)
			}
		}
	}
}

func localPackage(imported string, modules map[string]*language.Folder) (*language.Folder, bool) {
	for prefix := imported; prefix != "." && prefix != "/"; prefix = path.Dir(prefix) {
		if at, ok := modules[prefix]; ok {
			return at.Sub("./" + strings.TrimPrefix(imported[len(prefix):], "/")), true
		}
	}
	return nil, false
}
