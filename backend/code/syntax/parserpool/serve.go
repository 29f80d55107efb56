package parserpool

import (
	"context"
	"errors"
	"io"
	"runtime/debug"
	"time"

	"aipack/backend/base/worker"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/code/syntax/grammar"
	"aipack/backend/code/syntax/reader"
)

// limits bound one source. People's largest files are parsed in half of that.
var limits = grammar.Limits{Time: time.Second, Nodes: 2 << 20}

const (
	mostMemory = 160 << 20 // bytes of this process's own heap, as far as that goes
	mostHeld   = 256 << 20 // bytes of the parser
)

// Serve is the side of a process: it reads what it is asked for until the input
// ends.
func Serve(in io.Reader, out io.Writer) error {
	debug.SetMemoryLimit(mostMemory)
	grammar.Hold(mostHeld)
	return worker.Serve(in, out, func(ctx context.Context, b bundle, tell func(said)) (said, error) {
		for _, s := range b.Sources {
			if ctx.Err() != nil {
				return said{}, ctx.Err()
			}
			f := read(s)
			tell(said{Facts: facts.Pack(&f)})
		}
		return said{}, nil
	})
}

// beforeReading lets a test crash as a grammar may.
var beforeReading = func(Source) {}

// read says what one source says.
func read(s Source) syntax.File {
	beforeReading(s)
	f := syntax.File{}
	switch t, err := grammar.Parse(s.Language, s.Text, limits); {
	case errors.Is(err, grammar.ErrLate):
		f.Cut = "it takes longer to read than a second"
	case err != nil:
		f.Cut = err.Error()
	default:
		f = reader.Read(t)
	}
	f.Path, f.Language = s.Path, s.Language
	return f
}
