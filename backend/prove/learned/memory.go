package learned

import (
	"fmt"

	"aipack/backend/prove/cause"
	"aipack/backend/prove/repair"
	"aipack/backend/universalbuild"
)

// Memory is the book for the repairs of one project. Warn hears what went wrong with it: a
// repair goes on without.
type Memory struct {
	Book    Book
	Project string // its folder; only a digest of it is kept
	Warn    func(error)
}

// Recall is repair.Memory's.
func (m Memory) Recall(doc universalbuild.UniversalBuild, failed *cause.Failure) (found []repair.Suggestion, words []string) {
	known, err := m.Book.Recall(failed.Signature, doc.Metadata.Language)
	if err != nil {
		m.Warn(err)
	}
	for _, l := range known {
		words = append(words, l.Words())
		edits, ok := l.For(doc)
		if !ok {
			continue
		}
		why := "It has helped with this failure before"
		switch {
		case l.Helped == 0:
			why = "A lesson that was imported says that it helps with this failure"
		case l.Projects > 1:
			why = fmt.Sprintf("It has helped with this failure in %d projects", l.Projects)
		}
		if l.Why != "" {
			why += ": " + l.Why
		} else {
			why += "."
		}
		found = append(found, repair.Suggestion{Edits: edits, Why: why, Lesson: l.ID})
	}
	return found, words
}

// Learn is repair.Memory's: what helped is kept, a lesson that did not loses.
func (m Memory) Learn(doc universalbuild.UniversalBuild, failed *cause.Failure, s repair.Suggestion, changes []universalbuild.Change, kept bool) {
	var err error
	switch {
	case s.Lesson != "":
		err = m.Book.Settle(s.Lesson, m.Project, kept)
	case kept:
		source := "guess"
		if s.Model != "" {
			source = "model"
		}
		if l, ok := From(failed, doc, changes, s.Why, source, m.Book.now()); ok {
			err = m.Book.Learn(l, m.Project)
		}
	}
	if err != nil {
		m.Warn(err)
	}
}
