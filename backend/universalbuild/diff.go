package universalbuild

import (
	"slices"
	"strconv"
)

// Change is one field that two documents disagree about.
type Change struct {
	Field string `json:"field"` // JSON pointer
	Old   any    `json:"old"`   // nil where it was absent
	New   any    `json:"new"`   // nil where it is absent
}

// Diff gives every field that differs, in the order of their pointers. Lists
// are compared item by item. The evidence is left out: it says why, not what.
func Diff(a, b UniversalBuild) []Change {
	old, now := tree(Normal(a)), tree(Normal(b))
	delete(old, "evidence")
	delete(now, "evidence")
	changes := []Change{}
	compare("", old, now, &changes)
	return changes
}

func compare(at string, a, b any, changes *[]Change) {
	switch x := a.(type) {
	case map[string]any:
		if y, ok := b.(map[string]any); ok {
			compareTables(at, x, y, changes)
			return
		}
	case []any:
		if y, ok := b.([]any); ok {
			compareLists(at, x, y, changes)
			return
		}
	default:
		// A scalar beside a table or list is unequal without a look inside.
		if _, table := b.(map[string]any); !table {
			if _, list := b.([]any); !list && a == b {
				return
			}
		}
	}
	*changes = append(*changes, Change{at, a, b})
}

func compareTables(at string, a, b map[string]any, changes *[]Change) {
	keys := append(sortedKeys(a), sortedKeys(b)...)
	slices.Sort(keys)
	for _, k := range slices.Compact(keys) {
		compare(at+"/"+Token(k), a[k], b[k], changes)
	}
}

func compareLists(at string, a, b []any, changes *[]Change) {
	for i := range max(len(a), len(b)) {
		var x, y any
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		compare(at+"/"+strconv.Itoa(i), x, y, changes)
	}
}
