package advise

import (
	"encoding/json"
	"fmt"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
)

// said is a value with where it stands, as a model gives it.
type said struct {
	Answer     json.RawMessage `json:"answer"`
	Path       string          `json:"path"`
	Quote      string          `json:"quote"`
	Confidence *float64        `json:"confidence"`
}

// read takes an answer apart and holds it against the repository. Known is
// false where the model says that it does not know.
func (a *Adviser) read(d pipeline.Desk, q pipeline.Question, text string) (pipeline.Advice, bool, error) {
	var all struct {
		Known *bool  `json:"known"`
		Items []said `json:"items"`
		said
	}
	if err := json.Unmarshal([]byte(object(text)), &all); err != nil {
		return pipeline.Advice{}, false, fmt.Errorf("it is not one JSON object of the form that was asked for")
	}
	if all.Known != nil && !*all.Known {
		return pipeline.Advice{}, false, nil
	}
	if q.Form == pipeline.Items {
		return items(d, q, all.Items)
	}
	return held(d, q, all.said)
}

// mostItems is how many items of a list are looked at.
const mostItems = 20

// items reads a list. The error says what is wrong with the first item that
// does not hold; those that do come with it.
func items(d pipeline.Desk, q pipeline.Question, list []said) (pipeline.Advice, bool, error) {
	if len(list) == 0 || len(list) > mostItems {
		return pipeline.Advice{}, false, fmt.Errorf("items has 1 to %d objects; known is false where there is none", mostItems)
	}
	out := pipeline.Advice{Confidence: 1}
	var wrong error
	var texts []string
	for _, one := range list {
		item, sure, err := held(d, q, one)
		if err != nil && wrong == nil {
			out.Text, wrong = item.Text, fmt.Errorf("item %q: %w", item.Text, err)
		}
		if err != nil || !sure {
			continue
		}
		out.Items = append(out.Items, item)
		out.Confidence, out.User = min(out.Confidence, item.Confidence), out.User || item.User
		out.Evidence = append(out.Evidence, item.Evidence...)
		texts = append(texts, item.Text)
	}
	if wrong == nil {
		out.Text = clip(strings.Join(texts, ", "))
	}
	return out, len(out.Items) > 0, wrong
}

// held holds one value against the repository; sure is false where the model
// itself is not.
func held(d pipeline.Desk, q pipeline.Question, one said) (answer pipeline.Advice, sure bool, err error) {
	answer, err = formed(q.Form, one.Answer)
	if err != nil {
		return answer, false, err
	}
	answer.Confidence = finding.Guess
	if one.Confidence != nil {
		answer.Confidence = min(*one.Confidence, Most)
	}
	if answer.Confidence < pipeline.Doubtful {
		return answer, false, nil
	}
	var evidence finding.Evidence
	if one.Path == userPath && d.Hint != "" {
		answer.User, answer.Confidence = true, userConfidence
		evidence, err = hinted(d, one.Quote, answer)
	} else {
		evidence, err = quoted(d, "model."+q.Phase, one.Path, one.Quote)
		if err == nil && !q.Judged && !supports(evidence, q.Form, answer) {
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
