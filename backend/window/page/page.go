// Package page is the way from the window's side to the page and to what only
// the window around it can do: calls that never stay unanswered, errors in the
// page's words, notices, events in batches, dialogs. It does not know what is
// said, and nothing of Wails.
package page

import (
	"sync"
	"time"
)

// Link is the way to the page of one window. It is safe for use by several goroutines;
// Frame is set before Open.
type Link struct {
	Frame Frame
	Log   Log
	About About

	ready chan struct{} // closed once the program is open: Wails lets the page call before that

	mu       sync.Mutex
	first    []Notice
	failure  string // of the last write that failed
	failedAt time.Time
}

// About is the program as reports name it.
type About struct {
	Version string
	Data    string // the data folder
	Now     func() time.Time
}

// Frame is what the window around the page can do.
type Frame struct {
	Emit       func(name string, payload any)
	PickFolder func(title string) (string, error)
	PickFile   func(title string) (string, error)
	SaveFile   func(title, name string) (string, error)
	Clipboard  func(text string) error
	Browse     func(url string) // a web page
	Quit       func()
}

// New makes a page whose calls wait until Open.
func New(about About) *Link { return &Link{About: about, ready: make(chan struct{})} }

// Open lets the page's calls go on.
func (p *Link) Open() { close(p.ready) }

// Emit tells the page something, if there is one.
func (p *Link) Emit(name string, payload any) {
	if p.Frame.Emit != nil {
		p.Frame.Emit(name, payload)
	}
}
