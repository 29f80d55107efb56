package worth

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Book is a plain file of results, one a line, so that the window and the
// command line keep theirs in the same place at once, and that deleting the
// history forgets none.
type Book struct{ Path string }

// In gives the book of a data folder.
func In(data string) Book { return Book{filepath.Join(data, "measured.jsonl")} }

// Add keeps a result.
func (b Book) Add(r Result) error {
	line, err := json.Marshal(r)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(b.Path), 0o700)
	}
	if err != nil {
		return fmt.Errorf("keeping what a model is worth: %w", err)
	}
	f, err := os.OpenFile(b.Path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err == nil {
		// The line break comes first: half a line of a full disk spoils no other.
		_, err = f.Write(append([]byte("\n"), line...))
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("keeping what a model is worth: %w", err)
	}
	return nil
}

// Last gives the last result of each model, sorted by provider and model. Half
// a line, which a full disk or a crash can leave, is passed over.
func (b Book) Last() ([]Result, error) {
	content, err := os.ReadFile(b.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading what models are worth: %w", err)
	}
	last := map[[2]string]Result{}
	for line := range bytes.SplitSeq(content, []byte("\n")) {
		var r Result
		if json.Unmarshal(line, &r) == nil && r.Provider != "" && r.Fields > 0 {
			last[[2]string{r.Provider, r.Model}] = r
		}
	}
	out := make([]Result, 0, len(last))
	for _, r := range last {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b Result) int {
		return cmp.Or(strings.Compare(a.Provider, b.Provider), strings.Compare(a.Model, b.Model))
	})
	return out, nil
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
