package recording

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aipack/backend/base/atomicfile"
)

// Files keeps each exchange as a JSON file of its own in a folder, named by
// the first 16 digits of its hash.
type Files struct{ Dir string }

var _ Store = Files{}

// named is how many digits of a hash name a file.
const named = 16

// file is an exchange's name: <hash>.json, <hash>-2.json for the second time
// that the same request was made.
func (e Exchange) file() string {
	name := e.RequestHash[:min(named, len(e.RequestHash))]
	if e.Nth > 1 {
		name += fmt.Sprintf("-%d", e.Nth)
	}
	return name + ".json"
}

// Text is an exchange as a file holds it: readable, with sorted keys.
func (e Exchange) Text() ([]byte, error) {
	text, err := encoded(e)
	if err != nil {
		return nil, err
	}
	var value any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if text, err = encoded(value); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// Save writes one file, whole or not at all.
func (f Files) Save(e Exchange) error {
	text, err := e.Text()
	if err != nil {
		return fmt.Errorf("recording an exchange: %w", err)
	}
	if err := os.MkdirAll(f.Dir, 0o755); err != nil {
		return fmt.Errorf("recording an exchange: %w", err)
	}
	if err := atomicfile.Write(filepath.Join(f.Dir, e.file()), text, 0o644); err != nil {
		return fmt.Errorf("recording an exchange: %w", err)
	}
	return nil
}

// mostFile bounds one recorded exchange.
const mostFile = 32 << 20

// Load reads all exchanges of the folder, in the order they were made. A file
// that is something else is an error that names it.
func (f Files) Load() ([]Exchange, error) {
	entries, err := os.ReadDir(f.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the recording: %w", err)
	}
	var out []Exchange
	for _, entry := range entries {
		if entry.IsDir() || filepath.Ext(entry.Name()) != ".json" || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		e, err := f.read(entry.Name())
		if err != nil {
			return nil, fmt.Errorf("reading the recording: %s: %w", entry.Name(), err)
		}
		out = append(out, e)
	}
	settle(out)
	return out, nil
}

func (f Files) read(name string) (e Exchange, err error) {
	file, err := os.Open(filepath.Join(f.Dir, name))
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	text, err := io.ReadAll(io.LimitReader(file, mostFile+1))
	if err != nil {
		return e, err
	}
	if len(text) > mostFile {
		return e, errors.New("it is larger than any exchange")
	}
	return Parse(text)
}

// Parse reads one exchange. Its hash is computed again: an edited request
// would never be found under the old one.
func Parse(text []byte) (Exchange, error) {
	var e Exchange
	if err := json.Unmarshal(text, &e); err != nil || e.Format != format {
		return e, errors.New("it is no recorded exchange")
	}
	if e.Version > version {
		return e, fmt.Errorf("it was written by a newer aipack (version %d of its format; this one knows %d)", e.Version, version)
	}
	request := compact(e.Request)
	if hash := Hash(request); hash != e.RequestHash {
		return e, fmt.Errorf("its request was changed: the hash is %s, not %s", hash[:named], e.RequestHash[:min(named, len(e.RequestHash))])
	}
	e.Request = request
	e.Nth = max(e.Nth, 1)
	return e, nil
}

// settle sorts exchanges by turn; several recordings in one folder may share a
// turn, and are then told apart by hash and number.
func settle(all []Exchange) {
	slices.SortStableFunc(all, func(a, b Exchange) int {
		return cmp.Or(cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.RequestHash, b.RequestHash), cmp.Compare(a.Nth, b.Nth))
	})
}

// Memory keeps exchanges for as long as the process runs.
type Memory struct{ All []Exchange }

var _ Store = (*Memory)(nil)

// Save appends.
func (m *Memory) Save(e Exchange) error {
	m.All = append(m.All, e)
	return nil
}

// Load gives all.
func (m *Memory) Load() ([]Exchange, error) { return m.All, nil }
