package hexpm

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseGleam(t *testing.T) {
	got, err := ParseGleam(`name = "shop"
gleam = ">= 1.13.0"
[dependencies]
wisp = ">= 1.0.0 and < 2.0.0"
core = { path = "../core" }
[dev-dependencies]
gleeunit = "~> 1.0"
`)
	if err != nil {
		t.Fatal(err)
	}
	want := Gleam{Name: "shop", Gleam: ">= 1.13.0", Dependencies: []GleamDep{
		{Name: "core", Path: "../core"},
		{Name: "gleeunit", Constraint: "~> 1.0", Dev: true},
		{Name: "wisp", Constraint: ">= 1.0.0 and < 2.0.0"},
	}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
