package advise

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"aipack/backend/conversation"
	"aipack/backend/event"
	"aipack/backend/finding"
	"aipack/backend/llm"
	"aipack/backend/llm/fence"
	"aipack/backend/pipeline"
)

// Answer puts one question. An answer that does not hold is sent back once
// with what is wrong, and then dropped.
func (a *Adviser) Answer(ctx context.Context, d pipeline.Desk, q pipeline.Question) (pipeline.Advice, bool) {
	within, leave, ok := a.enter(ctx)
	if !ok {
		return pipeline.Advice{}, false
	}
	defer leave()
	defer a.recovered()
	tell(d, event.ModelAsked{Phase: q.Phase, Service: q.Service, Field: q.Field, Ask: q.Ask})
	a.mu.Lock()
	a.spent.Questions++
	a.mu.Unlock()
	c := conversation.New(conversation.Options{Budget: a.budget(conversation.Ask), Limits: a.Talk, Counter: a.counter, System: system(questionPrompt)})
	c.AddUser(a.introduction(within, d, false) + a.ask(d, q))
	defer a.converse(c, d.Tell)()
	asker := a.asker(d)
	cut := false
	for try := range 2 {
		response, err := asker.Ask(within, c, func(r *llm.Request) {
			r.Schema, r.Temperature = schemas[q.Form], a.temperature()
			if cut {
				r.MaxTokens = max(r.MaxTokens, a.longer())
			}
		})
		a.count(1, usage(response), response.Took)
		if err != nil {
			a.failed(ctx, err)
			return pipeline.Advice{}, false
		}
		answer, known, err := a.read(d, q, response.Message.Text)
		switch {
		case err == nil && !known:
			return pipeline.Advice{}, false
		case err == nil:
			return answer, true
		}
		last := try == 1
		cut = response.Stop == llm.StopLength
		tell(d, event.ModelRefused{Phase: q.Phase, Service: q.Service, Field: q.Field, Value: answer.Text, Problem: err.Error(), SentBack: !last})
		if !last {
			c.AddUser("That answer does not hold: " + err.Error() + ". Answer again with one JSON object, or with known: false.")
		}
	}
	return pipeline.Advice{}, false
}

func usage(a conversation.Answer) llm.Usage {
	if a.Response == nil {
		return llm.Usage{Reported: true} // nothing to estimate
	}
	return a.Usage
}

func tell(d pipeline.Desk, e event.Event) {
	if d.Tell != nil {
		d.Tell(e)
	}
}

// Bounds of what one question shows.
const (
	fileTokens = 700 // of one file
	askTokens  = 3000
)

// ask writes the question: what is asked, what the rules found, the files.
func (a *Adviser) ask(d pipeline.Desk, q pipeline.Question) string {
	var b strings.Builder
	b.WriteString("Question: " + q.Ask + "\n")
	fmt.Fprintf(&b, "The answer is a %s.\n", formNames[q.Form])
	if len(q.Candidates) > 0 {
		b.WriteString("\nWhat the rules found:\n")
		for _, c := range q.Candidates[:min(5, len(q.Candidates))] {
			where := "a default"
			if c.Path != "" {
				where = fmt.Sprintf("%s:%d", c.Path, c.Line)
			}
			b.WriteString(fence.Data(fmt.Sprintf("candidate from %s, confidence %.2f", where, c.Confidence), c.Value) + "\n")
		}
	}
	b.WriteString("\nNames of files in " + q.Service + ":\n" + fence.Data("names", names(d, q.Service)) + "\n\nFiles:\n")
	left := askTokens
	for _, name := range q.Files() {
		text, err := d.Repo.ReadText(name)
		if err != nil || left <= 0 {
			continue
		}
		block := fence.Data(name, conversation.Head(a.counter, text, min(left, fileTokens))) + "\n"
		left -= a.counter.Count(block)
		b.WriteString(block)
	}
	return b.String()
}

// names lists the first files of a service's folder.
func names(d pipeline.Desk, service string) string {
	const most = 60
	var out []string
	for _, f := range d.Scan.Index.Under(service) {
		if len(out) == most {
			return strings.Join(append(out, "…"), "\n")
		}
		out = append(out, f.Path)
	}
	return strings.Join(out, "\n")
}

