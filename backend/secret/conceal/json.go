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
	w := walker{text: text, at: len(text) - len(strings.TrimPrefix(text, "\ufeff")), secrets: marked(text, `"Secret" "SealedSecret"`)}
	w.value(nothing, "")
	return w.found, true
}

// nested is how deep the brackets of valid JSON go, without those in its strings.
func nested(text string) int {
	deep, deepest := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = closing(text, i)
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
	text    string
	at      int
	secrets bool // there may be a Secret of Kubernetes in it
	found   Spans
}

func (w *walker) space() {
	for w.at < len(w.text) && strings.IndexByte(" \t\r\n", w.text[w.at]) >= 0 {
		w.at++
	}
}

// literal moves behind a text and gives where its inside is.
func (w *walker) literal() (start, end int) {
	start, end = w.at+1, closing(w.text, w.at)
	w.at = end + 1
	return start, end
}

// scalar moves behind a number, true, false or null.
func (w *walker) scalar() {
	for w.at < len(w.text) && strings.IndexByte(",]} \t\r\n", w.text[w.at]) < 0 {
		w.at++
	}
}

// skip moves behind a value, whatever it is.
func (w *walker) skip() {
	for deep := 0; ; {
		switch w.text[w.at] {
		case '"':
			w.literal()
		case '{', '[':
			deep++
			w.at++
		case '}', ']':
			deep--
			w.at++
		case ',', ':', ' ', '\t', '\r', '\n':
			w.at++
		default:
			w.scalar()
		}
		if deep == 0 {
			return
		}
	}
}

// key moves from an object's bracket or behind one of its values to the next value, and
// gives its key; false at the end of the object.
func (w *walker) key() (string, bool) {
	w.space()
	if w.text[w.at] == ',' {
		w.at++
		w.space()
	}
	if w.text[w.at] == '}' {
		return "", false
	}
	start, end := w.literal()
	w.space()
	w.at++ // the colon
	w.space()
	return w.text[start:end], true
}

// secret reports whether the object of which the bracket is behind is a Secret, which it
// may say last of all.
func (w *walker) secret() bool {
	look, kind := walker{text: w.text, at: w.at}, ""
	for key, more := look.key(); more; key, more = look.key() {
		from := look.at
		look.skip()
		if strings.EqualFold(key, "kind") {
			kind = look.text[from:look.at]
		}
	}
	return kind == `"Secret"` || kind == `"SealedSecret"`
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
		w.scalar()
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
	secret := w.secrets && below != values && w.secret()
	name, beside, last := "", -1, 0 // the value that may belong to the name
	for key, more := w.key(); more; key, more = w.key() {
		from, lower := w.at, strings.ToLower(key)
		switch {
		case secret && (lower == "data" || lower == "stringdata" || lower == "encrypteddata"):
			w.value(values, key)
		case below == variables && pairWord(key):
			w.value(nothing, key)
		default:
			w.value(below, key)
		}
		switch lower {
		case "name", "key", "parameterkey":
			name = strings.Trim(w.text[from:w.at], `"`)
		case "value", "parametervalue", "default", "defaultvalue":
			beside, last = from, w.at
		}
	}
	w.at++
	if beside >= 0 && besides(name) && w.text[beside] == '"' {
		w.found = append(w.found, variable(w.text, name, beside, last)...)
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
