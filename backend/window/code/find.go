package code

import (
	"errors"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/code/codefind"
	"aipack/backend/code/codemap"
	"aipack/backend/model/llm/selector"
	"aipack/backend/model/modelfile"
	"aipack/backend/window/page"
)

// Found is the answer to a question in words, as far as it is. It is also the
// event "code.found".
type Found struct {
	Folder   string       `json:"folder"`
	Seq      int64        `json:"seq"` // of two, the one with the higher is the later
	Question string       `json:"question"`
	State    string       `json:"state"` // waiting: for the sources; reading: the model reads; meant; words: there is no model; stopped; failed. Before and but for meant, hits are by words alone
	Done     int          `json:"done"`  // symbols that the model has read
	Of       int          `json:"of"`    // that it has to read
	Graph    int          `json:"graph"` // that hits are of; see State
	Hits     codemap.Hits `json:"hits"`
	Model    Model        `json:"model"`
	Warning  string       `json:"warning"`
	Error    *page.Fault  `json:"error"`
}

// Model is the model that finds code by meaning.
type Model struct {
	ID    string `json:"id"`
	Bytes int64  `json:"bytes"`
}

// Find finds the symbols that a question in words means, of a kind and language where
// these are not "". It answers by words at once; what a model adds is told by the
// event "code.found". The question before it is forgotten.
func (c *Code) Find(runID, question, kind, language string) (Found, error) {
	return page.Guard(c.page, "Code.Find", func() (Found, error) {
		v, err := c.view(runID)
		if err != nil {
			return Found{}, err
		}
		a := &query{kind: kind, language: language, run: v.run}
		a.Question, a.State = strings.TrimSpace(question), "waiting"
		m := modelfile.Meaning()
		a.Folder, a.Model = v.folder.dir, Model{m.ID, m.Bytes}
		v.find(a, &a.Found, nil)
		model, name, err := c.Meaning()
		if err == nil {
			return c.begin(&finding{folder: v.folder, model: model, name: name, asked: a}), nil
		}
		c.mu.Lock()
		c.endFinding("stopped")
		c.mu.Unlock()
		f, without := lacking(err)
		if a.State = "failed"; without {
			a.State = "words"
		}
		a.Error, a.Seq = &f, c.seq.Add(1)
		return a.Found, nil
	})
}

// StopFinding ends the model's work on a question. What it has read is kept.
func (c *Code) StopFinding() error {
	return page.Guarded(c.page, "Code.StopFinding", func() error {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.endFinding("stopped")
		return nil
	})
}

// find puts into an answer what a question means by words, and by meaning where that
// is not nil.
func (v *view) find(a *query, into *Found, meaning codefind.Ranking) {
	_, into.Graph = v.folder.mapOf(v.Index)
	into.Hits = v.answers().Found(a.Question, meaning, a.kind, a.language)
}

// lacking says why no model reads, and whether that is as it can be: without one.
func lacking(err error) (f page.Fault, without bool) {
	f = page.FaultOf(err)
	var no selector.Lacking
	switch {
	case f.Code == string(fault.ModelNotFound):
		f.Message = "The model that finds code by meaning is not on this computer"
		f.Hint = "Download it here, or in Settings, Models. It runs on this computer: your code does not leave it."
		return f, true
	case errors.As(err, &no):
		return page.Fault{Code: string(fault.EngineAbsent), Message: page.Sentence(no.Error()), Hint: "Until then code is found by words alone."}, true
	}
	return f, false
}
