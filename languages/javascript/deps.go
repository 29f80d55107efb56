package javascript

import (
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/languages/javascript/deno"
	"aipack/languages/javascript/site"
	"aipack/languages/javascript/workspace"
)

// dependencies lists what package.json declares. A dependency on another
// package of the workspace carries its folder.
func dependencies(p *language.Project) []language.Dependency {
	if p.Claim.System == "deno" {
		return deno.Dependencies(p.Folder)
	}
	f := p.Folder
	pkg, ok := node.Package(f)
	if !ok && p.Workspace != nil { // Nx keeps all dependencies in the root
		f = p.Context()
		pkg, _ = node.Package(f)
	}
	lines := dependencyLines(f)
	members := map[string]string{}
	if p.Workspace != nil {
		members = memberNames(p)
	}
	var out []language.Dependency
	add := func(deps map[string]string, section string, dev bool) {
		for name, version := range deps {
			line := lines[section+"\x00"+name]
			if line == 0 { // several keys on one line
				line = f.At("node.dependency", node.PackageFile(f), `"`+name+`"`).Line
			}
			out = append(out, language.Dependency{
				Name: name, Version: version, Dev: dev, Optional: section == "optionalDependencies", Local: local(f, members, name, version),
				Absent: absent(f, members, name, version), Path: f.Join(node.PackageFile(f)), Line: line,
			})
		}
	}
	add(pkg.Dependencies, "dependencies", false)
	add(pkg.OptionalDependencies, "optionalDependencies", false)
	add(pkg.DevDependencies, "devDependencies", true)
	add(pkg.PeerDependencies, "peerDependencies", true)
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].Name != out[j].Name {
			return out[i].Name < out[j].Name
		}
		return !out[i].Dev && out[j].Dev
	})
	kept := out[:0]
	for i, d := range out {
		if i == 0 || d.Name != out[i-1].Name {
			kept = append(kept, d)
		}
	}
	return kept
}

// local finds the folder that a dependency points to: by a path, or by a
// name that a member of the workspace has.
func local(f *language.Folder, members map[string]string, name, version string) string {
	if to, ok := pathOf(version); ok {
		dir := path.Join(f.Path, to)
		if language.Outside(dir) || strings.HasSuffix(dir, ".tgz") || path.IsAbs(to) {
			return ""
		}
		return dir
	}
	if dir, ok := members[name]; ok && !strings.HasPrefix(version, "npm:") && !strings.HasPrefix(version, "http") {
		return dir
	}
	return ""
}

// pathOf is the path that stands in a version's place.
func pathOf(version string) (string, bool) {
	scheme, to, ok := strings.Cut(version, ":")
	return to, ok && (scheme == "file" || scheme == "link" || scheme == "portal")
}

// absent gives the path of a dependency that is not there. A package that is asked of
// the workspace alone is nowhere else (pnpm.io/workspaces, "Workspace protocol").
func absent(f *language.Folder, members map[string]string, name, version string) string {
	if to, ok := pathOf(version); ok {
		return f.Absent(to)
	}
	if asked, ok := strings.CutPrefix(version, "workspace:"); ok && members[name] == "" && !strings.Contains(asked, "@") {
		return version
	}
	return ""
}

// memberNames maps the names of a workspace's members to their folders.
func memberNames(p *language.Project) map[string]string {
	root := p.Reader().Folder(p.Workspace.Root)
	return language.Once(root, "node.members", func() map[string]string { return readNames(p.Reader(), p.Workspace.Members) })
}

func readNames(reader *language.Reader, members []string) map[string]string {
	names := map[string]string{}
	for _, dir := range members {
		f := reader.Folder(dir)
		if pkg, ok := node.Package(f); ok && pkg.Name != "" {
			names[pkg.Name] = dir
		} else if d, _, ok := deno.Config(f); ok && d.Name != "" {
			names[d.Name] = dir
		}
	}
	return names
}

// dependencyLines finds the line of each dependency, keyed by section and
// name.
func dependencyLines(f *language.Folder) map[string]int {
	lines := map[string]int{}
	content, _ := f.Text(node.PackageFile(f))
	section := ""
	for i, line := range strings.Split(content, "\n") {
		key := strings.TrimSpace(line)
		if !strings.HasPrefix(key, `"`) {
			if strings.HasPrefix(key, "}") {
				section = ""
			}
			continue
		}
		key, rest, ok := strings.Cut(key[1:], `"`)
		if !ok {
			continue
		}
		switch key {
		case "dependencies", "devDependencies", "peerDependencies", "optionalDependencies":
			section = key
			if strings.Contains(rest, "}") {
				section = ""
			}
			continue
		}
		if section != "" {
			lines[section+"\x00"+key] = i + 1
		}
	}
	return lines
}

// framework finds the framework: what the folder turns out to be beats the
// order of the table, and a server framework that is only there for
// development does not count.
func framework(p *language.Project) finding.Finding[string] {
	if p.Claim.System == "deno" {
		return deno.Framework(p)
	}
	pkg, _ := node.Package(p.Folder)
	if nx, ok := workspace.NxProject(p.Folder); ok && (workspace.NxAlone(p.Folder) || len(pkg.Dependencies)+len(pkg.DevDependencies) == 0) {
		return nxFramework(p, nx)
	}
	if s, ok := site.Find(p.Folder, pkg); ok && s.Framework != "" {
		won := finding.Of(s.Framework, finding.Likely, s.Why)
		won.Alternatives = otherFrameworks(p, s.Framework)
		return won
	}
	var found []finding.Finding[string]
	for _, fw := range p.Language.Frameworks {
		d, ok := firstDependency(p, fw.Needs)
		if !ok || fw.Library && len(found) > 0 || d.Dev && fw.Kind == "web" && !buildsPages(fw) || fw.Name == "Expo" && len(found) > 0 {
			continue
		}
		confidence := finding.Certain
		if fw.Library {
			confidence = finding.Guess
		}
		if fw.Kind == "web" && !uses(p.Folder, pkg, fw, d.Name) { // declared, and that is all
			confidence = finding.Unsure
		}
		found = append(found, finding.Of(fw.Name, confidence, finding.Evidence{
			Rule: "node.framework", Path: d.Path, Line: d.Line, Excerpt: d.Name + " " + d.Version,
		}))
	}
	slices.SortStableFunc(found, func(a, b finding.Finding[string]) int { // what nothing uses comes last
		return cmp.Compare(b.Confidence, a.Confidence)
	})
	return finding.First(func(s string) string { return s }, found...)
}

// buildsPages knows frameworks that work at build time and so are found
// among the development dependencies.
func buildsPages(fw language.Framework) bool {
	switch fw.Name {
	case "SvelteKit", "Nuxt", "React Router", "TanStack Start", "Astro", "Remix", "Analog", "Qwik City", "SolidStart", "Nitro":
		return true
	}
	return false
}

func otherFrameworks(p *language.Project, won string) []finding.Alternative {
	var out []finding.Alternative
	for _, fw := range p.Language.Frameworks {
		if d, ok := firstDependency(p, fw.Needs); ok && fw.Name != won {
			out = append(out, finding.Alternative{
				Value: fw.Name, Confidence: finding.Unsure,
				Evidence: finding.Evidence{Rule: "node.framework", Path: d.Path, Line: d.Line},
			})
		}
	}
	return out
}

func firstDependency(p *language.Project, names []string) (language.Dependency, bool) {
	for _, n := range names {
		if d, ok := p.Dep(n); ok {
			return d, true
		}
	}
	return language.Dependency{}, false
}
