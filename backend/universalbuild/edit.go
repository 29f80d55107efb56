package universalbuild

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Edit sets one field; a value of null takes it away.
type Edit struct {
	Field string          `json:"field"` // JSON pointer
	Value json.RawMessage `json:"value"`
}

// Apply makes edits one after the other: all of them, or none.
func Apply(doc UniversalBuild, edits []Edit) (UniversalBuild, error) {
	changed := doc
	for _, e := range edits {
		var err error
		if changed, err = Set(changed, e.Field, e.Value); err != nil {
			return doc, err
		}
	}
	return changed, nil
}

// Edits says what to set in one document to come to another. A list counts as
// one value: its places mean nothing in another list.
func Edits(from, to UniversalBuild) []Edit {
	var edits []Edit
	for _, c := range Diff(from, to) {
		field := ListOf(c.Field)
		if field == "/evidence" || slices.ContainsFunc(edits, func(o Edit) bool { return o.Field == field }) {
			continue
		}
		edits = append(edits, Edit{field, JSONAt(to, field)})
	}
	return edits
}

// ListOf cuts a pointer before its first index: the list that holds an item can be
// set whole, an item by its place in another document cannot.
func ListOf(pointer string) string {
	parts := strings.Split(pointer, "/")
	for i, p := range parts {
		// Names of variables are not only digits, so a number is an index.
		if _, err := strconv.Atoi(p); err == nil {
			return strings.Join(parts[:i], "/")
		}
	}
	return pointer
}

// JSONAt is the JSON at a pointer, null where there is none.
func JSONAt(doc UniversalBuild, pointer string) json.RawMessage {
	v, ok := Get(doc, pointer)
	if !ok {
		return json.RawMessage("null")
	}
	text, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}

// Attributed gives an edited document the evidence of the detected one, except
// where the user has decided.
func Attributed(detected, edited UniversalBuild) UniversalBuild {
	edited.Evidence = slices.Clone(detected.Evidence)
	for _, c := range Diff(detected, edited) {
		if !Known(c.Field) || c.New == nil {
			continue
		}
		mine := Evidence{Field: c.Field, Value: said(c.New), Confidence: 1, Source: "user"}
		at := slices.IndexFunc(edited.Evidence, func(e Evidence) bool { return e.Field == c.Field })
		if at < 0 {
			edited.Evidence = append(edited.Evidence, mine)
			continue
		}
		old := edited.Evidence[at]
		mine.Alternatives = append([]Alternative{{Value: old.Value, Confidence: old.Confidence, Rule: old.Rule, Path: old.Path, Line: old.Line}}, old.Alternatives...)
		edited.Evidence[at] = mine
	}
	return edited
}

// said is a value as text: strings without quotes, all else as JSON.
func said(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text)
}

// Behind finds what stands behind a field: evidence of its own, of the whole
// it is part of, or of a part of it; nothing where there is none.
func (d UniversalBuild) Behind(field string) Evidence {
	best := -1
	for i, e := range d.Evidence {
		if e.Field == field {
			best = i
			break
		}
		if best < 0 && (strings.HasPrefix(field, e.Field+"/") || strings.HasPrefix(e.Field, field+"/")) {
			best = i
		}
	}
	if best < 0 {
		return Evidence{}
	}
	return d.Evidence[best]
}
