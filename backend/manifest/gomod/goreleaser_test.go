package gomod

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseGoReleaser(t *testing.T) {
	got, err := ParseReleaser(`version: 2
builds:
  - id: main
    main: ./cmd/shop
    binary: shop
    tags: [netgo]
    flags: [-trimpath, "-tags=osusergo,fts5"]
  - binary: "{{ .ProjectName }}"
  - {dir: tools, main: ./gen}
  - {main: "{{ .Var }}"}
  - {main: ./other, skip: true}
  - {id: rust, builder: rust}
  - {id: copied, tool: ./copy}
`)
	want := []Release{
		{Main: "./cmd/shop", Binary: "shop", Tags: []string{"netgo", "osusergo,fts5"}, Line: 4},
		{Main: ".", Line: 8},
		{Main: "tools/./gen", Line: 9},
	}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Error(d, err)
	}
}

func FuzzGoReleaser(f *testing.F) {
	f.Add("builds: [{main: a, flags: [-tags=b]}, {dir: ../x}]")
	f.Fuzz(func(t *testing.T, s string) {
		releases, err := ParseReleaser(s)
		if err != nil && releases != nil || len(releases) > maxBuilds {
			t.Fatalf("%v %v", releases, err)
		}
		for _, r := range releases {
			if r.Main == "" {
				t.Fatalf("%+v", r)
			}
		}
	})
}
