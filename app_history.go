//go:build !headless || window

package main

import (
	"encoding/json"
	"errors"
	"os"
	"time"

	"aipack/backend/fault"
	"aipack/backend/store"
	"aipack/backend/universalbuild"
)

// History gives a part of the history, newest first.
func (a *App) History(filter string, offset, limit int) (HistoryPage, error) {
	return guard(a, "History", func() (HistoryPage, error) {
		runs, total, err := a.store.Runs(filter, offset, limit)
		if err != nil {
			return HistoryPage{}, err
		}
		return HistoryPage{Runs: rows(runs), Total: total}, nil
	})
}

func rows(runs []store.Run) []RunRow {
	out := make([]RunRow, 0, len(runs))
	for _, r := range runs {
		info, err := os.Stat(r.Path)
		out = append(out, RunRow{
			ID: r.ID, Path: r.Path, Name: r.Name, State: r.State, StartedAt: r.StartedAt, DurationMS: r.DurationMS, Services: r.Services,
			Language: r.Language, Framework: r.Framework, Confidence: r.Confidence, Edited: r.Edited, Proof: r.Proof, RulesAlone: r.RulesAlone,
			FolderExists: err == nil && info.IsDir(),
		})
	}
	return out
}

// DeleteRun takes a run out of the history; RestoreRun undoes that.
func (a *App) DeleteRun(id string) error {
	return guarded(a, "DeleteRun", func() error {
		a.mu.Lock()
		r := a.runs[id]
		a.mu.Unlock()
		if r != nil {
			r.stop(giveUp)
			r.settle()
		}
		if err := a.store.Delete(id); err != nil {
			return err
		}
		// Last: until it is deleted, who asks for it would read it anew.
		a.mu.Lock()
		defer a.mu.Unlock()
		a.drop(id)
		return nil
	})
}

// Forget takes every run of a folder out of the history and gives their ids;
// RestoreRun brings each of them back. The folder itself stays as it is.
func (a *App) Forget(folder string) ([]string, error) {
	return guard(a, "Forget", func() ([]string, error) {
		ids, err := a.store.DeleteFolder(folder)
		for _, id := range ids {
			a.mu.Lock()
			r := a.runs[id]
			a.drop(id)
			a.mu.Unlock()
			if r != nil {
				r.stop(giveUp)
			}
		}
		return ids, err
	})
}

// RestoreRun brings a deleted run back, within a day.
func (a *App) RestoreRun(id string) error {
	return guarded(a, "RestoreRun", func() error { return a.store.Restore(id) })
}

// ExportRun writes a run with all that belongs to it into one file; "" asks
// where. It gives the file, "" when the user thinks better of it.
func (a *App) ExportRun(id, file string) (string, error) {
	return guard(a, "ExportRun", func() (string, error) {
		r, err := a.run(id)
		if err != nil {
			return "", err
		}
		r.settle()
		if file == "" {
			if file, err = a.frame.saveFile("Export this run", r.row.Name+".aipack.json"); err != nil || file == "" {
				return "", err
			}
		}
		content, err := a.store.Export(id)
		if err != nil {
			return "", err
		}
		return file, save("The run", file, content)
	})
}

// mostRecording bounds what is imported.
const mostRecording = 256 << 20

// ImportRun adds the run of a file to the history and gives its id; "" asks
// for the file.
func (a *App) ImportRun(file string) (string, error) {
	return guard(a, "ImportRun", func() (string, error) {
		var err error
		if file == "" {
			if file, err = a.frame.pickFile("Import a run"); err != nil || file == "" {
				return "", err
			}
		}
		info, err := os.Stat(file)
		if err == nil && (info.Size() > mostRecording || !info.Mode().IsRegular()) {
			return "", store.ErrNoRecording
		}
		var content []byte
		if err == nil {
			content, err = os.ReadFile(file)
		}
		if err != nil {
			return "", &fault.Fault{Code: fault.FileNotFound, Message: "The file " + file + " cannot be read", Hint: "Choose it again.", Err: err}
		}
		return a.store.Import(content, newID)
	})
}

// Compare says, service by service, in which fields two runs differ.
func (a *App) Compare(first, second string) ([]ServiceDiff, error) {
	return guard(a, "Compare", func() ([]ServiceDiff, error) {
		x, err := a.store.Documents(first)
		if err != nil {
			return nil, err
		}
		y, err := a.store.Documents(second)
		if err != nil {
			return nil, err
		}
		later := map[string]universalbuild.UniversalBuild{}
		for _, d := range y {
			later[d.Service] = parsed(d.Current())
		}
		out := []ServiceDiff{}
		for _, d := range x {
			other, both := later[d.Service]
			delete(later, d.Service)
			if !both {
				out = append(out, ServiceDiff{d.Service, "removed", []FieldDiff{}})
				continue
			}
			out = append(out, compared(d.Service, parsed(d.Current()), other))
		}
		for _, d := range y {
			if _, added := later[d.Service]; added {
				out = append(out, ServiceDiff{d.Service, "added", []FieldDiff{}})
			}
		}
		return out, nil
	})
}

func compared(service string, a, b universalbuild.UniversalBuild) ServiceDiff {
	diff := ServiceDiff{service, "same", []FieldDiff{}}
	for _, c := range universalbuild.Diff(a, b) {
		diff.State = "changed"
		diff.Fields = append(diff.Fields, FieldDiff{c.Field, jsonText(c.Old), jsonText(c.New), evidenceFor(a, c.Field), evidenceFor(b, c.Field)})
	}
	return diff
}

// jsonText is a value as JSON, "" for none.
func jsonText(v any) string {
	if v == nil {
		return ""
	}
	text, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(text)
}

// forgetOld keeps the history as long as the settings say.
func (a *App) forgetOld() {
	if a.settings.KeepDays == 0 {
		return
	}
	if _, err := a.store.Forget(a.now().Add(-time.Duration(a.settings.KeepDays) * 24 * time.Hour).UnixMilli()); err != nil && !errors.Is(err, store.ErrAbsent) {
		a.log.add(err.Error())
	}
}
