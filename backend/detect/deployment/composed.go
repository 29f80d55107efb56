package deployment

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/detect/backing"
	"aipack/backend/language"
)

// place finds out what the service is made of. Paths in a file are relative to
// its footing; one elsewhere on somebody's disk leads nowhere.
func (c *Composed) place(r *language.Reader) {
	for _, p := range c.Parts {
		if p.Build && c.Folder == "" {
			c.built(r, p.Dir, p)
		}
		if c.Target == "" {
			c.Target = p.Target
		}
		c.needs = append(c.needs, p.DependsOn...)
	}
	for _, p := range c.Parts {
		if c.Folder != "" || p.Image == "" {
			continue
		}
		if c.Kind = backing.OfImage(p.Image); c.Kind == "" && !isWebServer(p.Image) {
			c.mounted(r, p.Dir, p)
		}
	}
}

func (c *Composed) built(r *language.Reader, dir string, p Part) {
	if strings.Contains(p.Context, "://") || strings.HasPrefix(p.Context, "git@") || path.IsAbs(p.Context) || path.IsAbs(dir) {
		return
	}
	context := within(path.Join(dir, p.Context))
	c.Folder, c.from = context, context
	file := p.Dockerfile
	if file == "" {
		file = "Dockerfile"
	}
	full := within(path.Join(context, file))
	if _, ok := r.Index.Stat(full); ok {
		c.File = full
	}
	// A file in a folder of its own says which part of the context is meant.
	if sub := path.Dir(full); c.File != "" && sub != context && (context == "." || strings.HasPrefix(sub, context+"/")) {
		if base := path.Base(sub); base != "docker" && base != ".docker" && base != "deploy" && base != "build" && base != "dockerfiles" {
			c.Folder = sub
		}
	}
}

// below gives the services that are built with a project's folder as their context
// and a container file further down, where no other service of the repository
// stands: cmd/api/Dockerfile of a program whose module is the whole folder. Of
// several such folders it is the one that the project is called by; a hidden one is
// an editor's.
// https://docs.docker.com/reference/compose-file/build/#dockerfile
func (c Composition) below(dir string, names, services []string) (out []Composed) {
	for _, s := range c.Services {
		if s.from != dir || s.Folder == dir || strings.HasPrefix(path.Base(s.Folder), ".") || slices.ContainsFunc(services, func(other string) bool {
			return other != dir && (s.Folder == other || strings.HasPrefix(s.Folder, other+"/"))
		}) {
			continue
		}
		out = append(out, s)
	}
	if slices.ContainsFunc(out, func(s Composed) bool { return s.Folder != out[0].Folder }) {
		out = slices.DeleteFunc(out, func(s Composed) bool { return !slices.Contains(names, path.Base(s.Folder)) })
	}
	return out
}

func (c *Composed) mounted(r *language.Reader, dir string, p Part) {
	if path.IsAbs(dir) {
		return
	}
	for _, m := range p.Mounts {
		folder := within(path.Join(dir, m.Source))
		if folder == "." || len(r.Index.Under(folder)) > 0 {
			c.Folder = folder
			return
		}
	}
}

// within keeps a path inside the repository.
func within(p string) string {
	if p == ".." || strings.HasPrefix(p, "../") || p == "" || strings.HasPrefix(p, "/") {
		return "."
	}
	return p
}
