//go:build lab

package prove

import (
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"aipack/backend/universalbuild"
)

// What registries answer, in BuildKit's own words: the lab's builder really
// asks them.
func TestSaysWhyARegistryRefuses(t *testing.T) {
	answers := func(status int, header, value string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set(header, value)
			w.WriteHeader(status)
		})
	}
	private := httptest.NewServer(answers(http.StatusUnauthorized, "WWW-Authenticate", `Basic realm="team"`))
	limited := httptest.NewServer(answers(http.StatusTooManyRequests, "Retry-After", "60"))
	own := httptest.NewUnstartedServer(answers(http.StatusOK, "X", "y"))
	own.Listener.Close()
	own.Listener = elsewhereListener(t)
	own.StartTLS()
	for _, s := range []*httptest.Server{private, limited, own} {
		t.Cleanup(s.Close)
	}
	host := func(s *httptest.Server) string { return s.Listener.Addr().String() }
	for _, c := range []struct{ name, image, rule string }{
		{"private", host(private) + "/team/base:1", "registry_login"},
		{"limited", host(limited) + "/library/base:1", "pull_limit"},
		{"own authority", host(own) + "/team/base:1", "builder_certificate"},
		{"nobody", "registry.invalid/team/base:1", "no_network"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := node(t, nil)
			p.Document.Runtime.BaseImage = c.image
			r := p.prove(t, lab(t))
			if r.Verdict != Failed || r.Failure.Rule != c.rule || !strings.Contains(instruction(r.Dockerfile, r.Failure.Line), c.image) {
				t.Errorf("%s: %+v", r.Verdict, r.Failure)
				for _, s := range r.Steps {
					t.Log(s.Name, s.Error)
				}
			}
		})
	}
}

// A builder without room, in the kernel's own words: its cache mount is a tmpfs
// of one megabyte.
func TestSaysThatTheDiskIsFull(t *testing.T) {
	p := node(t, nil)
	p.Dockerfile = "FROM debian:bookworm-slim\nRUN --mount=type=tmpfs,target=/full,size=1048576 head -c 8000000 /dev/zero > /full/x\n"
	r := p.prove(t, lab(t))
	if r.Verdict != Failed || r.Failure.Rule != "disk_full" || r.Failure.Line != 2 {
		t.Errorf("%s: %+v", r.Verdict, r.Failure)
	}
}

// TestOldBuilder needs a builder before BuildKit 0.11: build/lab/engines.sh has
// Debian's Docker.
func TestOldBuilder(t *testing.T) {
	with := lab(t)
	if !with.Builder.Old() {
		t.Fatalf("%s is BuildKit %s", with.Builder.Address, with.Builder.Version)
	}
	p := node(t, nil)
	p.Document.Runtime.Files = []universalbuild.File{{Path: "/app/note.txt", Content: "one\ntwo\n"}}
	r := p.prove(t, with)
	proven(t, r)
	if regexp.MustCompile(`(?m)^[^#\n]*<<-?["']?[A-Za-z_]`).MatchString(r.Dockerfile) || len(r.Warnings) == 0 || !strings.Contains(r.Warnings[0].Message, "older than BuildKit 0.11") {
		t.Errorf("warnings %+v\n%s", r.Warnings, r.Dockerfile)
	}
	p.Dockerfile = "FROM debian:bookworm-slim\nRUN <<EOF\necho hello\nEOF\n"
	r = p.prove(t, with)
	if r.Verdict != Failed || r.Failure.Rule != "builder_too_old" {
		t.Errorf("%s: %+v", r.Verdict, r.Failure)
	}
}

// elsewhereListener listens on an address of this machine that is not the loopback:
// builders speak TLS to all others.
func elsewhereListener(t *testing.T) net.Listener {
	t.Helper()
	list, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
			l, err := net.Listen("tcp", net.JoinHostPort(n.IP.String(), "0"))
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
	}
	t.Fatal("this machine has the loopback alone")
	return nil
}
