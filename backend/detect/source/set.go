// Package source is the source files of one service: which of them are read, and
// what a pattern finds in them. It knows no variables, ports or routes: whoever
// asks brings the patterns along, or the language that a file is in.
package source

import (
	"path"
	"slices"
	"strings"
	"sync"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// Set is the bounded part of a service's source files that is read: those
// whose names and places promise the entry point, the settings or the routes
// come first. Each file is read once, whatever is asked.
type Set struct {
	Folder *language.Folder // what the files' names are relative to
	picked []picked
	parts  []string // folders of front ends that are built along
	cut    bool     // there are more files than are read
	lines  int      // bytes of lines that patterns may be run over for one question

	once  sync.Once
	files []*File
}

type picked struct {
	name  string // relative to the folder
	entry bool
	owner *language.Language
}

// The bounds of what is read for one service, and for all of a run together.
const (
	maxFiles          = 96
	maxBytes          = 2 << 20
	MaxFile           = 256 << 10
	maxFilesRun       = 800
	minFiles          = 12
	maxSearchBytesRun = 192 << 10 // of lines that patterns are run over
	minSearchBytes    = 24 << 10
)

// Choose picks the files without reading them. elsewhere are folders of
// other services below this one; services is how many there are in all.
func Choose(p *language.Project, elsewhere []string, services int) *Set {
	s := &Set{Folder: p.Folder, lines: max(minSearchBytes, maxSearchBytesRun/max(services, 1))}
	for _, part := range p.Claim.Parts {
		s.parts = append(s.parts, language.Below(p.Path, part))
	}
	owners := extensions(p)
	if len(owners) == 0 {
		return s
	}
	if p.Home != nil && p.Language != nil && p.Language.Sources != nil {
		s.reach(p, owners, services)
		return s
	}
	// Files of one folder stand together, so that what a folder's name says is
	// worked out once; tests and generated files are told apart only among those
	// that are near the front.
	var byScore [maxScore + 1][]picked
	var dir string
	var skip, known bool
	for _, f := range p.Reader().Index.Under(p.Path) {
		owner := owners[Ext(f.Path)]
		if owner == nil {
			continue
		}
		name := relative(p.Path, f)
		at := strings.LastIndexByte(name, '/') + 1
		if !known || name[:at] != dir {
			dir, known = name[:at], true
			skip = inside(f.Path, elsewhere) || skipFolder(dir)
		}
		if skip {
			continue
		}
		score, entry := rate(dir, name[at:])
		byScore[score] = append(byScore[score], picked{name, entry, owner})
	}
	left := budget(services)
	for _, list := range byScore {
		for _, f := range list {
			if base := path.Base(f.name); isTestFile(base) || isGenerated(base) {
				continue
			} else if s.cut = left == 0; s.cut {
				return s
			}
			left--
			s.picked = append(s.picked, f)
		}
	}
	return s
}

// reach picks the files that one of several programs is made of.
func (s *Set) reach(p *language.Project, owners map[string]*language.Language, services int) {
	s.Folder = p.Home
	left := budget(services)
	for _, file := range p.Language.Sources(p) {
		name := language.Below(p.Home.Path, file)
		owner := owners[Ext(name)]
		s.cut = s.cut || left == 0
		if owner == nil || left == 0 || isGenerated(path.Base(name)) || p.Home.Path != "." && !strings.HasPrefix(file, p.Home.Path+"/") {
			continue
		}
		left--
		s.picked = append(s.picked, picked{name, path.Dir(file) == p.Program, owner})
	}
}

// Files reads the chosen files, once. What is too large, no text or not there
// any more is left out.
func (s *Set) Files() []*File {
	s.once.Do(func() {
		left := maxBytes
		for _, p := range s.picked {
			content, cut, err := s.Folder.Reader().Repo.ReadTextHead(s.Folder.Join(p.name), MaxFile)
			if err != nil || cut || len(content) > left {
				continue
			}
			left -= len(content)
			s.files = append(s.files, &File{Name: p.name, Entry: p.entry, Owner: p.owner, text: content})
		}
	})
	return s.files
}

// File gives one of the files that are read, an empty one for any other.
func (s *Set) File(name string) *File {
	files := s.Files()
	i := slices.IndexFunc(files, func(f *File) bool { return f.Name == name })
	if i < 0 {
		return &File{Name: name}
	}
	return files[i]
}

// Beside reads a file of the folder that is no source, such as one of settings; an empty
// one where it cannot be read.
func (s *Set) Beside(name string) *File {
	content, cut, err := s.Folder.Reader().Repo.ReadTextHead(s.Folder.Join(name), MaxFile)
	if err != nil || cut {
		content = ""
	}
	return &File{Name: name, text: content}
}

// Likeliest leaves the first n of the chosen files; it is called before they are
// read.
func (s *Set) Likeliest(n int) *Set {
	s.picked = s.picked[:min(len(s.picked), n)]
	return s
}

// Whole reports whether all sources of the service are read.
func (s *Set) Whole() bool { return !s.cut && len(s.Files()) == len(s.picked) }

// OfPart reports whether a file is of a front end that is built along.
func (s *Set) OfPart(name string) bool { return inside(name, s.parts) }

// Evidence quotes the place of a hit.
func (s *Set) Evidence(rule string, h Hit) finding.Evidence {
	return s.Folder.Evidence(rule, h.Name, h.Line, h.Text)
}
