package routing

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// mount is one router that is mounted below a prefix, on a receiver that may be
// a router itself.
type mount struct {
	file, prefix, target, receiver string
	calls                          bool // the target is a function that is handed the router
	unknown                        bool // its prefix is given by a name that nothing explains
	hit                            source.Hit
}

// mounts reads the mounts of all files, once.
func (t *Table) mounts() []mount {
	t.once.Do(func() {
		for _, h := range t.Grep(routerMounted, routerIncluded, routerStripped) {
			t.mountList = append(t.mountList, mount{file: h.Name, prefix: h.Groups[1], target: h.Groups[2], receiver: receiverOf(h.Text, h.Match[1:]), hit: h})
		}
		for _, h := range t.Grep(routerNamed) {
			target := h.Groups[1]
			if target == "require" || target == "import" { // use(require("./routes"))
				target += h.Groups[2]
			}
			m := mount{file: h.Name, prefix: source.Group(routerPrefix, h.Groups[2]), target: target, receiver: receiverOf(h.Text, h.Match), hit: h}
			if name := source.Group(prefixNamed, h.Groups[2]); m.prefix == "" && name != "" {
				value, ok := t.named(name)
				m.prefix, m.unknown = value, !ok
			}
			t.mountList = append(t.mountList, m)
		}
		for _, h := range t.Grep(routerBelow) {
			name := strings.Trim(h.Groups[1]+h.Groups[2], "${}")
			if value, ok := t.named(name); ok || pathName.Regexp().MatchString(name) {
				t.mountList = append(t.mountList, mount{
					file: h.Name, prefix: value + h.Groups[3], target: h.Groups[4], receiver: receiverOf(h.Text, h.Match[1:]), unknown: !ok, hit: h,
				})
			}
		}
		for _, h := range t.Grep(routerConfigured) {
			t.mountList = append(t.mountList, mount{file: h.Name, prefix: h.Groups[1], target: h.Groups[2], calls: true, hit: h})
		}
		for _, h := range t.Grep(routerMerged) {
			if strings.HasSuffix(h.Name, ".rs") {
				t.mountList = append(t.mountList, mount{file: h.Name, target: h.Groups[1], hit: h})
			}
		}
		t.global = t.globalOf()
	})
	return t.mountList
}

// How routers are mounted beside with a literal prefix: below one that a name
// gives, below one that the standard library of Go strips, merged (axum), by a
// function that is handed the router (actix-web).
const (
	routerBelow      language.Pattern = "\\.(?:use|mount|Mount|nest|route|Group|group)\\(\\s*(?:([A-Za-z_$][\\w.]*)|`(\\$\\{[\\w.]+\\})(/[^`\\n]*)?`)\\s*,\\s*([^\\n]+)"
	routerStripped   language.Pattern = `\.Handle\(\s*"(?:[A-Z]+ )?(/[^"\n]*)/"\s*,\s*http\.StripPrefix\([^,\n]+,\s*([^\n]+)`
	routerMerged     language.Pattern = `(?:^\s*|\))\.merge\(\s*([a-z]\w*[^\n]*)`
	routerConfigured language.Pattern = `(?:\bscope\(\s*"(/[^"\n]*)"\s*\)[^\n]*)?\.configure\(\s*([\w:]+)`
	prefixNamed      language.Pattern = `prefix["']?\s*[=:]\s*f?["'` + "`" + `$]*\{?([A-Za-z_][\w.]*)`
	pathName         language.Pattern = `(?i)(?:prefix|path|base|root|route|url|api|version)\w*$`
	globalNamed      language.Pattern = `\bsetGlobalPrefix\(\s*([^"'\s][^\n]*)`
	nestVersion      language.Pattern = `\benableVersioning\(\s*\{[^}]*?VersioningType\.URI[^}]*\}`
	nestDefault      language.Pattern = `\bdefaultVersion\s*:\s*\[?\s*["'](\w+)["']`
	nestPrefix       language.Pattern = `\bprefix\s*:\s*["'](\w*)["']`
	lastWord         language.Pattern = `(\w+)\W*$`
	applicationPath  language.Pattern = `@ApplicationPath\(\s*(?:value\s*=\s*)?"([^"\n]*)"`
)

