package prove

import (
	"context"
	"fmt"
	"strings"
	"time"

	"aipack/backend/base/plural"
	"aipack/backend/prove/browser"
	"aipack/backend/prove/check"
	"aipack/backend/prove/external"
)

// browsing is how long the browser may take from its start to its end.
const browsing = 30 * time.Second

// browse lets the user's browser look at the service's page, through the door:
// the container has no network, and no port is opened for it. It never decides
// a proof.
func (t *run) browse(ctx context.Context) {
	result := check.Result{Name: "browser", State: check.NotChecked}
	switch {
	case len(t.ports()) == 0 || t.door == nil:
		result.Reason = "the service has no port"
	case t.browser == "":
		result.Reason = "there is no Chromium, Chrome or Edge on this machine, or none was wanted"
	case t.speaks != external.HTTP:
		result.Reason = "the service does not speak plain HTTP"
	case t.behind:
		result.Reason = "the service sends plain HTTP to HTTPS, and no proxy stands in front of it that ends TLS"
	case t.page == "":
		result.Reason = "the service does not answer HTML"
	default:
		t.tell("again", "for the page in a browser")
		page, err := browser.Look(ctx, browser.Visit{Program: t.browser, Ports: t.ports(), Path: t.page, Dial: t.door.dial, Limit: browsing})
		if err != nil {
			result.Reason = firstLine(err.Error())
			break
		}
		t.report.Page, result = page, pageCheck(page)
		if page.Blank {
			t.report.blank = &Warning{Rule: "blank_page", Loud: true, Message: blank(page)}
		}
	}
	t.report.browser = result
}

// blank says that nothing is to be seen, and why where the page itself said so.
func blank(p *browser.Page) string {
	said := "The page stays blank in the browser"
	if len(p.Errors) > 0 {
		return said + ": " + firstLine(p.Errors[0].Text)
	}
	if len(p.Failed) > 0 {
		return said + ": it wanted " + p.Failed[0].URL + " and did not get it."
	}
	return said + "."
}

// pageCheck sums up what the browser saw. Hosts that the page wanted from
// outside are told and not blamed: they were kept from it.
func pageCheck(p *browser.Page) check.Result {
	result := check.Result{Name: "browser", State: check.Passed, Reason: fmt.Sprintf("%q loads in %d ms with %s, no errors", p.Title, p.LoadMS, p.Browser)}
	for _, r := range p.Failed {
		said := r.Error
		if r.Status != 0 {
			said = fmt.Sprintf("answered %d", r.Status)
		}
		result.Add(check.Problem{Severity: "medium", Message: "a request failed: " + said, Path: r.URL})
	}
	for _, e := range p.Errors {
		result.Add(check.Problem{Severity: "medium", Message: firstLine(e.Text), Path: e.URL, Line: e.Line})
	}
	if result.State == check.Failed {
		result.Reason = plural.Of(len(p.Errors), "error") + " in the console, " + plural.Of(len(p.Failed), "failed request")
	}
	if len(p.Outside) > 0 {
		result.Reason += "; kept from reaching " + strings.Join(p.Outside, ", ")
	}
	if !p.Sandboxed {
		result.Reason += "; as root, without the browser's sandbox"
	}
	return result
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
