package repair

import (
	"fmt"
	"slices"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/universalbuild"
)

// leastAlternative is how sure a start has to be that lost before it is tried:
// below it, rules only mention what they saw.
const leastAlternative = 0.3

// alternative is the surest start command that the sources say beside the plan's
// and that was not tried yet, for a program that did not start or did not answer.
// It is a guess: who loses against another answer may still be right.
func (r *run) alternative(report *prove.Report) (s Suggestion, ok bool) {
	const field = "/runtime/command"
	if stage := report.Failure.Stage; stage != "start" && stage != "health" {
		return s, false
	}
	at := slices.IndexFunc(r.request.Document.Evidence, func(e universalbuild.Evidence) bool { return e.Field == field })
	if at < 0 || r.request.Document.Evidence[at].Source == "user" {
		return s, false
	}
	now, found := universalbuild.Get(r.request.Document, field)
	if !found {
		return s, false
	}
	for _, other := range r.request.Document.Evidence[at].Alternatives {
		key := field + "\n" + other.Value
		if other.Value == "" || other.Confidence < leastAlternative || r.tried[key] {
			continue
		}
		r.tried[key] = true
		why := "The sources also say " + other.Value + "."
		if other.Path != "" {
			why = fmt.Sprintf("%s also says %s.", other.Path, other.Value)
		}
		return Suggestion{Edits: []cause.Edit{{Field: field, Value: answerOf(field, now, other.Value)}}, Why: why, rule: "repair.alternative", guessed: true}, true
	}
	return s, false
}
