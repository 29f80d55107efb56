package browser

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// mostTold is how many messages and requests are kept.
const mostTold = 50

// watcher listens to the tab. It hears on the goroutine that reads the
// browser's messages, so it only notes.
type watcher struct {
	gate *gate

	mu     sync.Mutex
	page   *Page
	open   map[network.RequestID]string // requests under way
	loaded bool
	last   time.Time // when something last happened
}

func (w *watcher) hear(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		w.sent(e)
	case *network.EventResponseReceived:
		if e.Response != nil && e.Response.Status >= 400 && w.own(w.open[e.RequestID]) {
			w.fail(Request{URL: w.open[e.RequestID], Status: int(e.Response.Status)})
		}
	case *network.EventLoadingFinished:
		delete(w.open, e.RequestID)
		w.last = time.Now()
	case *network.EventLoadingFailed:
		if address := w.open[e.RequestID]; w.own(address) && !e.Canceled {
			w.fail(Request{URL: address, Error: e.ErrorText})
		}
		delete(w.open, e.RequestID)
		w.last = time.Now()
	case *page.EventLoadEventFired:
		w.loaded, w.last = true, time.Now()
	case *log.EventEntryAdded:
		// What the network did is told by its own events.
		if e.Entry != nil && e.Entry.Level == log.EntryLevelError && e.Entry.Source != log.EntrySourceNetwork {
			w.say(Message{Text: e.Entry.Text, URL: e.Entry.URL, Line: int(e.Entry.LineNumber)})
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			w.say(consoleMessage(e))
		}
	case *runtime.EventExceptionThrown:
		if d := e.ExceptionDetails; d != nil {
			text := d.Text
			if d.Exception != nil && d.Exception.Description != "" {
				text += " " + d.Exception.Description
			}
			w.say(Message{Text: text, URL: d.URL, Line: int(d.LineNumber) + 1})
		}
	}
}

func (w *watcher) sent(e *network.EventRequestWillBeSent) {
	if e.Request == nil || !strings.HasPrefix(e.Request.URL, "http") && !strings.HasPrefix(e.Request.URL, "ws") {
		return
	}
	w.last = time.Now()
	if !w.own(e.Request.URL) {
		if u, err := url.Parse(e.Request.URL); err == nil && !slices.Contains(w.page.Outside, u.Host) && len(w.page.Outside) < mostTold {
			w.page.Outside = append(w.page.Outside, u.Host)
		}
		return
	}
	w.page.Requests++
	w.open[e.RequestID] = e.Request.URL
}

// own reports whether an address is the service's.
func (w *watcher) own(address string) bool {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return false
	}
	_, ok := w.gate.service(u.Host)
	return ok
}

func (w *watcher) fail(r Request) {
	// Browsers ask for it on their own.
	if u, err := url.Parse(r.URL); err == nil && u.Path == "/favicon.ico" {
		return
	}
	if len(w.page.Failed) < mostTold {
		w.page.Failed = append(w.page.Failed, r)
	}
}

func (w *watcher) say(m Message) {
	m.Text = strings.ToValidUTF8(m.Text[:min(len(m.Text), 2000)], "")
	if len(w.page.Errors) < mostTold {
		w.page.Errors = append(w.page.Errors, m)
	}
}

// consoleMessage joins the arguments of console.error as a console shows them.
func consoleMessage(e *runtime.EventConsoleAPICalled) Message {
	var words []string
	for _, a := range e.Args {
		switch {
		case a.Description != "":
			words = append(words, a.Description)
		case len(a.Value) > 0:
			words = append(words, strings.Trim(string(a.Value), `"`))
		default:
			words = append(words, string(a.Type))
		}
	}
	m := Message{Text: strings.Join(words, " ")}
	if e.StackTrace != nil && len(e.StackTrace.CallFrames) > 0 {
		m.URL, m.Line = e.StackTrace.CallFrames[0].URL, int(e.StackTrace.CallFrames[0].LineNumber)+1
	}
	return m
}

// How long a page may take: until its load event, and then until nothing has
// been under way for a moment.
const (
	mostLoading = 10 * time.Second
	mostBusy    = 2 * time.Second
	quiet       = 250 * time.Millisecond
)

// settle waits until the page has loaded and is quiet, or its time is up: what
// was seen until then is told.
func (w *watcher) settle(ctx context.Context) {
	began := time.Now()
	var loadedAt time.Time
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		w.mu.Lock()
		loaded, still := w.loaded, len(w.open) == 0 && time.Since(w.last) > quiet
		w.mu.Unlock()
		if loaded && loadedAt.IsZero() {
			loadedAt = time.Now()
		}
		switch {
		case loaded && (still || time.Since(loadedAt) > mostBusy), time.Since(began) > mostLoading:
			return
		}
	}
}
