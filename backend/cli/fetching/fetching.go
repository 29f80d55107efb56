// Package fetching holds the commands about the models on this computer: model
// and setup.
package fetching

import (
	"context"
	"io"
	"os"

	"golang.org/x/term"

	"aipack/backend/cli"
	"aipack/backend/model/hardware"
	"aipack/backend/model/modelfile"
)

// Desk is what the commands work with.
type Desk struct {
	Shelf   modelfile.Shelf
	Fetcher modelfile.Fetcher
	In      io.Reader
	Asks    bool // somebody can be asked: input is a terminal
	Draws   bool // the error stream is a terminal, on which a line can be redrawn

	// Machine looks at the computer, and asks the library of inference which
	// devices it can open. It may take a second.
	Machine func(ctx context.Context) (hardware.Picture, hardware.Decision)

	// Worth says what a model of this computer was found to be worth, or that
	// nobody measured it; nil where this program measures none.
	Worth func(id string) string

	// Forget drops what was found out of a model of this computer; nil where this
	// program asks none.
	Forget func(id string) error

	// Others says how the providers stand that need no download, in the order in
	// which they are used; nil leaves them out.
	Others func(ctx context.Context) []Other
}

// Other is a provider besides the one on this computer.
type Other struct {
	Name   string
	Ready  bool
	Reason string
}

// Usual is the desk of a program: the user's folder, hub and terminal.
func Usual(machine func(context.Context) (hardware.Picture, hardware.Decision)) Desk {
	return Desk{
		Shelf: modelfile.Shelf{Dir: modelfile.Folder()}, In: os.Stdin, Machine: machine,
		Asks: term.IsTerminal(int(os.Stdin.Fd())), Draws: term.IsTerminal(int(os.Stderr.Fd())),
	}
}

// room is what the machine has for a model. Without asking for devices it is
// quick, and counts memory alone.
func (d Desk) room(ctx context.Context) modelfile.Room {
	if d.Machine == nil {
		return modelfile.RoomOn(hardware.Look(""), hardware.Decision{Backend: "cpu"})
	}
	return modelfile.RoomOn(d.Machine(ctx))
}

// fetch downloads a model and shows how far it is.
func (d Desk) fetch(ctx context.Context, p *cli.Program, m modelfile.Model) (modelfile.Entry, error) {
	shown := newBar(p.Err, d.Draws)
	e, err := d.Fetcher.Fetch(ctx, d.Shelf, m, shown.show)
	shown.end()
	return e, err
}
