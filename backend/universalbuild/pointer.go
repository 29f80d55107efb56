package universalbuild

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Token escapes a name for use in a JSON pointer (RFC 6901).
func Token(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

func tokens(pointer string) ([]string, bool) {
	if pointer == "" {
		return nil, true
	}
	if pointer[0] != '/' {
		return nil, false
	}
	parts := strings.Split(pointer[1:], "/")
	for i, p := range parts {
		if strings.Contains(p, "~") {
			parts[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~1", "/"), "~0", "~")
		}
	}
	return parts, true
}

// Get gives the value at a pointer in plain JSON kinds: string, json.Number,
// bool, []any, map[string]any. An optional field that is absent is not there.
func Get(doc UniversalBuild, pointer string) (any, bool) {
	parts, ok := tokens(pointer)
	if !ok {
		return nil, false
	}
	var at any = tree(Normal(doc))
	for _, p := range parts {
		switch v := at.(type) {
		case map[string]any:
			if at, ok = v[p]; !ok {
				return nil, false
			}
		case []any:
			i, ok := index(p, len(v))
			if !ok {
				return nil, false
			}
			at = v[i]
		default:
			return nil, false
		}
	}
	return at, true
}

// Known reports whether a pointer means a field that a document may have,
// whether or not it is there.
func Known(pointer string) bool {
	parts, ok := tokens(pointer)
	if !ok {
		return false
	}
	t := reflect.TypeFor[UniversalBuild]()
	for _, p := range parts {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch t.Kind() {
		case reflect.Struct:
			i := slices.Index(fieldsOf(t), p)
			if i < 0 {
				return false
			}
			t = t.Field(i).Type
		case reflect.Slice:
			if _, ok := index(p, 1<<20); !ok {
				return false
			}
			t = t.Elem()
		case reflect.Map:
			t = t.Elem()
		default:
			return false
		}
	}
	return true
}

// Set gives the document with another value at a pointer. The value is JSON
// and as freely read as a document. null takes an optional field, a list's
// item or a table's entry away; the index after the last, or "-", appends.
// The document it is given is not changed.
func Set(doc UniversalBuild, pointer string, value json.RawMessage) (UniversalBuild, error) {
	parts, ok := tokens(pointer)
	if !ok || len(parts) == 0 {
		return doc, fmt.Errorf("%q is not a pointer to a field", pointer)
	}
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return doc, fmt.Errorf("reading the value for %s: %w", pointer, err)
	}
	root := tree(Normal(doc))
	if _, err := put(root, parts, v); err != nil {
		return doc, fmt.Errorf("setting %s: %w", pointer, err)
	}
	var changed UniversalBuild
	f := &fitter{}
	f.into(reflect.ValueOf(&changed).Elem(), root, "")
	if len(f.invalid) > 0 {
		return doc, f.invalid
	}
	if len(f.remarks) > 0 {
		return doc, Invalid(f.remarks)
	}
	return Normal(changed), nil
}

// put changes the tree below at and gives what stands there afterwards.
func put(at any, parts []string, v any) (any, error) {
	if len(parts) == 0 {
		return v, nil
	}
	p, rest := parts[0], parts[1:]
	switch node := at.(type) {
	case nil:
		return put(map[string]any{}, parts, v)
	case map[string]any:
		inner, err := put(node[p], rest, v)
		if err != nil {
			return nil, err
		}
		node[p] = inner
		if inner == nil {
			delete(node, p)
		}
		return node, nil
	case []any:
		return putItem(node, p, rest, v)
	}
	return nil, fmt.Errorf("%q lies below a value that has no parts", p)
}

func putItem(list []any, p string, rest []string, v any) (any, error) {
	i, ok := index(p, len(list)+1)
	if p == "-" {
		i, ok = len(list), true
	}
	if !ok {
		return nil, fmt.Errorf("the list has %d items, %q is none of them", len(list), p)
	}
	var old any
	if i < len(list) {
		old = list[i]
	}
	inner, err := put(old, rest, v)
	switch {
	case err != nil:
		return nil, err
	case inner == nil && i < len(list):
		return slices.Delete(list, i, i+1), nil
	case inner == nil:
		return list, nil
	case i == len(list):
		return append(list, inner), nil
	}
	list[i] = inner
	return list, nil
}

// index reads a list's index as RFC 6901 writes it: no sign, no leading zero.
func index(p string, length int) (int, bool) {
	i, err := strconv.Atoi(p)
	return i, err == nil && i >= 0 && i < length && strconv.Itoa(i) == p
}

// tree gives a document as plain JSON kinds.
func tree(doc UniversalBuild) map[string]any {
	var m map[string]any
	content, err := json.Marshal(doc)
	if err != nil {
		return map[string]any{}
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	if err := d.Decode(&m); err != nil {
		return map[string]any{}
	}
	return m
}
