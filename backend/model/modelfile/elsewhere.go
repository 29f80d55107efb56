package modelfile

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"aipack/backend/base/fault"
)

// lookEvery is how often another program's download is looked at.
const lookEvery = time.Second

// Notice lists the downloads that other programs began, and stays by them.
func (d *Downloads) Notice() {
	_ = d.left(func(r partRecord) error { // a folder that cannot be read is told by whoever lists it
		if d.Active(r.Model.ID) {
			return nil
		}
		held, err := lock(filepath.Join(d.Shelf.Dir, r.Model.File))
		switch {
		case err == nil: // nobody is at it
			held.release()
		case fault.CodeOf(err) == fault.Busy:
			return d.Start(r.Model)
		}
		return nil
	})
}

// fetch fetches a model; while another program is at it, it stays by.
func (d *Downloads) fetch(ctx context.Context, j *job) error {
	for {
		_, err := d.Fetcher.Fetch(ctx, d.Shelf, j.model, d.hear(j))
		if fault.CodeOf(err) != fault.Busy {
			return err
		}
		if err := d.stayBy(ctx, j); err != nil {
			return err
		}
	}
}

// stayBy shows how far another program is with a file until that lets go of
// it. It gives nil where the file is here or the other one died midway, so that
// it is ours to go on with; what was paused or deleted there stays so.
func (d *Downloads) stayBy(ctx context.Context, j *job) error {
	base := filepath.Join(d.Shelf.Dir, j.model.File)
	stopped := &fault.Fault{Code: fault.Canceled, Message: "the download was stopped", Hint: "start it again to go on"}
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		d.sees(j, base)
		select {
		case <-ctx.Done():
			return stopped
		case <-look.C:
		}
		held, err := lock(base)
		if fault.CodeOf(err) == fault.Busy {
			continue
		}
		if err != nil {
			return err
		}
		held.release()
		if d.Shelf.entry(j.model).State == Ready {
			return nil
		}
		var r partRecord
		if err := readJSON(base+partEnding+recordEnding, &r); err != nil || r.check() != nil || r.Paused {
			return stopped
		}
		return nil
	}
}

// sees tells how much another program has fetched.
func (d *Downloads) sees(j *job, base string) {
	at := Progress{ID: j.model.ID, Name: j.model.Name, File: j.model.File, Stage: Elsewhere, Total: j.model.Bytes, Left: -1, Updated: time.Now()}
	var r partRecord
	if at.Total == 0 && readJSON(base+partEnding+recordEnding, &r) == nil && r.check() == nil {
		at.Total = r.Model.Bytes
	}
	if info, err := os.Stat(base + partEnding); err == nil {
		at.Done = info.Size()
	}
	d.hear(j)(at)
}
