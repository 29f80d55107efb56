package languages

import (
	"slices"
	"strconv"
	"strings"

	"deps.dev/util/semver"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/npm"
)

// nodeDefaultVersion is a release under long-term support that the packages in
// use today install on.
const nodeDefaultVersion = "22"

// nodeMajors are the majors that have Debian images, newest first. Those with
// an even number are under long-term support at some time.
var nodeMajors = []int{26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12}

// nodeCodenames are the release lines' names (Node.js release schedule).
var nodeCodenames = map[string]string{
	"argon": "4", "boron": "6", "carbon": "8", "dubnium": "10", "erbium": "12", "fermium": "14",
	"gallium": "16", "hydrogen": "18", "iron": "20", "jod": "22", "krypton": "24",
}

// nodeVersion finds the declared version of Node.js: engines, devEngines,
// .nvmrc, .node-version, Volta, mise and asdf, each in the project before its
// workspace's root.
func nodeVersion(p *language.Project) finding.Finding[string] {
	if p.Claim.System == "deno" {
		return denoVersion(p.Folder)
	}
	dirs := []*language.Folder{p.Folder}
	if root := p.Context(); root.Path != p.Path {
		dirs = append(dirs, root)
	}
	var found []finding.Finding[string]
	for _, dir := range dirs {
		found = append(found, nodeVersionIn(dir)...)
	}
	for at := p.Folder; !at.IsRoot(); { // version managers look upwards
		at = at.Sub("..")
		found = append(found, nodeVersionFile(at, ".nvmrc"), nodeVersionFile(at, ".node-version"))
	}
	found = append(found, nodeCleaned(toolVersion(p.Folder, "node", "nodejs")), nodeRushVersion(p.Context()))
	if p.Claim.System == "bun" {
		found = append(found, bunVersion(p.Folder))
	}
	return belowCeiling(p, finding.First(func(s string) string { return s }, found...))
}

func nodeVersionIn(f *language.Folder) []finding.Finding[string] {
	pkg, _ := nodePackage(f)
	file := nodePackageFile(f)
	declared := func(v, rule, needle string) finding.Finding[string] {
		if v = nodeCleanVersion(v); v == "" || v == "*" {
			return finding.Finding[string]{}
		}
		return finding.Of(v, finding.Certain, nodeAtIn(f, rule, file, needle, `"node"`))
	}
	return []finding.Finding[string]{
		declared(pkg.Engines["node"], "node.engines", `"engines"`),
		declared(pkg.DevEngines["runtime:node"], "node.dev-engines", `"devEngines"`),
		nodeVersionFile(f, ".nvmrc"),
		nodeVersionFile(f, ".node-version"),
		declared(pkg.Volta["node"], "node.volta", `"volta"`),
	}
}

