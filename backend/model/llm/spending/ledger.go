// Package spending keeps the ledger of what models were asked, month by month,
// and the cap of a month beside it. It is plain files, so that the window and the
// command line write into the same ledger at once, and that it lasts longer than
// any history. It knows no prices.
package spending

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"aipack/backend/base/atomicfile"
	"aipack/backend/base/jsonl"
)

// Ledger is that of one folder. It is safe for use by several goroutines,
// and by several programs at once.
type Ledger struct {
	Dir string
	Now func() time.Time

	mu   sync.Mutex
	owed []Entry // could not be written so far; they count all the same
}

// In gives the ledger of a data folder.
func In(data string, now func() time.Time) *Ledger {
	return &Ledger{Dir: filepath.Join(data, "spending"), Now: now}
}

// Entry is one request to a model, or the sum of several.
type Entry struct {
	At         int64  `json:"at,omitempty"` // Unix ms; 0 for a sum
	Provider   string `json:"provider"`
	Model      string `json:"model"`
	Calls      int    `json:"calls"`
	Estimated  int    `json:"estimated,omitempty"` // of Calls: the provider did not count, so the tokens are a guess
	Prompt     int    `json:"prompt"`              // tokens
	Cached     int    `json:"cached,omitempty"`    // of Prompt
	Completion int    `json:"completion"`
}

// Add writes an entry of this month. One that cannot be written is an error,
// counts as long as the program lives, and is written with the next.
func (l *Ledger) Add(e Entry) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	e.At = l.Now().UnixMilli()
	l.owed = append(l.owed, e)
	if err := l.write(); err != nil {
		return fmt.Errorf("writing down what a model was asked: %w", err)
	}
	return nil
}

// write empties what is owed. It is called with the lock held.
func (l *Ledger) write() error {
	for len(l.owed) > 0 {
		if err := jsonl.Add(l.file(), l.owed[0]); err != nil {
			return err
		}
		l.owed = l.owed[1:]
	}
	return nil
}

// file is this month's, by the user's own clock.
func (l *Ledger) file() string { return filepath.Join(l.Dir, l.Now().Format("2006-01")+".jsonl") }

// Begun reports whether there is an entry of this month.
func (l *Ledger) Begun() bool {
	_, err := os.Stat(l.file())
	return err == nil
}

// Month adds up this month by provider and model, sorted.
func (l *Ledger) Month() ([]Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all, err := jsonl.Read[Entry](l.file())
	if err != nil {
		return nil, fmt.Errorf("reading what models were asked this month: %w", err)
	}
	sums := map[[2]string]Entry{}
	for _, e := range all {
		if e.Provider != "" {
			add(sums, e)
		}
	}
	for _, e := range l.owed {
		add(sums, e)
	}
	out := make([]Entry, 0, len(sums))
	for _, e := range sums {
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry) int {
		return cmp.Or(strings.Compare(a.Provider, b.Provider), strings.Compare(a.Model, b.Model))
	})
	return out, nil
}

func add(sums map[[2]string]Entry, e Entry) {
	key := [2]string{e.Provider, e.Model}
	s := sums[key]
	s.Provider, s.Model = e.Provider, e.Model
	s.Calls += max(e.Calls, 0)
	s.Estimated += max(e.Estimated, 0)
	s.Prompt += max(e.Prompt, 0)
	s.Cached += max(e.Cached, 0)
	s.Completion += max(e.Completion, 0)
	sums[key] = s
}

// limit is the file of the cap.
type limit struct {
	USD *int `json:"monthly_cap_usd"`
}

func (l *Ledger) limitFile() string { return filepath.Join(l.Dir, "cap.json") }

// Cap is what a month may cost in US dollars, 0 for no cap; set is false where
// nobody has said. A file that cannot be read is an error: a cap that does not
// hold is worse than none.
func (l *Ledger) Cap() (usd int, set bool, err error) {
	content, err := os.ReadFile(l.limitFile())
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	var found limit
	if err == nil {
		err = json.Unmarshal(content, &found)
	}
	if err == nil && (found.USD == nil || *found.USD < 0) {
		err = errors.New("it names no cap")
	}
	if err != nil {
		return 0, false, fmt.Errorf("reading the cap of a month from %s: %w", l.limitFile(), err)
	}
	return *found.USD, true, nil
}

// turnLimit is the file of what a turn may take.
type turnLimit struct {
	Tokens *int `json:"max_turn_tokens"`
}

func (l *Ledger) turnFile() string { return filepath.Join(l.Dir, "turn.json") }

// Turn is how many tokens one question to a project may take, 0 for no cap, also where
// nobody has said. A file that cannot be read is an error, as with Cap.
func (l *Ledger) Turn() (tokens int, err error) {
	content, err := os.ReadFile(l.turnFile())
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	var found turnLimit
	if err == nil {
		err = json.Unmarshal(content, &found)
	}
	if err == nil && (found.Tokens == nil || *found.Tokens < 0) {
		err = errors.New("it names no cap")
	}
	if err != nil {
		return 0, fmt.Errorf("reading the cap of a turn from %s: %w", l.turnFile(), err)
	}
	return *found.Tokens, nil
}

// SetTurn keeps how many tokens one question to a project may take, 0 for no cap.
func (l *Ledger) SetTurn(tokens int) error {
	return keep("turn", l.turnFile(), turnLimit{&tokens})
}

// SetCap keeps what a month may cost in US dollars, 0 for no cap.
func (l *Ledger) SetCap(usd int) error {
	return keep("month", l.limitFile(), limit{&usd})
}

// keep writes a cap into its file.
func keep(of, file string, cap any) error {
	content, err := json.Marshal(cap)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o700)
	}
	if err == nil {
		err = atomicfile.Write(file, append(content, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("keeping the cap of a %s: %w", of, err)
	}
	return nil
}
