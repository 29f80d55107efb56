package export

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/repo"
	"aipack/backend/repo/generated"
	"aipack/backend/universalbuild"
)

// always is left out of every context: history, editors, and the container files
// themselves, whose edits need no rebuild.
var always = []struct {
	title    string
	patterns []string
}{
	{"History and editors", []string{".git", ".hg", ".svn", ".idea", ".vscode", "**/.DS_Store"}},
	{"Container files", []string{
		"**/Dockerfile", "**/Dockerfile.*", "**/*.Dockerfile", "**/.dockerignore", "**/compose.y*ml", "**/compose.*.y*ml",
		"**/docker-compose*.y*ml", "universalbuild.json", "universalbuild.yaml", "**/*.bak-[0-9]*",
	}},
}

// fetched are folders and files that a language's tools make and the build
// makes anew. A bare name is a folder of the tool's where its owner stands beside
// it. Where the repository itself has files below one, it stays.
var fetched = map[string][]string{
	"javascript": {"**/node_modules", "**/.pnpm-store", "**/.npm", "**/.turbo", "**/.next", "**/.nuxt", "**/.output", "**/.svelte-kit", "**/.astro", "**/.angular", "**/.parcel-cache", "**/npm-debug.log*"},
	"python":     {"**/__pycache__", "**/*.py[cod]", "**/.venv", "**/.tox", "**/.nox", "**/.pytest_cache", "**/.mypy_cache", "**/.ruff_cache", "**/*.egg-info", "**/.coverage"},
	"ruby":       {"**/vendor/bundle", "**/.bundle", "**/log/*.log", "**/tmp/cache", "**/tmp/pids", "**/public/packs"},
	"php":        {"vendor", "**/storage/logs/*", "**/.phpunit.cache", "**/.phpunit.result.cache"},
	"rust":       {"target"},
	"java":       {"target", "build", "**/.gradle", "**/*.class"},
	"csharp":     {"bin", "obj", "**/TestResults", "**/.vs"},
	"elixir":     {"_build", "deps", "**/.elixir_ls"},
	"erlang":     {"_build"},
	"gleam":      {"build"},
	"dart":       {"**/.dart_tool", "build"},
	"swift":      {".build"},
	"zig":        {"zig-out", "zig-cache", "**/.zig-cache"},
	"haskell":    {"dist-newstyle", "**/.stack-work"},
	"clojure":    {"target", "**/.cpcache"},
	"scala":      {"target", "**/.bsp", "**/.metals", "**/.bloop"},
	"crystal":    {"lib", "**/.shards"},
	"cpp":        {"**/cmake-build-*", "**/*.o"},
	"r":          {"**/.Rhistory", "**/.RData"},
}

// sameTools names languages whose tools leave the same things behind.
var sameTools = map[string]string{
	"typescript": "javascript", "kotlin": "java", "groovy": "java", "fsharp": "csharp", "vb": "csharp", "c": "cpp",
}

// outputs are names that builds commonly give what they make. An artifact of
// such a name is left out, because a stale one would hide a failed build.
var outputs = []string{
	"dist", "build", "out", "target", "public/build", "_site", "site", ".next", ".output", ".nuxt",
	"publish", "bin", "release", "zig-out", "www",
}

// Known is what is known of a folder, with paths relative to it.
type Known struct {
	Files  []string // the repository's own; nil where they are not known
	Filled []string // folders that tools fill again
}

// KnownOf is what a walk knows.
func KnownOf(x *repo.Index) Known { return Known{x.Paths(), x.Filled()} }

// Below is what is known of a folder within.
func (k Known) Below(dir string) Known { return k.within([]string{dir})[dir] }

// within is Below for many folders at once.
func (k Known) within(dirs []string) map[string]Known {
	files, filled := within(dirs, k.Files), within(dirs, k.Filled)
	known := map[string]Known{}
	for _, dir := range dirs {
		known[dir] = Known{files[dir], filled[dir]}
	}
	return known
}

