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
func (r *renderer) backing(h held) (backing.Service, bool) {
	b, known := r.stores[h]
	if known {
		return b, b.ID != ""
	}
	b, ok := backing.Of(h.id)
	user, database := "", ""
	for _, s := range r.setups(h) {
		if user == "" {
			user = s.User
		}
		if database == "" {
			database = s.Database
		}
	}
	b = b.For(user, database)
	if r.guarded(h) {
		b = b.Guarded()
	}
	if w := r.written(h); w != nil {
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
	if slices.ContainsFunc(r.setups(h), func(s universalbuild.DataSetup) bool { return s.TLS }) {
		b, _ = b.Secured()
	}
	r.stores[h] = b
	return b, ok
}

// written is what the sources say of a data service: the first service's, as of its user.
func (r *renderer) written(h held) *universalbuild.Written {
	for _, s := range r.setups(h) {
		if s.Written != nil {
			return s.Written
		}
	}
	return nil
}

// guarded reports whether a data service is given a password that it has not by
// itself: one of the programs does not run without, and all of them are told it.
func (r *renderer) guarded(h held) bool {
	wanted := false
	for _, m := range r.members {
		if !slices.Contains(m.Document.Metadata.BackingServices, h.id) || r.held(m, h.id) != h {
			continue
		}
		told, id := false, h.id
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
func (r *renderer) initial(h held) (files []universalbuild.InitialFile) {
	for _, s := range r.setups(h) {
		for _, f := range s.Files {
			if !slices.ContainsFunc(files, func(known universalbuild.InitialFile) bool { return known.To == f.To }) {
				files = append(files, f)
			}
		}
	}
	return files
}

func (r *renderer) setups(h held) (list []universalbuild.DataSetup) {
	for _, m := range r.members {
		for _, s := range m.Document.Metadata.DataSetup {
			if s.Service == h.id && r.held(m, h.id) == h {
				list = append(list, s)
			}
		}
	}
	return list
}