// globalOf reads what all routes of a program stand below: Nest's global prefix,
// the path of a JAX-RS application.
func (t *Table) globalOf() (prefix string) {
	for _, h := range t.Grep(globalPrefix, applicationPath) {
		prefix = h.Groups[1]
		t.excluded = h.After
	}
	for _, h := range t.Grep(globalNamed) {
		call, _, _ := strings.Cut(h.Groups[1], ")")
		call, _, _ = strings.Cut(call, ",")
		value, ok := t.named(source.Group(lastWord, call))
		prefix, t.globalLost, t.excluded = value, !ok, h.Groups[1]
	}
	for _, h := range t.Grep(nestVersion) {
		if version := source.Group(nestDefault, h.Match); version != "" {
			t.version = "v" + version
			if m := nestPrefix.Regexp().FindStringSubmatch(h.Match); m != nil {
				t.version = m[1] + version
			}
		}
	}
	return prefix
}

const deepestMount = 6 // routers within routers that are followed

// mountOf finds where a router is mounted: by its variable in the same file, by
// the file that another imports it from, by the file's name. A router that a file
// imports is that of the file that it comes from.
func (t *Table) mountOf(name, receiver string) (found mount, ok bool) {
	for _, m := range t.mounts() {
		if m.calls || !t.mountsFile(m, name, receiver) || m.file != name && t.anotherOf(m, name, receiver) || m.file == name && m.receiver == receiver {
			continue
		}
		return m, true
	}
	if from, imported := t.prefixes(name).imports[receiver]; imported && receiver != "" {
		for _, f := range t.Files() {
			if f.Name != name && (source.SameModule(from, f.Name) || source.SameModule(from+"/"+receiver, f.Name)) {
				return t.mountOf(f.Name, receiver)
			}
		}
	}
	return mount{}, false
}

// anotherOf reports whether a mount is of another router of a file that exports
// several: app.use("/api", routes.api) is of apiRouter rather than of
// pageRouter.
func (t *Table) anotherOf(m mount, name, receiver string) bool {
	own := func(m mount) bool {
		_, property, _ := strings.Cut(m.target, ".")
		property = lettersOf(firstWordOf(property))
		return len(property) > 1 && strings.Contains(lettersOf(receiver), property)
	}
	return !own(m) && slices.ContainsFunc(t.mounts(), func(o mount) bool { return o.file == m.file && own(o) && t.mountsFile(o, name, receiver) })
}

// mountsFile reports whether a mount is of the router that a file's routes are
// added to.
func (t *Table) mountsFile(m mount, name, receiver string) bool {
	if servesFiles.Matches(m.target) {
		return false
	}
	if m.file == name {
		return receiver != "" && firstWordOf(m.target) == receiver
	}
	if given := requiredHere.Regexp().FindStringSubmatch(m.target); given != nil {
		return source.SameModule(path.Join(path.Dir(m.file), given[1]), name)
	}
	target := firstWordOf(m.target)
	if from, ok := t.prefixes(m.file).imports[target]; ok {
		return source.SameModule(from, name) || source.SameModule(from+"/"+target, name)
	}
	stem := stemOf(name)
	return len(stem) > 2 && !ownStems[stem] && strings.Contains(lettersOf(m.target), stem)
}

// requiredHere is a router that is brought in where it is mounted.
const requiredHere language.Pattern = `^(?:await\s+)?(?:require|import)\(\s*["'](\.[^"'\n]*)["']\s*\)`

// servesFiles is what answers with files of a folder, which holds no routes:
// express.static("docs") is not the file express.js.
const servesFiles language.Pattern = `^(?:\w+\.)?(?:static|serveStatic|serve_static)\(`

// ownStems are names of files that hold the program itself, which nothing mounts.
var ownStems = map[string]bool{"app": true, "main": true, "server": true, "application": true, "www": true}
