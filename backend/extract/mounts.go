package extract

import (
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/source"
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
func (s *Sources) mounts() []mount {
	s.mountsOnce.Do(func() {
		for _, h := range s.Grep(routerMounted, routerIncluded, routerStripped) {
			s.mountList = append(s.mountList, mount{file: h.Name, prefix: h.Groups[1], target: h.Groups[2], receiver: receiverOf(h.Text, h.Match[1:]), hit: h})
		}
		for _, h := range s.Grep(routerNamed) {
			target := h.Groups[1]
			if target == "require" || target == "import" { // use(require("./routes"))
				target += h.Groups[2]
			}
			m := mount{file: h.Name, prefix: groupOf(routerPrefix.Regexp(), h.Groups[2]), target: target, receiver: receiverOf(h.Text, h.Match), hit: h}
			if name := groupOf(prefixNamed.Regexp(), h.Groups[2]); m.prefix == "" && name != "" {
				value, ok := s.named(name)
				m.prefix, m.unknown = value, !ok
			}
			s.mountList = append(s.mountList, m)
		}
		for _, h := range s.Grep(routerBelow) {
			name := strings.Trim(h.Groups[1]+h.Groups[2], "${}")
			if value, ok := s.named(name); ok || pathName.Regexp().MatchString(name) {
				s.mountList = append(s.mountList, mount{
					file: h.Name, prefix: value + h.Groups[3], target: h.Groups[4], receiver: receiverOf(h.Text, h.Match[1:]), unknown: !ok, hit: h,
				})
			}
		}
		for _, h := range s.Grep(routerConfigured) {
			s.mountList = append(s.mountList, mount{file: h.Name, prefix: h.Groups[1], target: h.Groups[2], calls: true, hit: h})
		}
		for _, h := range s.Grep(routerMerged) {
			if strings.HasSuffix(h.Name, ".rs") {
				s.mountList = append(s.mountList, mount{file: h.Name, target: h.Groups[1], hit: h})
			}
		}
		s.global = s.globalOf()
	})
	return s.mountList
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
func (s *Sources) globalOf() (prefix string) {
	for _, h := range s.Grep(globalPrefix, applicationPath) {
		prefix = h.Groups[1]
		s.excluded = h.After
	}
	for _, h := range s.Grep(globalNamed) {
		call, _, _ := strings.Cut(h.Groups[1], ")")
		call, _, _ = strings.Cut(call, ",")
		value, ok := s.named(groupOf(lastWord.Regexp(), call))
		prefix, s.globalLost, s.excluded = value, !ok, h.Groups[1]
	}
	for _, h := range s.Grep(nestVersion) {
		if version := groupOf(nestDefault.Regexp(), h.Match); version != "" {
			s.version = "v" + version
			if m := nestPrefix.Regexp().FindStringSubmatch(h.Match); m != nil {
				s.version = m[1] + version
			}
		}
	}
	return prefix
}

const deepestMount = 6 // routers within routers that are followed

// mountOf finds where a router is mounted: by its variable in the same file, by
// the file that another imports it from, by the file's name. A router that a file
// imports is that of the file that it comes from.
func (s *Sources) mountOf(name, receiver string) (found mount, ok bool) {
	for _, m := range s.mounts() {
		if m.calls || !s.mountsFile(m, name, receiver) || m.file != name && s.anotherOf(m, name, receiver) || m.file == name && m.receiver == receiver {
			continue
		}
		return m, true
	}
	if from, imported := s.routing(name).imports[receiver]; imported && receiver != "" {
		for _, f := range s.Files() {
			if f.Name != name && (source.SameModule(from, f.Name) || source.SameModule(from+"/"+receiver, f.Name)) {
				return s.mountOf(f.Name, receiver)
			}
		}
	}
	return mount{}, false
}

// anotherOf reports whether a mount is of another router of a file that exports
// several: app.use("/api", routes.api) is of apiRouter rather than of
// pageRouter.
func (s *Sources) anotherOf(m mount, name, receiver string) bool {
	own := func(m mount) bool {
		_, property, _ := strings.Cut(m.target, ".")
		property = lettersOf(firstWordOf(property))
		return len(property) > 1 && strings.Contains(lettersOf(receiver), property)
	}
	return !own(m) && slices.ContainsFunc(s.mounts(), func(o mount) bool { return o.file == m.file && own(o) && s.mountsFile(o, name, receiver) })
}

// mountsFile reports whether a mount is of the router that a file's routes are
// added to.
func (s *Sources) mountsFile(m mount, name, receiver string) bool {
	if m.file == name {
		return receiver != "" && firstWordOf(m.target) == receiver
	}
	target := firstWordOf(m.target)
	if from, ok := s.routing(m.file).imports[target]; ok {
		return source.SameModule(from, name) || source.SameModule(from+"/"+target, name)
	}
	stem := stemOf(name)
	return len(stem) > 2 && !ownStems[stem] && strings.Contains(lettersOf(m.target), stem)
}

// ownStems are names of files that hold the program itself, which nothing mounts.
var ownStems = words("app main server application www")
