package pipeline

import (
	"context"

	"aipack/backend/base/event"
	"aipack/backend/base/finding"
	"aipack/backend/detect/scan"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// The modes of a run.
const (
	Static = "static" // rules alone
	Full   = "full"   // rules, and a model where they are unsure
	LLM    = "llm"    // the model is asked every question; it wins only where the rules are unsure
)

// Doubtful is the confidence below which a rule's answer counts as unsure: a
// model may be asked, and its answer may win (the window's "Low").
const Doubtful = 0.5

// Adviser answers what the rules are unsure of; in practice it asks a model.
// It is made for one run and safe for concurrent use. That no answer came is
// never an error: the rules' word stands then.
type Adviser interface {
	// Answer puts one question. Found is false where there is no answer, or none
	// that holds against the repository's files.
	Answer(ctx context.Context, d Desk, q Question) (answer Advice, found bool)

	// Explore looks through the repository for what is deployed, where the
	// rules found nothing or are unsure. Each document was checked.
	Explore(ctx context.Context, d Desk, why string) []universalbuild.UniversalBuild

	// Spent is what the run's questions have cost until now.
	Spent() Spent
}

// Desk is what an adviser works with in one run.
type Desk struct {
	Repo  *repo.Tree
	Scan  *scan.Inventory
	Hint  string // the user's own words about the project, "" for none
	Tell  func(event.Event)
	Check func(universalbuild.UniversalBuild) []Problem // nil: documents are not checked
}

// Form is the form that an answer has.
type Form string

// The forms.
const (
	Text    Form = "text"
	Number  Form = "number"
	Command Form = "command" // program and arguments in exec form
	Items   Form = "items"   // short texts, each with evidence of its own
)

// Question is one thing that a phase wants to know.
type Question struct {
	Phase      string
	Service    string // path
	Field      string // JSON pointer into the document: "/runtime/ports/0/port"
	Ask        string // what is asked, in one or two sentences
	Form       Form
	Confidence float64               // of the rules' own answer; 0 where they have none
	Candidates []finding.Alternative // what the rules found, strongest first
	Files      func() []string       // lists what is worth reading, best first

	// When says whether there is still something to ask; nil: always.
	When func() bool

	// Check says what is wrong with a value, of Form Items with one of them; nil
	// where it can be right.
	Check func(Advice) error

	// Judged says that Check holds the quoted line against the value, which need
	// not stand in it word for word.
	Judged bool

	// Take records an answer that holds and says whether it won. One that lost
	// is kept among the alternatives.
	Take func(Advice) bool
}

// Advice is an answer. Its evidence stands word for word in the repository.
type Advice struct {
	Text       string   // the value; a command's words joined by blanks
	Number     int      // of Form Number
	Words      []string // of Form Command
	Items      []Advice // of Form Items: those that hold
	Confidence float64
	Evidence   []finding.Evidence
	User       bool // the user's own words say it: it beats the rules
}

// Spent is what was asked of a model, and what it took.
type Spent struct {
	Model      string // provider and model, "" where none was asked
	Questions  int    // asked
	Taken      int    // answers that won
	Iterations int    // requests to the model
	ToolCalls  int
	CacheHits  int // of ToolCalls
	Prompt     int // tokens
	Cached     int // of Prompt, read from the provider's cache
	Completion int // tokens
	Estimated  bool
	ModelMS    int64
	ToolMS     int64
	Failure    string // why the model could not be asked any more, "" where it could
}

// An Asker is a service phase that has questions after it has run.
type Asker interface {
	Questions(s *ServiceContext) []Question
}

// A Doubter is a workflow phase that may have found too little: it says why
// somebody should look through the repository, "" where nobody needs to.
type Doubter interface {
	Doubt(a *AnalysisContext) string
}

// advise asks a service phase's questions, where there is somebody to ask.
func (r *running) advise(ctx context.Context, p ServicePhase, s *ServiceContext, result ServicePhaseResult) ServicePhaseResult {
	asker, ok := p.(Asker)
	adviser, hint := r.asks(p.Name(), s.Path)
	if adviser == nil || !ok {
		return result
	}
	for _, q := range asker.Questions(s) {
		// Somebody who gives a hint doubts what the rules find.
		if ctx.Err() != nil || r.mode != LLM && hint == "" && q.Confidence >= Doubtful || q.When != nil && !q.When() {
			continue
		}
		result.LLM = true
		q.Phase, q.Service = p.Name(), s.Path
		answer, found := adviser.Answer(ctx, r.desk(hint), q)
		if !found {
			continue
		}
		won := q.Take(answer)
		r.events.Send(event.ModelAnswered{
			Phase: q.Phase, Service: q.Service, Field: q.Field, Value: answer.Text, Confidence: answer.Confidence, Won: won,
		})
		if won {
			result.Result, result.Confidence, result.Gap = answer.Text, answer.Confidence, ""
			r.taken.Add(1)
		}
	}
	return result
}

// explore lets the adviser look for services where a workflow phase found
// none. Where it found one that is doubtful, the phases ask their questions
// first: an exploration costs more, and is left for a document that cannot be
// used.
func (r *running) explore(ctx context.Context, p WorkflowPhase) bool {
	doubter, ok := p.(Doubter)
	adviser, hint := r.asks(p.Name(), "")
	if adviser == nil || !ok {
		return false
	}
	why := doubter.Doubt(r.a)
	if why == "" {
		return false
	}
	if len(r.a.Structure().Services) > 0 {
		r.doubt = why
		return false
	}
	r.explored = adviser.Explore(ctx, r.desk(hint), why)
	return true
}

func (r *running) desk(hint string) Desk {
	d := Desk{Repo: r.a.Repo, Scan: r.a.Scan(), Hint: hint, Tell: func(e event.Event) { r.events.Send(e) }}
	if r.o.Check != nil {
		d.Check = r.o.Check(r.a.Scan().Index.Paths())
	}
	return d
}

// join adds what was explored to the rules' documents. Those of the rules
// stay, unless they cannot be used and the explored ones can.
func (r *running) join(ctx context.Context) error {
	if r.adviser == nil {
		return nil
	}
	docs := r.a.Documents()
	if len(docs) == 0 && len(r.explored) > 0 {
		r.a.SetDocuments(r.explored)
		r.a.structure.Missing = ""
		r.taken.Add(int64(len(r.explored)))
		return nil
	}
	check := r.desk(r.hint).Check
	if r.doubt == "" || check == nil {
		return nil
	}
	for i, d := range docs {
		if d.Metadata.Confidence >= Doubtful || !broken(check(d)) {
			continue
		}
		if r.doubt != "" {
			r.explored = r.adviser.Explore(ctx, r.desk(r.hint), r.doubt)
			r.doubt = ""
		}
		for _, e := range r.explored {
			if e.Metadata.Path == d.Metadata.Path && !broken(check(e)) {
				docs[i] = e
				r.taken.Add(1)
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return stopped("assemble", err)
	}
	return nil
}

// spent adds what the adviser took to the outcome.
func (r *running) spent(out *Outcome) {
	if r.adviser == nil {
		return
	}
	s := r.adviser.Spent()
	s.Taken = int(r.taken.Load())
	out.Spent = s
	out.Summary.Iterations, out.Summary.TotalToolCalls, out.Summary.CachedToolCalls = s.Iterations, s.ToolCalls, s.CacheHits
	out.Summary.LLMDurationMS, out.Summary.ToolDurationMS = s.ModelMS, s.ToolMS
}

func broken(problems []Problem) bool {
	for _, p := range problems {
		if !p.Doubt {
			return true
		}
	}
	return false
}
