package javascript

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
)

// frontEnds lists the lines that build the front ends which write into the
// project, before its own: from the workspace where they are members of it, in
// their own folder where they lie below. One that lies beside is not in what
// the image is built from; the user is told.
func (pl plan) frontEnds() []string {
	var out []string
	for _, b := range pl.p.Beside {
		if b.Claim.Into == "" && !pl.serves(b) || b.Language.ID != "javascript" && b.Language.ID != "typescript" {
			continue
		}
		front := newPlan(b)
		script := assetScript(front)
		switch {
		case front.isNx && pl.serves(b):
			out = append(out, front.buildLines()...)
		case script == "":
		case b.Workspace != nil && pl.p.Workspace != nil && b.Workspace.Root == pl.p.Workspace.Root:
			out = append(out, pl.runIn(pl.root.Rel(b.Path), script))
		case pl.root.IsRoot() || strings.HasPrefix(b.Path, pl.root.Path+"/"):
			dir := "cd " + language.ShellWord(pl.root.Rel(b.Path)) + " && "
			out = append(out, dir+front.installLine(false), dir+front.manager()+" run "+script)
		default:
			pl.elsewhere(b)
		}
	}
	return append(out, pl.movedFrontEnds()...)
}

// serves reports whether the project hands out the pages of another member of its workspace.
func (pl plan) serves(b *language.Project) bool {
	return slices.Contains(pl.p.Claim.Parts, b.Path) && b.Workspace != nil && pl.p.Workspace != nil && b.Workspace.Root == pl.p.Workspace.Root
}

// movedFrontEnds are the lines of those that the project's own files build below it
// and put where the program has them from.
func (pl plan) movedFrontEnds() (out []string) {
	for _, m := range node.Moves(pl.p.Folder) {
		for _, b := range pl.p.Beside {
			if b.Path != m.Dir || b.Claim.Into != "" || b.Workspace != nil || !strings.HasPrefix(b.Path, strings.TrimPrefix(pl.root.Path+"/", "./")) {
				continue
			}
			front := newPlan(b)
			script := cmp.Or(m.Script, assetScript(front))
			dir := "cd " + language.ShellWord(pl.root.Rel(b.Path)) + " && "
			out = append(out, dir+front.installLine(false), dir+front.manager()+" run "+script)
			if line := m.Line(pl.root.Path); line != "" {
				out = append(out, line)
			}
		}
	}
	return out
}

func (pl plan) elsewhere(b *language.Project) {
	file := node.PackageFile(pl.p.Folder)
	pl.p.Warn(file, "front_end_elsewhere", b.Path+" writes its pages into "+b.Claim.Into+", and lies outside of "+pl.p.Path+", which the image is built from: the image has no front end",
		"make "+b.Path+" and "+pl.p.Path+" members of one workspace, or commit what the front end's build writes")
}
