package golang

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/language/node"
)

// frontEnd is a Node.js project whose build makes what a module embeds.
type frontEnd struct {
	dir    string     // relative to the repository's root
	script string     // of its package.json that writes to the embedded folder; "" where its usual build does
	moved  *node.Move // how the project's own files put the result there; nil where the build does
}

// embedded finds the front ends of a module by what its commands embed or
// serve: `//go:embed all:dist` in web/ makes web/ a part of the program, and so
// does http.Dir("web/dist"), or a container file that takes web/dist. The output itself is seldom in the repository, so the folder above it decides, or a
// build that writes to the embedded folder.
// https://pkg.go.dev/embed
func embedded(f *language.Folder, mains []mainPackage) []frontEnd {
	root := f.Reader().Folder(".")
	found := map[string]frontEnd{}
	take := func(folders []string) {
		for _, folder := range folders {
			if end, ok := assetsOf(f, folder); ok && found[end.dir].script == "" {
				found[end.dir] = end
			}
		}
	}
	take(binary.CopiedFolders(f))
	seen := map[string]bool{}
	for _, m := range mains {
		for _, file := range m.files {
			if seen[file] {
				continue
			}
			seen[file] = true
			content, _ := root.Text(file)
			var folders []string
			for _, pattern := range embedPatterns(content) {
				folders = append(folders, embedFolder(path.Join(path.Dir(file), pattern)))
			}
			for _, opened := range openedIn(root, file) {
				if name := path.Clean(opened.name); language.SafeFolder(name) && !f.HasDir(name) && !f.Has(name) {
					folders = append(folders, f.Join(name)) // served from a folder that a build makes
				}
			}
			take(folders)
		}
	}
	out := make([]frontEnd, 0, len(found))
	for _, dir := range slices.Sorted(maps.Keys(found)) {
		out = append(out, found[dir])
	}
	return out
}

// embedFolder is the part of an embedded path before its first wildcard:
// web/dist of web/dist/*.
func embedFolder(embedded string) string {
	if at := strings.IndexAny(embedded, "*?["); at >= 0 {
		return path.Dir(embedded[:at] + "x")
	}
	return embedded
}

// embedPatterns reads the patterns of a source's embed directives.
func embedPatterns(content string) []string {
	var out []string
	for _, start := range language.LikelyLines(content, []string{"//go:embed"}) {
		line, _, _ := strings.Cut(content[start:], "\n")
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "//go:embed ")
		if !ok {
			continue
		}
		for _, word := range strings.Fields(rest) {
			if unquoted, err := strconv.Unquote(word); err == nil {
				word = unquoted
			}
			out = append(out, strings.TrimPrefix(word, "all:"))
		}
	}
	return out
}

// maxNodeProjects is how many package.json files are asked where they write to.
const maxNodeProjects = 24

// assetsOf finds the Node.js project below the module that makes an embedded
// path: the one that the path lies in, or one whose build writes there.
func assetsOf(f *language.Folder, embedded string) (frontEnd, bool) {
	root := f.Reader().Folder(".")
	for dir := embedded; dir != f.Path && dir != "." && dir != "/"; dir = path.Dir(dir) {
		if root.Has(path.Join(dir, "package.json")) {
			return frontEnd{dir: dir}, true
		}
	}
	for _, m := range node.Moves(f) {
		if oneHolds(m.To, embedded) {
			return frontEnd{m.Dir, m.Script, &m}, true
		}
	}
	all := f.Glob("**/package.json")
	for _, name := range all[:min(len(all), maxNodeProjects)] {
		at := f.Sub(path.Dir(name))
		if at.Path == f.Path {
			continue // a package.json beside go.mod builds with it anyway
		}
		if script := nodeScriptInto(at, embedded); script != "" {
			return frontEnd{dir: at.Path, script: script}, true
		}
		if into := node.Into(at); into != "" && oneHolds(into, embedded) {
			return frontEnd{dir: at.Path}, true
		}
	}
	return frontEnd{}, false
}

// nodeOutFlag is how bundlers are told where to write on the command line: Vite
// and Astro --outDir, tsdown and esbuild --outdir, Vue CLI --dest, Parcel
// --dist-dir, Angular and webpack --output-path.
const nodeOutFlag = language.Pattern(`--(?:out-?[dD]ir|dest|dist-dir|output-path)[ =]["']?([\w./-]+)`)

// nodeScriptInto names the script whose command line says that it writes to a
// folder of the repository, "" for none: `vite build --outDir=../server/dist`.
func nodeScriptInto(f *language.Folder, folder string) string {
	pkg, ok := node.Package(f)
	if !ok {
		return ""
	}
	for _, name := range pkg.ScriptNames() {
		for _, m := range nodeOutFlag.Regexp().FindAllStringSubmatch(pkg.Scripts[name], 8) {
			if out := path.Join(f.Path, m[1]); out != f.Path && oneHolds(out, folder) && !strings.Contains(pkg.Scripts[name], "--watch") {
				return name
			}
		}
	}
	return ""
}

// oneHolds reports whether two folders are the same or one lies in the other.
func oneHolds(a, b string) bool {
	return a == b || strings.HasPrefix(a, b+"/") || strings.HasPrefix(b, a+"/")
}

// addFrontEnds builds the embedded front ends before the program, in the
// same build: go build takes into the binary what is there.
func addFrontEnds(p *language.Project, used []mainPackage, r *language.Recipe) {
	ends := map[string]frontEnd{}
	for _, end := range embedded(p.Folder, used) {
		ends[end.dir] = end
	}
	added := false
	for _, b := range p.Beside {
		if end, embedded := ends[b.Path]; embedded && p.AddAssetsOf(b, end.script, r) {
			if added = true; end.moved != nil {
				end.moved.Put(p, r)
			}
		}
	}
	if !added {
		p.AddAssets(r)
	}
	standIns(p, used, ends, r)
}
