// Package phase holds the phases of an analysis, one file each. The order they
// run in is a list in backend/detect/analysis; what they share is in pipeline.
package phase

import (
	"context"
	"fmt"
	"maps"
	"path"
	cpu "runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"aipack/backend/base/plural"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/repo"
)

// Classify finds the folders that hold projects and lets the languages claim
// them.
type Classify struct{}

// Name is the phase's id.
func (Classify) Name() string { return "classify" }

// Describe says what was found.
func (Classify) Describe(a *pipeline.AnalysisContext) string {
	return plural.Of(len(a.Classification().Projects), "project")
}

// Execute asks the languages about every folder that has one of their
// manifests, and about folders of bare source files that no project covers.
func (Classify) Execute(ctx context.Context, a *pipeline.AnalysisContext) error {
	reader := a.Scan().Reader
	triggers := newTriggers(a.Registry)
	byManifest, bySource := triggers.folders(reader.Index)
	found := map[string]*language.Project{}
	for i, p := range claimAll(ctx, reader, byManifest) {
		if p != nil {
			found[byManifest[i].dir] = p
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, c := range bySource {
		if err := ctx.Err(); err != nil {
			return err
		}
		if found[c.dir] != nil || covered(c, found) {
			continue
		}
		if p := claim(reader.Folder(c.dir), c.languages); p != nil {
			found[c.dir] = p
		}
	}
	a.SetClassification(classification(found))
	return nil
}

// claimAll asks about folders side by side: no claim depends on another's. A
// rule that panics does so here, where the phase is guarded.
func claimAll(ctx context.Context, reader *language.Reader, candidates []candidate) []*language.Project {
	out := make([]*language.Project, len(candidates))
	var next atomic.Int64
	var broken atomic.Value
	var group sync.WaitGroup
	for range min(cpu.GOMAXPROCS(0), len(candidates)) {
		group.Go(func() {
			defer func() {
				if v := recover(); v != nil {
					broken.CompareAndSwap(nil, fmt.Sprint(v))
				}
			}()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(candidates) {
					return
				}
				out[i] = claim(reader.Folder(candidates[i].dir), candidates[i].languages)
			}
		})
	}
	group.Wait()
	if v := broken.Load(); v != nil {
		panic(v)
	}
	return out
}

// candidate is a folder with the languages that may claim it, in the
// registry's order.
type candidate struct {
	dir       string
	languages []*language.Language
}

// triggers finds by a file's name which languages to ask about its folder.
type triggers struct {
	order  map[*language.Language]int
	names  map[string][]*language.Language
	ends   map[string][]*language.Language // "*.csproj" by ".csproj"
	deep   map[string][]deepManifest       // "config/_default/hugo.toml" by "hugo.toml"
	source map[string][]*language.Language // by extension
}

// deepManifest lies at that path below the folder that it speaks of.
type deepManifest struct {
	path string
	of   *language.Language
}

func newTriggers(r *language.Registry) *triggers {
	t := &triggers{
		order: map[*language.Language]int{}, names: map[string][]*language.Language{},
		ends: map[string][]*language.Language{}, source: map[string][]*language.Language{},
		deep: map[string][]deepManifest{},
	}
	for i, l := range r.All() {
		if l.Claim == nil {
			continue
		}
		t.order[l] = i
		for _, m := range l.Manifests {
			if end, ok := strings.CutPrefix(m.Name, "*"); ok {
				t.ends[end] = append(t.ends[end], l)
			} else if base := path.Base(m.Name); base != m.Name {
				t.deep[base] = append(t.deep[base], deepManifest{m.Name, l})
			} else {
				t.names[m.Name] = append(t.names[m.Name], l)
			}
		}
		for _, e := range l.Extensions {
			t.source[e] = append(t.source[e], l)
		}
	}
	return t
}

// deepestSource is how far below the root a folder without any manifest is
// taken for a project.
const deepestSource = 3

func (t *triggers) folders(x *repo.Index) (byManifest, bySource []candidate) {
	parts := make([]triggered, cpu.GOMAXPROCS(0))
	var group sync.WaitGroup
	for i := range parts {
		from, to := i*len(x.Files)/len(parts), (i+1)*len(x.Files)/len(parts)
		group.Go(func() { parts[i] = t.look(x.Files[from:to]) })
	}
	group.Wait()
	all := parts[0]
	for _, part := range parts[1:] {
		all.manifests.join(part.manifests)
		all.sources.join(part.sources)
	}
	return t.sorted(all.manifests), t.sorted(all.sources)
}

// asked holds, by folder, the languages to be asked.
type asked map[string]map[*language.Language]bool

func (a asked) note(dir string, ls []*language.Language) {
	for _, l := range ls {
		if a[dir] == nil {
			a[dir] = map[*language.Language]bool{}
		}
		a[dir][l] = true
	}
}

func (a asked) join(b asked) {
	for dir, set := range b {
		if a[dir] == nil {
			a[dir] = set
			continue
		}
		maps.Copy(a[dir], set)
	}
}

type triggered struct{ manifests, sources asked }

// look finds the folders of some files.
func (t *triggers) look(files []repo.File) triggered {
	out := triggered{asked{}, asked{}}
	for i := range files {
		p := files[i].Path
		dir, name := split(p)
		ext := path.Ext(name)
		if ls := t.names[name]; ls != nil {
			out.manifests.note(dir, ls)
		}
		for _, d := range t.deep[name] {
			if above, ok := strings.CutSuffix("./"+p, "/"+d.path); ok {
				out.manifests.note(path.Clean(above), []*language.Language{d.of})
			}
		}
		if ls := t.ends[ext]; ls != nil {
			out.manifests.note(dir, ls)
		}
		if i := strings.LastIndexByte(name[:len(name)-len(ext)], '.'); i >= 0 { // web.runtimeconfig.json
			if ls := t.ends[name[i:]]; ls != nil {
				out.manifests.note(dir, ls)
			}
		}
		if i := strings.LastIndexAny(name, "-_"); i > 0 && t.ends[name[i:]] != nil { // web-requirements.txt
			out.manifests.note(dir, t.ends[name[i:]])
		}
		if ls := t.source[ext]; ls != nil && strings.Count(p, "/") <= deepestSource {
			out.sources.note(dir, ls)
		}
	}
	return out
}

func split(p string) (dir, name string) {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i], p[i+1:]
	}
	return ".", p
}

