package leak

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/gitleaks/go-gitdiff/gitdiff"
)

// mostHistory is how many bytes of patches are read, the newest commits first.
const mostHistory = 64 << 20

// History searches what git log --patch prints, the newest commit first: what was added
// by any of them. A credential that stands in the files as they are is known already:
// known are the digests of these. The patches are read to their end, or until the time is up.
func History(ctx context.Context, patches io.Reader, known map[string]bool) (Found, error) {
	if err := Warm(); err != nil {
		return Found{}, err
	}
	var f Found
	counted := &counted{from: io.LimitReader(patches, mostHistory)}
	files, err := gitdiff.Parse(counted)
	if err != nil {
		return f, fmt.Errorf("reading the patches of the history: %w", err)
	}
	at := map[string]int{}    // digest to its place in f.Credentials
	for file := range files { // to the end: who sends them would wait for ever
		if ctx.Err() != nil || len(f.Credentials) >= mostFound || file.IsBinary || dull(file.NewName) {
			continue
		}
		f.Read++
		for _, l := range In(file.NewName, added(file)) {
			if known[l.Digest] {
				continue
			}
			if file.PatchHeader != nil {
				l.Commit, l.Date = file.PatchHeader.SHA, file.PatchHeader.AuthorDate.Format("2006-01-02")
			}
			l.Line = 0 // of lines that were added; the file as it was is elsewhere
			if _, told := at[l.Digest]; !told {
				at[l.Digest] = len(f.Credentials)
				f.Credentials = append(f.Credentials, l)
			}
		}
	}
	switch {
	case ctx.Err() != nil:
		f.Left = "the time was up before all of it was read"
	case counted.n >= mostHistory:
		f.Left = fmt.Sprintf("only the newest %d MiB of changes were read", mostHistory>>20)
	case len(f.Credentials) >= mostFound:
		f.Left = fmt.Sprintf("after %d findings no more was read", mostFound)
	case !counted.ended:
		f.Left = "a part of it could not be read"
	}
	return f, nil
}

// added are the lines that a change brought in.
func added(file *gitdiff.File) string {
	var text strings.Builder
	for _, part := range file.TextFragments {
		for _, line := range part.Lines {
			if line.Op == gitdiff.OpAdd && text.Len()+len(line.Line) <= mostFile {
				text.WriteString(line.Line)
			}
		}
	}
	return text.String()
}

// counted knows how much was read, and whether that was all.
type counted struct {
	from  io.Reader
	n     int64
	ended bool
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.n += int64(n)
	c.ended = c.ended || err == io.EOF
	return n, err
}
