package phase

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// mostSecrets is how many a plan has of those that were found: each is a mount of
// every command of the build.
const mostSecrets = 100

// signIn adds to a recipe what its commands sign in with at registries. A file
// that does is given to them alone, and copied nowhere.
func signIn(s *pipeline.ServiceContext) {
	b := &s.Recipe.Build
	if !(universalbuild.UniversalBuild{Build: *b, Runtime: s.Recipe.Runtime}).HasBuild() {
		return
	}
	lines := strings.Join(slices.Concat(b.PreBuildCommands, b.BuildCommands, b.PostBuildCommands), "\n")
	root := s.Reader().Folder(cmp.Or(b.Context, s.Path))
	look(s, root, s.Language, root, s.Context(), s.Folder)
	for _, beside := range s.Beside {
		if beside.Language.ID != s.Language.ID && calls(lines, beside.Language) {
			look(s, root, beside.Language, root, beside.Folder)
		}
	}
	b.Manifests = slices.DeleteFunc(b.Manifests, func(m string) bool {
		return slices.ContainsFunc(b.Secrets, func(o universalbuild.Secret) bool { return o.File == path.Clean(m) })
	})
}

// look asks a language about folders that are sent to the build.
func look(s *pipeline.ServiceContext, root *language.Folder, l *language.Language, folders ...*language.Folder) {
	if l.SignsIn == nil {
		return
	}
	b := &s.Recipe.Build
	var seen []string
	for _, f := range folders {
		if slices.Contains(seen, f.Path) || !root.IsRoot() && f.Path != root.Path && !strings.HasPrefix(f.Path, root.Path+"/") {
			continue
		}
		seen = append(seen, f.Path)
		for _, found := range l.SignsIn(f) {
			one := found.Value
			if one.File != "" {
				one.File = root.Rel(f.Join(one.File))
			}
			if one.Target != "" && !path.IsAbs(one.Target) {
				one.Target = path.Join("/", cmp.Or(b.Workdir, "app"), root.Rel(f.Join(one.Target)))
			}
			i := slices.IndexFunc(b.Secrets, func(o universalbuild.Secret) bool { return o.ID == one.ID })
			switch {
			case i < 0:
			case b.Secrets[i].File == one.File && b.Secrets[i].Target == one.Target:
				b.Secrets[i].Required = b.Secrets[i].Required || one.Required
				continue
			default: // another folder's
				one.ID += "-" + language.ImageName(f.Name())
				if slices.ContainsFunc(b.Secrets, func(o universalbuild.Secret) bool { return o.ID == one.ID || o.Target != "" && o.Target == one.Target }) {
					continue
				}
			}
			if len(b.Secrets) == mostSecrets {
				s.Reader().Folder(".").WarnAt(one.Path, one.Line, "too_many_secrets",
					fmt.Sprintf("The build of %s signs in with more than %d secrets; the plan has the first of them.", s.Path, mostSecrets),
					"name those that it needs in the plan's build.secrets")
				return
			}
			b.Secrets = append(b.Secrets, one)
			field := "/build/secrets/" + strconv.Itoa(len(b.Secrets)-1) + "/id"
			s.Recipe.Why = append(s.Recipe.Why, language.Reason{Field: field, Confidence: found.Confidence, Evidence: language.FirstWhy(found.Evidence)})
		}
	}
}

// calls reports whether a line of a build runs a tool of a language.
func calls(lines string, l *language.Language) bool {
	var programs []string
	for _, system := range l.Systems {
		for _, program := range append([]string{system.ID}, system.Programs...) {
			programs = append(programs, regexp.QuoteMeta(program))
		}
	}
	return len(programs) > 0 && language.Pattern(`(?m)(?:^|[\s;&|/(])(?:`+strings.Join(programs, "|")+`)\b`).Matches(lines)
}
