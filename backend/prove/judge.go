package prove

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"aipack/backend/prove/external"
	"aipack/backend/universalbuild"
)

// questionsHTTP asks for the root and for the path that the service is known to
// be well by.
//
// What the program says itself counts: 2xx, a redirect that ends in one within
// the service, and 401 or 403. 5xx never counts, nor does a redirect that leads
// away or in a circle: then nothing of the program's own was seen. Another 4xx
// on the root is an answer of a program that serves nothing there; unless
// another path is known to be healthy, that is said loudly.
func (t *run) questionsHTTP(ctx context.Context, way external.Way, n int) error {
	known := knownPath(t.request.Document)
	wellKnown := false
	if known != "" && known != "/" {
		a := way.Get(ctx, t.speaks, known)
		err := t.judge(n, a)
		if err != nil && !(t.checksItself() && refused(a)) {
			return err // one that refuses strangers may still be well by its own check
		}
		wellKnown = err == nil
		t.show(a, known)
	}
	root := way.Get(ctx, t.speaks, "/")
	err := t.judge(n, root)
	if err == nil || !wellKnown {
		t.show(root, "/")
		t.remark(root)
	}
	switch {
	case err == nil && t.site() && slices.ContainsFunc(t.odd, func(w Warning) bool { return w.Rule == "welcome_page" }):
		return noFirstPage(way.Ports[0], "gives its own first page")
	case err == nil:
		return nil
	case refused(root) && root.Status != 0:
		return t.serveless(ctx, way, n, root, wellKnown)
	case wellKnown && root.Astray != "":
		t.warn(Warning{Rule: "redirect_outside", Message: fmt.Sprintf("GET / leads to %s, outside of the container: what is there was not looked at.", root.Astray)})
		return nil
	}
	return err
}

// site reports whether by the plan a web server gives files to whoever asks, and
// nothing else runs.
func (t *run) site() bool { return t.request.Document.Metadata.Kind == universalbuild.Static }

// refused reports whether the program answered that it has nothing for this
// question.
func refused(a external.Answer) bool { return a.Status >= 400 && a.Status <= 499 }

// serveless is for a program that serves nothing under its root: it may speak
// WebSocket there, be known to be healthy elsewhere, or nobody knows what to ask.
func (t *run) serveless(ctx context.Context, way external.Way, n int, root external.Answer, known bool) error {
	if known {
		return nil
	}
	if said, ok := undeployed(t.output.lines()); ok {
		return notDeployed(way.Ports[0], root, said)
	}
	if hostRefused(root, t.output.lines()) {
		return refusesHost(way.Ports[0], root)
	}
	if t.site() {
		return noFirstPage(way.Ports[0], fmt.Sprintf("answers %s with %d", root.What, root.Status))
	}
	p := t.report.Probe
	switch upgrades := way.Upgrades(ctx, t.speaks == external.HTTPS, "/"); {
	case upgrades:
		p.Protocol = external.WebSocket
		t.asked(n, external.Answer{What: "WebSocket /", Status: http.StatusSwitchingProtocols}, true, "")
		return nil
	case p.Protocol == external.WebSocket:
		t.asked(n, external.Answer{What: "WebSocket /"}, false, "it does not become a WebSocket any more")
		return noAnswer(way.Ports[0], "WebSocket /", nil)
	}
	if t.answersElsewhere(ctx, way, n) {
		return nil
	}
	t.warn(Warning{Rule: "not_found", Loud: true, Message: fmt.Sprintf(
		"GET / on port %d is answered with %d, and no other path is known that it should answer: only that something listens there and speaks HTTP was seen.", way.Ports[0], root.Status)})
	return nil
}

// mostElsewhere is how many paths of the sources are asked where the root has nothing.
const mostElsewhere = 6

// answersElsewhere asks what the sources answer, too, until the program answers one well:
// then it was seen, and not only that something listens.
func (t *run) answersElsewhere(ctx context.Context, way external.Way, n int) bool {
	paths := slices.DeleteFunc(answersBeside(t.request.Document.Behind("/runtime/healthcheck").Alternatives), func(p string) bool { return !external.Askable(p) })
	for _, p := range paths[:min(len(paths), mostElsewhere)] {
		if a := way.Get(ctx, t.speaks, p); a.Err == nil && a.Status >= 200 && a.Status <= 299 && a.Astray == "" {
			t.asked(n, a, true, "")
			t.show(a, p)
			return true
		}
	}
	return false
}

// judge writes an answer down, and says what speaks against the program.
func (t *run) judge(n int, a external.Answer) error {
	port := t.ports()[0]
	var bad error
	said := ""
	switch {
	case a.Err != nil:
		bad = noAnswer(port, a.What, a.Err)
	case a.Loop:
		bad, said = redirectLoop(port, a), "redirects in a circle"
	case a.Astray != "":
		bad, said = redirectOutside(port, a), fmt.Sprintf("%d, and leads away to %s", a.Status, a.Astray)
	case a.Status >= 500, a.Status < 200, a.Status >= 300 && a.Status <= 399:
		bad = serverError(port, a, n)
	case a.Status == http.StatusForbidden && t.site():
		bad = healthPathRefused(a) // a web server that finds no first page and may not list its folder
	case a.Status == http.StatusUnauthorized, a.Status == http.StatusForbidden:
		t.warn(Warning{Rule: "wants_login", Message: fmt.Sprintf("%s is answered with %d: it wants a login, so nothing behind it was looked at.", a.What, a.Status)})
	case refused(a):
		bad = healthPathRefused(a)
	}
	if a.Behind && a.Err == nil {
		t.warn(Warning{Rule: "behind_tls", Message: "It sends whoever asks over plain HTTP to HTTPS, so it was asked as a proxy in front of it asks that ends TLS (X-Forwarded-Proto: https). Without such a proxy nobody reaches it."})
		if said == "" {
			said = fmt.Sprintf("%d, asked as behind a proxy that ends TLS", a.Status)
		}
	}
	t.asked(n, a, bad == nil, said)
	return bad
}

// judgeGRPC judges what the health service says.
func (t *run) judgeGRPC(n int, a external.Answer) error {
	port := t.ports()[0]
	var bad error
	switch {
	case a.Err != nil:
		bad = noAnswer(port, a.What, a.Err)
	case a.Body == "NOT_SERVING" || a.Body == "UNKNOWN":
		bad = notServing(port, a)
	case a.Body == external.WantsLogin:
		t.warn(Warning{Rule: "wants_login", Message: a.What + " is refused to strangers: it wants a login, so nothing behind it was looked at."})
	}
	t.asked(n, a, bad == nil, a.Body)
	return bad
}

// show keeps what a path was answered with, for the report and for the browser.
func (t *run) show(a external.Answer, path string) {
	p := t.report.Probe
	p.Status, p.LatencyMS, p.HTML = a.Status, a.Latency.Milliseconds(), a.HTML() && a.Status < 400
	p.Excerpt = t.output.clean(strings.ToValidUTF8(a.Body[:min(len(a.Body), 2<<10)], ""))
	if t.page, t.behind = "", a.Behind; p.HTML {
		t.page = path
	}
}

// remark warns of pages that are none of the program's own.
func (t *run) remark(a external.Answer) {
	if remark, odd := a.Odd(); odd {
		t.warn(Warning{Rule: remark.Rule, Loud: true, Message: t.output.clean(remark.Text)})
	}
}

// warn adds what the user should know of this look; a rule warns once.
func (t *run) warn(w Warning) {
	t.odd = slices.DeleteFunc(t.odd, func(earlier Warning) bool { return earlier.Rule == w.Rule })
	t.odd = append(t.odd, w)
}
