package deployment

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/compose"
	"aipack/backend/manifest/keyvalue"
)

// composeScope is what a compose file is read from.
type composeScope struct {
	Dir string   // folder in which its relative paths begin, relative to the repository's root
	env []string // files that fill its variables in; the first that has one counts
}

// scopeIn is that of a file of a folder: the folder, with its .env or else an
// example of it.
func scopeIn(dir string) composeScope { return composeScope{dir, environmentIn(dir)} }

func environmentIn(dir string) []string {
	var out []string
	for _, name := range slices.Concat(EnvFiles[:1], EnvExamples) {
		out = append(out, path.Join(dir, name))
	}
	return out
}

// included is the footing of what a file with this one includes. The environment of
// the including project counts before that of the included one.
// https://github.com/compose-spec/compose-spec/blob/main/14-include.md
func (f composeScope) included(i compose.Include) composeScope {
	below := composeScope{Dir: path.Join(f.Dir, path.Dir(i.Paths[0])), env: slices.Clone(f.env)}
	switch {
	case path.IsAbs(i.ProjectDir):
		below.Dir = i.ProjectDir
	case i.ProjectDir != "":
		below.Dir = path.Join(f.Dir, i.ProjectDir)
	}
	if len(i.EnvFiles) == 0 {
		below.env = append(below.env, environmentIn(below.Dir)...)
	}
	for _, name := range i.EnvFiles {
		below.env = append(below.env, path.Join(f.Dir, name))
	}
	return below
}

// lookup fills variables in. Only ports, paths and image names are filled in.
func (f composeScope) lookup(r *language.Reader) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for _, p := range f.env {
			if _, there := r.Index.Stat(p); !there {
				continue
			}
			d, _ := language.Parse(r.Folder("."), p, keyvalue.ParseDotenv)
			if e, ok := d.Named(name); ok {
				return e.Value, true
			}
		}
		return "", false
	}
}

// composeFile reads a compose file, once for each environment that it is read with.
func composeFile(r *language.Reader, p string, at composeScope) compose.File {
	if _, ok := r.Index.Stat(p); !ok {
		return compose.File{}
	}
	f := r.Folder(path.Dir(p))
	return language.Once(f, "compose "+path.Base(p)+" "+strings.Join(at.env, " "), func() compose.File {
		content, ok := f.Text(path.Base(p))
		if !ok {
			return compose.File{}
		}
		file, err := compose.Parse(content, at.lookup(r))
		if err != nil {
			f.Warn(path.Base(p), "manifest_unreadable", p+" cannot be read: "+err.Error(), "correct the file; until then it is ignored")
			return compose.File{}
		}
		return file
	})
}
