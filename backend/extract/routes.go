package extract

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// How routers get their prefixes, in the spelling that frameworks of several
// languages share: a variable made with one (gin, echo, chi, Fiber: Group;
// ASP.NET: MapGroup; FastAPI: APIRouter; Flask: Blueprint), a router mounted
// below one (Express, Koa, Hono, chi, axum, FastAPI, Flask, Fastify, Django), a
// class annotated with one (Spring, JAX-RS, NestJS), one for all (NestJS).
const (
	routerMade     language.Pattern = `\b(\w+)\s*(?::=|=)\s*(\w+)?[^=\n]*?\b(?:Group|MapGroup|APIRouter|Blueprint|Router)\(([^\n]*)`
	routerMounted  language.Pattern = `\.(?:use|mount|Mount|nest|route|register)\(\s*["'](/[^"'\n]*)["']\s*,\s*([^\n]+)`
	routerIncluded language.Pattern = `\b(?:path|re_path|url)\(\s*r?["']\^?([^"'\n]*)["']\s*,\s*include\(([^\n]+)`
	globalPrefix   language.Pattern = `\bsetGlobalPrefix\(\s*["']([^"'\n]+)["']`
	routerNamed    language.Pattern = `\b(?:include_router\(|register_blueprint\(|register\(|use\()\s*([\w.]+)([^\n]*)`
	routerPrefix   language.Pattern = `prefix["']?\s*[=:]\s*["']([^"'\n]*)["']`
	firstArgument  language.Pattern = `^\s*["'](/[^"'\n]*)["']`
	classMounted   language.Pattern = `@(?:RequestMapping|Path|Controller)\(\s*(?:(?:value|path)\s*=\s*)?\{?\s*["']([^"'\n]*)["'][^\n]*\n(?:[^\n]*\n){0,6}?[^\n]*\bclass\s`
	classRoute     language.Pattern = `(?m)^\s*\[(?:Route|RoutePrefix)\(`
)

// mount is one router that is mounted below a prefix, on a receiver that may be
// a router itself.
type mount struct {
	file, prefix, target, receiver string
	hit                            Hit
}

// mounts reads the mounts of all files, once.
func (s *Sources) mounts() []mount {
	s.mountsOnce.Do(func() {
		for _, h := range s.grep(routerMounted, routerIncluded) {
			s.mountList = append(s.mountList, mount{h.Name, h.Groups[1], h.Groups[2], receiverOf(h.Text, h.Match[1:]), h})
		}
		for _, h := range s.grep(routerNamed) {
			target := h.Groups[1]
			if target == "require" || target == "import" { // use(require("./routes"))
				target += h.Groups[2]
			}
			s.mountList = append(s.mountList, mount{h.Name, groupOf(routerPrefix.Regexp(), h.Groups[2]), target, receiverOf(h.Text, h.Match), h})
		}
		for _, h := range s.grep(globalPrefix) {
			s.global = h.Groups[1]
		}
	})
	return s.mountList
}

