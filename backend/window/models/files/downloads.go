package files

import (
	"strings"
	"sync"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/model/modelfile"
	"aipack/backend/window/page"
)

// Downloads are those of model files. They belong to the program, not to a
// screen.
type Downloads struct {
	parts Parts

	mu      sync.Mutex
	waiting []modelfile.Progress // to be told
	timer   *time.Timer
	whole   int // downloads that have ended well, of those listed
}

// Start begins to fetch a model, or goes on with it: one of the catalogue,
// or any of the hub as OWNER/REPOSITORY/FILE.gguf. It gives the model's id.
func (d *Downloads) Start(name string) (string, error) {
	return page.Guard(d.parts.Page, "Downloads.Start", func() (string, error) {
		if m, listed := d.parts.Files.Known(name); listed {
			return m.ID, d.parts.Files.Start(m)
		}
		e, err := d.parts.Files.Shelf.Find(strings.TrimSpace(name))
		if err != nil {
			return "", err
		}
		if e.Repo == "" {
			return "", &fault.Fault{Code: fault.WrongUse, Message: e.Name + " is a file of yours, not one to download", Hint: "Choose a model of the catalogue."}
		}
		return e.ID, d.parts.Files.Start(e.Model)
	})
}

// Pause stops a download and keeps what was fetched.
func (d *Downloads) Pause(id string) error {
	return page.Guarded(d.parts.Page, "Downloads.Pause", func() error {
		d.parts.Files.Pause(id)
		return nil
	})
}

// Cancel stops a download and deletes what was fetched.
func (d *Downloads) Cancel(id string) error {
	return page.Guarded(d.parts.Page, "Downloads.Cancel", func() error {
		d.parts.Files.Cancel(id)
		return nil
	})
}

// Dismiss takes a download that has ended out of the list.
func (d *Downloads) Dismiss(id string) error {
	return page.Guarded(d.parts.Page, "Downloads.Dismiss", func() error {
		d.parts.Files.Dismiss(id)
		return nil
	})
}

// List lists all of them, those under way first.
func (d *Downloads) List() ([]DownloadRow, error) {
	return page.Guard(d.parts.Page, "Downloads.List", func() ([]DownloadRow, error) {
		return rows(d.parts.Files.List()), nil
	})
}

func rows(list []modelfile.Progress) []DownloadRow {
	out := make([]DownloadRow, 0, len(list))
	for _, p := range list {
		row := DownloadRow{
			ID: p.ID, Name: p.Name, File: p.File, State: string(p.Stage), Done: p.Done, Total: p.Total, Rate: p.Rate,
			EtaS: -1, Attempt: p.Try, Why: p.Why, PauseS: int64(p.Pause.Round(time.Second) / time.Second), UpdatedAt: p.Updated.UnixMilli(),
		}
		if p.Left >= 0 {
			row.EtaS = int64(p.Left.Round(time.Second) / time.Second)
		}
		if p.Problem != nil {
			f := page.FaultOf(p.Problem)
			row.Error = &f
		}
		out = append(out, row)
	}
	return out
}

// betweenDownloads keeps what the page hears to four messages a second.
const betweenDownloads = 250 * time.Millisecond

func (d *Downloads) tell() {
	d.mu.Lock()
	last := d.waiting
	d.timer = nil
	d.mu.Unlock()
	d.parts.Page.Emit("download", DownloadBatch{Downloads: rows(last)})
}

// hear takes what changed; the page is told the last of it.
func (d *Downloads) hear(list []modelfile.Progress) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting = list
	whole := 0
	for _, p := range list {
		if p.Stage == modelfile.Done {
			whole++
		}
	}
	if whole != d.whole {
		d.whole = whole
		go d.parts.Anew() // there may be a model to ask now
	}
	if d.timer == nil {
		d.timer = time.AfterFunc(betweenDownloads, func() { d.parts.Page.Apart("telling of downloads", d.tell) })
	}
}
