package evaluate

import (
	"slices"
	"strings"

	"aipack/backend/model/llm"
	"aipack/backend/universalbuild"
)

// Worth is what one model changed in one mode, against the rules alone over
// the same projects, and what that took.
type Worth struct {
	Name     string         `json:"name"`  // the model and the mode
	Asked    string         `json:"asked"` // provider and model as they answered, "" where none did
	Fields   []FieldWorth   `json:"fields"`
	Projects []ProjectWorth `json:"projects"`

	Questions  int  `json:"questions"`
	Taken      int  `json:"answers_taken"`
	Prompt     int  `json:"prompt_tokens"`
	Completion int  `json:"answer_tokens"`
	Estimated  bool `json:"tokens_missing"` // a provider did not count all

	USD    float64 `json:"usd"`
	Priced bool    `json:"usd_known"` // of everything that was asked

	DurationMS int64 `json:"duration_ms"` // of all projects, one after the other
	MedianMS   int64 `json:"median_ms"`   // of a project
	SlowestMS  int64 `json:"slowest_ms"`
}

// FieldWorth is what became of one part of the documents. A project's value is
// right where it has the part's full score, and another one where two documents
// do not give each other the full score.
type FieldWorth struct {
	Name    string   `json:"field"`
	Rules   int      `json:"right_by_rules"` // projects
	Right   int      `json:"right"`          // with the model
	Gained  []string `json:"wrong_to_right"` // names of projects
	Lost    []string `json:"right_to_wrong"`
	Changed []string `json:"wrong_to_wrong"` // another value, and wrong as well
}

// ProjectWorth is how one project went.
type ProjectWorth struct {
	Name       string `json:"name"`
	DurationMS int64  `json:"duration_ms"`
	Questions  int    `json:"questions"`
	Taken      int    `json:"answers_taken"`
	Problem    string `json:"problem,omitempty"` // why the model could not be asked to the end
}

// worth compares a subject's runs with the rules', mode by mode.
func (d Detection) worth(s Subject, runs, rules []measured) []Worth {
	var out []Worth
	for _, mode := range s.modes() {
		name := inMode(s, mode)
		w := Worth{Name: name, Priced: true, Projects: []ProjectWorth{}}
		for _, p := range parts() {
			w.Fields = append(w.Fields, FieldWorth{Name: p, Gained: []string{}, Lost: []string{}, Changed: []string{}})
		}
		for _, m := range runs {
			if m.name != name {
				continue
			}
			project := d.Fixtures[m.fixture].Name
			for i := range w.Fields {
				w.Fields[i].compare(project, rules[m.fixture], m)
			}
			w.add(project, m)
			d.pay(&w, m)
		}
		w.time()
		out = append(out, w)
	}
	return out
}

// compare counts what became of the field in one project.
func (f *FieldWorth) compare(project string, rules, model measured) {
	before, after := whole(rules.scores[f.Name]), whole(model.scores[f.Name])
	if before {
		f.Rules++
	}
	if after {
		f.Right++
	}
	switch {
	case !before && after:
		f.Gained = append(f.Gained, project)
	case before && !after:
		f.Lost = append(f.Lost, project)
	case !before && !same(f.Name, rules.docs, model.docs):
		f.Changed = append(f.Changed, project)
	}
}

// whole says whether a score is full; sums of shares may fall short by a bit.
func whole(score float64) bool {
	const rounding = 1e-9
	return score > 1-rounding
}

// same says whether documents have the same value of a part, as it is scored.
func same(part string, a, b []universalbuild.UniversalBuild) bool {
	return whole(Score(a, b)[part]) && whole(Score(b, a)[part])
}

func (w *Worth) add(project string, m measured) {
	p := ProjectWorth{Name: project, DurationMS: m.took.Milliseconds(), Questions: m.spent.Questions, Taken: m.spent.Taken, Problem: m.problem}
	if p.Problem == "" {
		p.Problem = m.spent.Failure
	}
	w.Projects = append(w.Projects, p)
	if w.Asked == "" {
		w.Asked = m.spent.Model
	}
	w.Questions += p.Questions
	w.Taken += p.Taken
	w.Prompt += m.spent.Prompt
	w.Completion += m.spent.Completion
	w.Estimated = w.Estimated || m.spent.Estimated
	w.DurationMS += p.DurationMS
}

// pay adds what a run cost. Where several models answered, nobody knows which
// of them took how much; where tokens were not counted, only that of a model
// that costs nothing is known.
func (d Detection) pay(w *Worth, m measured) {
	if m.spent.Prompt+m.spent.Completion == 0 && !m.spent.Estimated {
		return
	}
	provider, model, named := strings.Cut(m.spent.Model, " ")
	if d.Price == nil || !named {
		w.Priced = false
		return
	}
	usd, known := d.Price(provider, model, llm.Usage{Prompt: m.spent.Prompt, Cached: m.spent.Cached, Completion: m.spent.Completion, Reported: true})
	if m.spent.Estimated {
		dear, _ := d.Price(provider, model, llm.Usage{Prompt: 1_000_000, Reported: true})
		known = known && dear == 0
	}
	w.USD += usd
	w.Priced = w.Priced && known
}

// time finds the median and the slowest project.
func (w *Worth) time() {
	var all []int64
	for _, p := range w.Projects {
		all = append(all, p.DurationMS)
	}
	if len(all) == 0 {
		return
	}
	slices.Sort(all)
	w.MedianMS = (all[(len(all)-1)/2] + all[len(all)/2]) / 2
	w.SlowestMS = all[len(all)-1]
}

// Sums are the fields of all projects together.
type Sums struct {
	Fields  int // projects by fields
	Rules   int // right by the rules alone
	Right   int // right with the model
	Gained  int
	Lost    int
	Changed int
}

// Sums adds the fields up.
func (w Worth) Sums() Sums {
	s := Sums{Fields: len(w.Fields) * len(w.Projects)}
	for _, f := range w.Fields {
		s.Rules += f.Rules
		s.Right += f.Right
		s.Gained += len(f.Gained)
		s.Lost += len(f.Lost)
		s.Changed += len(f.Changed)
	}
	return s
}

// Unfinished are the projects in which the model could not be asked to the end.
func (w Worth) Unfinished() []ProjectWorth {
	var out []ProjectWorth
	for _, p := range w.Projects {
		if p.Problem != "" {
			out = append(out, p)
		}
	}
	return out
}

// inMode names a subject in a mode.
func inMode(s Subject, mode string) string { return s.Name + ", " + mode }