var formNames = map[pipeline.Form]string{
	pipeline.Text: "short text", pipeline.Number: "number", pipeline.Command: "command: a list of words",
}

// schemas of answers, by form. Every field is required: some providers take
// no other.
var schemas = map[pipeline.Form]json.RawMessage{
	pipeline.Text:    schema(`{"type":"string"}`),
	pipeline.Number:  schema(`{"type":"integer"}`),
	pipeline.Command: schema(`{"type":"array","items":{"type":"string"}}`),
}

func schema(answer string) json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{"known":{"type":"boolean"},"answer":` + answer +
		`,"path":{"type":"string"},"quote":{"type":"string"},"confidence":{"type":"number"}},` +
		`"required":["known","answer","path","quote","confidence"],"additionalProperties":false}`)
}

// read takes an answer apart and holds it against the repository. Known is
// false where the model says that it does not know.
func (a *Adviser) read(d pipeline.Desk, q pipeline.Question, text string) (pipeline.Advice, bool, error) {
	var said struct {
		Known      *bool           `json:"known"`
		Answer     json.RawMessage `json:"answer"`
		Path       string          `json:"path"`
		Quote      string          `json:"quote"`
		Confidence *float64        `json:"confidence"`
	}
	if err := json.Unmarshal([]byte(object(text)), &said); err != nil {
		return pipeline.Advice{}, false, fmt.Errorf("it is not one JSON object with known, answer, path, quote and confidence")
	}
	if said.Known != nil && !*said.Known {
		return pipeline.Advice{}, false, nil
	}
	answer, err := formed(q.Form, said.Answer)
	if err != nil {
		return answer, false, err
	}
	answer.Confidence = finding.Guess
	if said.Confidence != nil {
		answer.Confidence = min(*said.Confidence, Most)
	}
	if answer.Confidence < pipeline.Doubtful {
		return answer, false, nil
	}
	var evidence finding.Evidence
	if said.Path == userPath && d.Hint != "" {
		answer.User, answer.Confidence = true, userConfidence
		evidence, err = hinted(d, said.Quote, answer)
	} else {
		evidence, err = quoted(d, "model."+q.Phase, said.Path, said.Quote)
		if err == nil && !supports(evidence, q.Form, answer) {
			err = fmt.Errorf("the quoted line does not say %q", answer.Text)
		}
	}
	if err != nil {
		return answer, false, err
	}
	answer.Evidence = []finding.Evidence{evidence}
	if q.Check != nil {
		if err := q.Check(answer); err != nil {
			return answer, false, err
		}
	}
	return answer, true, nil
}

// object finds the JSON object in an answer: models put fences and words
// around it.
func object(text string) string {
	from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if from < 0 || to < from {
		return text
	}
	return text[from : to+1]
}

// formed reads the value. Numbers as text and a command as one line are
// understood.
func formed(form pipeline.Form, raw json.RawMessage) (pipeline.Advice, error) {
	var text string
	isText := json.Unmarshal(raw, &text) == nil
	switch form {
	case pipeline.Number:
		var n int
		if isText {
			raw = json.RawMessage(strings.TrimSpace(text))
		}
		if err := json.Unmarshal(raw, &n); err != nil {
			return pipeline.Advice{Text: clip(string(raw))}, fmt.Errorf("the answer is not a whole number")
		}
		return pipeline.Advice{Text: fmt.Sprint(n), Number: n}, nil
	case pipeline.Command:
		var words []string
		if isText {
			words = strings.Fields(text)
		} else if err := json.Unmarshal(raw, &words); err != nil {
			return pipeline.Advice{Text: clip(string(raw))}, fmt.Errorf("the answer is not a list of words")
		}
		const most = 40
		if len(words) == 0 || len(words) > most {
			return pipeline.Advice{}, fmt.Errorf("a command has 1 to %d words", most)
		}
		return pipeline.Advice{Text: strings.Join(words, " "), Words: words}, nil
	}
	text = strings.TrimSpace(text)
	if !isText || text == "" || len(text) > 200 || strings.ContainsAny(text, "\n\r\x00") {
		return pipeline.Advice{Text: clip(text)}, fmt.Errorf("the answer is not a short text")
	}
	return pipeline.Advice{Text: text}, nil
}
