package proofs

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

func TestSaveReport(t *testing.T) {
	a, page := atBench(t, t.TempDir())
	run := detected(t, a, page, unpacked(t, a, "node-express")).RunID
	for id, report := range map[string]string{"p": `{"name":"shop","service":".","verdict":"proven","page":{"title":"Shop","screenshot":"/9j/"}}`, "q": ""} {
		if err := a.store.SaveProof(store.Proof{ID: id, RunID: run, Service: ".", Verdict: "proven", StartedAt: 9}, report); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	for name, want := range map[string]string{"a.html": "data:image/jpeg;base64,/9j/", "b.JSON": `"title":"Shop"`} {
		file, err := a.Proofs.SaveReport("p", filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(b), want) {
			t.Errorf("%s: %v\n%s", name, err, b)
		}
	}
	var asked string
	a.Page.Frame.SaveFile = func(_, name string) (string, error) { asked = name; return "", nil }
	if file, err := a.Proofs.SaveReport("p", ""); file != "" || err != nil || asked != "proof-shop.html" {
		t.Errorf("%q, %v, asked for %q", file, err, asked)
	}
	if _, err := a.Proofs.SaveReport("q", filepath.Join(dir, "c.html")); fault.CodeOf(err) != fault.FileNotFound {
		t.Errorf("a stopped proof: %v", err)
	}
	if _, err := a.Proofs.SaveReport("p", filepath.Join(dir, "none", "d.html")); fault.CodeOf(err) != fault.PermissionDenied {
		t.Errorf("no such folder: %v", err)
	}
}

func TestPreviewOfNothing(t *testing.T) {
	a, _ := atBench(t, t.TempDir())
	if _, err := a.Previews.Start("none", "."); err == nil || page.FaultOf(err).Code != string(fault.FileNotFound) {
		t.Errorf("%v", err)
	}
	if err := a.Previews.Open("none"); fault.CodeOf(err) != fault.FileNotFound {
		t.Errorf("%v", err)
	}
	if err := a.Previews.Stop("none"); err != nil { // it may just have ended
		t.Error(err)
	}
}

// TestThePageKnowsBeforehandThatNothingCanBePreviewed: each place that was asked is told, with what was wrong.
func TestThePageKnowsBeforehandThatNothingCanBePreviewed(t *testing.T) {
	socket := "unix://" + filepath.ToSlash(filepath.Join(t.TempDir(), "docker.sock"))
	t.Setenv("DOCKER_HOST", socket)
	t.Setenv("CONTAINER_HOST", socket)
	a, _ := atBench(t, t.TempDir())
	info, err := a.Previews.Engine()
	if err != nil || info.Name != "" && !strings.HasPrefix(info.Name, "podman") {
		t.Fatalf("%+v, %v", info, err)
	}
	if info.Name == "" && (len(info.Silent) < 2 || info.Silent[0].Address != socket || info.Silent[0].Problem != "not there") {
		t.Errorf("%+v", info.Silent)
	}
}

// TestAPreviewThatIsStartingCanBeStopped: here an engine that never answers is
// asked, which is waited for longest.
func TestAPreviewThatIsStartingCanBeStopped(t *testing.T) {
	asked := make(chan struct{}, 8)
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	t.Setenv("DOCKER_HOST", "tcp://"+silent.Listener.Addr().String())
	for name, stop := range map[string]func(a *bench){"stopped": func(a *bench) { _ = a.Previews.Stop("") }, "closed": func(a *bench) { a.Close() }} {
		a, p := atBench(t, t.TempDir())
		s := detected(t, a, p, unpacked(t, a, "node-express"))
		ended := make(chan error, 1)
		go func() {
			_, err := a.Previews.Start(s.RunID, ".")
			ended <- err
		}()
		<-asked
		stop(a)
		select {
		case err := <-ended:
			if fault.CodeOf(err) != fault.Canceled || len(a.Previews.starting) != 0 || len(a.Previews.running) != 0 {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: it goes on", name)
		}
	}
}
