package session

import (
	"path"
	"slices"

	"aipack/backend/base/linesum"
	"aipack/backend/detect/validate"
	"aipack/backend/packaging/export"
	"aipack/backend/universalbuild"
)

// written is a document as the window and the store hold it.
func written(doc universalbuild.UniversalBuild) (string, error) {
	text, err := universalbuild.Write(doc, universalbuild.JSON)
	return string(text), err
}

// state is everything the Result shows of one service. It is called with the
// lock held.
func (r *Run) state(i int) ServiceState {
	d := r.docs[i]
	_, canUndo := d.Undone()
	_, canRedo := d.Redone()
	doc := Parsed(d.Current())
	s := ServiceState{
		Service: d.Service, Name: d.Name, Document: d.Current(), Original: d.Original, Edited: []string{},
		CanUndo: canUndo, CanRedo: canRedo, Problems: r.problems(d.Service, doc),
	}
	for _, c := range universalbuild.Diff(Parsed(d.Original), doc) {
		s.Edited = append(s.Edited, c.Field)
	}
	s.DockerfilePath = r.place(i)
	s.Dockerfile, s.Invalid, s.LastValid = r.generated(i)
	s.Generated = s.Dockerfile.Content
	if d.Dockerfile != "" {
		s.ByHand = true
		s.Dockerfile = byHand(r.lint, d.Dockerfile, s.Dockerfile, doc, r.known().paths)
		if s.Invalid == "" {
			s.Invalid = unparsed(s.Dockerfile.Lint)
		}
	}
	r.beside(&s, doc)
	return s
}

// generated is the Dockerfile that the plan of a service gives: where its document
// cannot be built, why, and that of the nearest one before which can, if there is any.
// It is called with the lock held.
func (r *Run) generated(i int) (text DockerfileText, wrong string, lastValid bool) {
	d := r.docs[i]
	of := func() (DockerfileText, string) {
		doc := Parsed(d.Current())
		text := dockerfile(r.lint, doc, r.place(i), r.known().paths)
		return text, invalid(r.problems(d.Service, doc), text)
	}
	if text, wrong = of(); wrong == "" {
		return text, "", false
	}
	for before, ok := d.Undone(); ok && before < d.Edit; before, ok = d.Undone() {
		d.Edit = before
		if earlier, wrongToo := of(); wrongToo == "" {
			earlier.Error = text.Error
			return earlier, wrong, true
		}
	}
	return text, wrong, false
}

// place is where a service's Dockerfile lies. The services decide that together,
// so it is worked out for all of them at once. It is called with the lock held.
func (r *Run) place(i int) string {
	if r.places == nil {
		for _, p := range export.Place(r.current()) {
			r.places = append(r.places, p.Dockerfile)
		}
	}
	return r.places[i]
}

// current gives the documents in force.
func (r *Run) current() []universalbuild.UniversalBuild {
	docs := make([]universalbuild.UniversalBuild, len(r.docs))
	for i, d := range r.docs {
		docs[i] = Parsed(d.Current())
	}
	return docs
}

func (r *Run) problems(service string, doc universalbuild.UniversalBuild) []Problem {
	out := []Problem{}
	for _, p := range r.known().validate().Document(doc) {
		out = append(out, Problem{service, p.Path, p.Rule, string(p.Level), p.Message, p.Fix})
	}
	return out
}

// beside reads the Dockerfile that the project has of a service: whether it is
// the one in force, exported, or the project's own. One that was exported and not
// changed since is ours.
func (r *Run) beside(s *ServiceState, doc universalbuild.UniversalBuild) {
	folder, err := r.OpenFolder()
	if err != nil {
		return
	}
	defer folder.Close()
	place := path.Join(doc.Metadata.Path, "Dockerfile")
	text, err := folder.ReadText(place)
	if err != nil {
		return
	}
	exported := linesum.Seal(s.Dockerfile.Content)
	if s.ByHand {
		exported = linesum.Over(s.Dockerfile.Content, s.Generated)
	}
	s.Kept = place == s.DockerfilePath && text == exported
	if !s.Kept && !linesum.Unchanged([]byte(text)) {
		s.Existing, s.ExistingPath = text, place
	}
}

// invalid says why a document cannot be built, "" where it can.
func invalid(problems []Problem, text DockerfileText) string {
	if i := slices.IndexFunc(problems, isError); i >= 0 {
		return problems[i].Message
	}
	return text.Error
}

func hasErrors(problems []Problem) bool { return slices.ContainsFunc(problems, isError) }

func isError(p Problem) bool { return p.Level == string(validate.Error) }
