package window

import (
	"aipack/backend/store"
	"aipack/backend/window/digest"
	"aipack/backend/window/session"
	"testing"
	"time"
)

// TestClosingAsksWhileSomethingIsUnderWay and only then; a page that does not show the
// question keeps no window open.
func TestClosingAsksWhileSomethingIsUnderWay(t *testing.T) {
	a, page := opened(t, t.TempDir())
	now := time.Unix(1, 0)
	a.Program.now = func() time.Time { return now }
	asked := 0
	a.Page.Frame.Emit = func(name string, payload any) {
		if ends, ok := payload.([]session.UnderWay); ok && name == "closing" && len(ends) == 1 && ends[0].Kind == "proof" {
			asked++
		}
	}
	defer func() { a.Page.Frame.Emit = page.emit }()
	may := func(want bool, questions int, when string) {
		t.Helper()
		if got := a.MayClose(); got != want || asked != questions {
			t.Fatalf("%s: may close %v, asked %d times", when, got, asked)
		}
	}
	may(true, 0, "nothing is under way")

	a.Proofs.begun([]store.Proof{{ID: "p", Service: "."}}, digest.Plan{}, "", func() {})
	may(false, 1, "a proof is under way")
	now = now.Add(patience / 2)
	may(false, 2, "the page is slow")
	if err := a.Program.Asking(); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Hour)
	may(false, 3, "the page asks")
	now = now.Add(2 * patience)
	may(true, 3, "the page hangs")

	quit := false
	a.Page.Frame.Quit = func() { quit = a.MayClose() }
	if a.Told(); !quit {
		t.Fatal("the system told the program to end while the page was to ask")
	}

	a.Program.leaving = leaving{}
	may(false, 4, "a proof is under way")
	if err := a.Program.Asking(); err != nil {
		t.Fatal(err)
	}
	quit = false
	if a.Told(); quit || !a.MayClose() {
		t.Fatal("Wails' own request comes after the signal, and is not refused")
	}

	a.Program.leaving = leaving{}
	if err := a.Program.Quit(); err != nil || !quit {
		t.Fatalf("the user agreed: %v, %v", quit, err)
	}
}
