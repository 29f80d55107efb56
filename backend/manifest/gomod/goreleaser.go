package gomod

import (
	"strings"

	"aipack/backend/manifest/lenient"
)

// Release is one entry of builds in .goreleaser.yaml: a program that the
// project publishes. https://goreleaser.com/customization/builds/go/
type Release struct {
	Main   string // folder or file, as written; "." where it is left out
	Binary string // "" where it is left out or made of a template
	Tags   []string
	Line   int // from 1
}

const maxBuilds = 32

// ParseReleaser lists the programs that are built. Entries that are left to
// a template or to another tool's output are passed over.
func ParseReleaser(content string) ([]Release, error) {
	docs, err := lenient.ParseYAML(content)
	if err != nil || len(docs) == 0 {
		return nil, err
	}
	items := docs[0].Get("builds").Items()
	var out []Release
	for _, b := range items[:min(len(items), maxBuilds)] {
		builder, skip := b.Get("builder").Text(), b.Get("skip").Bool()
		r := Release{Main: b.Get("main").Text(), Binary: b.Get("binary").Text(), Line: b.Line()}
		if r.Main == "" {
			r.Main = "."
		} else {
			r.Line = b.Get("main").Line()
		}
		if skip || builder != "" && builder != "go" || strings.Contains(r.Main, "{{") || b.Get("tool").Text() != "" {
			continue
		}
		if dir := b.Get("dir").Text(); dir != "" && dir != "." {
			r.Main = strings.TrimSuffix(dir, "/") + "/" + r.Main
		}
		if strings.Contains(r.Binary, "{{") {
			r.Binary = ""
		}
		r.Tags = b.Get("tags").Texts()
		for _, flag := range b.Get("flags").Texts() {
			if tags, ok := strings.CutPrefix(flag, "-tags="); ok {
				r.Tags = append(r.Tags, tags)
			}
		}
		out = append(out, r)
	}
	return out, nil
}
