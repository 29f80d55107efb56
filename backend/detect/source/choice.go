package source

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/repo"
)

// Ext is the end of a file's name from its last dot on, in lower case.
func Ext(p string) string {
	for i := len(p) - 1; i >= 0 && p[i] != '/'; i-- {
		if p[i] == '.' {
			return strings.ToLower(p[i:])
		}
	}
	return ""
}

func budget(services int) int {
	return max(minFiles, min(maxFiles, maxFilesRun/max(services, 1)))
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

var skippedDirs = map[string]bool{
	"test": true, "tests": true, "__tests__": true, "spec": true, "specs": true, "e2e": true, "testdata": true,
	"fixtures": true, "__fixtures__": true, "mocks": true, "__mocks__": true, "examples": true, "example": true,
	"docs": true, "doc": true, "benchmarks": true, "bench": true, "benches": true,
	"third_party": true, "generated": true, "gen": true,
	"migrations": true, "migrate": true, "cypress": true, "stories": true, "static": true,
	"androidTest": true,
}

// ofPackages is where Maven and Gradle keep what a program is made of. The folders
// below are its packages, whatever they are called: src/main/java/com/example
// (https://maven.apache.org/guides/introduction/introduction-to-the-standard-directory-layout.html).
const ofPackages language.Pattern = `(?:^|/)src/main/(?:java|kotlin|groovy|scala|clojure)/`

// beforePackages is the part of a path that leads to such packages, all of it where
// it leads to none.
func beforePackages(dir string) string {
	if !strings.Contains(dir, "src/main/") {
		return dir
	}
	if at := ofPackages.Regexp().FindStringIndex(dir + "/"); at != nil {
		return dir[:min(at[1], len(dir))]
	}
	return dir
}

// skipFolder leaves folders of tests and of what others or programs wrote out. Those
// of dependencies and outputs are not among the repository's sources.
func skipFolder(dir string) bool {
	outer := beforePackages(dir)
	for part := range strings.SplitSeq(outer, "/") {
		if skippedDirs[part] || strings.HasPrefix(part, ".") {
			return true
		}
	}
	for part := range strings.SplitSeq(dir[len(outer):], "/") {
		if part == "generated" || part == "gen" {
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
	entryNames = language.Words("main app server index program startup application bootstrap www wsgi asgi manage run start " +
		"api web bot worker lib mod handler router boot entry")
	settingNames = language.Words("settings config configuration env environment constants options conf runtime prod production " +
		"secrets database db datasource data-source prisma redis mongo mongodb postgres initializers puma gunicorn urls routes health healthcheck status ping controller controllers routers endpoints base")
)

// settingFolders are packages whose own file reads the environment.
var settingFolders = language.Words("settings config configs configuration conf env environment")

const maxScore = 120

// rate says how early a file is read, from 0 up, and whether it looks
// like an entry point. dir ends in a slash or is empty.
func rate(dir, base string) (score int, entry bool) {
	stem := strings.ToLower(base)
	if i := strings.IndexByte(stem, '.'); i > 0 {
		stem = stem[:i]
	}
	deep := strings.Count(dir, "/")
	score = min(30+deep*10, maxScore)
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
