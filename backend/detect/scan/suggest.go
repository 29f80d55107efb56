package scan

import (
	"fmt"
	"path"
	"slices"

	"aipack/backend/language"
	"aipack/backend/repo"
)

// mostAsked is how many folders the languages are asked about: this is a first
// guess, and classification follows.
const mostAsked = 40

// claim is a language's claim to a folder.
type claim struct {
	language *language.Language
	folder   string
	language.Claim
}

// suggest asks the languages about the shallowest folders that hold a
// manifest, the root in any case, until one depth has an answer.
func (s *scanner) suggest() {
	folders := s.manifestFolders()
	var claims []claim
	for i, f := range folders {
		if len(claims) > 0 && depth(f) > depth(claims[0].folder) || i == mostAsked || s.expired() {
			break
		}
		if c, ok := s.ask(f); ok {
			claims = append(claims, c)
		}
	}
	if len(claims) == 0 {
		return
	}
	workspace := s.workspace()
	several := slices.ContainsFunc(claims, func(c claim) bool { return c.language.ID != claims[0].language.ID })
	if claims[0].folder != "." && several {
		s.Suggestion = s.polyglot()
		return
	}
	best := slices.MaxFunc(claims, func(a, b claim) int { return compare(a.Confidence, b.Confidence) })
	s.Suggestion = best.suggestion(workspace)
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func depth(folder string) int {
	if folder == "." {
		return 0
	}
	n := 1
	for _, c := range folder {
		if c == '/' {
			n++
		}
	}
	return n
}

// manifestFolders lists the root and the folders of manifests, shallow first.
func (s *scanner) manifestFolders() []string {
	out, seen := []string{"."}, map[string]bool{".": true}
	for _, m := range s.Manifests {
		if d := path.Dir(m.Path); !seen[d] {
			seen[d] = true
			out = append(out, d)
		}
	}
	return out
}

// ask gives the strongest claim to a folder. Tooling beside another language's
// project counts only where nothing else does.
func (s *scanner) ask(dir string) (claim, bool) {
	var best claim
	in := s.Index.In(dir)
	for _, l := range s.languages.All() {
		if l.Claim == nil || !concerns(l, in) {
			continue
		}
		c, ok := l.Claim(s.Reader.Folder(dir))
		if !ok {
			continue
		}
		if best.language == nil || weight(c) > weight(best.Claim) {
			best = claim{l, dir, c}
		}
	}
	return best, best.language != nil
}

func weight(c language.Claim) float64 {
	if c.Role == language.Aside {
		return c.Confidence - 1
	}
	return c.Confidence
}

// concerns reports whether any of the files is one of the language's.
func concerns(l *language.Language, files []repo.File) bool {
	return slices.ContainsFunc(files, func(f repo.File) bool {
		name := f.Name()
		return slices.Contains(l.Extensions, path.Ext(name)) || slices.ContainsFunc(l.Manifests, func(m language.Manifest) bool {
			ok, err := path.Match(m.Name, name)
			return err == nil && ok
		})
	})
}

// workspace reports whether any language takes the root for a workspace's, and
// notes the file that says so.
func (s *scanner) workspace() bool {
	for _, l := range s.languages.All() {
		if l.Workspace == nil || !concerns(l, s.Index.In(".")) {
			continue
		}
		if w, ok := l.Workspace(s.Reader.Folder(".")); ok {
			if len(s.Summary.Workspaces) == 0 && w.Why.Path != "" {
				s.Summary.Workspaces = []string{w.Why.Path}
			}
			return true
		}
	}
	return len(s.Summary.Workspaces) > 0
}

func (c claim) suggestion(workspace bool) *Suggestion {
	out := &Suggestion{
		Path: c.folder, Language: c.language.Name, BuildSystem: c.System, Variant: c.Variant, Confidence: c.Confidence,
	}
	for _, s := range c.language.Systems {
		if s.ID == c.System {
			out.BuildSystem = s.Name
		}
	}
	if out.BuildSystem == "" {
		out.BuildSystem = "no build system"
	}
	if out.Variant == "" && workspace {
		out.Variant = "monorepo"
	}
	what := c.language.Name + " files"
	if len(c.Why) > 0 && c.Why[0].Path != "" {
		what = path.Base(c.Why[0].Path)
	}
	out.Reason = what + " at root"
	if c.folder != "." {
		out.Reason = what + " in " + c.folder
	}
	if out.Variant == "monorepo" {
		out.Reason += " (monorepo detected)"
	}
	return out
}

// coordinators are files at the root that build several projects.
var coordinators = []string{
	"Makefile", "makefile", "justfile", "Justfile", "Taskfile.yml", "BUILD.bazel",
	"docker-compose.yml", "docker-compose.yaml", "compose.yaml", "compose.yml",
}

// polyglot is the suggestion for several languages below a root of none.
func (s *scanner) polyglot() *Suggestion {
	out := &Suggestion{
		Path: ".", Language: "Polyglot", BuildSystem: "separate builds", Confidence: 0.5,
		Reason: "Multiple languages detected, nothing at the root coordinates builds",
		Note:   "This is a multi-service repository. Each service may need separate build detection.",
	}
	for _, name := range coordinators {
		if _, ok := s.Index.Stat(name); ok {
			out.BuildSystem, out.Confidence = name, 0.65
			out.Reason = fmt.Sprintf("Multiple languages detected, %s coordinates builds", name)
			break
		}
	}
	return out
}
