package shards

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseShard(t *testing.T) {
	got, err := Parse(`name: shop
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
	want := Manifest{
		Name: "shop", Crystal: ">= 1.10.0",
		Targets:      []Target{{"shop", "src/shop.cr"}, {"worker", "src/worker.cr"}},
		Dependencies: []Dependency{{Name: "ameba", Dev: true}, {Name: "kemal", Constraint: "~> 1.4"}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func FuzzShard(f *testing.F) {
	f.Add("name: [a]\ntargets: {a: {main: 1}}\n")
	f.Fuzz(func(t *testing.T, src string) {
		s, err := Parse(src)
		for _, d := range s.Dependencies {
			if err == nil && len(d.Name) > len(src) {
				t.Fatalf("name %q is longer than its file", d.Name)
			}
		}
	})
}
