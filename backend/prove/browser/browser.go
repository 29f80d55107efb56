// Package browser opens a service's first page in the user's own browser and
// says what it saw. The browser reaches the service and nothing else.
package browser

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	goruntime "runtime"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Visit says what is to be looked at.
type Visit struct {
	Program string                           // the browser, as Find gives it
	Ports   []int                            // that the page may reach; the first one is opened
	Path    string                           // "/"
	Dial    func(port int) (net.Conn, error) // reaches a port of the service
	Limit   time.Duration                    // for everything
}

// Page is what was seen. Durations are milliseconds from the navigation's
// start, as the page's own Performance API counts them.
type Page struct {
	URL        string    `json:"url"`
	Title      string    `json:"title"`
	Browser    string    `json:"browser"` // "Chrome/142.0.7444.59"
	Sandboxed  bool      `json:"sandboxed"`
	ReadyMS    int64     `json:"ready_ms"`        // the document was read
	LoadMS     int64     `json:"load_ms"`         // and all that belongs to it
	PaintMS    int64     `json:"paint_ms"`        // first contentful paint; 0 where nothing was painted
	Blank      bool      `json:"blank,omitempty"` // it shows nothing: no text, no picture, nothing to type into
	Requests   int       `json:"requests"`
	Errors     []Message `json:"errors"`               // of the console, and uncaught exceptions
	Failed     []Request `json:"failed"`               // of the service's own requests
	Outside    []string  `json:"outside"`              // other hosts that were asked for and not reached
	Screenshot []byte    `json:"screenshot,omitempty"` // JPEG; absent where it was too large
}