// Ignore writes the .dockerignore of a context for all the services that are
// built from it: documents names them, in says what is known of the context, and
// found is what lies in it: credentials, and the project's own patterns, which count as
// well. Nothing that a build copies by name is left out, and nothing that the repository
// has for its own and does not leave out itself.
func Ignore(documents []universalbuild.UniversalBuild, in Known, found Found) string {
	needed := neededBy(documents)
	return unneeded(needed) +
		ownBlock(found.OwnIgnore, documents, in.Files) +
		block("Credentials, and settings of one machine", credentials(needed, found.Findings), nil) +
		block("Defaults that the build reads", defaults(documents), nil) +
		remade(documents, in, needed) // last: nothing within it comes back
}

// ignored is what is left out whatever it holds.
func ignored(documents []universalbuild.UniversalBuild, in Known, own string) string {
	needed := neededBy(documents)
	return unneeded(needed) + ownBlock(own, documents, in.Files) + remade(documents, in, needed)
}

func unneeded(needed []string) string {
	var b strings.Builder
	for _, a := range always {
		b.WriteString(block(a.title, a.patterns, needed))
	}
	return b.String()
}

func remade(documents []universalbuild.UniversalBuild, in Known, needed []string) string {
	return block("What the build fetches and makes", made(documents, in), needed)
}

// block writes patterns below a title, without those that would hide what is
// needed.
func block(title string, patterns, needed []string) string {
	var b strings.Builder
	head := "# " + title + "\n"
	for _, p := range patterns {
		if !hides(p, needed) {
			b.WriteString(head + p + "\n")
			head = ""
		}
	}
	return b.String()
}

func neededBy(documents []universalbuild.UniversalBuild) (needed []string) {
	for _, d := range documents {
		needed = append(needed, copied(d)...)
	}
	return needed
}

// defaults gives back the dotenv file without which Symfony does not start: it
// is committed, and what is secret overrides it from outside
// (symfony.com/doc/current/configuration.html).
func defaults(documents []universalbuild.UniversalBuild) []string {
	var patterns []string
	for _, d := range documents {
		if d.Metadata.Framework == "Symfony" {
			patterns = append(patterns, "!"+committed(d))
		}
	}
	slices.Sort(patterns)
	return slices.Compact(patterns)
}

// committed is a service's own .env, relative to what its build is sent.
func committed(d universalbuild.UniversalBuild) string {
	return relative(d.Context(), path.Join(folder(d), ".env"))
}

// copied lists the paths that the Dockerfile copies from the context by name.
func copied(d universalbuild.UniversalBuild) []string {
	list := slices.Clone(d.Build.Manifests)
	if w := (&writer{doc: d}); !d.HasBuild() {
		for _, c := range w.takenOver() {
			list = append(list, c.From)
		}
	}
	return list
}

// made gives the patterns of what is not a source, sorted.
func made(documents []universalbuild.UniversalBuild, in Known) []string {
	var patterns, owned []string
	for _, d := range documents {
		for _, l := range append([]string{d.Metadata.Language}, d.Metadata.Languages...) {
			if same, ok := sameTools[l]; ok {
				l = same
			}
			for _, p := range fetched[l] {
				if strings.Contains(p, "/") {
					patterns = append(patterns, p)
				} else {
					owned = append(owned, p)
				}
			}
		}
		if len(d.Build.Tools) > 0 {
			patterns = append(patterns, "**/node_modules")
		}
		if len(d.Build.BuildCommands) == 0 {
			continue
		}
		for _, a := range d.Build.Artifacts {
			a = path.Clean(a)
			if only(a, "._-/") && !path.IsAbs(a) && slices.ContainsFunc(outputs, func(o string) bool { return a == o || strings.HasSuffix(a, "/"+o) }) {
				patterns = append(patterns, a)
			}
		}
	}
	slices.Sort(patterns)
	patterns = slices.Compact(patterns)
	there := named(patterns, in.Files)
	patterns = slices.DeleteFunc(patterns, func(p string) bool {
		if _, one := name(p); one {
			return there[p]
		}
		return hides(p, in.Files)
	})
	patterns = slices.Concat(patterns, beside(owned, documents, in.Files), wordly(in.Filled))
	slices.Sort(patterns)
	return slices.Compact(patterns)
}

// mostBeside bounds how many folders of one name are listed one by one.
const mostBeside = 50

