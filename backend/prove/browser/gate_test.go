package browser

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
)

// through opens a gate to a server that greets, which the page knows as port
// 3000.
func through(t *testing.T) (*gate, *http.Client) {
	t.Helper()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "hello from %s%s", r.Host, r.URL.Path)
	}))
	t.Cleanup(service.Close)
	g := &gate{ports: []int{3000}, dial: func(int) (net.Conn, error) { return net.Dial("tcp", service.Listener.Addr().String()) }}
	if err := g.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.close)
	proxy := &url.URL{Scheme: "http", Host: g.address()}
	transport := &http.Transport{Proxy: func(*http.Request) (*url.URL, error) { return proxy, nil }}
	t.Cleanup(transport.CloseIdleConnections)
	return g, &http.Client{Transport: transport}
}

func TestGateLeadsToTheServiceAlone(t *testing.T) {
	g, client := through(t)
	if host, _, _ := net.SplitHostPort(g.address()); host != "127.0.0.1" {
		t.Errorf("listens on %s", g.address())
	}
	for address, want := range map[string]string{
		"http://localhost:3000/a": "hello from localhost:3000/a", "http://127.0.0.1:3000/": "hello from 127.0.0.1:3000/", "http://[::1]:3000/": "hello from [::1]:3000/",
		"http://localhost:3001/": "alone", "http://example.com/": "alone", "http://localhost/": "alone", "http://192.168.0.1:3000/": "alone",
	} {
		r, err := client.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || !strings.Contains(string(b), want) {
			t.Errorf("%s: %q, %v", address, b, err)
		}
	}
	if r, err := client.Get("https://example.com/"); err == nil {
		r.Body.Close()
		t.Error("a tunnel to another host was opened")
	}
}

func TestGateConnects(t *testing.T) {
	g, _ := through(t)
	c, err := net.Dial("tcp", g.address())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "CONNECT localhost:3000 HTTP/1.1\r\nHost: localhost:3000\r\n\r\n")
	r := bufio.NewReader(c)
	answer, err := http.ReadResponse(r, &http.Request{Method: http.MethodConnect})
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%v, %v", answer, err)
	}
	defer answer.Body.Close()
	fmt.Fprint(c, "GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
	b, err := io.ReadAll(r)
	if err != nil || !strings.Contains(string(b), "hello from x/b") {
		t.Errorf("%q, %v", b, err)
	}
}

func TestPlaces(t *testing.T) {
	t.Setenv("ProgramFiles", `C:\Program Files`)
	for system, want := range map[string]string{
		"linux": "google-chrome", "darwin": "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"windows": `C:\Program Files\Google\Chrome\Application\chrome.exe`,
	} {
		if list := strings.Join(places(system), "\n"); !strings.Contains(list, want) {
			t.Errorf("%s: %s", system, list)
		}
	}
	t.Setenv("AIPACK_BROWSER", "/opt/mine")
	if Find() != "/opt/mine" {
		t.Error("the named one is not taken")
	}
}

// A page may ask for as much as it likes: what is kept is bounded.
func TestWatcherKeepsLittle(t *testing.T) {
	w := &watcher{page: &Page{}, gate: &gate{ports: []int{80}}, open: map[network.RequestID]string{}}
	for i := range 500 {
		id := network.RequestID(fmt.Sprint(i))
		w.hear(&network.EventRequestWillBeSent{RequestID: id, Request: &network.Request{URL: fmt.Sprintf("http://localhost/%d", i)}})
		w.hear(&network.EventLoadingFailed{RequestID: id, ErrorText: "net::ERR_FAILED"})
		w.hear(&network.EventRequestWillBeSent{RequestID: id + "o", Request: &network.Request{URL: fmt.Sprintf("http://host%d/", i)}})
		w.say(Message{Text: strings.Repeat("x", 10000)})
	}
	p := w.page
	if len(p.Failed) != mostTold || len(p.Outside) != mostTold || len(p.Errors) != mostTold || len(p.Errors[0].Text) > 2000 || p.Requests != 500 || len(w.open) != 0 {
		t.Errorf("%d failed, %d outside, %d errors, %d requests, %d open", len(p.Failed), len(p.Outside), len(p.Errors), p.Requests, len(w.open))
	}
	w.hear(&network.EventRequestWillBeSent{})
	w.hear(&network.EventResponseReceived{})
}
