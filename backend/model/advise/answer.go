package advise

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"aipack/backend/base/event"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/conversation"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/fence"
	"aipack/backend/secret/conceal"
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
	c.AddContext(a.ask(within, d, q, c.Budget()))
	var answer pipeline.Advice
	found := a.exchange(ctx, within, d, c, schemas[q.Form], event.ModelRefused{Phase: q.Phase, Service: q.Service, Field: q.Field},
		func(text string) (known bool, value string, err error) {
			answer, known, err = a.read(d, q, text)
			return known, answer.Text, err
		})
	if !found {
		return pipeline.Advice{}, false
	}
	return answer, true
}

// exchange asks what a conversation ends with, and sends an answer that does not
// hold back once. read says whether the answer knows anything, its value for the
// reader, and what is wrong with it; of a list that is wrong twice, what holds
// counts.
func (a *Adviser) exchange(ctx, within context.Context, d pipeline.Desk, c *conversation.Transcript, form json.RawMessage, refused event.ModelRefused,
	read func(text string) (known bool, value string, err error),
) bool {
	defer a.converse(c, d.Tell)()
	asker, room := a.asker(d), a.answer(c.Budget())
	for try := range 2 {
		response, err := asker.Ask(within, c, func(r *llm.Request) {
			r.Schema, r.Temperature, r.MaxTokens = form, a.temperature(), room
		})
		a.count(1, usage(response), response.Took)
		if err != nil {
			a.failed(ctx, err)
			return false
		}
		a.answered()
		known, value, cut := false, "", isCut(response.Response)
		if err = errCut; !cut {
			known, value, err = read(response.Message.Text)
		}
		last := try == 1
		if err == nil || last && known {
			return known
		}
		if cut {
			room = max(room, min(longer, c.Spare()))
		}
		refused.Value, refused.Problem, refused.SentBack = asker.Hide(value), asker.Hide(err.Error()), !last
		tell(d, refused)
		if !last {
			c.AddUser("That answer does not hold: " + err.Error() + ". Answer again with one JSON object, or with known: false.")
		}
	}
	return false
}

// errCut says that an answer was cut off; it is told to the model.
var errCut = errors.New("it was cut off before its end, because it was too long")

// isCut reports whether an answer was cut off, by the provider's word or, where
// that says nothing, because its object never ends. What reads as if it were whole
// is no answer either: the model may have been about to take it back.
func isCut(r *llm.Response) bool {
	if r.Stop == llm.StopLength {
		return true
	}
	from := strings.IndexByte(r.Message.Text, '{')
	if from < 0 {
		return false
	}
	var whole json.RawMessage
	return errors.Is(json.NewDecoder(strings.NewReader(r.Message.Text[from:])).Decode(&whole), io.ErrUnexpectedEOF)
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

// fileTokens is what one question shows of one file in a context of 8,000 tokens, and
// in a larger one accordingly more.
const fileTokens = 700

// ask writes the question: what is asked, what the rules found, and the files, the
// most telling first, of which each is there or not.
func (a *Adviser) ask(ctx context.Context, d pipeline.Desk, q pipeline.Question, budget conversation.Budget) conversation.Context {
	var b strings.Builder
	b.WriteString(a.introduction(ctx, d, false))
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
	out := conversation.Context{Before: b.String()}
	most := fileTokens * max(1, budget.Total()/conversation.Ask8K().Total())
	for _, name := range q.Files() {
		if text, ok := d.Scan.Reader.Folder(".").Text(name); ok {
			out.Blocks = append(out.Blocks, conversation.Block{Name: name, Text: fence.Data(name, conversation.Head(a.counter, conceal.File(name, text), most)) + "\n"})
		}
	}
	return out
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
	pipeline.Items: "list. In place of answer, path, quote and confidence give items: a list of objects that have these four, each with a quote of its own",
}

// schemas of answers, by form. Every field is required: some providers take
// no other.
var schemas = map[pipeline.Form]json.RawMessage{
	pipeline.Text:    schema(quotedFields(`{"type":"string"}`)),
	pipeline.Number:  schema(quotedFields(`{"type":"integer"}`)),
	pipeline.Command: schema(quotedFields(`{"type":"array","items":{"type":"string"}}`)),
	pipeline.Items:   schema([2]string{`"items":{"type":"array","items":` + record(quotedFields(`{"type":"string"}`)) + `}`, `"items"`}),
}

// quotedFields are an answer with where it stands: the properties, and their
// names.
func quotedFields(answer string) [2]string {
	return [2]string{
		`"answer":` + answer + `,"path":{"type":"string"},"quote":{"type":"string"},"confidence":{"type":"number"}`,
		`"answer","path","quote","confidence"`,
	}
}

func schema(fields [2]string) json.RawMessage {
	return json.RawMessage(record([2]string{`"known":{"type":"boolean"},` + fields[0], `"known",` + fields[1]}))
}

func record(fields [2]string) string {
	return `{"type":"object","properties":{` + fields[0] + `},"required":[` + fields[1] + `],"additionalProperties":false}`
}
