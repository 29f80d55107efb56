package universalbuild

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
)

// maxDocument is how many bytes of a document are read: far more than any
// repository needs, little enough to hold.
const maxDocument = 8 << 20

// Reading is what a text says.
type Reading struct {
	Documents []UniversalBuild
	Remarks   []Remark // fields that are unknown and were left out
}

// Read reads documents from JSON or YAML: one, a list, or the one-document
// form with projects. It takes null for absent, short forms (ports: [3000]),
// one value for a list of one, and fields in well-known other places. What
// cannot be meant is an Invalid error that names every place; unknown fields
// are remarks.
func Read(data []byte) (Reading, error) {
	if len(data) > maxDocument {
		return Reading{}, fmt.Errorf("the document has %d bytes; at most %d are read", len(data), maxDocument)
	}
	tree, err := parse(data)
	if err != nil {
		return Reading{}, err
	}
	return fit(tree)
}

// parse gives the tree of plain values. JSON is tried first: it is a subset
// of YAML in name only (tabs, duplicate keys), and its errors say more.
func parse(data []byte) (any, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	trimmed := bytes.TrimSpace(data)
	if len(trimmed) == 0 {
		return nil, errors.New("the document is empty")
	}
	d := json.NewDecoder(bytes.NewReader(trimmed))
	d.UseNumber()
	var tree any
	err := d.Decode(&tree)
	if err == nil {
		if _, more := d.Token(); more == io.EOF {
			return tree, nil
		}
		err = errors.New("there is more after the end of the document")
	}
	fromYAML, yamlErr := parseYAML(data)
	if yamlErr == nil {
		return fromYAML, nil
	}
	if trimmed[0] == '{' || trimmed[0] == '[' {
		return nil, fmt.Errorf("reading the document as JSON: %w", err)
	}
	return nil, fmt.Errorf("reading the document as YAML: %w", yamlErr)
}

// fit makes documents of a tree.
func fit(tree any) (Reading, error) {
	items, isList := tree.([]any)
	if !isList {
		items = []any{tree}
	}
	f := &fitter{}
	reading := Reading{Documents: []UniversalBuild{}}
	for i, item := range items {
		at := ""
		if isList {
			at = "/" + strconv.Itoa(i)
		}
		m, ok := item.(map[string]any)
		if !ok {
			if item != nil || !isList {
				f.reject(at, "an object", item)
			}
			continue
		}
		settle(m)
		var doc UniversalBuild
		f.into(reflect.ValueOf(&doc).Elem(), m, at)
		reading.Documents = append(reading.Documents, Split(doc)...)
	}
	reading.Remarks = f.remarks
	if len(f.invalid) > 0 {
		return reading, f.invalid
	}
	for i := range reading.Documents {
		reading.Documents[i] = Normal(reading.Documents[i])
	}
	return reading, nil
}
