package repair

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/healthcheck"
	"aipack/backend/language"
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

// elsewhere asks another path where the program has nothing under the one that is
// asked: one that the sources also say, else its first page. A program that answers
// with an error of its own is left alone: another path would only hide it.
func (r *run) elsewhere(report *prove.Report) (s Suggestion, ok bool) {
	const field = "/runtime/healthcheck"
	doc := r.request.Document
	now, asked := doc.Runtime.Healthcheck, report.Probe
	if report.Failure.Rule != "health_failing" || now == nil || now.Path == "" || asked == nil || asked.Status != http.StatusNotFound || len(doc.Runtime.Ports) == 0 {
		return s, false
	}
	others := []universalbuild.Alternative{}
	for _, e := range doc.Evidence {
		if e.Field == field {
			others = append(others, e.Alternatives...)
		}
	}
	for _, other := range append(others, universalbuild.Alternative{Value: "/"}) {
		key := field + "\n" + other.Value
		if !strings.HasPrefix(other.Value, "/") || other.Rule == universalbuild.AnswersRule || other.Value == now.Path || r.tried[key] {
			continue
		}
		r.tried[key] = true
		check := healthcheck.Of(doc.Runtime.BaseImage, portWord(now, doc.Runtime.Ports[0].Port), other.Value)
		if check == nil {
			return s, false
		}
		check.Interval, check.Timeout, check.Retries, check.StartPeriod = now.Interval, now.Timeout, now.Retries, now.StartPeriod
		why := "The program has nothing under " + now.Path + "; its first page is asked in its place."
		if other.Value != "/" {
			why = "The program has nothing under " + now.Path + "; the sources also say " + other.Value + "."
		}
		return Suggestion{Edits: []cause.Edit{{Field: field, Value: check}}, Why: why, rule: "repair.path", guessed: true}, true
	}
	return s, false
}

// portWord is the port as a check has it: the variable, where the program goes by it.
func portWord(check *universalbuild.Healthcheck, port int) string {
	if word := language.PortWord(port); strings.Contains(strings.Join(check.Command, " "), word) {
		return word
	}
	return strconv.Itoa(port)
}
