//go:build !headless || window

package main

import (
	"strings"
	"time"

	"aipack/backend/fault"
	"aipack/backend/modelfile"
)

// Download begins to fetch a model, or goes on with it: one of the catalogue,
// or any of the hub as OWNER/REPOSITORY/FILE.gguf. It gives the model's id.
func (a *App) Download(name string) (string, error) {
	return guard(a, "Download", func() (string, error) {
		d := a.embedded.downloads
		if m, listed := d.Known(name); listed {
			return m.ID, d.Start(m)
		}
		e, err := d.Shelf.Find(strings.TrimSpace(name))
		if err != nil {
			return "", err
		}
		if e.Repo == "" {
			return "", &fault.Fault{Code: fault.WrongUse, Message: e.Name + " is a file of yours, not one to download", Hint: "Choose a model of the catalogue."}
		}
		return e.ID, d.Start(e.Model)
	})
}

// PauseDownload stops a download and keeps what was fetched.
func (a *App) PauseDownload(id string) error {
	return guarded(a, "PauseDownload", func() error {
		a.embedded.downloads.Pause(id)
		return nil
	})
}

// CancelDownload stops a download and deletes what was fetched.
func (a *App) CancelDownload(id string) error {
	return guarded(a, "CancelDownload", func() error {
		a.embedded.downloads.Cancel(id)
		return nil
	})
}

// DismissDownload takes a download that has ended out of the list.
func (a *App) DismissDownload(id string) error {
	return guarded(a, "DismissDownload", func() error {
		a.embedded.downloads.Dismiss(id)
		return nil
	})
}

// Downloads lists all of them, those under way first.
func (a *App) Downloads() ([]DownloadRow, error) {
	return guard(a, "Downloads", func() ([]DownloadRow, error) {
		return downloadRows(a.embedded.downloads.List()), nil
	})
}

func downloadRows(list []modelfile.Progress) []DownloadRow {
	out := make([]DownloadRow, 0, len(list))
	for _, p := range list {
		row := DownloadRow{
			ID: p.ID, Name: p.Name, File: p.File, State: string(p.Stage), Done: p.Done, Total: p.Total, Rate: p.Rate,
			EtaS: -1, Attempt: p.Try, UpdatedAt: p.Updated.UnixMilli(),
		}
		if p.Left >= 0 {
			row.EtaS = int64(p.Left.Round(time.Second) / time.Second)
		}
		if p.Problem != nil {
			f := faultOf(p.Problem)
			row.Error = &f
		}
		out = append(out, row)
	}
	return out
}

// betweenDownloads keeps what the page hears to four messages a second.
const betweenDownloads = 250 * time.Millisecond

func (a *App) tellDownloads() {
	e := a.embedded
	e.mu.Lock()
	last := e.waiting
	e.timer = nil
	e.mu.Unlock()
	a.emit("download", DownloadBatch{Downloads: downloadRows(last)})
}

// hearDownloads takes what changed; the page is told the last of it.
func (a *App) hearDownloads(list []modelfile.Progress) {
	e := a.embedded
	e.mu.Lock()
	defer e.mu.Unlock()
	e.waiting = list
	whole := 0
	for _, p := range list {
		if p.Stage == modelfile.Done {
			whole++
		}
	}
	if whole != e.whole {
		e.whole = whole
		go a.anew("embedded") // there may be a model to ask now
	}
	if e.timer == nil {
		e.timer = time.AfterFunc(betweenDownloads, func() { a.apart("telling of downloads", a.tellDownloads) })
	}
}
