package phase

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// widen gives a build that takes packages from folders beside the project's own
// (npm's file:, pip's -e ../x, a source of uv with a path) the nearest folder that
// holds all of them. They keep their places relative to each other, in the build and
// in the image: npm links and editable installs lead there when the program runs.
// Languages whose recipes choose a context themselves have done so before.
func widen(s *pipeline.ServiceContext) {
	if s.Recipe.Build.Context != "" && s.Recipe.Build.Context != s.Context().Path || s.Recipe.Static {
		return
	}
	needed := besides(s)
	base := s.ContextAround(needed...)
	rel := language.Below(base.Path, s.Context().Path)
	if rel == "." || !language.SafeFolder(rel) {
		return
	}
	s.Recipe.Build.Context = base.Path
	m := mover{rel: rel}
	m.build(&s.Recipe.Build)
	m.runtime(&s.Recipe.Runtime)
	start := &s.Start.Value
	start.Command, start.Release, start.Processes = m.lines(start.Command, ""), m.lines(start.Release, ""), slices.Clone(start.Processes)
	for i := range start.Processes {
		start.Processes[i].Command = m.lines(start.Processes[i].Command, "")
	}
	if whole := (universalbuild.Copy{From: ".", To: appRoot}); !slices.Contains(s.Recipe.Runtime.Copy, whole) {
		for _, f := range needed {
			at := language.Below(base.Path, f.Path)
			s.Recipe.Runtime.Copy = append(s.Recipe.Runtime.Copy, universalbuild.Copy{From: at, To: path.Join(appRoot, at)})
		}
	}
}

// besides are the folders outside of the service's context that it takes packages
// from, and these again, sorted.
func besides(s *pipeline.ServiceContext) (out []*language.Folder) {
	known := map[string]*language.Project{}
	for _, p := range s.Repository.Structure().Libraries {
		known[p.Path] = p
	}
	for _, other := range s.Repository.Structure().Services {
		known[other.Path] = other.Project
	}
	context := s.Context().Path
	dirs := []string{s.Path}
	for i := 0; i < len(dirs); i++ {
		p := known[dirs[i]]
		if p == nil {
			continue
		}
		for _, d := range p.Deps {
			if d.Local == "" || d.Absent != "" || slices.Contains(dirs, d.Local) {
				continue
			}
			dirs = append(dirs, d.Local)
			if context != "." && d.Local != context && !strings.HasPrefix(d.Local, context+"/") {
				out = append(out, s.Reader().Folder(d.Local))
			}
		}
	}
	slices.SortFunc(out, func(a, b *language.Folder) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// appRoot is where the context lies in both images.
const appRoot = "/app"

// mover moves a project from the root of its context to a folder below.
type mover struct{ rel string }

// inApp is the root where it stands in a line as a path or the beginning of one.
const inApp = language.Pattern(`(^|[\s:="'(;>])/app(/|$|[\s:"');>])`)

func (m mover) text(s string) string {
	return inApp.Regexp().ReplaceAllString(s, "${1}"+strings.ReplaceAll(path.Join(appRoot, m.rel), "$", "$$")+"${2}")
}

// lines gives lines of their own: those of a recipe may stand in a table.
func (m mover) lines(lines []string, dir string) []string {
	out := slices.Clone(lines)
	for i, line := range out {
		out[i] = dir + m.text(line)
	}
	return out
}

func (m mover) values(env map[string]string) {
	for name, value := range env {
		env[name] = m.text(value)
	}
}

// names moves paths that are relative to the root.
func (m mover) names(names []string) []string {
	out := slices.Clone(names)
	for i, name := range out {
		if path.IsAbs(name) {
			out[i] = m.text(name)
		} else if name != "." {
			out[i] = path.Join(m.rel, name)
		}
	}
	return out
}

func (m mover) build(b *universalbuild.Build) {
	in := "cd " + language.ShellWord(m.rel) + " && "
	b.Setup = m.lines(b.Setup, "")
	b.PreBuildCommands, b.BuildCommands, b.PostBuildCommands = m.lines(b.PreBuildCommands, in), m.lines(b.BuildCommands, in), m.lines(b.PostBuildCommands, in)
	m.values(b.Environment)
	b.CachePaths, b.Artifacts = m.names(b.CachePaths), m.names(b.Artifacts)
	b.Secrets = slices.Clone(b.Secrets)
	b.Manifests = nil // what is installed lies beside them
	for i := range b.Secrets {
		b.Secrets[i].Target = m.text(b.Secrets[i].Target)
		if b.Secrets[i].File != "" {
			b.Secrets[i].File = path.Join(m.rel, b.Secrets[i].File)
		}
	}
}

func (m mover) runtime(r *universalbuild.Runtime) {
	r.Workdir = m.text(r.Workdir)
	r.Setup = m.lines(r.Setup, "")
	m.values(r.Environment)
	r.Copy, r.Files = slices.Clone(r.Copy), slices.Clone(r.Files)
	for i, c := range r.Copy {
		switch {
		case c.From == "." && (c.To == "." || c.To == appRoot):
			r.Copy[i] = universalbuild.Copy{From: ".", To: appRoot}
		case path.IsAbs(c.From):
			r.Copy[i] = universalbuild.Copy{From: m.text(c.From), To: m.text(c.To)}
		default:
			r.Copy[i] = universalbuild.Copy{From: path.Join(m.rel, c.From), To: m.text(c.To)}
		}
	}
	for i := range r.Files {
		r.Files[i].Path, r.Files[i].Content = m.text(r.Files[i].Path), m.text(r.Files[i].Content)
	}
}
