package routing

import (
	"regexp"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Health routes that are no path of their own: the root of a router that is
// mounted, or of a group that is made, below a path of health; a constant that is
// registered or compared by its name.
const (
	rootRoute    language.Pattern = `\.(?:get|GET|Get|all|Any)\(\s*["'](?:/?)["']\s*,|@Get\(\s*\)|@\w+\.get\(\s*["']/?["']`
	groupOfRoute language.Pattern = `\b(\w+)\s*:?=\s*(\w+)\.(?:Group|group|Party|MapGroup)\(\s*["'](/[^"'\n]*)["']`
	pathConstant language.Pattern = `\b(\w*(?:health|Health|HEALTH|ping|Ping|PING|heartbeat|Heartbeat|HEARTBEAT|liveness|Liveness|LIVENESS)\w*)\s*(?::\s*&?(?:'static )?\w+\s*)?=\s*["'](/?[\w./-]*)["']`
)

// healthMounts lists what is mounted below a path of health and answers at its
// root. The path stands in group 1.
func (t *Table) healthMounts() (out []source.Hit) {
	var mounts []mount
	if len(t.onHealth(routerMounted)) > 0 { // else following all of them would be in vain
		mounts = t.mounts()
	}
	for _, m := range mounts {
		if m.hit.Groups[1] != m.prefix || healthRank(m.prefix) < 0 || !t.answersAtRoot(m) {
			continue
		}
		out = append(out, m.hit)
	}
	for _, h := range t.onHealth(groupOfRoute) {
		name, path := h.Groups[1], h.Groups[3]
		root := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\.(?:get|GET|Get|MapGet)\(\s*["'](/?)["']\s*,`)
		m := root.FindStringSubmatch(t.File(h.Name).Text())
		if healthRank(path) < 0 || m == nil {
			continue
		}
		h.Groups = []string{h.Groups[0], path + m[1]}
		out = append(out, h)
	}
	return out
}

// healthParts are what the paths hold that are given by a mount or a constant:
// rarer words than those of all health paths.
var healthParts = []string{"/health", "/_health", "/ping", "/live", "/heartbeat", "/__heartbeat"}

// onHealth asks the lines that hold such a path.
func (t *Table) onHealth(patterns ...language.Pattern) []source.Hit {
	return t.Ask(source.Question{Patterns: source.These(patterns...), Anchors: healthParts})
}

// answersAtRoot reports whether the router of a mount has a route of its own
// root.
func (t *Table) answersAtRoot(m mount) bool {
	for _, f := range t.Files() {
		if f.Name != m.file && (f.Contains("outer") || f.Contains("Hono")) && t.mountsFile(m, f.Name, "router") && rootRoute.Matches(f.Text()) {
			return true
		}
	}
	return false
}

// healthConstants lists constants that hold a path of health and are used by
// their names where routes are told apart.
func (t *Table) healthConstants() (out []source.Hit) {
	for _, h := range t.onHealth(pathConstant) {
		if h.Groups[2] = "/" + strings.TrimPrefix(h.Groups[2], "/"); healthRank(h.Groups[2]) < 0 {
			continue
		}
		name := regexp.QuoteMeta(h.Groups[1])
		used := regexp.MustCompile(`(?:==|===|\.(?:GET|Get|get|Handle|HandleFunc|route|Route|Any|all)\()\s*&?(?:\w+(?:\.|::))?` + name + `\b|\b` + name + `\s*(?:=>|==)|\bcase\s+(?:\w+\.)?` + name + `\s*:`)
		for _, f := range t.Files() {
			if f.Contains(h.Groups[1]) && used.MatchString(f.Text()) {
				h.Groups = []string{h.Groups[0], h.Groups[2]}
				out = append(out, h)
				break
			}
		}
	}
	return out
}

// guards are what lets only those through who are known: decorators, guards and
// middlewares beside a route. A check without a login would never be healthy there.
const guards language.Pattern = `(?i)\b(?:\w*login_?required|auth_?required|require_?(?:auth|login|admin|user)\w*|is_?authenticated|ensure_?auth\w*|ensure_?logged\w*|authenticate(?:d|_user|token)?|check_?auth|verify_?(?:token|jwt)|jwt_?required|basic_?auth\w*|get_current_\w+|pre_?authorize|roles_?allowed|authorize|admin_?only|(?:api_?|access_?)?(?:key|token|bearer|session|user|admin|hmac|digest)_?auth(?:enticated|orized)?|permissions?_?required|require[sd]?_?(?:permissions?|roles?|scopes?|api_?key|token)|(?:validate|check|needs?)_?(?:api_?key|permissions?|roles?|scopes?)|\w*admin_?required)\b`

// guarded reports whether a route is for those only who have logged in: what
// stands on its line, and the decorators beside it.
func (t *Table) guarded(h source.Hit) bool {
	if guards.Regexp().MatchString(h.Text) {
		return true
	}
	lines := t.File(h.Name).Lines()
	for i := h.Line - 3; i < h.Line+3; i++ {
		if i < 0 || i >= len(lines) || i == h.Line-1 {
			continue
		}
		if line := strings.TrimSpace(lines[i]); (strings.HasPrefix(line, "@") || strings.HasPrefix(line, "[") || strings.HasPrefix(line, "#[")) && guards.Regexp().MatchString(line) {
			return true
		}
	}
	return false
}
