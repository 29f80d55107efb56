package golang

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
	"aipack/backend/universalbuild"
)

// taggedFiles lists the sources of a program's packages that a build tag alone lets
// in, as migrations behind `//go:build migrate` are: relative to the repository's root.
func taggedFiles(root *language.Folder, m mainPackage, set func(tag string) bool) (out []string) {
	seen := map[string]bool{}
	for _, file := range m.files {
		dir := path.Dir(file)
		if seen[dir] {
			continue
		}
		seen[dir] = true
		for _, name := range sources(root, dir) {
			source, _ := language.Parse(root, name, gomod.ParseSource)
			if source.Excluded && source.Tag != "" && source.Tag != m.tag && set(source.Tag) && len(out) < maxTagged {
				out = append(out, name)
			}
		}
	}
	return out
}

const maxTagged = 24

// builtFiles are the sources that the project's own build makes a program of.
func builtFiles(p *language.Project, m mainPackage, used []mainPackage) []string {
	tags, _ := buildTags(p, used)
	if len(tags) == 0 {
		return m.files
	}
	more := taggedFiles(p.Reader().Folder("."), m, func(tag string) bool { return slices.Contains(tags, tag) })
	return slices.Concat(m.files, more)
}

// climbed puts the files that the project's own image has in / there, too, where
// the program climbs from the folder that it is started in: below / it stays in /.
func climbed(p *language.Project, texts []string, r *language.Recipe) {
	final := p.Built.Final()
	climbs := slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, "os.Getwd()") && strings.Contains(text, `"/../`) })
	if len(final) == 0 || final[0].Place("") != "/" || !climbs {
		return
	}
	for _, c := range slices.Clone(r.Runtime.Copy) {
		if !strings.HasPrefix(c.From, "/") && !strings.HasPrefix(c.To, "/") && c.To != "." {
			r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: c.From, To: "/" + c.To})
		}
	}
}
