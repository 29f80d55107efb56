package deployment

import (
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/compose"
)

// Composition is what all compose files of a repository say.
type Composition struct {
	Services []Composed // sorted by file, then as in the file
	places   map[string]int
}

// Composed is one service of a compose file and its override.
type Composed struct {
	Name   string
	Folder string // the sources it is built or mounted from, relative to the repository's root; "" for an image only
	from   string // the context that it is built with, Folder's or one above it; "" for an image only
	File   string // its container file, relative to the repository's root; "" for none
	Target string // stage of the container file
	Kind   string // backing service an image is: "postgresql", "redis"; "" for any other
	Parts  []Part
	Home   string   // folder of the compose file that brings it in, by itself or by include
	needs  []string // names in depends_on
}

// Part is what one file says about the service; the override stands first.
type Part struct {
	Path string // compose file
	composeScope
	compose.Service
}

// Evidence points into the part's file.
func (p Part) Evidence(r *language.Reader, rule string, line int) finding.Evidence {
	return r.Folder(".").AtLine(rule, p.Path, line)
}

// The bounds on what is read, and on what counts for one service.
const (
	maxComposeFiles = 64
	maxComposed     = 16
)

// Compose reads the compose files of a repository: of every folder the one
// that "docker compose" would take, with its override, and what they include.
func Compose(r *language.Reader) Composition {
	c := Composition{places: map[string]int{}}
	for _, dir := range composeFolders(r) {
		f := r.Folder(dir)
		base := composeBase(f)
		if base == "" {
			continue
		}
		first := len(c.Services)
		reading := composeReading{composition: &c, home: dir, seen: map[string]bool{}}
		for _, name := range append([]string{base, f.FirstOf(composeOverrides(base)...)}, composeEdits(f, base)...) {
			if name != "" {
				reading.file(r, f.Join(name), scopeIn(dir))
			}
		}
		for i := first; i < len(c.Services); i++ {
			c.Services[i].place(r)
		}
		reading.more = true
		for _, name := range composeLayers(f, base) {
			layer := len(c.Services)
			reading.file(r, f.Join(name), scopeIn(dir))
			c.layer(r, first, layer)
		}
		c.keepProduct(first, dir)
	}
	return c
}

// integration is a folder of tests where it has a compose file of its own; a
// program may well be called so.
const integration = "integration"

// keepProduct takes back what a compose file of tests, examples or a
// developer's container said, unless it builds something that lies there too:
// such a file sets the product up for its own ends.
func (c *Composition) keepProduct(first int, dir string) {
	parts := strings.Split(dir, "/")
	part, beside := language.BesideProduct(dir)
	if slices.Contains(parts, integration) {
		part, beside = integration, true
	}
	if !beside {
		return
	}
	within := strings.Join(parts[:slices.Index(parts, part)+1], "/")
	for _, s := range c.Services[first:] {
		if s.Folder == within || strings.HasPrefix(s.Folder, within+"/") {
			return
		}
	}
	for _, s := range c.Services[first:] {
		delete(c.places, place(s.Name, s.Home))
	}
	c.Services = c.Services[:first]
}

// layer keeps of a further file's services those that build what no file before
// builds: another database's variant of the same program is a choice.
func (c *Composition) layer(r *language.Reader, first, layer int) {
	kept := c.Services[:layer]
	for _, s := range c.Services[layer:] {
		s.place(r)
		if s.Folder != "" && s.Parts[len(s.Parts)-1].Build && !slices.ContainsFunc(c.Services[first:layer], func(o Composed) bool { return o.Folder == s.Folder }) {
			c.places[place(s.Name, s.Home)] = len(kept)
			kept = append(kept, s)
			continue
		}
		delete(c.places, place(s.Name, s.Home))
	}
	c.Services = kept
}

// composeReading reads one compose file and those that it names.
type composeReading struct {
	composition *Composition
	home        string
	seen        map[string]bool // files that were included
	more        bool            // only services that no file before has are taken
}

// file reads a file: what it includes first, so that its own word counts more.
func (c composeReading) file(r *language.Reader, p string, at composeScope) {
	if c.seen[p] || len(c.seen) == maxComposeFiles {
		return
	}
	c.seen[p] = true
	file := composeFile(r, p, at)
	for _, other := range file.Include {
		below := at.included(other)
		for _, included := range other.Paths {
			c.file(r, path.Join(at.Dir, included), below)
		}
	}
	for _, s := range file.Services {
		if _, known := c.composition.named(s.Name, c.home); known && c.more {
			continue
		}
		for _, part := range composeBases(r, p, at, file, s) {
			c.composition.add(part, c.home)
		}
	}
}

