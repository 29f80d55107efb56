package routing

import (
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// healthPaths are the usual health routes, best first: those that say the
// program lives go before those that also ask its databases.
var healthPaths = []string{"/healthz", "/health", "/livez", "/health/live", "/healthz/live", "/up", "/_health", "/_healthz", "/api/health",
	"/api/healthz", "/healthcheck", "/health-check", "/health_check", "/ping", "/heartbeat", "/__heartbeat__", "/alive", "/liveness", "/live", "/api/ping",
	"/-/healthy", "/status", "/api/status", "/readyz", "/ready", "/readiness", "/health/ready", "/actuator/health", "/q/health", "/_status", "/hc"}

// healthRank says how good a path is, -1 for a path that is no health route.
func healthRank(p string) int {
	lower := strings.ToLower(strings.TrimSuffix(p, "/"))
	if !strings.HasPrefix(lower, "/") {
		lower = "/" + lower
	}
	for i, known := range healthPaths {
		if lower == known {
			return i
		}
	}
	if strings.ContainsAny(lower, ":{}<>*$()? ") || strings.Count(lower, "/") > 4 {
		return -1
	}
	last := lower[strings.LastIndexByte(lower, '/')+1:]
	switch {
	case healthLast.Regexp().MatchString(last):
		return len(healthPaths)
	case ownStatus.Regexp().MatchString(lower):
		return len(healthPaths) + 1
	case last == "ping" || last == "readyz" || last == "ready" || last == "readiness":
		return len(healthPaths) + 1
	}
	return -1
}

// healthLast is the last part of a health path, however it is spelt; healthy is
// Prometheus' and its kin's.
const healthLast language.Pattern = `^_*(?:healthz?|healthy|(?:health|status)[-_]?check(?:er|s)?|livez|liveness|alive|heartbeat)_*(?:\.(?:html?|json|txt|php))?$`

// ownStatus is a path that says how the program is, not one of the things that it keeps.
const ownStatus language.Pattern = `^/(?:[\w.-]+/)?(?:internal|system|server|service|app|api|v\d+|monitor(?:ing)?|management|_)/status$`

// warpParts joins the parts of a path that are written one by one.
var warpParts = strings.NewReplacer(`"`, "", " ", "")

// maxRoutes is how many health routes are followed to where they are mounted.
const maxRoutes = 16

// Health lists the paths of health that the sources answer, the best kind first, by
// the languages' patterns for routes. A route in a file that others mount may stand
// below a prefix that is not known: it does not count, nor does one that the program
// asks another server for. above gives what all routes stand below; it is asked
// where there are any.
func (t *Table) Health(above func() string) []finding.Finding[string] {
	type ranked struct {
		source.Hit
		route string
		rank  int
	}
	var all []ranked
	seen := map[string]bool{}
	for _, h := range t.Ask(source.Question{Patterns: func(l *language.Language) []language.Pattern { return l.Routes }, Anchors: healthWords}) {
		if len(h.Groups) < 2 {
			continue
		}
		route := t.versioned(strings.TrimSpace(h.Groups[1]))
		if strings.Contains(route, `"`) { // warp's path!("api" / "health")
			route = warpParts.Replace(route)
		}
		if rank := healthRank(route); rank >= 0 && !seen[h.Name+" "+route] && !asksOtherHost(h) && !t.guarded(h) {
			seen[h.Name+" "+route] = true
			all = append(all, ranked{h, route, rank})
		}
	}
	for _, h := range slices.Concat(t.healthMounts(), t.healthConstants(), t.healthNames()) {
		if rank := healthRank(h.Groups[1]); rank >= 0 && !seen[h.Name+" "+h.Groups[1]] {
			seen[h.Name+" "+h.Groups[1]] = true
			all = append(all, ranked{h, h.Groups[1], rank})
		}
	}
	for _, h := range t.healthHandlers() {
		if !seen[h.Name+" "+h.Groups[1]] {
			seen[h.Name+" "+h.Groups[1]] = true
			all = append(all, ranked{h, h.Groups[1], len(healthPaths) + 2})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].rank < all[j].rank })
	prefix := ""
	if len(all) > 0 {
		prefix = above()
	}
	var out []finding.Finding[string]
	for _, r := range all[:min(len(all), maxRoutes)] {
		full, confidence := t.mounted(r.Hit, r.route)
		full = joinedPrefix(prefix, full)
		if confidence < finding.Guess { // its place is not known: asked at another, a program is never well
			continue
		}
		if !strings.ContainsAny(full, ":{}<>*$()[]? ") {
			out = append(out, finding.Of(full, confidence, t.Evidence("health.route", r.Hit)))
		}
	}
	return out
}

// healthWords are what every health path holds one of.
var healthWords = []string{"ealth", "live", "read", "ping", "status", "heartbeat", "/up", `up"`, "up'", "/hc"}
