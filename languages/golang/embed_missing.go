package golang

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/tasks"
)

// standIns makes what the program embeds, what the repository does not have and
// no front end makes, as the project's own targets do for builds without it:
// `touch server/docs/index.html`. go build stops at a pattern that matches no
// file. The user is told.
func standIns(p *language.Project, used []mainPackage, ends map[string]frontEnd, r *language.Recipe) {
	root, context := p.Reader().Folder("."), p.Context().Path
	seen := map[string]bool{}
	for _, m := range used {
		for _, file := range m.files {
			content, _ := root.Text(file)
			for _, pattern := range embedPatterns(content) {
				folder := embedFolder(path.Join(path.Dir(file), pattern))
				if seen[folder] || root.Has(folder) || root.HasDir(folder) || madeBy(ends, folder) {
					continue
				}
				seen[folder] = true
				touched, why := touchedBy(p.Folder, folder)
				if touched == "" || context != "." && !strings.HasPrefix(touched, context+"/") {
					continue
				}
				at := language.Below(context, touched)
				r.Build.BuildCommands = slices.Insert(r.Build.BuildCommands, 0, "mkdir -p "+language.ShellWord(path.Dir(at))+" && touch "+language.ShellWord(at))
				r.Why = append(r.Why, language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: why})
				root.Warn(file, "embedded_missing", file+" embeds "+folder+", which is not in the repository: the image holds an empty file in its place, as "+why.Path+" does for builds without it",
					"commit "+folder+", or add the command that makes it to the build")
			}
		}
	}
}

func madeBy(ends map[string]frontEnd, folder string) bool {
	for dir, end := range ends {
		if oneHolds(dir, folder) || end.moved != nil && oneHolds(end.moved.To, folder) {
			return true
		}
	}
	return false
}

// touchedBy is the file of a folder that a target of the project makes empty.
func touchedBy(f *language.Folder, folder string) (string, finding.Evidence) {
	for _, t := range tasks.Of(f) {
		for _, s := range t.Steps() {
			if s.Program() != "touch" {
				continue
			}
			for _, w := range s.Words[1:] {
				if at := path.Join(s.Dir, w); language.SafeFolder(at) && (at == folder || strings.HasPrefix(at, folder+"/")) {
					return at, t.Why
				}
			}
		}
	}
	return "", finding.Evidence{}
}
