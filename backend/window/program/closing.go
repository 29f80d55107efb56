package program

import (
	"time"

	"aipack/backend/window/page"
)

// patience is how long the page may take to ask. A page that hangs keeps no window
// open: the next request to close it is obeyed.
const patience = 3 * time.Second

// leaving is where the question stands whether to end what is under way.
type leaving struct {
	agreed bool      // the user said so
	since  time.Time // of the request that the page has not shown yet, zero for none
}

// MayClose says whether the window may close. Where something is under way, the page is
// told to ask first; it answers with Program.Quit, or leaves the window open. It is no
// method: the page is not to call it.
func MayClose(p *Program) bool {
	ends := p.Activity.list()
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.Now()
	switch {
	case p.leaving.agreed || len(ends) == 0:
		return true
	case p.leaving.since.IsZero():
		p.leaving.since = now
	case now.Sub(p.leaving.since) > patience:
		return true
	}
	p.Page.Emit("closing", ends)
	return false
}

// Asking says that the page shows the question whether to end what is under way.
func (p *Program) Asking() error {
	return page.Guarded(p.Page, "Program.Asking", func() error {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.leaving.since = time.Time{}
		return nil
	})
}

// Quit closes the window, and ends what is under way with it.
func (p *Program) Quit() error {
	return page.Guarded(p.Page, "Program.Quit", func() error {
		p.agree()
		p.Page.Frame.Quit()
		return nil
	})
}

func (p *Program) agree() (asked bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leaving.agreed = true
	return !p.leaving.since.IsZero()
}

// Told is called when the system tells the program to end: nobody is asked then. Wails
// closes the window for the same signal, before this or after it.
func Told(p *Program) {
	if p.agree() {
		p.Page.Frame.Quit()
	}
}
