package scores

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"aipack/backend/base/jsonl"
)

// Book is a plain file of results, one a line, so that the window and the
// command line keep theirs in the same place at once, and that deleting the
// history forgets none.
type Book struct{ Path string }

// In gives the book of a data folder.
func In(data string) Book { return Book{filepath.Join(data, "measured.jsonl")} }

// Add keeps a result.
func (b Book) Add(r Result) error {
	if err := jsonl.Add(b.Path, r); err != nil {
		return fmt.Errorf("keeping what a model is worth: %w", err)
	}
	return nil
}

// Forget says that nothing is known of a model any more: its file is another one,
// or gone.
func (b Book) Forget(provider, model string) error {
	return b.Add(Result{Provider: provider, Model: model, Forgotten: true})
}

// Last gives the last result of each model, sorted by provider and model.
func (b Book) Last() ([]Result, error) {
	all, err := jsonl.Read[Result](b.Path)
	if err != nil {
		return nil, fmt.Errorf("reading what models are worth: %w", err)
	}
	last := map[[2]string]Result{}
	for _, r := range all {
		switch of := [2]string{r.Provider, r.Model}; {
		case r.Forgotten:
			delete(last, of)
		case r.Provider != "" && r.Fields > 0:
			last[of] = r
		}
	}
	return slices.SortedFunc(maps.Values(last), func(a, b Result) int {
		return cmp.Or(strings.Compare(a.Provider, b.Provider), strings.Compare(a.Model, b.Model))
	}), nil
}

// Said is what is said of one model.
func (b Book) Said(provider, model string, j Judge) string {
	all, err := b.Last()
	if err != nil {
		return err.Error()
	}
	for _, r := range all {
		if r.Provider == provider && r.Model == model {
			return j.Words(r)
		}
	}
	return NotMeasured
}
