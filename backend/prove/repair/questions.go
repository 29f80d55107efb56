package repair

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/shell"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/ports"
	"aipack/backend/universalbuild"
)

// More than a few questions are a form: the most useful ones come first.
const (
	mostQuestions = 3
	mostChoices   = 5
)

// questions are the most useful things that a person can do for a service that did
// not come up: give a value that nobody can make up or a secret of the build, say
// which of several answers is meant where the sources give more than one, look at
// the file where the program broke off.
func questions(r prove.Request, report *prove.Report) []prove.Question {
	if report.Failure == nil || report.Verdict != prove.Failed {
		return nil
	}
	list := slices.Concat(buildSecrets(r, report), values(r, report), choices(r, report), fromTrace(r, report))
	known := map[string]bool{}
	list = slices.DeleteFunc(list, func(q prove.Question) bool {
		before := known[q.Name]
		known[q.Name] = true
		return before
	})
	return list[:min(len(list), mostQuestions)]
}

// buildSecrets are those that the build takes and was not given, where it failed.
func buildSecrets(r prove.Request, report *prove.Report) (list []prove.Question) {
	if report.Failure.Stage != "build" {
		return nil
	}
	wanted, _ := r.Document.BuildSecrets()
	for _, one := range wanted {
		if _, given := r.Secrets[one.ID]; !given {
			list = append(list, prove.Question{
				Name: one.ID, Secret: true, Text: "What is the secret " + one.ID + " of the build?",
				Why: "The build takes it, and the proof was not given it.",
			})
		}
	}
	return list
}

// values are the variables that the failure names, that its log speaks of and the
// program reads, or that the plan requires; none of which has a value.
func values(r prove.Request, report *prove.Report) (list []prove.Question) {
	failed := report.Failure
	ask := func(name, why string) {
		if _, given := r.Env[name]; !given && universalbuild.VariableName(name) {
			list = append(list, prove.Question{Name: name, Secret: universalbuild.SecretName(name), Text: "What is the value of " + name + "?", Why: why})
		}
	}
	if name, ok := failed.Details["variable"].(string); ok {
		ask(name, failed.Cause)
	}
	if failed.Stage == "build" || failed.Stage == "limit" {
		return list
	}
	spoken := wordsOf(failed.Log)
	for _, v := range r.Document.Runtime.Variables {
		if _, set := r.Document.Runtime.Environment[v.Name]; (v.Required || spoken[v.Name]) && v.Value == "" && !set {
			why := "The program reads it, and nothing says its value."
			if v.Path != "" {
				why = fmt.Sprintf("%s:%d reads it, and nothing says its value.", v.Path, v.Line)
			}
			ask(v.Name, why)
		}
	}
	return list
}

const portField = "/runtime/ports/0/port"

// wordsOf are the names that a log speaks of.
func wordsOf(log []string) map[string]bool {
	words := map[string]bool{}
	for _, line := range log {
		for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			words[word] = true
		}
	}
	return words
}

// decisive are the fields of which the sources may say several things, by the
// stage that fails where the wrong one was taken.
var decisive = map[string][]string{
	"build":  {"/build/base_image", "/build/commands"},
	"start":  {"/runtime/command", "/runtime/base_image"},
	"health": {portField, "/runtime/command"},
}

// choices are the fields that may be to blame and could have had another value.
func choices(r prove.Request, report *prove.Report) (list []prove.Question) {
	if open, ok := report.Failure.Details["ports"].([]int); ok {
		list = append(list, prove.Question{Name: portField, Text: asks[portField], Why: report.Failure.Cause, Choices: ports.Words(open)})
	}
	for _, field := range decisive[report.Failure.Stage] {
		for _, e := range r.Document.Evidence {
			if e.Field != field || e.Source == "user" || len(e.Alternatives) == 0 {
				continue
			}
			q := prove.Question{Name: field, Text: asks[field], Why: fmt.Sprintf("The plan has %q; the sources also say otherwise.", e.Value), Choices: []string{e.Value}}
			for _, other := range e.Alternatives {
				if other.Value != "" && !slices.Contains(q.Choices, other.Value) && len(q.Choices) < mostChoices {
					q.Choices = append(q.Choices, other.Value)
				}
			}
			if len(q.Choices) > 1 {
				list = append(list, q)
			}
			break
		}
	}
	return list
}

var asks = map[string]string{
	"/build/base_image":   "Which image is it built in?",
	"/build/commands":     "How is it built?",
	"/runtime/command":    "Which command starts it?",
	"/runtime/base_image": "Which image does it run in?",
	portField:             "On which port does it listen?",
}

// Answered is a request with what the person answered, by the names of the
// questions: a secret of the build, a variable, or a field of the plan as a JSON
// pointer. A field's answer is its JSON or, for text, numbers and commands, the
// plain value.
func Answered(r prove.Request, answers map[string]string) (prove.Request, error) {
	wanted, _ := r.Document.BuildSecrets()
	for _, name := range slices.Sorted(maps.Keys(answers)) {
		value := answers[name]
		switch {
		case strings.HasPrefix(name, "/"):
			doc, err := answeredField(r.Document, name, value)
			if err != nil {
				return r, fmt.Errorf("the answer for %s does not fit the plan: %w", name, err)
			}
			r.Document = doc
		case slices.ContainsFunc(wanted, func(s universalbuild.Secret) bool { return s.ID == name }):
			r.Secrets = with(r.Secrets, name, value)
		default:
			r.Env = with(r.Env, name, value)
		}
	}
	return r, nil
}

func with(m map[string]string, name, value string) map[string]string {
	m = maps.Clone(m)
	if m == nil {
		m = map[string]string{}
	}
	m[name] = value
	return m
}

// answeredField sets a field of the plan to a person's answer.
func answeredField(doc universalbuild.UniversalBuild, field, value string) (universalbuild.UniversalBuild, error) {
	old, ok := universalbuild.Get(doc, field)
	if !ok {
		return doc, errors.New("the plan has no such field")
	}
	list := []cause.Edit{{Field: field, Value: answerOf(field, old, value)}}
	if port, isPort := list[0].Value.(int); isPort && field == portField {
		list = cause.MovePort(doc.Runtime, port)
	}
	changes, err := edits(list)
	if err != nil {
		return doc, err
	}
	now, err := universalbuild.Apply(doc, changes)
	if err != nil {
		return doc, err
	}
	now.Evidence = slices.Clone(now.Evidence)
	mine := universalbuild.Evidence{Field: field, Value: value, Confidence: 1, Source: "user"}
	if at := slices.IndexFunc(now.Evidence, func(e universalbuild.Evidence) bool { return e.Field == field }); at >= 0 {
		now.Evidence[at] = mine
	} else {
		now.Evidence = append(now.Evidence, mine)
	}
	return now, nil
}

// answerOf is a plain value as the field has it: text, a number, a command, lines.
func answerOf(field string, old any, value string) any {
	if _, text := old.(string); text {
		return value
	}
	var parsed any
	if number, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
		return number
	} else if json.Unmarshal([]byte(value), &parsed) == nil {
		return parsed
	}
	if field == "/runtime/command" || field == "/runtime/entrypoint" {
		return commandOf(value)
	}
	return []string{value}
}

// commandOf is a command line in exec form; what needs a shell gets one.
func commandOf(line string) []string {
	if !strings.ContainsAny(line, "$&|;<>()`*") {
		if words, err := shell.Fields(line, nil); err == nil && len(words) > 0 {
			return words
		}
	}
	return []string{"/bin/sh", "-c", line}
}
