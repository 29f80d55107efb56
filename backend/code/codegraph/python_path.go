package codegraph

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
)

// pythonPath is what is known of the folders in which a project's modules are
// looked for, its sys.path. That stands in no file as a whole:
//
//   - a program has its own folder on it (docs.python.org/3/library/sys_path_init.html),
//     pytest the first folder above a test that is no package
//     (docs.pytest.org/en/stable/explanation/pythonpath.html): any folder above a file
//     that has no __init__.py, the nearest first;
//   - of a project that is installed it is the folder src in the "src layout"
//     (packaging.python.org/en/latest/discussions/src-layout-vs-flat-layout), or what its manifest says: Layout.PythonPath;
//   - one with an __init__.py is on it where somebody runs a program there, or sets
//     PYTHONPATH. Nothing need say so but that what is imported lies there.
type pythonPath struct {
	told    map[string][]string // by the folder that a manifest lies in: what it puts on the path
	holders map[string][]string // by a name: the folders in which a module or package is called so, sorted
	known   map[string][]string // by the folder of an importing file: see near
}

// mostHolders are so many folders that one of them is looked for by its contents:
// a name that more of them have says nothing.
const mostHolders = 100

// key is the file without its ending, of a package its folder. The folders above
// are there as well: something may be imported through them. A module beside a
// package of the same name is never what an import means.
func (p python) key(r *resolver, f *facts.File) string {
	key := strings.TrimSuffix(strings.TrimSuffix(f.Path, ".pyi"), ".py")
	switch {
	case path.Base(key) == "__init__":
		key = path.Dir(key)
	case p.isPackage(r, key):
		return f.Path
	}
	for dir := path.Dir(key); ; dir = path.Dir(dir) {
		r.spaceOf(pythonKey(dir)).language = "python"
		if dir == "." || dir == "/" {
			return key
		}
	}
}

func pythonKey(at string) string { return "python\x00" + at }

func (python) isPackage(r *resolver, dir string) bool {
	_, ok := r.graph.files[path.Join(dir, "__init__.py")]
	return ok
}

func (p python) below(r *resolver, s *space, name string) *space {
	if s.either != nil {
		var found []*space
		for _, one := range s.either {
			if b := p.below(r, one, name); b != nil {
				found = append(found, b)
			}
		}
		return r.either(found)
	}
	_, dir, _ := strings.Cut(s.key, "\x00")
	return r.spaces[pythonKey(path.Join(dir, name))]
}

func (p python) module(r *resolver, file int, i *syntax.Import) *space {
	from := path.Dir(r.graph.Files[file].Path)
	rest := strings.TrimLeft(i.Module, ".")
	if dots := len(i.Module) - len(rest); dots > 0 {
		for range dots - 1 {
			if from == "." {
				return nil
			}
			from = path.Dir(from)
		}
		return r.spaces[pythonKey(path.Join(from, strings.ReplaceAll(rest, ".", "/")))]
	}
	first, _, _ := strings.Cut(rest, ".")
	if pythonOwn[first] {
		return nil
	}
	w := wantedModule{python: p, r: r, file: file, as: i, at: strings.ReplaceAll(rest, ".", "/"), whole: wholeModule(r.graph.Files[file], i)}
	return w.find(from, first)
}

// wholeModule is how far an import goes: "import a.b" is written down as one of a,
// and one of a.b, and a is one that has b.
func wholeModule(f *facts.File, i *syntax.Import) string {
	whole := i.Module
	for k := range f.Imports {
		if i.Name != "" || &f.Imports[k] != i {
			continue
		}
		for k++; k < len(f.Imports) && f.Imports[k].Line == i.Line && f.Imports[k].As == "-" && strings.HasPrefix(f.Imports[k].Module, whole+"."); k++ {
			whole = f.Imports[k].Module
		}
	}
	return strings.ReplaceAll(whole, ".", "/")
}

// wantedModule is a module that is looked for.
type wantedModule struct {
	python python
	r      *resolver
	file   int // that imports it
	as     *syntax.Import
	at     string // its name, as a path
	whole  string // of "import a.b" that of a.b, for the import of a as well
}

// find looks for the module below the folders around the file that may be on the
// path, the nearest first; then below those that are packages; then elsewhere. In
// those it has to have what is taken of it, and nothing that is installed is meant:
// a package tasks beside celery.py that imports celery means the library.
func (w *wantedModule) find(from, first string) *space {
	installed := w.r.pythonInstalled(first)
	var there *space
	for _, dir := range w.r.pythonNear(w.python, from) {
		s := w.below(dir)
		if s != nil && w.gives(s) && !(installed && w.takesNothing()) {
			return s
		}
		there = cmp.Or(there, s)
	}
	if installed {
		return nil
	}
	if there != nil {
		return there
	}
	for dir := from; ; dir = path.Dir(dir) {
		if s := w.below(dir); s != nil && w.gives(s) {
			return s
		}
		if dir == "." || dir == "/" {
			return w.elsewhere(from, first)
		}
	}
}

