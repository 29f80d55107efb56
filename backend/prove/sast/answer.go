package sast

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

// answer is what both tools write with --json, as far as it matters here.
type answer struct {
	Results []result `json:"results"`
	Errors  []struct {
		Message string `json:"message"`
		Path    string `json:"path"`
	} `json:"errors"`
	Paths *struct {
		Scanned []string `json:"scanned"`
	} `json:"paths"`
	Skipped []json.RawMessage `json:"skipped_rules"`
}

// result is a place that a rule speaks of. What the tool says of the rule itself is not
// read: the rules are here.
type result struct {
	CheckID string `json:"check_id"`
	Path    string `json:"path"`
	Start   struct {
		Line int `json:"line"`
	} `json:"start"`
}

// id is the rule's: some versions put the folder of its file before it.
func (r result) id() string {
	if i := strings.LastIndex(r.CheckID, "aipack."); i > 0 && r.CheckID[i-1] == '.' {
		return r.CheckID[i:]
	}
	return r.CheckID
}

func parse(text []byte) (answer, error) {
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		return a, err
	}
	if a.Paths == nil {
		return a, fmt.Errorf("it does not say which files were read")
	}
	return a, nil
}

// passedOver says which of so many sources were not read, or not as a whole.
func (a answer) passedOver(given int) string {
	broken, rules := map[string]bool{}, len(a.Skipped)
	for _, e := range a.Errors {
		if e.Path == "" { // it is about a rule
			rules++
			continue
		}
		broken[e.Path] = true
	}
	var parts []string
	if n := len(broken); n == 1 {
		parts = append(parts, "1 file was not understood as a whole")
	} else if n > 1 {
		parts = append(parts, fmt.Sprintf("%d files were not understood as a whole", n))
	}
	if n := given - len(a.Paths.Scanned); n > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d files were passed over", n, given))
	}
	if rules > 0 {
		parts = append(parts, fmt.Sprintf("%d of the rules were not understood by this version", rules))
	}
	return left(parts...)
}

// clean is a path of an answer with slashes and nothing to be resolved; one that leads
// elsewhere stays so.
func clean(p string) string { return path.Clean(strings.ReplaceAll(p, "\\", "/")) }
