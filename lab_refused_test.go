//go:build lab

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove"
)

// TestLabRefuses names images that cannot be had in their real version: a
// proof on another one would prove nothing, so there is none, and the line says
// which image it was.
func TestLabRefuses(t *testing.T) {
	builder, err := prove.Choose(t.Context(), os.Getenv("AIPACK_BUILDER"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fixtures(t) {
		if f.name != "single/node-npm" {
			continue
		}
		for _, image := range []string{"node:22-alpine", "node:22.0.99-slim", "golang:1.99-bookworm", "python:3", "elixir:1.18-otp-27", "no-such-image:1"} {
			t.Run(image, func(t *testing.T) {
				dir, err := filepath.Abs(f.path)
				if err != nil {
					t.Fatal(err)
				}
				d := f.want(t)[0]
				d.Runtime.BaseImage = image
				p := prove.Prover{Builder: builder, Limits: prove.Usual(), Now: time.Now}
				r, err := p.Prove(t.Context(), prove.Request{Document: d, Dir: dir})
				if err != nil {
					t.Fatal(err)
				}
				if r.Verdict != prove.Failed || r.Failure.Rule != "image_not_found" || !strings.Contains(r.Failure.Cause, image) {
					t.Errorf("%s: %+v", r.Verdict, r.Failure)
				}
			})
		}
		return
	}
	t.Fatal("there is no such fixture")
}