// below is the module below a folder; nil where that has none. A file imports
// itself only for what lies below it.
func (w *wantedModule) below(dir string) *space {
	s := w.r.spaces[pythonKey(path.Join(dir, w.at))]
	name := w.as.Name
	if s == nil || slices.Contains(s.files, w.file) && w.whole == w.at && (name == "" || w.python.below(w.r, s, name) == nil) {
		return nil
	}
	switch name {
	case "": // where it goes on, that is there as well
		if whole := w.r.spaces[pythonKey(path.Join(dir, w.whole))]; whole == nil || len(whole.files) == 0 {
			return nil
		}
	case "*":
		if len(s.files) == 0 {
			return nil
		}
	default: // folders without __init__.py are packages by what lies in them (PEP 420)
		if len(s.files) == 0 && w.python.below(w.r, s, name) == nil {
			return nil
		}
	}
	return s
}

// takesNothing reports whether the import says no more than the name of a module.
func (w *wantedModule) takesNothing() bool {
	return w.as.Name == "" && !strings.Contains(w.whole, "/") || w.as.Name == "*" && !strings.Contains(w.at, "/")
}

// gives reports whether a module has what the import takes of it, as far as it says.
// What it takes itself from one that is called the same is not its own.
func (w *wantedModule) gives(s *space) bool {
	name := w.as.Name
	if name == "" || name == "*" || len(s.names.of(w.r.graph, name)) > 0 || w.python.below(w.r, s, name) != nil {
		return true
	}
	for _, at := range s.files {
		for k := range w.r.graph.Files[at].Imports {
			if im := &w.r.graph.Files[at].Imports[k]; (im.As == name || im.Name == "*") && im.Module != w.as.Module {
				return true
			}
		}
	}
	return false
}

// elsewhere looks for the module in folders that do not lie above the file: those
// in which packages lie first, then those that have what is taken of it by name.
// The nearest counts, and of several that are as near it is either.
func (w *wantedModule) elsewhere(from, first string) *space {
	holders := w.r.python().holders[first]
	if len(holders) > mostHolders {
		return nil
	}
	var found []*space
	var best [3]int
	for _, dir := range holders {
		s := w.below(dir)
		if s == nil || within(from, dir) || isOfTests(path.Join(dir, first, "_")) && !isOfTests(w.r.graph.Files[w.file].Path) {
			continue
		}
		rank := 0
		if w.python.isPackage(w.r, dir) || !w.python.isPackage(w.r, path.Join(dir, first)) {
			if rank = 1; w.as.Name == "" || w.as.Name == "*" || !w.gives(s) {
				continue
			}
		}
		up, down := apart(from, dir)
		switch at := [3]int{rank, up, down}; {
		case found == nil || slices.Compare(at[:], best[:]) < 0:
			found, best = []*space{s}, at
		case at == best:
			found = append(found, s)
		}
	}
	if give := slices.DeleteFunc(slices.Clone(found), func(s *space) bool { return !w.gives(s) }); len(give) > 0 {
		found = give
	}
	return w.r.either(found)
}

// apart is how many folders one has to go up, and then down, from one to another.
func apart(from, to string) (up, down int) {
	for !within(to, from) {
		from = path.Dir(from)
		up++
	}
	return up, depthBelow(to, from)
}

// depthBelow is how many folders a path lies below one.
func depthBelow(p, dir string) int {
	if p == dir {
		return 0
	}
	if dir != "." {
		p = strings.TrimPrefix(p, dir+"/")
	}
	return 1 + strings.Count(p, "/")
}

// pythonNear are the folders around a file that may be on the path, the nearest
// first.
func (r *resolver) pythonNear(p python, from string) []string {
	known := r.python()
	if near, ok := known.known[from]; ok {
		return near
	}
	var out []string
	add := func(dir string) {
		if !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	for dir := from; ; dir = path.Dir(dir) {
		if !p.isPackage(r, dir) {
			add(dir)
		}
		for _, told := range known.told[dir] {
			add(told)
		}
		if src := path.Join(dir, "src"); r.spaces[pythonKey(src)] != nil && !p.isPackage(r, src) {
			add(src)
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	known.known[from] = out
	return out
}

func (r *resolver) python() *pythonPath {
	if r.pythonPath != nil {
		return r.pythonPath
	}
	known := &pythonPath{told: map[string][]string{}, holders: map[string][]string{}, known: map[string][]string{}}
	for _, t := range r.layout.PythonPath {
		known.told[t.Dir] = append(known.told[t.Dir], t.Folders...)
	}
	for key, s := range r.spaces {
		if at, ok := strings.CutPrefix(key, "python\x00"); ok && s.of == nil && s.either == nil && at != "." {
			known.holders[path.Base(at)] = append(known.holders[path.Base(at)], path.Dir(at))
		}
	}
	for _, dirs := range known.holders {
		slices.Sort(dirs)
	}
	r.pythonPath = known
	return known
}

// pythonInstalled reports whether a manifest asks for what is imported under a
// name, as far as the name tells: most distributions are imported by their own.
func (r *resolver) pythonInstalled(name string) bool {
	_, found := slices.BinarySearch(r.layout.PythonInstalled, strings.ToLower(name))
	return found
}
