// Package files is what the page may call about the models on this computer:
// their files, their downloads, and the machine that they have to suit.
package files

import (
	"context"

	"aipack/backend/model/hardware"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/modelfile"
	"aipack/backend/window/page"
)

// Parts are what models on this computer need. All are needed.
type Parts struct {
	Page   *page.Link
	Files  *modelfile.Downloads
	Models *gateway.Models
	Look   func(context.Context) (hardware.Picture, hardware.Decision) // at this computer

	Anew   func()             // there may be another model to ask
	Forget func(model string) // another file has the model's name, or none
}

// New gives what the page may call, and what is known of this computer.
func New(p Parts) (*LocalModels, *Downloads, *Machine) {
	m := &Machine{page: p.Page, Look: p.Look}
	d := &Downloads{parts: p}
	p.Files.Hear = d.hear
	return &LocalModels{parts: p, machine: m}, d, m
}
