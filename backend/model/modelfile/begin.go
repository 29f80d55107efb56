package modelfile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Begin takes up what an earlier start of the program left: what was paused is
// listed, what was not goes on.
func (d *Downloads) Begin() error {
	return d.left(func(r partRecord) error {
		if r.Paused {
			d.list(r.Model, Paused)
			return nil
		}
		return d.Start(r.Model)
	})
}

// left gives the downloads of which a part lies in the folder, by name.
func (d *Downloads) left(take func(partRecord) error) error {
	names, err := filepath.Glob(filepath.Join(glob(d.Shelf.Dir), "*"+partEnding+recordEnding))
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names {
		var r partRecord
		if err := readJSON(name, &r); err != nil || r.check() != nil || filepath.Base(name) != r.Model.File+partEnding+recordEnding {
			continue // damaged: a new download of this file starts from what is there or from nothing
		}
		if m, listed := Named(r.Model.ID); listed {
			r.Model = m // what is pinned in the program wins
		}
		if d.Shelf.entry(r.Model).State == Ready {
			continue
		}
		if err := take(r); err != nil {
			return err
		}
	}
	return nil
}

// glob quotes a folder's name for a pattern.
func glob(dir string) string {
	return strings.NewReplacer(`[`, `\[`, `*`, `\*`, `?`, `\?`).Replace(dir)
}

// list shows a download that does not run.
func (d *Downloads) list(m Model, s Stage) {
	at := Progress{ID: m.ID, Name: m.Name, File: m.File, Stage: s, Total: m.Bytes, Left: -1, Updated: time.Now()}
	if info, err := os.Stat(filepath.Join(d.Shelf.Dir, m.File+partEnding)); err == nil {
		at.Done = info.Size()
	}
	d.mu.Lock()
	if d.jobs == nil {
		d.jobs = map[string]*job{}
	}
	d.jobs[m.ID] = &job{at: at, model: m}
	d.mu.Unlock()
	d.tell()
}
