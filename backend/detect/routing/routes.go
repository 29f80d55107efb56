package routing

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// How routers get their prefixes, in the spelling that frameworks of several
// languages share: a variable made with one (gin, echo, chi, Fiber: Group;
// ASP.NET: MapGroup; FastAPI: APIRouter; Flask: Blueprint), a router mounted
// below one (Express, Koa, Hono, chi, axum, FastAPI, Flask, Fastify, Django), a
// class annotated with one (Spring, JAX-RS, NestJS), one for all (NestJS).
const (
	routerMade     language.Pattern = `\b(\w+)\s*(?::=|=)\s*(\w+)?[^=\n]*?\b(?:Group|MapGroup|APIRouter|Blueprint|Router|PathPrefix|basePath)\(([^\n]*)`
	routerMounted  language.Pattern = `\.(?:use|mount|Mount|nest|route|register)\(\s*["'](/[^"'\n]*)["']\s*,\s*([^\n]+)`
	routerIncluded language.Pattern = `\b(?:path|re_path|url)\(\s*r?["']\^?([^"'\n]*)["']\s*,\s*include\(([^\n]+)`
	globalPrefix   language.Pattern = `\bsetGlobalPrefix\(\s*["']([^"'\n]+)["']`
	routerNamed    language.Pattern = `\b(?:include_router\(|register_blueprint\(|blueprint\(|register\(|use\()\s*([\w.]+)([^\n]*)`
	routerPrefix   language.Pattern = `prefix["']?\s*[=:]\s*["']([^"'\n]*)["']`
	firstArgument  language.Pattern = `^\s*["'](/[^"'\n]*)["']`
	classMounted   language.Pattern = `@(?:RequestMapping|Path|Controller)\(\s*(?:\{\s*)?(?:(?:value|path)\s*[=:]\s*)?\{?\s*["']([^"'\n]*)["'][^\n]*\n(?:[^\n]*\n){0,6}?[^\n]*\bclass\s`
	classPath      language.Pattern = `\bclass\s+\w+\(\s*(?:\w+\.)?Controller\s*\)\s*:\n(?:[^\n]*\n){0,8}?(?:    |\t)path\s*(?::\s*\w+\s*)?=\s*["']([^"'\n]*)["'][ \t]*\n` // Litestar's
	classBare      language.Pattern = `@Controller\(()\s*(?:\{\s*version\s*:[^,}\n]*,?\s*\}\s*)?\)[^\n]*\n(?:[^\n]*\n){0,6}?[^\n]*\bclass\s`                               // NestJS: below what is for all
	classRoute     language.Pattern = `(?m)^\s*\[(?:Route|RoutePrefix)\(`
)

// How far a health route is believed: more than what a framework answers by
// itself where its place is known.
const (
	routeConfidence   = 0.88 // on the program itself, in a file where programs start
	mountedConfidence = 0.87
)

// mounted gives the whole path of a route, and how far it is to be believed: a
// route on a router whose place is not known is hardly better than none.
func (t *Table) mounted(h source.Hit, route string) (full string, confidence float64) {
	file := t.prefixes(h.Name)
	switch {
	case file.class != nil && strings.HasPrefix(file.class[0], strings.TrimSpace(h.Text)): // the route is the class's own
		return t.below(file, route)
	case file.class != nil:
		return t.below(file, joinRoute(file.class[1], route))
	case file.template:
		return route, finding.Unsure
	case strings.Contains(h.Match, "add_resource("):
		if prefix, known, made := t.resources(); made {
			if !known {
				return route, finding.Unsure
			}
			return joinRoute(prefix, route), mountedConfidence
		}
	}
	at := location{file: h.Name, line: h.Line, receiver: receiverOf(h.Text, strings.TrimSuffix(h.Groups[1], "/"))}
	if registered, ok := t.registered(h); ok {
		at = registered
	} else if lead, _, found := strings.Cut(h.Text, h.Groups[1]); found {
		for _, scope := range scopeInLine.Regexp().FindAllStringSubmatchIndex(lead, 4) {
			if inner := lead[scope[1]:]; strings.Count(inner, ")") <= strings.Count(inner, "(") {
				at.prefix = joinedPrefix(at.prefix, lead[scope[2]:scope[3]])
			}
		}
	}
	prefix, where := t.place(at, 0)
	full = joinRoute(prefix, route)
	switch {
	case where == lost:
		return full, finding.Unsure
	case where == followed:
		return full, mountedConfidence
	case h.Entry, t.serves(at):
		return full, routeConfidence
	}
	return full, finding.Guess
}

