package extract

import (
	"path"
	"slices"
	"strings"
	"sync"

	"aipack/backend/language"
	"aipack/backend/repo"
)

// Sources is the bounded part of a service's source files that is read: those
// whose names and places promise the entry point, the settings or the routes
// come first. Each file is read once, whatever is asked.
type Sources struct {
	folder *language.Folder
	picked []picked
	parts  []string // folders of front ends that are built along
	lines  int      // bytes of lines that patterns may be run over for one question

	once  sync.Once
	files []Source

	mountsOnce sync.Once
	mountList  []mount
	global     string // prefix of all routes
	globalLost bool   // it is given by a name that nothing explains
	excluded   string // what says which routes do not stand below it
	version    string // of all routes that do not say another
	paths      map[string]pathText
	routings   map[string]*routing

	typePrefixes map[string]string // by the name of a structure, what goes before its tags
	allTags      *string           // what goes before every tag

	composing map[string]bool // by the name of a function, whether it makes the variable's name

	readersOnce sync.Once
	ownReaders  []string        // functions of the program's own that read a variable by its name
	wrappers    map[string]need // by the name of a function that reads the environment
}

type picked struct {
	name  string // relative to the folder
	entry bool
	owner *language.Language
}

// Source is one source file.
type Source struct {
	Name    string // relative to the service's folder
	Entry   bool   // its name or place says that the program starts here
	Owner   *language.Language
	content string
	folded  string // content in lower case, made when first needed
	lines   []string
	anchors map[anchor][]int // the lines that literals stand in, as far as they were asked for
	sources *Sources         // that it is one of
}

// The bounds of what is read for one service, and for all of a run together.
const (
	maxSourceFiles    = 96
	maxSourceBytes    = 2 << 20
	maxSourceFile     = 256 << 10
	maxSourceFilesRun = 800
	minSourceFiles    = 12
	maxSearchBytesRun = 192 << 10 // of lines that patterns are run over
	minSearchBytes    = 24 << 10
)

// chooseSources picks the files without reading them. elsewhere are folders of
// other services below this one; services is how many there are in all.
func chooseSources(p *language.Project, elsewhere []string, services int) *Sources {
	s := &Sources{folder: p.Folder, lines: max(minSearchBytes, maxSearchBytesRun/max(services, 1))}
	for _, part := range p.Claim.Parts {
		s.parts = append(s.parts, language.Below(p.Path, part))
	}
	owners := extensions(p)
	if len(owners) == 0 {
		return s
	}
	if p.Home != nil && p.Language != nil && p.Language.Sources != nil {
		s.reach(p, owners, services)
		return s
	}
	// Files of one folder stand together, so that what a folder's name says is
	// worked out once; tests and generated files are told apart only among those
	// that are near the front.
	var byScore [maxSourceScore + 1][]picked
	var dir string
	var skip, known bool
	for _, f := range p.Reader().Index.Under(p.Path) {
		owner := owners[lowerExt(f.Path)]
		if owner == nil {
			continue
		}
		name := relative(p.Path, f)
		at := strings.LastIndexByte(name, '/') + 1
		if !known || name[:at] != dir {
			dir, known = name[:at], true
			skip = inside(f.Path, elsewhere) || skipFolder(dir, owner)
		}
		if skip {
			continue
		}
		score, entry := rateSource(dir, name[at:])
		byScore[score] = append(byScore[score], picked{name, entry, owner})
	}
	left := sourceBudget(services)
	for _, list := range byScore {
		for _, f := range list {
			if base := path.Base(f.name); left > 0 && !isTestFile(base) && !isGenerated(base) {
				left--
				s.picked = append(s.picked, f)
			}
		}
	}
	return s
}

// reach picks the files that one of several programs is made of.
func (s *Sources) reach(p *language.Project, owners map[string]*language.Language, services int) {
	s.folder = p.Home
	left := sourceBudget(services)
	for _, file := range p.Language.Sources(p) {
		name := language.Below(p.Home.Path, file)
		owner := owners[lowerExt(name)]
		if owner == nil || left == 0 || isGenerated(path.Base(name)) || p.Home.Path != "." && !strings.HasPrefix(file, p.Home.Path+"/") {
			continue
		}
		left--
		s.picked = append(s.picked, picked{name, path.Dir(file) == p.Program, owner})
	}
}

func lowerExt(p string) string {
	for i := len(p) - 1; i >= 0 && p[i] != '/'; i-- {
		if p[i] == '.' {
			return strings.ToLower(p[i:])
		}
	}
	return ""
}

func sourceBudget(services int) int {
	return max(minSourceFiles, min(maxSourceFiles, maxSourceFilesRun/max(services, 1)))
}

func relative(dir string, f repo.File) string {
	if dir == "." {
		return f.Path
	}
	return f.Path[len(dir)+1:]
}

func inside(p string, dirs []string) bool {
	for _, d := range dirs {
		if strings.HasPrefix(p, d+"/") {
			return true
		}
	}
	return false
}

