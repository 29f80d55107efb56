package bounded

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What is read of a script. The library calls itself for each thing within
// another, ten times for some, and what opens one is told by the grammar alone.
const (
	shellMostBytes = 1 << 20
	shellMostCalls = 2000 // that are open at once; scripts that people wrote have 200
)

// Shell reads a script of bash or of a POSIX shell.
func Shell(content string) (file *syntax.File, err error) {
	if len(content) > shellMostBytes {
		return nil, tooLong("the script", len(content), shellMostBytes)
	}
	text := &shallow{text: content}
	err = asked("the script", shellCost(content), func() error {
		file, err = syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(text, "")
		return err
	})
	if text.refused != nil {
		return nil, text.refused
	}
	return file, err
}

// shellCost is about how many bytes the library allocates for a text, at most.
func shellCost(content string) int { return 512 * len(content) }

// shallow gives a text to a library that reads it piece by piece, and ends it
// where too many of the library's calls are open.
type shallow struct {
	text    string
	given   int
	refused error
}

func (s *shallow) Read(into []byte) (int, error) {
	if s.given == len(s.text) {
		return 0, io.EOF
	}
	if runtime.Callers(shellMostCalls, make([]uintptr, 1)) > 0 {
		line := 1 + strings.Count(s.text[:s.given], "\n")
		s.refused = &Refusal{"the script", line, fmt.Sprintf("it is nested too deep: more than %d calls are open at once, and no more are made", shellMostCalls)}
		return 0, s.refused
	}
	n := copy(into, s.text[s.given:])
	s.given += n
	return n, nil
}
