//go:build lab

package tests

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/prove"
)

// TestLabRefuses names images that cannot be had in their real version: a
// proof on another one would prove nothing, so there is none, and the line says
// which image it was.
func TestLabRefuses(t *testing.T) {
	p, all := labProver(t), fixtures(t)
	f := all[slices.IndexFunc(all, func(f fixture) bool { return f.name == "single/node-npm" })]
	for _, image := range []string{"node:22-alpine", "node:22.0.99-slim", "golang:1.99-bookworm", "python:3", "elixir:1.18-otp-27", "no-such-image:1"} {
		t.Run(image, func(t *testing.T) {
			d := f.want(t)[0]
			d.Runtime.BaseImage = image
			r, err := p.Prove(t.Context(), prove.Request{Document: d, Dir: f.folder(t, nil)})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != prove.Failed || r.Failure.Rule != "image_not_found" || !strings.Contains(r.Failure.Cause, image) {
				t.Errorf("%s: %+v", r.Verdict, r.Failure)
			}
		})
	}
}
