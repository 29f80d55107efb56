package handover

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"aipack/backend/universalbuild"
)

// mostLine bounds the part of a file that is read for a word of it.
const mostLine = 256 << 10

// Word reads a part of a line of the project's. It is what the program itself will say:
// nothing of it is written down.
func Word(project func() (*os.Root, error), p universalbuild.Place) (string, error) {
	text, err := head(project, p.Path)
	if err != nil {
		return "", fmt.Errorf("reading the password that %s has in line %d: %w", p.Path, p.Line, err)
	}
	lines := strings.Split(text, "\n")
	if p.Line < 1 || p.Line > len(lines) || p.From < 1 || p.To <= p.From || p.To > len(lines[p.Line-1])+1 {
		return "", fmt.Errorf("line %d of %s has no password any more: the file has changed since the plan was made; make it again", p.Line, p.Path)
	}
	return lines[p.Line-1][p.From-1 : p.To-1], nil
}

func head(project func() (*os.Root, error), name string) (string, error) {
	root, err := project()
	if err != nil {
		return "", err
	}
	defer root.Close()
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return "", err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, mostLine))
	return string(b), err
}
