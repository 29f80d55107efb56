package manifest

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

func TestParseShard(t *testing.T) {
	got, err := ParseShard(`name: shop
version: 0.1.0
crystal: ">= 1.10.0"
targets:
  shop:
    main: src/shop.cr
  worker:
    main: src/worker.cr
dependencies:
  kemal:
    github: kemalcr/kemal
    version: ~> 1.4
development_dependencies:
  ameba:
    github: crystal-ameba/ameba
`)
	if err != nil {
		t.Fatal(err)
	}
	want := Shard{
		Name: "shop", Crystal: ">= 1.10.0",
		Targets:      []ShardTarget{{"shop", "src/shop.cr"}, {"worker", "src/worker.cr"}},
		Dependencies: []ShardDep{{Name: "ameba", Dev: true}, {Name: "kemal", Constraint: "~> 1.4"}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func FuzzShard(f *testing.F) {
	f.Add("name: [a]\ntargets: {a: {main: 1}}\n")
	f.Fuzz(func(t *testing.T, src string) {
		s, err := ParseShard(src)
		for _, d := range s.Dependencies {
			if err == nil && len(d.Name) > len(src) {
				t.Fatalf("name %q is longer than its file", d.Name)
			}
		}
	})
}
