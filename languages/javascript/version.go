package javascript

import (
	"slices"
	"strconv"
	"strings"

	"deps.dev/util/semver"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/language/version"
	"aipack/backend/manifest/npm"
	"aipack/languages/javascript/deno"
)

// imageVersion asks the runtime that the project is for.
func imageVersion(p *language.Project, image language.Image) string {
	name := "node"
	switch p.Claim.System {
	case "bun":
		name = "oven/bun"
	case "deno":
		name = "denoland/deno"
	}
	image.Tag = strings.TrimPrefix(strings.TrimPrefix(image.Tag, "debian-"), "alpine-") // denoland/deno:alpine-2.1
	return version.Image(name)(p, image)
}

// majors are the majors that have Debian images, newest first. Those with
// an even number are under long-term support at some time.
var majors = []int{26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12}

// codenames are the release lines' names (Node.js release schedule).
var codenames = map[string]string{
	"argon": "4", "boron": "6", "carbon": "8", "dubnium": "10", "erbium": "12", "fermium": "14",
	"gallium": "16", "hydrogen": "18", "iron": "20", "jod": "22", "krypton": "24",
}

// versionOf finds the declared version of Node.js: engines, devEngines,
// .nvmrc, .node-version, Volta, mise and asdf, each in the project before its
// workspace's root.
func versionOf(p *language.Project) finding.Finding[string] {
	if p.Claim.System == "deno" {
		return deno.Version(p.Folder, versionFile)
	}
	dirs := []*language.Folder{p.Folder}
	if root := p.Context(); root.Path != p.Path {
		dirs = append(dirs, root)
	}
	var found []finding.Finding[string]
	for _, dir := range dirs {
		found = append(found, versionIn(dir)...)
	}
	for at := p.Folder; !at.IsRoot(); { // version managers look upwards
		at = at.Sub("..")
		found = append(found, versionFile(at, ".nvmrc"), versionFile(at, ".node-version"))
	}
	found = append(found, cleaned(version.Tool(p.Folder, "node", "nodejs")), rushVersion(p.Context()))
	if p.Claim.System == "bun" {
		found = append(found, bunVersion(p.Folder))
	}
	return belowCeiling(p, finding.First(func(s string) string { return s }, narrower(found)...))
}

// narrower puts a version of a version file before an open range that allows
// it: ">=16" says what may be had, .nvmrc what the lock file was written with.
func narrower(found []finding.Finding[string]) []finding.Finding[string] {
	for i, f := range found {
		if !f.Found() || version.Plain.Regexp().MatchString(f.Value) {
			continue
		}
		for at := i + 1; at < len(found); at++ {
			if file := found[at]; file.Found() && language.FirstWhy(file.Evidence).Rule == "node.version-file" &&
				version.Plain.Regexp().MatchString(file.Value) && allows(f.Value, node.Major(file.Value)) {
				return slices.Insert(slices.Delete(slices.Clone(found), at, at+1), i, file)
			}
		}
		break
	}
	return found
}

func versionIn(f *language.Folder) []finding.Finding[string] {
	pkg, _ := node.Package(f)
	file := node.PackageFile(f)
	declared := func(v, rule, needle string) finding.Finding[string] {
		if v = cleanVersion(v); v == "" || v == "*" {
			return finding.Finding[string]{}
		}
		return finding.Of(v, finding.Certain, atIn(f, rule, file, needle, `"node"`))
	}
	return []finding.Finding[string]{
		declared(pkg.Engines["node"], "node.engines", `"engines"`),
		declared(pkg.DevEngines["runtime:node"], "node.dev-engines", `"devEngines"`),
		versionFile(f, ".nvmrc"),
		versionFile(f, ".node-version"),
		declared(pkg.Volta["node"], "node.volta", `"volta"`),
	}
}

// atIn points at the first line with needle at or after the line with
// section.
func atIn(f *language.Folder, rule, file, section, needle string) finding.Evidence {
	content, _ := f.Text(file)
	inside := false
	for i, line := range strings.Split(content, "\n") {
		inside = inside || strings.Contains(line, section)
		if inside && strings.Contains(line, needle) {
			return f.Evidence(rule, file, i+1, line)
		}
	}
	return f.At(rule, file, section)
}

// versionFile reads .nvmrc or .node-version. An alias that no release has
// is told to the user and left out.
func versionFile(f *language.Folder, name string) finding.Finding[string] {
	content, ok := f.Text(name)
	if !ok {
		return finding.Finding[string]{}
	}
	for i, line := range strings.Split(content, "\n") {
		text := strings.TrimSpace(line)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		v := cleanVersion(text)
		if v == "" {
			f.Warn(name, "version_unknown", f.Join(name)+" asks for "+strconv.Quote(clipped(text, 40))+", which is no Node.js release; "+node.DefaultVersion+" is used",
				"write a release such as 22, or an alias such as lts/jod")
			return finding.Finding[string]{}
		}
		return finding.Of(v, finding.Certain, f.Evidence("node.version-file", name, i+1, text))
	}
	return finding.Finding[string]{}
}

func clipped(s string, n int) string {
	if len(s) > n {
		return strings.ToValidUTF8(s[:n], "") + "…"
	}
	return s
}

func cleaned(v finding.Finding[string]) finding.Finding[string] {
	if v.Value = cleanVersion(v.Value); v.Value == "" {
		return finding.Finding[string]{}
	}
	return v
}