// extensions says whose patterns read which files: the project's language,
// those beside it, and files of the same family (a .js in a TypeScript
// project).
func extensions(p *language.Project) map[string]*language.Language {
	out := map[string]*language.Language{}
	for _, q := range append([]*language.Project{p}, p.Beside...) {
		if q == nil || q.Language == nil {
			continue
		}
		for _, e := range q.Language.Extensions {
			if out[e] == nil {
				out[e] = q.Language
			}
		}
		for _, family := range families {
			if !slices.ContainsFunc(family, func(e string) bool { return slices.Contains(q.Language.Extensions, e) }) {
				continue
			}
			for _, e := range family {
				if out[e] == nil {
					out[e] = q.Language
				}
			}
		}
	}
	return out
}

// families are extensions whose languages share a runtime, so that the
// patterns of one read the files of the other.
var families = [][]string{
	{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte", ".astro"},
	{".java", ".kt", ".kts", ".groovy"},
	{".c", ".h", ".cc", ".cpp", ".cxx", ".hpp"},
	{".ex", ".exs"},
	{".rb", ".ru"},
}

var skippedSourceDirs = map[string]bool{
	"test": true, "tests": true, "__tests__": true, "spec": true, "specs": true, "e2e": true, "testdata": true,
	"fixtures": true, "__fixtures__": true, "mocks": true, "__mocks__": true, "examples": true, "example": true,
	"docs": true, "doc": true, "benchmarks": true, "bench": true, "benches": true, "node_modules": true, "vendor": true,
	"third_party": true, "dist": true, "build": true, "out": true, "target": true, "generated": true, "gen": true,
	"migrations": true, "migrate": true, "cypress": true, "stories": true, "static": true, "site-packages": true,
	"androidTest": true, "cmake-build-debug": true, "obj": true,
}

// skipFolder leaves folders of tests, dependencies and outputs out.
func skipFolder(dir string, owner *language.Language) bool {
	for dir != "" {
		var part string
		part, dir, _ = strings.Cut(dir, "/")
		if skippedSourceDirs[part] || strings.HasPrefix(part, ".") || slices.Contains(owner.SkipDirs, part) {
			return true
		}
	}
	return false
}

func isTestFile(base string) bool {
	stem := strings.TrimSuffix(base, path.Ext(base))
	lower := strings.ToLower(stem)
	switch {
	case strings.HasSuffix(lower, ".test"), strings.HasSuffix(lower, ".spec"), strings.HasSuffix(lower, "_test"),
		strings.HasSuffix(lower, "_spec"), strings.HasPrefix(lower, "test_"), lower == "conftest", strings.HasSuffix(lower, ".stories"):
		return true
	}
	return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || strings.HasSuffix(stem, "Spec") || strings.HasSuffix(stem, "IT") && len(stem) > 4
}

func isGenerated(base string) bool {
	lower := strings.ToLower(base)
	for _, end := range []string{".min.js", ".d.ts", ".pb.go", "_pb2.py", "_pb2_grpc.py", ".g.dart", ".freezed.dart", ".designer.cs", ".g.cs", ".bundle.js"} {
		if strings.HasSuffix(lower, end) {
			return true
		}
	}
	return strings.Contains(lower, ".generated.") || strings.HasPrefix(lower, "zz_generated")
}

// entryNames are the stems of files in which programs start; settingNames of
// those that read the environment; routeNames of those with routes.
var (
	entryNames = words("main app server index program startup application bootstrap www wsgi asgi manage run start " +
		"api web bot worker lib mod handler router boot entry")
	settingNames = words("settings config configuration env environment constants options conf runtime prod production " +
		"secrets database db initializers puma gunicorn urls routes health healthcheck status ping controller controllers routers endpoints base")
)

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

// settingFolders are packages whose own file reads the environment.
var settingFolders = words("settings config configs configuration conf env environment")

const maxSourceScore = 120

// rateSource says how early a file is read, from 0 up, and whether it looks
// like an entry point. dir ends in a slash or is empty.
func rateSource(dir, base string) (score int, entry bool) {
	stem := strings.ToLower(base)
	if i := strings.IndexByte(stem, '.'); i > 0 {
		stem = stem[:i]
	}
	deep := strings.Count(dir, "/")
	score = min(30+deep*10, maxSourceScore)
	switch {
	case entryNames[stem] || strings.HasSuffix(stem, "application"):
		return score - 30, deep <= 3 || strings.HasPrefix(dir, "src/main/") // a Java package's folders are deep
	case (stem == "__init__" || stem == "index" || strings.Contains(stem, "settings")) && settingFolders[path.Base(dir)], settingNames[stem] || strings.HasSuffix(stem, "config") || strings.Contains(stem, "health"):
		return score - 20, false
	case dir == "":
		return score - 15, false
	}
	return score, false
}

// Files reads the chosen files, once. What is too large, no text or not there
// any more is left out.
func (s *Sources) Files() []Source {
	s.once.Do(func() {
		left := maxSourceBytes
		for _, p := range s.picked {
			content, cut, err := s.folder.Reader().Repo.ReadTextHead(s.folder.Join(p.name), maxSourceFile)
			if err != nil || cut || len(content) > left {
				continue
			}
			left -= len(content)
			s.files = append(s.files, Source{Name: p.name, Entry: p.entry, Owner: p.owner, content: content, sources: s})
		}
	})
	return s.files
}