// beside places the folders that tools fill beside the files that own them: those
// of the repository or, where its files are not known, the manifests that the
// documents name. Where the repository has files in one, it stays.
func beside(names []string, documents []universalbuild.UniversalBuild, files []string) []string {
	slices.Sort(names)
	var patterns []string
	for _, name := range slices.Compact(names) {
		owners := owning(name)
		free, taken := map[string]bool{}, map[string]bool{}
		if files == nil {
			for _, d := range documents {
				if dir := relative(d.Context(), folder(d)); !strings.HasPrefix(dir, "..") {
					free[strings.TrimPrefix(dir+"/", "./")] = true
				}
			}
		}
		for _, f := range files {
			dir, base := path.Split(f)
			if owners[base] || owners["*"+path.Ext(base)] {
				free[dir] = true
			}
			for at := 0; at < len(dir); at += strings.IndexByte(dir[at:], '/') + 1 {
				if strings.HasPrefix(dir[at:], name+"/") {
					taken[dir[:at]] = true
				}
			}
		}
		if len(free) > mostBeside && len(taken) == 0 {
			patterns = append(patterns, "**/"+name)
			continue
		}
		for dir := range free {
			if !taken[dir] && len(free) <= mostBeside {
				patterns = append(patterns, dir+name)
			}
		}
	}
	return wordly(patterns)
}

// owning lists the files beside which a folder is what a build fetches or makes.
func owning(name string) map[string]bool {
	files := map[string]bool{}
	switch name {
	case "vendor":
		files["composer.json"] = true // what Go vendors, a build reads
	case "lib":
		files["shard.yml"] = true
	}
	for _, f := range generated.Owned(name) {
		files[f] = true
	}
	return files
}

// wordly keeps the paths that are patterns of themselves.
func wordly(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !only(p, "._-/@+") })
}

// name gives what a pattern is about where that is one name at any depth, as
// most are.
func name(pattern string) (string, bool) {
	rest, anywhere := strings.CutPrefix(pattern, "**/")
	return rest, anywhere && !strings.Contains(rest, "/")
}

// named finds the patterns about one name that some file or folder has. It
// looks at every path once, whatever the number of patterns.
func named(patterns, files []string) map[string]bool {
	type wildcard struct{ pattern, name, literal string }
	plain, wild := map[string]string{}, []wildcard{}
	for _, p := range patterns {
		if n, one := name(p); one && strings.ContainsAny(n, "*[") {
			wild = append(wild, wildcard{p, n, literal(n)})
		} else if one {
			plain[n] = p
		}
	}
	there := map[string]bool{}
	look := func(segment string) {
		if p, ok := plain[segment]; ok {
			there[p] = true
		}
		for _, w := range wild {
			if strings.Contains(segment, w.literal) && matchAll([]string{w.name}, []string{segment}) {
				there[w.pattern] = true
			}
		}
	}
	before := ""
	for _, f := range files {
		dir, base := path.Split(f)
		if dir != before { // files of one folder follow one another
			for segment := range strings.SplitSeq(strings.TrimSuffix(dir, "/"), "/") {
				look(segment)
			}
			before = dir
		}
		look(base)
	}
	return there
}

// literal is the longest part of one of our patterns that a name must hold as
// it stands.
func literal(pattern string) string {
	plain, _, _ := strings.Cut(pattern, "[")
	longest := ""
	for part := range strings.SplitSeq(plain, "*") {
		if len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

// hides reports whether a pattern of ours would leave out any of the paths,
// or a folder they lie in. It knows just the patterns that are written here.
func hides(pattern string, paths []string) bool {
	if strings.HasPrefix(pattern, "!") {
		return false
	}
	anywhere := strings.HasPrefix(pattern, "**/")
	parts := strings.Split(strings.TrimPrefix(pattern, "**/"), "/")
	wanted := literal(parts[0])
	for _, p := range paths {
		if !strings.Contains(p, wanted) {
			continue // the usual case, for many thousand paths
		}
		segments := strings.Split(path.Clean(p), "/")
		for from := 0; from+len(parts) <= len(segments); from++ {
			if matchAll(parts, segments[from:]) {
				return true
			}
			if !anywhere {
				break
			}
		}
	}
	return false
}

func matchAll(patterns, segments []string) bool {
	for i, p := range patterns {
		if p == segments[i] {
			continue
		}
		if ok, err := path.Match(p, segments[i]); !strings.ContainsAny(p, "*?[") || err != nil || !ok {
			return false
		}
	}
	return true
}
