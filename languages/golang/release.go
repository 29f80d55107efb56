package golang

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
	"aipack/backend/manifest/makefile"
)

// release is a program that the project publishes, by its folder.
type release struct {
	gomod.Release
	dir string // relative to the module's folder
	why finding.Evidence
}

// releasesOf reads what GoReleaser builds: the project's own word on which of
// its main packages are the product, wherever they lie.
func releasesOf(f *language.Folder) []release {
	name := f.FirstOf(".goreleaser.yaml", ".goreleaser.yml", "goreleaser.yaml", "goreleaser.yml")
	if name == "" {
		return nil
	}
	found, _ := language.Parse(f, name, gomod.ParseReleaser)
	var out []release
	for _, r := range found {
		dir := path.Clean(r.Main)
		if path.Ext(dir) == ".go" {
			dir = path.Dir(dir)
		}
		if strings.HasPrefix(dir, "..") || strings.HasPrefix(dir, "/") {
			continue
		}
		content, _ := f.Text(name)
		line, lines := "", strings.Split(content, "\n")
		if r.Line > 0 && r.Line <= len(lines) {
			line = lines[r.Line-1]
		}
		out = append(out, release{r, dir, f.Evidence("go.release", name, r.Line, line)})
	}
	return out
}

// releasedAs finds the release of a main package's folder.
func releasedAs(releases []release, dir string) (release, bool) {
	i := slices.IndexFunc(releases, func(r release) bool { return r.dir == dir })
	if i < 0 {
		return release{}, false
	}
	return releases[i], true
}

// tagList are build tags as -tags takes them.
const tagList = language.Pattern(`^[A-Za-z0-9_.]+(?:[, ]+[A-Za-z0-9_.]+)*[, ]*$`)

// buildTags finds the build tags that the project's own builds set: what is behind
// a tag is left out of the program without it. Its container file is asked
// first, then GoReleaser, then the Makefile, then the constraints of the main
// package's files.
func buildTags(p *language.Project, used []mainPackage) ([]string, finding.Evidence) {
	for _, s := range p.Built.Steps("go") {
		if s.Maybe || !s.Has("build", "install") {
			continue
		}
		for _, list := range s.Options("-tags", "--tags") {
			if tags := tagsOf(list); len(tags) > 0 {
				return tags, s.Evidence(p.Reader(), "go.build_tags", "-tags")
			}
		}
	}
	releases := releasesOf(p.Folder)
	for _, m := range used {
		if r, ok := releasedAs(releases, m.dir); ok {
			if tags := tagsOf(strings.Join(r.Tags, ",")); len(tags) > 0 {
				return tags, r.why
			}
		}
	}
	if tags, why := makeTags(p); len(tags) > 0 {
		return tags, why
	}
	for _, m := range used {
		if m.tag != "" {
			return []string{m.tag}, p.At("go.build_constraint", m.file, "//go:build")
		}
	}
	return nil, finding.Evidence{}
}

func makeTags(p *language.Project) ([]string, finding.Evidence) {
	file, ok := language.Parse(p.Folder, "Makefile", makefile.Parse)
	if !ok {
		return nil, finding.Evidence{}
	}
	for _, target := range file.Targets {
		for _, line := range target.Recipe {
			at := strings.Index(line, "go build")
			if at < 0 {
				continue
			}
			words := strings.Fields(file.Expand(line[at:]))
			for i, w := range words {
				list, ok := strings.CutPrefix(w, "-tags=")
				if w == "-tags" && i+1 < len(words) {
					list, ok = words[i+1], true
				}
				if tags := tagsOf(strings.Trim(list, `"'`)); ok && len(tags) > 0 {
					return tags, p.At("go.build_tags", "Makefile", line)
				}
			}
		}
	}
	return nil, finding.Evidence{}
}

// tagsOf splits a list of tags; none where one of them is no tag, or where
// it is the build for tests or debugging.
func tagsOf(list string) []string {
	if !tagList.Regexp().MatchString(list) {
		return nil
	}
	tags := strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == ' ' })
	for _, t := range tags {
		switch t {
		case "test", "tests", "integration", "e2e", "debug", "dev", "tools", "wireinject", "ignore":
			return nil
		}
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}