// Message is a line of the console.
type Message struct {
	Text string `json:"text"`
	URL  string `json:"url,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Request is one that went wrong.
type Request struct {
	URL    string `json:"url"`
	Status int    `json:"status,omitempty"` // HTTP; 0 where there was no answer
	Error  string `json:"error,omitempty"`
}

// Width and height of the window, in CSS pixels, and how large a screenshot
// may be.
const (
	width, height  = 1280, 800
	mostScreenshot = 512 << 10
)

// Look opens the page and gives what it saw. When it returns the browser is
// gone with everything it started, and so is its profile.
func Look(ctx context.Context, v Visit) (*Page, error) {
	ctx, cancel := context.WithTimeout(ctx, v.Limit)
	defer cancel()
	g := &gate{ports: v.Ports, dial: v.Dial}
	if err := g.open(ctx); err != nil {
		return nil, err
	}
	defer g.close()
	home, err := os.MkdirTemp(roomFor(), "aipack-browser-")
	if err != nil {
		return nil, fmt.Errorf("making room for the browser's profile: %w", err)
	}
	defer func() { _ = removeSoon(home) }()
	tree := &tree{}
	defer tree.kill()
	allocated, release := chromedp.NewExecAllocator(ctx, options(v.Program, home, g.address(), tree)...)
	defer release()
	tab, close := chromedp.NewContext(allocated)
	defer close()
	seen, err := visit(tab, fmt.Sprintf("http://localhost:%d%s", v.Ports[0], v.Path), g)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, fmt.Errorf("the browser was not done after %s", v.Limit)
	}
	return seen, err
}

// roomFor is the folder for the profile: Chromium keeps a socket a good 50
// characters below it, and a socket's path has at most 104 (unix(7), macOS).
func roomFor() string {
	if folder := os.TempDir(); len(folder) < 30 || goruntime.GOOS == "windows" {
		return folder
	}
	return "/tmp"
}

// options start the browser with nothing of the user's: an empty profile, no
// environment but what it needs, and the gate as its only way out. Flags are
// those of Chromium's own list of switches (chrome/common/chrome_switches.cc
// and the //net and //content ones).
func options(program, home, gate string, tree *tree) []chromedp.ExecAllocatorOption {
	list := append([]chromedp.ExecAllocatorOption{}, chromedp.DefaultExecAllocatorOptions[:]...)
	env := []string{"HOME=" + home, "TMPDIR=" + home}
	for _, name := range []string{"PATH", "LANG", "SystemRoot", "SYSTEMROOT", "LOCALAPPDATA", "USERPROFILE"} {
		if value := os.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return append(list,
		chromedp.ExecPath(program), chromedp.NoInheritEnv, chromedp.Env(env...), chromedp.ModifyCmdFunc(tree.own),
		chromedp.UserDataDir(filepath.Join(home, "profile")), chromedp.WindowSize(width, height), chromedp.DisableGPU,
		chromedp.ProxyServer("http://"+gate),
		chromedp.Flag("proxy-bypass-list", "<-loopback>"), // localhost goes through it, too
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
		chromedp.Flag("force-webrtc-ip-handling-policy", "disable_non_proxied_udp"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("block-new-web-contents", true),
		chromedp.Flag("deny-permission-prompts", true),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("mute-audio", true),
		chromedp.Flag("no-sandbox", !sandboxed()), // Chromium's refuses root
	)
}

// visit opens the address in a new tab and waits until it is quiet.
func visit(tab context.Context, address string, g *gate) (*Page, error) {
	w := &watcher{
		page: &Page{Sandboxed: sandboxed(), Errors: []Message{}, Failed: []Request{}, Outside: []string{}},
		gate: g, open: map[network.RequestID]string{},
	}
	if err := chromedp.Do(tab); err != nil { // starts it
		return nil, fmt.Errorf("the browser does not start: %w", err)
	}
	if err := chromedp.Listen(tab, w.hear); err != nil {
		return nil, err
	}
	version, err := chromedp.CallBrowser(tab, browser.GetVersion, cdp.Empty{})
	if err != nil {
		return nil, err
	}
	w.page.Browser = version.Product
	if _, err := chromedp.CallBrowser(tab, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorDeny}); err != nil {
		return nil, err
	}
	go dismiss(tab)
	for _, enable := range []func() error{
		func() error { _, err := chromedp.Call(tab, network.Enable, network.EnableParams{}); return err },
		func() error { _, err := chromedp.Call(tab, log.Enable, cdp.Empty{}); return err },
		func() error { _, err := chromedp.Call(tab, runtime.Enable, cdp.Empty{}); return err },
	} {
		if err := enable(); err != nil {
			return nil, err
		}
	}
	moved, err := chromedp.Call(tab, page.Navigate, page.NavigateParams{URL: address})
	if err != nil {
		return nil, err
	}
	if moved.ErrorText != "" {
		return nil, fmt.Errorf("the page does not open: %s", moved.ErrorText)
	}
	w.settle(tab)
	return w.finish(tab)
}

// dismiss closes alert, confirm and prompt: they would hold the page for ever.
func dismiss(tab context.Context) {
	for _, err := range chromedp.Events(tab, page.JavascriptDialogOpening) {
		if err != nil {
			return
		}
		_, _ = chromedp.Call(tab, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: false}) // it may be gone already
	}
}

// measured is what the page's own Performance API says.
type measured struct {
	Title              string
	URL                string
	Ready, Load, Paint float64
	Shows              bool
}

const measure = `(() => {
  const n = performance.getEntriesByType("navigation")[0] ?? {};
  const p = performance.getEntriesByName("first-contentful-paint")[0] ?? {};
  const seen = (e) => { const r = e.getBoundingClientRect(); return r.width > 1 && r.height > 1 && getComputedStyle(e).visibility !== "hidden"; };
  const things = "img, svg, canvas, video, audio[controls], iframe, embed, object, input:not([type=hidden]), textarea, button, select, progress, meter";
  const within = (root) => [...root.querySelectorAll(things)].some(seen) || [...root.querySelectorAll("*")].some((e) => e.shadowRoot && (e.shadowRoot.textContent.trim() !== "" || within(e.shadowRoot)));
  const shows = document.body !== null && (document.body.tagName === "FRAMESET" || document.body.innerText.trim() !== "" || within(document));
  return { Shows: shows, Title: document.title.slice(0, 200), URL: location.href, Ready: n.domContentLoadedEventEnd ?? 0, Load: n.loadEventEnd ?? 0, Paint: p.startTime ?? 0 };
})()`

// finish measures the page and takes its picture.
func (w *watcher) finish(tab context.Context) (*Page, error) {
	picture, err := screenshot(tab)
	if err != nil {
		return nil, fmt.Errorf("taking the picture: %w", err)
	}
	// After the picture: taking it makes a headless browser paint.
	m, err := chromedp.Run(tab, chromedp.Evaluate[measured](measure))
	if err != nil {
		return nil, fmt.Errorf("measuring the page: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.page
	p.Screenshot, p.Title, p.URL, p.Blank = picture, m.Title, m.URL, !m.Shows
	p.ReadyMS, p.LoadMS, p.PaintMS = int64(m.Ready), int64(m.Load), int64(m.Paint)
	return p, nil
}

// screenshot is a JPEG, made coarser where the page needs it.
func screenshot(tab context.Context) ([]byte, error) {
	for _, quality := range []int64{80, 40} {
		shot, err := chromedp.Call(tab, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatJpeg, Quality: &quality})
		if err != nil {
			return nil, err
		}
		if len(shot.Data) <= mostScreenshot {
			return shot.Data, nil
		}
	}
	return nil, nil
}

// removeSoon removes a folder that the browser's last process may still be
// writing to.
func removeSoon(folder string) error {
	var err error
	for range 20 {
		if err = os.RemoveAll(folder); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}
