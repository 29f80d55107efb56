package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"

	"aipack/backend/prove/sandbox/told"
)

// read reads what the probe tells. The command had the probe's container for its own:
// what it makes of the lines is bounded, and lies below the folder.
func (c *Container) read(from io.Reader) (Outcome, error) {
	lines := json.NewDecoder(from)
	var out Outcome
	ended, size := false, 0
	for {
		var l told.Line
		if err := lines.Decode(&l); err != nil {
			if errors.Is(err, io.EOF) {
				err = errors.New("the container ended before the command did")
			}
			return out, fmt.Errorf("hearing of the command: %w", err)
		}
		switch {
		case l.Problem != "":
			return out, errors.New("the command was not run: " + l.Problem)
		case l.Exit != nil && !ended:
			out.Exit, out.Late, ended = *l.Exit, l.Late, true
		case l.Path != "" && ended:
			size += len(l.Content)
			if !fs.ValidPath(l.Path) || len(out.Files) >= told.MostFiles || size > told.MostBytes {
				return out, fmt.Errorf("the container tells of a file %q that it cannot have", l.Path)
			}
			f := File{Path: path.Join(c.Folder(), l.Path), Content: l.Content}
			if f.Content == nil && !l.Gone {
				f.Content = []byte{}
			}
			out.Files = append(out.Files, f)
		case l.Done && ended:
			out.Left = l.Left
			return out, nil
		}
	}
}
