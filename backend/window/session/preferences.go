package session

import (
	"errors"
	"path/filepath"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/base/settings"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/llm/spending"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// Preferences are the settings as they stand. Whoever follows them asks anew
// each time.
type Preferences struct {
	page  *page.Link
	Store *Store
	books *spending.Ledger // it keeps the cap of a month
	now   func() time.Time

	changing sync.Mutex // held while they are changed
	mu       sync.Mutex
	current  settings.Preferences
}

func NewPreferences(link *page.Link, history *Store, books *spending.Ledger, now func() time.Time) *Preferences {
	return &Preferences{page: link, Store: history, books: books, now: now, current: settings.Default()}
}

// InForce are the settings as they are now.
func (p *Preferences) InForce() settings.Preferences {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.current
}

// Change makes one change at a time: two that read the same settings would undo
// each other.
func (p *Preferences) Change(how func(settings.Preferences) settings.Preferences) error {
	p.changing.Lock()
	defer p.changing.Unlock()
	s := how(p.InForce())
	if s.IgnoredFolders == nil {
		s.IgnoredFolders = []string{}
	}
	if s.ReadFolders == nil {
		s.ReadFolders = []string{}
	}
	if s.Providers == nil {
		s.Providers = []settings.Provider{}
	}
	if err := s.Check(); err != nil {
		return &fault.Fault{Code: fault.WrongUse, Message: "The settings were not saved: " + err.Error(), Hint: "Correct the value."}
	}
	text, err := s.JSON()
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.current = s
	p.mu.Unlock()
	p.page.Unsaved(errors.Join(p.Store.SaveSettings(text), p.books.SetCap(s.MonthlyCapUSD), p.books.SetTurn(s.MaxTurnTokens)))
	p.page.Emit("models", nil)
	return nil
}

// Open reads the settings, of a history that cannot be opened too. Where they
// cannot be read, nobody knows what may be sent to a model: none is asked.
func (p *Preferences) Open() {
	text, err := p.Store.Settings()
	if !p.Store.Kept() {
		text, err = store.SettingsIn(filepath.Join(p.page.About.Data, store.Name))
	}
	s, wrong := settings.Parse(text)
	if err = errors.Join(err, wrong); err != nil {
		s.Mode = pipeline.Static
		p.page.NotifyFirst("warning", "Your settings could not be read: they are as at the beginning, and no model is asked.",
			"Look at Settings, and say there how aipack thinks.")
		p.page.Log.Add(err.Error())
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.current = s
}

// OpenLedger begins the ledger of a month with what the history has of it, as
// they were kept there once, and takes the cap from them: it outlives a history
// that was damaged.
func (p *Preferences) OpenLedger() error {
	if !p.books.Begun() {
		now := p.now()
		uses, err := p.Store.Uses("", time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, now.Location()).UnixMilli())
		for _, e := range Entries(uses) {
			err = errors.Join(err, p.books.Add(e))
		}
		if err != nil {
			return err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	usd, set, err := p.books.Cap()
	if set {
		p.current.MonthlyCapUSD = usd
		return nil
	}
	if err == nil && p.current.MonthlyCapUSD == 0 {
		return nil
	}
	return errors.Join(err, p.books.SetCap(p.current.MonthlyCapUSD))
}
