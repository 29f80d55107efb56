package golang

import (
	"maps"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/debian"
	"aipack/backend/language/node"
	"aipack/backend/universalbuild"
)

// execs is a program that the sources start by its name, which must then be
// on the PATH of the image (pkg.go.dev/os/exec).
const execs = language.Pattern(`\bexec\.(?:Command\(|CommandContext\([^,\n]+,\s*|LookPath\()\s*"([\w.+-]+)"`)

// called lists the programs that the commands start, with the place of the
// first call of each, sorted by name.
func called(p *language.Project, used []mainPackage) (names []string, where map[string]finding.Evidence) {
	root := p.Reader().Folder(".")
	where = map[string]finding.Evidence{}
	for _, m := range used {
		for _, file := range m.files {
			content, _ := root.Text(file)
			for _, start := range execs.LikelyLines(content) {
				line, _, _ := strings.Cut(content[start:], "\n")
				found := execs.Regexp().FindStringSubmatch(line)
				if found == nil || language.IsCommentLine(line) || where[found[1]].Rule != "" {
					continue
				}
				where[found[1]] = root.Evidence("go.starts_program", file, 1+strings.Count(content[:start], "\n"), line)
			}
		}
	}
	return slices.Sorted(maps.Keys(where)), where
}

// programs adds what the commands start to the image: Debian's packages, the
// toolchain of the build's own image for go, and Node's for its tools.
func programs(p *language.Project, used []mainPackage, r *language.Recipe) {
	names, where := called(p, used)
	for _, name := range names {
		why := where[name]
		switch pkg := debian.Programs[name]; {
		case name == "go" || name == "gofmt":
			takeToolchain(r, why)
		case slices.Contains(node.Programs, name) && name != "bun":
			takeNode(name, r, why)
		case pkg != "" && !slices.Contains(r.Runtime.SystemPackages, pkg):
			r.Runtime.SystemPackages = append(r.Runtime.SystemPackages, pkg)
			r.Why = append(r.Why, language.Reason{Field: "/runtime/system_packages/" + pkg, Confidence: finding.Likely, Evidence: why})
		}
	}
}

// takeToolchain takes the go command along as the build's image has it:
// Debian's own is years older than most modules want.
func takeToolchain(r *language.Recipe, why finding.Evidence) {
	const dir = "/usr/local/go"
	if slices.Contains(r.Build.Artifacts, dir) {
		return
	}
	take(r, dir, why)
	r.Runtime.Environment["PATH"] = dir + "/bin:" + strings.TrimPrefix(pathOf(r.Runtime.Environment), dir+"/bin:")
}

// takeNode takes Node and its package managers along, as the build has them:
// /usr/local/bin of Go's image holds nothing else, and COPY keeps the links in
// a folder (docs.docker.com, COPY).
func takeNode(name string, r *language.Recipe, why finding.Evidence) {
	const programs, modules = "/usr/local/bin", "/usr/local/lib/node_modules"
	if !slices.Contains(r.Build.Setup, node.Links) {
		r.Build.Tools = append(r.Build.Tools, universalbuild.Tool{Image: node.Image(node.DefaultVersion), Paths: []string{programs + "/node", modules}})
		r.Build.Setup = append(r.Build.Setup, node.Links)
	}
	if !slices.Contains(r.Build.Artifacts, modules) {
		take(r, programs, why)
		take(r, modules, why)
	}
	manager := name == "pnpm" || name == "yarn"
	if manager && !slices.ContainsFunc(r.Build.Setup, func(line string) bool { return strings.Contains(line, " "+name) }) {
		r.Build.Setup = append(r.Build.Setup, "npm install -g "+name)
	}
}

func take(r *language.Recipe, name string, why finding.Evidence) {
	r.Build.Artifacts = append(r.Build.Artifacts, name)
	r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: name, To: name})
	r.Why = append(r.Why, language.Reason{Field: "/runtime/copy", Confidence: finding.Likely, Evidence: why})
}

// pathOf is the PATH of an image, Debian's where none is set.
func pathOf(environment map[string]string) string {
	if set := environment["PATH"]; set != "" {
		return set
	}
	return "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
}
