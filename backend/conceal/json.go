package conceal

import (
	"encoding/json"
	"strings"
)

// mostNested is how deep a file of JSON is followed.
const mostNested = 100

// inJSON finds secrets in a file of JSON by where they stand. ok is false where it is
// none; comments and what else people write into such files make it none.
func inJSON(text string) (out Spans, ok bool) {
	if !json.Valid([]byte(strings.TrimPrefix(text, "\ufeff"))) {
		return nil, false
	}
	if nested(text) > mostNested {
		return everyLine(text, "unchecked"), true
	}
	w := walker{text: text, at: len(text) - len(strings.TrimPrefix(text, "\ufeff"))}
	w.value(nothing, "")
	return w.found, true
}

// nested is how deep the brackets of a text go.
func nested(text string) int {
	deep, deepest := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '{', '[':
			deep++
			deepest = max(deepest, deep)
		case '}', ']':
			deep--
		}
	}
	return deepest
}

// walker goes through valid JSON.
type walker struct {
	text  string
	at    int
	found Spans
}

func (w *walker) space() {
	for w.at < len(w.text) && strings.IndexByte(" \t\r\n", w.text[w.at]) >= 0 {
		w.at++
	}
}

// literal moves behind a text and gives where its inside is.
func (w *walker) literal() (start, end int) {
	w.at++
	start = w.at
	for w.text[w.at] != '"' {
		if w.text[w.at] == '\\' {
			w.at++
		}
		w.at++
	}
	w.at++
	return start, w.at - 1
}

// value goes through a value that has a key and is below what says what it is.
func (w *walker) value(below hold, key string) {
	w.space()
	switch w.text[w.at] {
	case '{':
		w.object(w.below(below, key))
	case '[':
		w.list(w.below(below, key), key)
	case '"':
		start, end := w.literal()
		w.decide(below, key, start, end)
	default:
		start := w.at
		for w.at < len(w.text) && strings.IndexByte(",]} \t\r\n", w.text[w.at]) < 0 {
			w.at++
		}
		if (secretName(key) || below == values) && w.at-start > 5 {
			w.decide(values, key, start, w.at)
		}
	}
}

func (w *walker) below(below hold, key string) hold {
	if below == values {
		return values
	}
	switch strings.ToLower(key) {
	case "environment", "env", "variables", "environmentvariables", "connectionstrings":
		return variables
	case "secrets", "credentials", "imagepullsecrets":
		return nothing
	}
	if secretName(key) {
		return scalars
	}
	return nothing
}

func (w *walker) list(below hold, key string) {
	w.at++
	for w.space(); w.text[w.at] != ']'; w.space() {
		if w.text[w.at] == ',' {
			w.at++
			continue
		}
		if w.text[w.at] == '"' && (below == scalars || below == variables) {
			start, end := w.literal()
			if name, value, found := strings.Cut(w.text[start:end], "="); found && below == variables {
				w.found = append(w.found, variable(w.text, name, end-len(value), end)...)
			} else if below == scalars {
				w.decide(values, key, start, end)
			}
			continue
		}
		w.value(below, "")
	}
	w.at++
}

func (w *walker) object(below hold) {
	w.at++
	kind, name := "", ""
	type kept struct{ start, end int }
	var data []kept // what is below data in this object: a Secret says only later that it is one
	var beside *kept
	for w.space(); w.text[w.at] != '}'; w.space() {
		if w.text[w.at] == ',' {
			w.at++
			continue
		}
		start, end := w.literal()
		key := w.text[start:end]
		w.space()
		w.at++ // the colon
		w.space()
		from := w.at
		lower := strings.ToLower(key)
		if below == variables && pairWord(key) {
			w.value(nothing, key)
		} else {
			w.value(below, key)
		}
		switch lower {
		case "kind":
			kind = w.text[from:w.at]
		case "name", "key", "parameterkey":
			name = strings.Trim(w.text[from:w.at], `"`)
		case "value", "parametervalue", "default", "defaultvalue":
			beside = &kept{from, w.at}
		case "data", "stringdata", "encrypteddata":
			data = append(data, kept{from, w.at})
		}
	}
	w.at++
	if beside != nil && besides(name) && w.text[beside.start] == '"' {
		w.found = append(w.found, variable(w.text, name, beside.start, beside.end)...)
	}
	if kind == `"Secret"` || kind == `"SealedSecret"` {
		for _, d := range data {
			inside := walker{text: w.text[:d.end], at: d.start}
			inside.value(values, "data")
			w.found = append(w.found, inside.found...)
		}
	}
}

// decide hides a text where it stands as a secret does.
func (w *walker) decide(below hold, key string, start, end int) {
	v := w.text[start:end]
	switch {
	case below == values, secretName(key), below == scalars && (key == "" || plainKey(key)):
		if !harmless(v) && !reference(v) {
			w.found = append(w.found, Span{start, end, "named"})
		}
	case below == variables && key != "":
		w.found = append(w.found, envValue(w.text, key, start, end, true)...)
	}
}
