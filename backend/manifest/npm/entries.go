package npm

import (
	"encoding/json"
	"strings"

	"aipack/backend/manifest/lenient"
)

// Entry is a name that stands for files: a line of exports or imports of a
// package.json, or of paths of a tsconfig.json.
type Entry struct {
	Name    string   // "./server", "#db/*", "@/*"; with at most one *
	Targets []string // as written, the first that is there counts
}

// Entries are the exports and imports of a package.json
// (nodejs.org/api/packages.html), and the file that bundlers take as its source.
type Entries struct {
	Source  string
	Exports []Entry // "." is the package itself
	Imports []Entry
}

// ParseEntries reads what a package.json says of its entries.
func ParseEntries(content string) (Entries, error) {
	b, _, err := lenient.JSON(content)
	if err != nil {
		return Entries{}, err
	}
	var raw struct{ Source, Exports, Imports json.RawMessage }
	if err := json.Unmarshal(b, &raw); err != nil {
		return Entries{}, err
	}
	e := Entries{Source: jsonString(raw.Source), Imports: jsonEntries(raw.Imports)}
	if e.Exports = jsonEntries(raw.Exports); len(e.Exports) > 0 && !strings.HasPrefix(e.Exports[0].Name, ".") {
		e.Exports = nil // conditions of the package itself
	}
	if targets := jsonTargets(raw.Exports); len(e.Exports) == 0 && len(targets) > 0 {
		e.Exports = []Entry{{".", targets}}
	}
	return e, nil
}

// jsonEntries are the fields of an object in the order of the text.
func jsonEntries(raw json.RawMessage) []Entry {
	var out []Entry
	eachField(raw, func(name string, value json.RawMessage) {
		if targets := jsonTargets(value); len(targets) > 0 {
			out = append(out, Entry{name, targets})
		}
	})
	return out
}

// jsonTargets are the texts in a value, however they are nested, in its order.
func jsonTargets(raw json.RawMessage) []string {
	if s := jsonString(raw); s != "" {
		return []string{s}
	}
	if list := jsonStrings(raw); len(list) > 0 {
		return list
	}
	var out []string
	eachField(raw, func(_ string, value json.RawMessage) { out = append(out, jsonTargets(value)...) })
	return out
}

// eachField gives an object's fields in the order of the text, which maps lose.
func eachField(raw json.RawMessage, each func(name string, value json.RawMessage)) {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return
	}
	for d.More() {
		name, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return
		}
		if s, ok := name.(string); ok {
			each(s, value)
		}
	}
}
