package javascript

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/languages/javascript/site"
	"aipack/languages/javascript/source"
	"aipack/languages/javascript/workspace"
)

// ownFolder is a path that a program puts together from the folder that it lies in:
// the root of NestJS's ServeStaticModule, of express.static, of @fastify/static
// (https://docs.nestjs.com/recipes/serve-static).
const ownFolder language.Pattern = `\b(?:join|resolve)\(\s*(?:__dirname|import\.meta\.dirname)\s*,`

// text is a string literal that nothing is put into.
const text language.Pattern = `['"\x60]([^'"\x60\n$]*)['"\x60]`

// frontEnd is a project whose pages another one hands out, with the place that says so.
type frontEnd struct {
	Path string
	Why  finding.Evidence
}

// served lists the front ends of the project's own workspace whose pages it hands
// out itself.
func served(f *language.Folder) []frontEnd {
	return language.Once(f, "node.served", func() []frontEnd {
		if workspace.NxAlone(f) {
			return nxServed(f)
		}
		return memberServed(f)
	})
}

func servedPaths(f *language.Folder) (paths []string) {
	for _, front := range served(f) {
		paths = append(paths, front.Path)
	}
	return paths
}

// nxServed lists the applications of the same Nx workspace whose pages the
// project hands out itself: it names the folder that their build writes to,
// seen from the one that its own does. One with a container file of its own
// is deployed apart.
func nxServed(f *language.Folder) []frontEnd {
	root, ok := workspace.NxRoot(f)
	if !ok {
		return nil
	}
	pages := language.Once(root, "node.nx_pages", func() builtPages {
		pages := builtPages{}
		for _, at := range root.Reader().Index.NamedUnder(root.Path, "project.json") {
			other := root.Reader().Folder(path.Dir(at))
			nx, ok := workspace.NxProject(other)
			if ok && nx.Type == "application" && site.IsNxStatic(other, nx) && other.FirstOf("Dockerfile", "Containerfile") == "" {
				pages.add(site.NxOutput(root.Rel(other.Path), nx), other.Path)
			}
		}
		return pages
	})
	nx, _ := workspace.NxProject(f)
	out := site.NxOutput(root.Rel(f.Path), nx)
	return servedOf(f, pages, func(file string) []string { return []string{out, path.Join(out, path.Dir(f.Rel(file)))} })
}

// memberServed is the same for the members of a workspace of packages, whose
// builds write into their own folders.
func memberServed(f *language.Folder) []frontEnd {
	root, ok := workspace.Root(f)
	if !ok || root.Path == f.Path {
		return nil
	}
	pages := language.Once(root, "node.pages", func() builtPages {
		w, _ := workspace.Find(root)
		pages := builtPages{}
		for _, dir := range w.Members {
			other := root.Reader().Folder(dir)
			pkg, ok := node.Package(other)
			if !ok || other.FirstOf("Dockerfile", "Containerfile") != "" {
				continue
			}
			if s, ok := site.Find(other, pkg); ok {
				pages.add(path.Join(dir, s.Output), dir)
			}
		}
		return pages
	})
	return servedOf(f, pages, func(file string) []string { return []string{path.Dir(file)} })
}

// builtPages are the front ends of a workspace by the folders that they are built
// into. Its members share them.
type builtPages map[string][]string

func (b builtPages) add(built, dir string) { b[built] = append(b[built], dir) }

// beside gives the front end that is built into a folder, and is not the one at
// self; "" for none.
func (b builtPages) beside(built, self string) string {
	for _, dir := range slices.Backward(b[built]) {
		if dir != self {
			return dir
		}
	}
	return ""
}

// servedOf picks of the front ends, by the folders that they are built into, those that a
// project's sources name; from gives where a source lies when it runs.
func servedOf(f *language.Folder, pages builtPages, from func(file string) []string) (out []frontEnd) {
	others := false
	for built := range pages {
		if others = pages.beside(built, f.Path) != ""; others {
			break
		}
	}
	if !others {
		return nil
	}
	for _, file := range source.Files(f) {
		content := source.Script(f.Reader().Folder("."), file)
		if !ownFolder.MayMatch(content) {
			continue
		}
		for _, at := range ownFolder.Regexp().FindAllStringIndex(content, 8) {
			var parts []string
			for _, m := range text.Regexp().FindAllStringSubmatch(node.Expression(content[at[0]:]), 8) {
				parts = append(parts, m[1])
			}
			for _, dir := range from(file) {
				front := holding(pages, path.Join(dir, path.Join(parts...)), f.Path)
				if front != "" && !slices.ContainsFunc(out, func(o frontEnd) bool { return o.Path == front }) {
					out = append(out, frontEnd{front, f.AtLine("node.serves", f.Rel(file), 1+strings.Count(content[:at[0]], "\n"))})
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b frontEnd) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// holding gives the front end beside self whose built pages a path names, or a
// part of them; "" for none.
func holding(pages builtPages, named, self string) string {
	for ; named != "." && named != "/"; named = path.Dir(named) {
		if dir := pages.beside(named, self); dir != "" {
			return dir
		}
	}
	return ""
}