// nodeAtIn points at the first line with needle at or after the line with
// section.
func nodeAtIn(f *language.Folder, rule, file, section, needle string) finding.Evidence {
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

// nodeVersionFile reads .nvmrc or .node-version. An alias that no release has
// is told to the user and left out.
func nodeVersionFile(f *language.Folder, name string) finding.Finding[string] {
	content, ok := f.Text(name)
	if !ok {
		return finding.Finding[string]{}
	}
	for i, line := range strings.Split(content, "\n") {
		text := strings.TrimSpace(line)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		v := nodeCleanVersion(text)
		if v == "" {
			f.Warn(name, "version_unknown", f.Join(name)+" asks for "+strconv.Quote(clipped(text, 40))+", which is no Node.js release; "+nodeDefaultVersion+" is used",
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

func nodeCleaned(v finding.Finding[string]) finding.Finding[string] {
	if v.Value = nodeCleanVersion(v.Value); v.Value == "" {
		return finding.Finding[string]{}
	}
	return v
}

func nodeRushVersion(f *language.Folder) finding.Finding[string] {
	rush, _ := language.Parse(f, "rush.json", npm.ParseRush)
	if rush.Node == "" {
		return finding.Finding[string]{}
	}
	return finding.Of(rush.Node, finding.Certain, f.At("node.rush", "rush.json", "nodeSupportedVersionRange"))
}

// nodeCleanVersion takes the operators off where one release line is meant:
// "^20.1" is 20.1, "22.x" is 22, "lts/iron" is 20. Open ranges stay as they
// are written. "" means that it is no version at all.
func nodeCleanVersion(v string) string {
	v = strings.TrimSpace(v)
	lower := strings.ToLower(v)
	switch {
	case lower == "node" || lower == "stable" || lower == "current" || lower == "latest":
		return "latest"
	case lower == "lts" || lower == "lts/*" || lower == "--lts":
		return "lts/*"
	case strings.HasPrefix(lower, "lts/") || strings.HasPrefix(lower, "lts-"):
		return nodeCodenames[lower[4:]]
	case nodeCodenames[lower] != "":
		return nodeCodenames[lower]
	}
	v = strings.TrimPrefix(v, "node-")
	if rest := strings.TrimSpace(strings.TrimLeft(v, "^~=v ")); jsPlainVersion.Regexp().MatchString(rest) {
		for strings.HasSuffix(rest, ".x") || strings.HasSuffix(rest, ".X") || strings.HasSuffix(rest, ".*") {
			rest = rest[:len(rest)-2]
		}
		return rest
	}
	if firstNumber(v) == "" && v != "*" || len(v) > 60 || strings.ContainsAny(v, "\x00\n/\\\uFFFD") {
		return ""
	}
	return v
}

const jsPlainVersion language.Pattern = `^\d+(\.(\d+|[xX*])){0,2}(-[\w.]+)?$`

// nodeMajor is the major version a constraint of any form allows at most, 0 if
// it names none.
func nodeMajor(constraint string) int {
	n, err := strconv.Atoi(firstNumber(constraint))
	if err != nil {
		return 0
	}
	return n
}

// nodeImageTag picks the image's version for a declared one: the default where
// it is allowed, else the release under long-term support that is nearest to
// it, else any. ok is false where no image exists for the declared version.
func nodeImageTag(declared string) (tag string, ok bool) {
	switch declared {
	case "", "*", "lts/*":
		return nodeDefaultVersion, true
	case "latest":
		return strconv.Itoa(nodeMajors[0]), true
	}
	if jsPlainVersion.Regexp().MatchString(declared) {
		return nodeExactTag(declared)
	}
	c, err := semver.NPM.ParseConstraint(declared)
	if err != nil {
		return nodeNearest(nodeMajor(declared))
	}
	allowed := func(major int) bool { return nodeRangeHas(c, major) }
	if def := nodeMajor(nodeDefaultVersion); allowed(def) {
		return nodeDefaultVersion, true
	}
	for _, even := range []bool{true, false} {
		for i := len(nodeMajors) - 1; i >= 0; i-- {
			if m := nodeMajors[i]; (m%2 == 0) == even && (m > nodeMajor(nodeDefaultVersion) || !allowedAbove(allowed, m)) && allowed(m) {
				return strconv.Itoa(m), true
			}
		}
	}
	return nodeNearest(nodeMajor(declared))
}

// nodeRangeHas tries a range with the last minor release of a major.
func nodeRangeHas(c *semver.Constraint, major int) bool {
	return slices.ContainsFunc([]string{".99.99", ".20.99", ".0.99"}, func(minor string) bool {
		return c.Match(strconv.Itoa(major) + minor)
	})
}

// nodeAllows reports whether what is declared can be met by a release of a major.
func nodeAllows(declared string, major int) bool {
	if declared == "*" {
		return true
	}
	if jsPlainVersion.Regexp().MatchString(declared) {
		return nodeMajor(declared) == major
	}
	c, err := semver.NPM.ParseConstraint(declared)
	return err == nil && nodeRangeHas(c, major)
}

// allowedAbove reports whether a range that ends below the default allows a
// newer release under long-term support than m.
func allowedAbove(allowed func(int) bool, m int) bool {
	for _, other := range nodeMajors {
		if other > m && other%2 == 0 && other < nodeMajor(nodeDefaultVersion) && allowed(other) {
			return true
		}
	}
	return false
}

// nodeExactTag keeps all three numbers of a pinned release that is new enough
// for an image on bookworm; else the major serves.
func nodeExactTag(declared string) (string, bool) {
	parts := strings.Split(declared, ".")
	major := nodeMajor(declared)
	if len(parts) == 3 && !strings.Contains(declared, "-") && (major == 18 && nodeMajor(parts[1]) >= 17 || major == 20 && nodeMajor(parts[1]) >= 4 || major > 20) {
		return declared, true
	}
	if major == 0 { // 0.10 and 0.12
		return strconv.Itoa(nodeMajors[len(nodeMajors)-1]), false
	}
	return nodeNearest(major)
}

func nodeNearest(major int) (string, bool) {
	oldest := nodeMajors[len(nodeMajors)-1]
	switch {
	case major == 0:
		return nodeDefaultVersion, false
	case major > nodeMajors[0]:
		return strconv.Itoa(nodeMajors[0]), false
	case major < oldest:
		return strconv.Itoa(oldest), false
	}
	return strconv.Itoa(major), true
}

// nodeImage names the image of a version. Releases before 16 were built on
// Debian 11 at the latest.
func nodeImage(tag string) string {
	if m := nodeMajor(tag); m > 0 && m < 16 {
		return "node:" + tag + "-bullseye-slim"
	}
	return "node:" + tag + "-bookworm-slim"
}

func bunVersion(f *language.Folder) finding.Finding[string] {
	pkg, _ := nodePackage(f)
	if v := nodeVersionFile(f, ".bun-version"); v.Found() {
		return v
	}
	if id, v, ok := strings.Cut(pkg.PackageManager, "@"); ok && id == "bun" {
		v, _, _ = strings.Cut(v, "+")
		return finding.Of(v, finding.Certain, f.At("node.package-manager", nodePackageFile(f), `"packageManager"`))
	}
	if v := nodeCleanVersion(pkg.Engines["bun"]); v != "" && v != "*" {
		return finding.Of(v, finding.Certain, nodeAtIn(f, "node.engines", nodePackageFile(f), `"engines"`, `"bun"`))
	}
	return toolVersion(f, "bun")
}