func groupOf(re *regexp.Regexp, text string) string {
	if m := re.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// How far a health route is believed: more than what a framework answers by
// itself where its place is known.
const (
	routeConfidence   = 0.88 // on the program itself, in a file where programs start
	mountedConfidence = 0.87
)

// mounted gives the whole path of a route, and how far it is to be believed: a
// route on a router whose place is not known is hardly better than none.
func (s *Sources) mounted(h Hit, route string) (full string, confidence float64) {
	confidence = finding.Guess
	if h.Entry {
		confidence = routeConfidence
	}
	s.mounts()
	file := s.routing(h.Name)
	switch {
	case file.class != nil && strings.HasPrefix(file.class[0], strings.TrimSpace(h.Text)): // the route is the class's own
		return joinRoute(s.global, route), mountedConfidence
	case file.class != nil:
		return joinRoute(s.global, joinRoute(file.class[1], route)), mountedConfidence
	case file.template:
		return route, finding.Unsure
	}
	receiver := receiverOf(h.Text, h.Groups[1])
	prefix, made := file.prefixOf(receiver)
	around := s.enclosing(h.Name, h.Line)
	prefix = joinedPrefix(around.prefix, prefix)
	if below, ok := s.mountedBy(around.function); ok {
		return joinRoute(below, joinRoute(prefix, route)), mountedConfidence
	}
	if around.list != "" {
		if below, ok := s.listed(h.Name, around.list); ok {
			return joinRoute(below, joinRoute(prefix, route)), mountedConfidence
		}
	}
	if place := around.takes(receiver); place >= 0 {
		if below, ok := s.handed(around, place); ok {
			return joinRoute(below, joinRoute(prefix, route)), mountedConfidence
		}
	}
	if below, ok := s.mountOf(h.Name, receiver, 0); ok {
		return joinRoute(below, joinRoute(prefix, route)), mountedConfidence
	}
	if made && !h.Entry || isRouter(receiver) && !h.Entry {
		return joinRoute(prefix, route), finding.Unsure
	}
	return joinRoute(prefix, route), confidence
}

// routing is what one file says about prefixes.
type routing struct {
	class    []string // the match of classMounted
	template bool     // ASP.NET fills names in: "api/[controller]"
	made     [][]string
	imports  map[string]string // names to modules of the project
}

func (s *Sources) routing(name string) *routing {
	if known := s.routings[name]; known != nil {
		return known
	}
	f := s.file(name)
	r := &routing{
		class: classMounted.Regexp().FindStringSubmatch(f.content), template: classRoute.Regexp().MatchString(f.content), imports: f.imports(),
	}
	for _, h := range f.find(routerMade) {
		r.made = append(r.made, h.Groups)
	}
	if s.routings == nil {
		s.routings = map[string]*routing{}
	}
	s.routings[name] = r
	return r
}

// file gives one of the files that are read, an empty one for any other.
func (s *Sources) file(name string) *Source {
	files := s.Files()
	i := slices.IndexFunc(files, func(f Source) bool { return f.Name == name })
	if i < 0 {
		return &Source{Name: name}
	}
	return &files[i]
}

// receiverOf finds what the route is added to: "router" in
// "router.get('/health'", "app" in "@app.route("/health")".
func receiverOf(line, route string) string {
	at := strings.Index(line, route)
	if at < 0 {
		return ""
	}
	lead := line[:at]
	dot := strings.LastIndexByte(lead, '.')
	if dot < 0 {
		return ""
	}
	begin := dot
	for begin > 0 && (lead[begin-1] == '_' || isAlphanumeric(lead[begin-1])) {
		begin--
	}
	return lead[begin:dot]
}

func isAlphanumeric(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// prefixOf follows the variables a router is made from within one file: v1 =
// api.Group("/v1"), api = r.Group("/api"). made says that it is made there as
// a router of its own, to be mounted elsewhere.
func (r *routing) prefixOf(receiver string) (prefix string, made bool) {
	for range 4 {
		var m []string
		for _, candidate := range r.made {
			if candidate[1] == receiver {
				m = candidate
			}
		}
		if m == nil {
			break
		}
		part := groupOf(routerPrefix.Regexp(), m[3])
		if part == "" {
			part = groupOf(firstArgument.Regexp(), m[3])
		}
		prefix = joinRoute(part, prefix)
		made = made || strings.Contains(m[0], "Router(") && !strings.Contains(m[0], "NewRouter(") || strings.Contains(m[0], "Blueprint(")
		if m[2] == receiver {
			break
		}
		receiver = m[2]
	}
	return prefix, made
}

// stemOf is the file's own name, its folder's for an index file, in lower case
// without what only says that it holds routes.
func stemOf(name string) string {
	dir, base := path.Split(name)
	stem, _, _ := strings.Cut(base, ".")
	switch stem {
	case "index", "__init__", "mod", "routes", "router", "views", "urls":
		stem = path.Base(dir)
	}
	stem = lettersOf(stem)
	for _, end := range []string{"routes", "router", "route", "controller"} {
		if short := strings.TrimSuffix(stem, end); len(short) > 2 {
			stem = short
		}
	}
	return stem
}

func lettersOf(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'A' && c <= 'Z':
			return c + 'a' - 'A'
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			return c
		}
		return -1
	}, s)
}

func firstWordOf(s string) string {
	end := strings.IndexFunc(s, func(c rune) bool { return c != '_' && (c > 127 || !isAlphanumeric(byte(c))) })
	if end < 0 {
		return s
	}
	return s[:end]
}

// isRouter reports whether a name says that others mount what it holds.
func isRouter(receiver string) bool {
	lower := strings.ToLower(receiver)
	return strings.Contains(lower, "rout") || strings.Contains(lower, "blueprint") || lower == "bp" || lower == "api" || lower == "v1" || lower == "group"
}

// joinedPrefix puts two prefixes together, either of which may be none.
func joinedPrefix(outer, inner string) string {
	if outer == "" || inner == "" {
		return outer + inner
	}
	return joinRoute(outer, inner)
}

// joinRoute puts two parts of a path together; Django's end in a slash.
func joinRoute(prefix, route string) string {
	prefix, route = strings.Trim(prefix, "/"), strings.TrimLeft(route, "/")
	switch {
	case prefix == "":
		return "/" + route
	case route == "":
		return "/" + prefix
	}
	return "/" + prefix + "/" + route
}
