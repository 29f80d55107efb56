package extract

import (
	"sync"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Sources are the source files of a service with what was already found in them:
// what goes before the tags of its structures, which functions of its own read
// variables.
type Sources struct {
	*source.Set

	once  sync.Once
	files []*Source

	typePrefixes map[string]string // by the name of a structure, what goes before its tags
	allTags      *string           // what goes before every tag

	askers []*Sources      // of the service, where these are of a project that it is made with
	asked  map[string]bool // of what they read variables in, whether one names it

	composing map[string]bool // by the name of a function, whether it makes the variable's name

	readersOnce sync.Once
	ownReads    []source.Hit    // of a variable whose name is another variable's value
	ownReaders  []string        // functions of the program's own that read a variable by its name
	wrappers    map[string]need // by the name of a function that reads the environment
}

// Source is one of the files, which is judged beside the others.
type Source struct {
	*source.File
	sources *Sources
}

// Files are the chosen files, as the set reads them.
func (s *Sources) Files() []*Source {
	s.once.Do(func() {
		for _, f := range s.Set.Files() {
			s.files = append(s.files, &Source{f, s})
		}
	})
	return s.files
}

// file gives one of the files that are read, an empty one for any other.
func (s *Sources) file(name string) *Source { return &Source{s.File(name), s} }

// Uses finds where the program's own sources, those of its development left out, hold
// what a pattern matches; "" matches nothing.
func (f *Facts) Uses(rule string, p language.Pattern) (finding.Evidence, bool) {
	if p == "" {
		return finding.Evidence{}, false
	}
	for _, h := range f.Sources.Grep(p) {
		if !f.Sources.aside(h.Name) {
			return f.Sources.Evidence(rule, h), true
		}
	}
	return finding.Evidence{}, false
}
