package main

import (
	"aipack/backend/universalbuild"
	"aipack/build/bench/real/label"
)

// fields are what is scored, in the order of the table.
var fields = []string{"service", "port", "start", "health", "required", "databases", "migration"}

// tally counts one field. Right of asked is a share; found, false and missed
// are what F1 is made of: of the paths that programs are well by, of variables
// and of databases.
type tally struct{ right, asked, found, wrong, missed int }

func (t *tally) add(u tally) {
	t.right += u.right
	t.asked += u.asked
	t.found += u.found
	t.wrong += u.wrong
	t.missed += u.missed
}

// miss is one answer that is not the label's.
type miss struct{ application, service, field, label, answer string }

// score is what one or several applications come to.
type score struct {
	applications int
	fields       map[string]tally
	misses       []miss
}

func (s *score) add(t score) {
	s.applications += t.applications
	if s.fields == nil {
		s.fields = map[string]tally{}
	}
	for _, f := range fields {
		sum := s.fields[f]
		sum.add(t.fields[f])
		s.fields[f] = sum
	}
	s.misses = append(s.misses, t.misses...)
}

// scored holds the documents of one application against its label. scripts
// gives what a script of a folder's package runs.
func scored(a label.Application, docs []universalbuild.UniversalBuild, scripts func(service, name string) string) score {
	total := score{applications: 1, fields: map[string]tally{}}
	for i, doc := range match(a.Services, docs) {
		s := service{label: a.Services[i], scripts: scripts}
		if doc != nil {
			s.doc = *doc
		}
		for _, f := range fields {
			t, want, got := s.field(f)
			sum := total.fields[f]
			sum.add(t)
			total.fields[f] = sum
			if t.right < t.asked {
				if doc == nil {
					got = "no such service"
				}
				total.misses = append(total.misses, miss{a.Name(), s.label.Path, f, want, got})
			}
		}
	}
	return total
}

// service is one labelled service beside what the program says of it; a zero
// document where it has found none.
type service struct {
	label   label.Service
	doc     universalbuild.UniversalBuild
	scripts func(service, name string) string
}

// field scores one, and tells both sides of it.
func (s service) field(name string) (t tally, want, got string) {
	switch name {
	case "service":
		found := s.doc.Version != ""
		return share(found), s.label.Path, s.doc.Metadata.Path
	case "port":
		return s.port()
	case "start":
		return s.start()
	case "health":
		return s.health()
	case "required":
		return sets(s.label.Required, nil, s.required(), func(v string) string { return v })
	case "databases":
		return sets(s.label.Databases, s.label.DatabaseAccept, s.doc.Metadata.BackingServices, protocol)
	case "migration":
		return s.migration()
	}
	panic("no field " + name)
}
