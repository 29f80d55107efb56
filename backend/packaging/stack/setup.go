package stack

import (
	"slices"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/universalbuild"
)

// backing gives a data service with the user and database that the plan has
// for it. Where services differ, the first one's word counts: a data service
// that they share has one of each.
func (r *renderer) backing(id string) (backing.Service, bool) {
	b, known := r.stores[id]
	if known {
		return b, b.ID != ""
	}
	b, ok := backing.Of(id)
	user, database := "", ""
	for _, s := range r.setups(id) {
		if user == "" {
			user = s.User
		}
		if database == "" {
			database = s.Database
		}
	}
	b = b.For(user, database)
	if r.guarded(id) {
		b = b.Guarded()
	}
	if w := r.written(id); w != nil {
		if w.Password != nil {
			b = b.Guarded()
		}
		if w.Open {
			b, _ = b.Open()
		}
		if w.Port != 0 {
			b, _ = b.On(w.Port)
		}
	}
	if slices.ContainsFunc(r.setups(id), func(s universalbuild.DataSetup) bool { return s.TLS }) {
		b, _ = b.Secured()
	}
	r.stores[id] = b
	return b, ok
}

// written is what the sources say of a data service: the first service's, as of its user.
func (r *renderer) written(id string) *universalbuild.Written {
	for _, s := range r.setups(id) {
		if s.Written != nil {
			return s.Written
		}
	}
	return nil
}

// guarded reports whether a data service is given a password that it has not by
// itself: one of the programs does not run without, and all of them are told it.
func (r *renderer) guarded(id string) bool {
	wanted := false
	for _, m := range r.members {
		if !slices.Contains(m.Document.Metadata.BackingServices, id) {
			continue
		}
		told := false
		for _, v := range m.Document.Runtime.Variables {
			wanted = wanted || v.Required && v.Value == "{"+id+".password}"
			told = told || strings.Contains(v.Value, "{"+id+".password}") || strings.Contains(v.Value, "{"+id+".url}")
		}
		if !told {
			return false
		}
	}
	return wanted
}

// initial are the files that a data service runs while it has no data.
func (r *renderer) initial(id string) (files []universalbuild.InitialFile) {
	for _, s := range r.setups(id) {
		for _, f := range s.Files {
			if !slices.ContainsFunc(files, func(known universalbuild.InitialFile) bool { return known.To == f.To }) {
				files = append(files, f)
			}
		}
	}
	return files
}

func (r *renderer) setups(id string) (list []universalbuild.DataSetup) {
	for _, m := range r.members {
		for _, s := range m.Document.Metadata.DataSetup {
			if s.Service == id {
				list = append(list, s)
			}
		}
	}
	return list
}