// maxExtends bounds a chain of services that extend each other.
const maxExtends = 8

// composeBases gives what the service extends, the farthest first, and the
// service itself at the end. The paths of another file's service begin in that
// file's folder; its variables are filled in as the service's own are.
// https://docs.docker.com/reference/compose-file/services/#extends
func composeBases(r *language.Reader, p string, at composeScope, file compose.File, s compose.Service) []Part {
	name := s.Name
	parts := []Part{{p, at, s}}
	for s.Extends != "" && len(parts) < maxExtends {
		if s.ExtendsFile != "" {
			p = path.Join(at.Dir, s.ExtendsFile)
			at.Dir = path.Dir(p)
			file = composeFile(r, p, at)
		}
		i := slices.IndexFunc(file.Services, func(other compose.Service) bool { return other.Name == s.Extends })
		if i < 0 {
			break
		}
		s = file.Services[i]
		part := Part{p, at, s}
		part.Name = name
		parts = append(parts, part)
	}
	slices.Reverse(parts)
	return parts
}

// add puts a file's word about a service before those of earlier files.
func (c *Composition) add(p Part, home string) {
	key := place(p.Name, home)
	if i, known := c.places[key]; known {
		c.Services[i].Parts = append([]Part{p}, c.Services[i].Parts...)
		return
	}
	c.places[key] = len(c.Services)
	c.Services = append(c.Services, Composed{Name: p.Name, Home: home, Parts: []Part{p}})
}

// Of gives the services that are built from a folder, the main one first.
// names are what the service may be called, where several services share one
// folder.
// member says that the folder may be a part of what is built at the root, services
// are the folders of all that the repository has.
func (c Composition) Of(f *language.Folder, names, services []string, member bool) []Composed {
	var out []Composed
	for _, s := range c.Services {
		if s.Folder == f.Path {
			out = append(out, s)
		}
	}
	if len(out) == 0 && member {
		out = c.called(names)
	}
	if len(out) == 0 {
		out = c.below(f.Path, names, services)
	}
	if len(out) == 0 {
		out = c.pulled(names)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].rank(names) < out[j].rank(names) })
	if i := slices.IndexFunc(out, func(c Composed) bool { return c.rank(names) == anotherProgram }); i > 0 {
		out = out[:i]
	}
	return out[:min(len(out), maxComposed)]
}

// called finds a service of the root's context by its name or its stage: a
// workspace whose members share one Dockerfile.
func (c Composition) called(names []string) []Composed {
	var out []Composed
	for _, s := range c.Services {
		for _, n := range names {
			if s.Folder == "." && (language.ImageName(s.Name) == n || s.Target == n) {
				out = append(out, s)
				break
			}
		}
	}
	return out
}

func (c Composed) rank(names []string) int {
	name := language.ImageName(c.Name)
	for i, n := range names {
		if n == name {
			return i
		}
	}
	published := c.published()
	base := strings.ToLower(path.Base(c.File))
	other := strings.Trim(strings.ReplaceAll(base, "dockerfile", ""), ".")
	switch {
	case other == name && c.File != "" && !mainNames[name]: // maildev.Dockerfile of maildev: another program beside this one
		return anotherProgram
	case published && mainNames[name]:
		return 10
	case published:
		return 11
	case mainNames[name]:
		return 12
	}
	return 13
}

// published reports whether any file gives the service a port.
func (c Composed) published() bool {
	return slices.ContainsFunc(c.Parts, func(p Part) bool { return len(p.Ports) > 0 })
}

// anotherProgram is the rank of a service that has a container file of its own
// name in the same folder.
const anotherProgram = 14

var mainNames = map[string]bool{"web": true, "app": true, "api": true, "server": true, "backend": true, "frontend": true, "site": true}

// named finds a service by the folder of the compose file that brings it in.
func (c Composition) named(name, home string) (Composed, bool) {
	i, ok := c.places[place(name, home)]
	if !ok {
		return Composed{}, false
	}
	return c.Services[i], true
}

func place(name, home string) string { return home + "\x00" + name }
