package kustomize

import (
	"slices"
	"strconv"
	"strings"

	"aipack/backend/manifest/placed"
)

// maxOperations bounds the operations of one patch.
const maxOperations = 500

// operations applies the operations of JSON Patch
// (https://datatracker.ietf.org/doc/html/rfc6902); one that does not fit changes
// nothing. move and copy, which manifests do without, are not known.
func (b *builder) operations(doc *placed.Value, ops []*placed.Value) {
	for _, op := range ops[:min(len(ops), maxOperations)] {
		if !b.spend(10) {
			return
		}
		pointer := op.Get("path").String()
		steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
		if !strings.HasPrefix(pointer, "/") || len(steps) > placed.MaxDepth {
			continue
		}
		for i, s := range steps {
			steps[i] = strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~")
		}
		at := doc
		for _, step := range steps[:len(steps)-1] {
			at = child(at, step)
		}
		value := op.Get("value").Clone()
		operate(at, op.Get("op").String(), steps[len(steps)-1], op.Get("path").Place(), value)
	}
}

// child is what a step of a pointer leads to, nil for nothing.
func child(v *placed.Value, step string) *placed.Value {
	if v.IsMap() {
		return v.Get(step)
	}
	if i, ok := place(v, step); ok && i < len(v.Items) {
		return v.Items[i]
	}
	return nil
}

// place is the index in a list that a step means; "-" is the one after the last.
func place(v *placed.Value, step string) (int, bool) {
	if !v.IsList() {
		return 0, false
	}
	if step == "-" {
		return len(v.Items), true
	}
	i, err := strconv.Atoi(step)
	return i, err == nil && i >= 0 && i <= len(v.Items)
}

func operate(v *placed.Value, op, step string, at placed.Place, value *placed.Value) {
	if v.IsMap() {
		known := v.Get(step) != nil
		switch {
		case op == "remove":
			v.Delete(step)
		case op == "add", op == "replace" && known:
			v.Set(step, at, value)
		}
		return
	}
	i, ok := place(v, step)
	switch {
	case !ok:
	case op == "add":
		v.Items = slices.Insert(v.Items, i, value)
	case i == len(v.Items):
	case op == "remove":
		v.Items = slices.Delete(v.Items, i, i+1)
	case op == "replace":
		v.Items[i] = value
	}
}