// resourcesMade is a Flask-RESTful or Flask-RESTX API whose resources stand below a
// prefix, whoever adds them (flask-restful.readthedocs.io/en/latest/api.html).
const resourcesMade language.Pattern = `\bApi\([^()\n]*\bprefix\s*=\s*(?:["'](/[^"'\n]*)["']|\w)`

// resources gives the prefix of the APIs of a program; not known where they have
// several, or one that is no literal.
func (t *Table) resources() (prefix string, known, made bool) {
	for i, h := range t.Grep(resourcesMade) {
		if h.Groups[1] == "" || i > 0 && h.Groups[1] != prefix {
			return "", false, true
		}
		prefix, known, made = h.Groups[1], true, true
	}
	return prefix, known, made
}

// serves reports whether a route stands on the application that the start command
// names, whatever its file is called: uvicorn shop.api:app.
func (t *Table) serves(at location) bool {
	module, variable, named := strings.Cut(t.Served, ":")
	file := "/" + strings.TrimSuffix(strings.TrimSuffix(at.file, ".py"), "/__init__")
	return named && at.receiver == variable && strings.HasSuffix(file, "/"+strings.ReplaceAll(module, ".", "/"))
}

// below puts what all routes of a program's classes stand below in front of one
// of them.
func (t *Table) below(file *prefixes, route string) (full string, confidence float64) {
	t.mounts()
	if t.globalLost {
		return route, finding.Unsure
	}
	bare := strings.Trim(route, "/")
	version := t.version
	if v := source.Group(classVersion, file.class[0]); v != "" {
		version = strings.TrimRight(t.version, "0123456789") + v
	}
	if t.version != "" && !strings.Contains(file.class[0], "VERSION_NEUTRAL") {
		route = joinRoute(version, route)
	}
	if t.excluded != "" && strings.Contains(t.excluded, "exclude") && (strings.Contains(t.excluded, "'"+bare) || strings.Contains(t.excluded, "'/"+bare) || strings.Contains(t.excluded, `"`+bare)) {
		return route, mountedConfidence
	}
	return joinRoute(t.global, route), mountedConfidence
}

// classVersion is a version that a controller of Nest says of itself.
const classVersion language.Pattern = `\bversion\s*:\s*\[?\s*["'](\w+)["']`

// prefixes are what one file says about prefixes.
type prefixes struct {
	class    []string // the match of classMounted
	template bool     // ASP.NET fills names in: "api/[controller]"
	made     [][]string
	imports  map[string]string // names to modules of the project
}

func (t *Table) prefixes(name string) *prefixes {
	if known := t.known[name]; known != nil {
		return known
	}
	f := t.File(name)
	r := &prefixes{imports: f.Imports(), template: f.MayMatch(classRoute) && classRoute.Regexp().MatchString(f.Text())}
	for _, class := range []language.Pattern{classMounted, classPath, classBare} {
		if r.class == nil && f.MayMatch(class) {
			r.class = class.Regexp().FindStringSubmatch(f.Text())
		}
	}
	for _, h := range f.Find(routerMade) {
		r.made = append(r.made, h.Groups)
	}
	if t.known == nil {
		t.known = map[string]*prefixes{}
	}
	t.known[name] = r
	return r
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
// api.Group("/v1"), api = r.Group("/api"). origin is the first of them; made says
// that it is made there as a router of its own, to be mounted elsewhere.
func (r *prefixes) prefixOf(receiver string) (prefix, origin string, made bool) {
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
		part := source.Group(routerPrefix, m[3])
		if part == "" {
			part = source.Group(firstArgument, m[3])
		}
		prefix = joinedPrefix(part, prefix)
		made = made || strings.Contains(m[0], "Router(") && !strings.Contains(m[0], "NewRouter(") || strings.Contains(m[0], "Blueprint(")
		if m[2] == receiver || m[2] == "" || !strings.Contains(m[0], m[2]+".") {
			break
		}
		receiver = m[2]
	}
	return prefix, receiver, made
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
