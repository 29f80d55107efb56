package program

import (
	"slices"
	"testing"
	"time"

	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// TestClosingAsksWhileSomethingIsUnderWay and only then; a page that does not show the
// question keeps no window open.
func TestClosingAsksWhileSomethingIsUnderWay(t *testing.T) {
	now := time.Unix(1, 0)
	link := page.New(page.About{Now: time.Now})
	link.Open()
	var running []session.UnderWay
	p := &Program{Page: link, Now: func() time.Time { return now }, Activity: &Activity{
		Page: link, Runs: session.NewRegistry(link, nil, nil, nil, time.Now),
		Others: []func() []session.UnderWay{func() []session.UnderWay { return slices.Clone(running) }},
	}}
	asked := 0
	link.Frame.Emit = func(name string, payload any) {
		if ends, ok := payload.([]session.UnderWay); ok && name == "closing" && len(ends) == 1 && ends[0].Kind == "proof" {
			asked++
		}
	}
	may := func(want bool, questions int, when string) {
		t.Helper()
		if got := MayClose(p); got != want || asked != questions {
			t.Fatalf("%s: may close %v, asked %d times", when, got, asked)
		}
	}
	may(true, 0, "nothing is under way")

	running = []session.UnderWay{{Kind: "proof", ID: "p", Name: "shop"}}
	may(false, 1, "a proof is under way")
	now = now.Add(patience / 2)
	may(false, 2, "the page is slow")
	if err := p.Asking(); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Hour)
	may(false, 3, "the page asks")
	now = now.Add(2 * patience)
	may(true, 3, "the page hangs")

	quit := false
	link.Frame.Quit = func() { quit = MayClose(p) }
	if Told(p); !quit {
		t.Fatal("the system told the program to end while the page was to ask")
	}

	p.leaving = leaving{}
	may(false, 4, "a proof is under way")
	if err := p.Asking(); err != nil {
		t.Fatal(err)
	}
	quit = false
	if Told(p); quit || !MayClose(p) {
		t.Fatal("Wails' own request comes after the signal, and is not refused")
	}

	p.leaving = leaving{}
	if err := p.Quit(); err != nil || !quit {
		t.Fatalf("the user agreed: %v, %v", quit, err)
	}
}
