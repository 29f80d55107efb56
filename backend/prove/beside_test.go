//go:build lab

package prove

import (
	"fmt"
	"strings"
	"testing"

	"aipack/backend/prove/browser"
	"aipack/backend/prove/check"
)

// The container has no network and publishes nothing: the browser comes in
// through the probe's pipes.
func TestBrowserLooksAtThePage(t *testing.T) {
	with := lab(t)
	if with.Browser = browser.Find(); with.Browser == "" {
		t.Fatal("there is no browser: this test needs Chromium, Chrome or Edge")
	}
	p := node(t, map[string]string{"server.js": strings.Replace(server, "<h1>hello</h1>", `<title>Greeter</title><h1>hello</h1><script src="/health"></script><script>console.error("odd")</script><img src="http://127.0.0.1:5055/v2/">`, 1)})
	r := p.prove(t, with)
	proven(t, r)
	if r.Page == nil {
		t.Fatalf("%+v", checkOf(t, r, "browser"))
	}
	if r.Page.Title != "Greeter" || len(r.Page.Screenshot) < 2000 || r.Page.URL != "http://localhost:3000/" || len(r.Page.Outside) != 1 {
		r.Page.Screenshot = nil
		t.Errorf("%+v", r.Page)
	}
	c := checkOf(t, r, "browser")
	if c.State != check.Failed || !strings.Contains(fmt.Sprint(c.Problems), "odd") || !strings.Contains(c.Reason, "127.0.0.1:5055") {
		t.Errorf("%+v", c)
	}
	t.Logf("proven with a browser in %d ms", r.DurationMS)
}

func TestBrowserNotChecked(t *testing.T) {
	with := lab(t)
	r := node(t, nil).prove(t, with)
	proven(t, r)
	if c := checkOf(t, r, "browser"); c.State != check.NotChecked || !strings.Contains(c.Reason, "no Chromium") {
		t.Errorf("%+v", c)
	}
	with.Browser = "/bin/false"
	r = node(t, map[string]string{"server.js": strings.NewReplacer("text/html", "text/plain").Replace(server)}).prove(t, with)
	proven(t, r)
	if c := checkOf(t, r, "browser"); c.State != check.NotChecked || !strings.Contains(c.Reason, "HTML") {
		t.Errorf("%+v", c)
	}
}

func TestWeighsTheLayers(t *testing.T) {
	p := node(t, map[string]string{"big.txt": strings.Repeat("0123456789", 300_000)})
	r := p.prove(t, lab(t))
	proven(t, r)
	var copied, base Layer
	for _, l := range r.Image.Layers {
		if strings.HasPrefix(l.Command, "COPY --from=build") {
			copied = l
		}
		if strings.HasPrefix(l.Command, "FROM ") {
			base = l
		}
	}
	if copied.SizeBytes < 3_000_000 || copied.SizeBytes > 3_200_000 || !strings.Contains(instruction(r.Dockerfile, copied.Line), "COPY --from=build") {
		t.Errorf("the copied layer: %+v", copied)
	}
	if base.SizeBytes < 50<<20 || base.Line == 0 || base.Count < 2 {
		t.Errorf("the base: %+v", base)
	}
	for _, s := range r.Steps {
		if strings.Contains(s.Name, "layer") || s.State == "running" {
			t.Errorf("step %+v", s)
		}
	}
	t.Logf("%+v", r.Image.Layers)
}

// A limit that is enough changes nothing: runtimes reserve much more than they
// use, and that does not count.
func TestEnoughMemory(t *testing.T) {
	with := lab(t)
	with.Limits.Memory = 256 << 20
	r := node(t, nil).prove(t, with)
	proven(t, r)
	if strings.Contains(strings.Join(r.Start.Command, " "), "probe") {
		t.Errorf("the report shows our own command: %q", r.Start.Command)
	}
}

// What comes after the browser, in the same session, is not held up by it.
func TestBrowserHoldsNothingUp(t *testing.T) {
	with := lab(t)
	with.Browser = browser.Find()
	p := node(t, map[string]string{"server.js": strings.Replace(server, "process.on('SIGTERM', () => process.exit(0))", "process.on('SIGTERM', () => {})", 1)})
	for range 3 {
		r := p.prove(t, with)
		proven(t, r)
		if c := checkOf(t, r, "secrets"); c.State != check.Passed || r.Page == nil || !r.Start.Killed {
			t.Errorf("killed %t, %+v, %+v", r.Start.Killed, c, checkOf(t, r, "browser"))
		}
	}
}
