// Package testresults keeps what models were seen to do when they were tested, so
// that one that cannot do the work is named before a run, and not by it. It
// asks no model.
package testresults

import (
	"fmt"
	"path/filepath"
	"time"

	"aipack/backend/base/jsonl"
	"aipack/backend/model/llm"
)

// Result is what one model was seen to do.
type Result struct {
	Provider   string `json:"provider"`
	Model      string `json:"model"`
	Server     string `json:"server,omitempty"` // its address; "" for the provider's own
	Version    string `json:"version"`          // of aipack: another one may speak to the model in another way
	At         int64  `json:"at"`               // Unix ms
	DurationMS int64  `json:"duration_ms"`
	Forgotten  bool   `json:"forgotten,omitempty"` // nothing is known any more: another file has the name

	llm.Capabilities
}

// Book is the file of results, which the window and the command line share. The
// zero Book keeps nothing.
type Book struct {
	Path    string
	Version string // of this program
}

// In gives the book of a data folder.
func In(data, version string) Book { return Book{filepath.Join(data, "tested.jsonl"), version} }

// Add keeps a result.
func (b Book) Add(r Result) error {
	if b.Path == "" {
		return nil
	}
	r.Version = b.Version
	if err := jsonl.Add(b.Path, r); err != nil {
		return fmt.Errorf("keeping what a model can do: %w", err)
	}
	return nil
}

// Forget says that nothing is known of a model any more.
func (b Book) Forget(provider, model string) error {
	return b.Add(Result{Provider: provider, Model: model, Forgotten: true})
}

// Last is what this program last saw a model do. A book that cannot be read
// knows nothing: a test costs little.
func (b Book) Last(provider, model, server string) (last Result, known bool) {
	all, err := jsonl.Read[Result](b.Path)
	if err != nil {
		return Result{}, false
	}
	for _, r := range all {
		switch {
		case r.Provider != provider || r.Model != model:
		case r.Forgotten:
			last, known = Result{}, false
		case r.Server == server && r.Version == b.Version:
			last, known = r, true
		}
	}
	return last, known
}

// Problem says why a model cannot do the work, as its test showed, "" where
// nothing is known against it (A082).
func (b Book) Problem(provider, model, server string) string {
	r, known := b.Last(provider, model, server)
	if !known || r.Tools {
		return ""
	}
	return fmt.Sprintf("%s cannot call tools, as its test of %s showed", model, time.UnixMilli(r.At).Format("2 January 2006"))
}