func (t *triggers) sorted(in asked) []candidate {
	out := make([]candidate, 0, len(in))
	for dir, set := range in {
		c := candidate{dir: dir}
		for l := range set {
			c.languages = append(c.languages, l)
		}
		sort.Slice(c.languages, func(i, j int) bool { return t.order[c.languages[i]] < t.order[c.languages[j]] })
		out = append(out, c)
	}
	sort.Slice(out, func(i, j int) bool { return shallower(out[i].dir, out[j].dir) })
	return out
}

// shallower orders folders from the root down, then by name.
func shallower(a, b string) bool {
	if da, db := depth(a), depth(b); da != db {
		return da < db
	}
	return a < b
}

func depth(dir string) int {
	if dir == "." {
		return 0
	}
	return strings.Count(dir, "/") + 1
}

// claim asks the languages about one folder. The strongest role wins, and
// among equals the language that is asked first; the others stand beside it.
func claim(f *language.Folder, languages []*language.Language) *language.Project {
	var won *language.Project
	var others []*language.Project
	for _, l := range languages {
		c, ok := l.Claim(f)
		if !ok {
			continue
		}
		p := &language.Project{Folder: f, Language: l, Claim: c}
		if won == nil || c.Role > won.Claim.Role {
			won, p = p, won
		}
		if p != nil {
			others = append(others, p)
		}
	}
	if won != nil {
		won.Beside = others
	}
	return won
}

// covered reports whether the bare source files of a folder belong to a project
// above it: one that is more than tooling, or one of the same language.
func covered(c candidate, found map[string]*language.Project) bool {
	for dir := c.dir; dir != "."; {
		dir = path.Dir(dir)
		p := found[dir]
		if p == nil {
			continue
		}
		if p.Claim.Role >= language.Library || slices.Contains(c.languages, p.Language) {
			return true
		}
	}
	return false
}

func classification(found map[string]*language.Project) *pipeline.Classification {
	c := &pipeline.Classification{}
	dirs := make([]string, 0, len(found))
	for dir := range found {
		dirs = append(dirs, dir)
	}
	sort.Slice(dirs, func(i, j int) bool { return shallower(dirs[i], dirs[j]) })
	servers := serversOf(dirs, found)
	for _, dir := range dirs {
		p := found[dir]
		host := hostOf(dir, found)
		if host == nil {
			host = servers[dir]
		}
		if host == nil {
			host = takerOf(p, found)
		}
		if host != nil {
			host.Beside = append(host.Beside, p)
			continue
		}
		c.Projects = append(c.Projects, p)
	}
	return c
}

// partFolders are names of folders whose content is part of the application
// around them: assets that a backend builds and serves itself.
var partFolders = map[string]bool{
	"assets": true, "resources": true, "static": true, "priv": true, "wwwroot": true,
	"webapp": true, "ClientApp": true, "src": true, "theme": true, "themes": true,
}

// hostOf finds the project that a nested one is a part of: Phoenix's assets/,
// a front end below src/main, ASP.NET's ClientApp/.
func hostOf(dir string, found map[string]*language.Project) *language.Project {
	inner := found[dir]
	part, nearest := false, true
	for up := dir; up != "."; {
		part = part || partFolders[path.Base(up)]
		up = path.Dir(up)
		host := found[up]
		if host == nil {
			continue
		}
		if slices.Contains(host.Claim.Parts, dir) {
			return host
		}
		takes := part && nearest || writesInto(inner, up)
		if takes && host.Language != inner.Language && host.Claim.Role >= language.Program && !family(host, inner) {
			return host
		}
		nearest = false
	}
	return nil
}

// writesInto reports whether a project's build puts its result into the folder
// of another one above it, as a front end does whose pages that one serves.
func writesInto(inner *language.Project, up string) bool {
	into := inner.Claim.Into
	return into != "" && (up == "." || into == up || strings.HasPrefix(into, up+"/"))
}

// family reports whether two projects share a build system's world, so that
// one cannot be the other's assets: a Java module below a Kotlin project.
func family(a, b *language.Project) bool { return a.Claim.System == b.Claim.System }