func rushVersion(f *language.Folder) finding.Finding[string] {
	rush, _ := language.Parse(f, "rush.json", npm.ParseRush)
	if rush.Node == "" {
		return finding.Finding[string]{}
	}
	return finding.Of(rush.Node, finding.Certain, f.At("node.rush", "rush.json", "nodeSupportedVersionRange"))
}

// cleanVersion takes the operators off where one release line is meant:
// "^20.1" is 20.1, "22.x" is 22, "lts/iron" is 20. Open ranges stay as they
// are written. "" means that it is no version at all.
func cleanVersion(v string) string {
	v = strings.TrimSpace(v)
	lower := strings.ToLower(v)
	switch {
	case lower == "node" || lower == "stable" || lower == "current" || lower == "latest":
		return "latest"
	case lower == "lts" || lower == "lts/*" || lower == "--lts":
		return "lts/*"
	case strings.HasPrefix(lower, "lts/") || strings.HasPrefix(lower, "lts-"):
		return codenames[lower[4:]]
	case codenames[lower] != "":
		return codenames[lower]
	}
	v = strings.TrimPrefix(v, "node-")
	if rest := strings.TrimSpace(strings.TrimLeft(v, "^~=v ")); version.Plain.Regexp().MatchString(rest) {
		for strings.HasSuffix(rest, ".x") || strings.HasSuffix(rest, ".X") || strings.HasSuffix(rest, ".*") {
			rest = rest[:len(rest)-2]
		}
		return rest
	}
	if version.FirstNumber(v) == "" && v != "*" || len(v) > 60 || strings.ContainsAny(v, "\x00\n/\\\uFFFD") {
		return ""
	}
	return v
}

// imageTag picks the image's version for a declared one: the default where
// it is allowed, else the release under long-term support that is nearest to
// it, else any. ok is false where no image exists for the declared version.
func imageTag(declared string) (tag string, ok bool) {
	switch declared {
	case "", "*", "lts/*":
		return node.DefaultVersion, true
	case "latest":
		return strconv.Itoa(majors[0]), true
	}
	if version.Plain.Regexp().MatchString(declared) {
		return exactTag(declared)
	}
	c, err := semver.NPM.ParseConstraint(declared)
	if err != nil {
		return nearest(node.Major(declared))
	}
	allowed := func(major int) bool { return rangeHas(c, major) }
	if def := node.Major(node.DefaultVersion); allowed(def) {
		return node.DefaultVersion, true
	}
	for _, even := range []bool{true, false} {
		for i := len(majors) - 1; i >= 0; i-- {
			if m := majors[i]; (m%2 == 0) == even && (m > node.Major(node.DefaultVersion) || !allowedAbove(allowed, m)) && allowed(m) {
				return strconv.Itoa(m), true
			}
		}
	}
	return nearest(node.Major(declared))
}

// rangeHas tries a range with the last minor release of a major.
func rangeHas(c *semver.Constraint, major int) bool {
	return slices.ContainsFunc([]string{".99.99", ".20.99", ".0.99"}, func(minor string) bool {
		return c.Match(strconv.Itoa(major) + minor)
	})
}

// allows reports whether what is declared can be met by a release of a major.
func allows(declared string, major int) bool {
	if declared == "*" {
		return true
	}
	if version.Plain.Regexp().MatchString(declared) {
		return node.Major(declared) == major
	}
	c, err := semver.NPM.ParseConstraint(declared)
	return err == nil && rangeHas(c, major)
}

// allowedAbove reports whether a range that ends below the default allows a
// newer release under long-term support than m.
func allowedAbove(allowed func(int) bool, m int) bool {
	for _, other := range majors {
		if other > m && other%2 == 0 && other < node.Major(node.DefaultVersion) && allowed(other) {
			return true
		}
	}
	return false
}

// exactTag keeps all three numbers of a pinned release that is new enough
// for an image on bookworm; else the major serves.
func exactTag(declared string) (string, bool) {
	parts := strings.Split(declared, ".")
	major := node.Major(declared)
	if len(parts) == 3 && !strings.Contains(declared, "-") && (major == 18 && node.Major(parts[1]) >= 17 || major == 20 && node.Major(parts[1]) >= 4 || major > 20) {
		return declared, true
	}
	if major == 0 { // 0.10 and 0.12
		return strconv.Itoa(majors[len(majors)-1]), false
	}
	return nearest(major)
}

func nearest(major int) (string, bool) {
	oldest := majors[len(majors)-1]
	switch {
	case major == 0:
		return node.DefaultVersion, false
	case major > majors[0]:
		return strconv.Itoa(majors[0]), false
	case major < oldest:
		return strconv.Itoa(oldest), false
	}
	return strconv.Itoa(major), true
}

func bunVersion(f *language.Folder) finding.Finding[string] {
	pkg, _ := node.Package(f)
	if v := versionFile(f, ".bun-version"); v.Found() {
		return v
	}
	if id, v, ok := strings.Cut(pkg.PackageManager, "@"); ok && id == "bun" {
		v, _, _ = strings.Cut(v, "+")
		return finding.Of(v, finding.Certain, f.At("node.package-manager", node.PackageFile(f), `"packageManager"`))
	}
	if v := cleanVersion(pkg.Engines["bun"]); v != "" && v != "*" {
		return finding.Of(v, finding.Certain, atIn(f, "node.engines", node.PackageFile(f), `"engines"`, `"bun"`))
	}
	return version.Tool(f, "bun")
}
