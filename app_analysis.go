//go:build !headless || window

package main

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"aipack/backend/fault"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// Analyse begins to analyse a folder and gives the run's id. A folder that is
// being analysed gives the run that is under way.
func (a *App) Analyse(name, hint string) (string, error) {
	return guard(a, "Analyse", func() (string, error) {
		if strings.TrimSpace(name) == "" {
			return "", &fault.Fault{Code: fault.InvalidPath, Message: "No folder was given", Hint: "Give the path of a folder."}
		}
		full := resolve(name)
		if id, ok := a.underWay(full); ok {
			return id, nil
		}
		folder, err := repo.Open(full)
		if err != nil {
			return "", unreadable(full, err)
		}
		a.entering.Lock() // a folder that is asked for twice at once is analysed once
		defer a.entering.Unlock()
		if id, ok := a.underWay(full); ok {
			return id, folder.Close()
		}
		r, err := a.begin(folder, filepath.Base(full), strings.TrimSpace(hint), asked{})
		if err != nil {
			return "", err
		}
		return r.row.ID, nil
	})
}

func unreadable(full string, err error) error {
	f := &fault.Fault{Code: fault.InvalidPath, Message: "The folder " + full + " cannot be read", Hint: "Check the path.", Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Code, f.Hint = fault.FileNotFound, "It was moved or deleted; choose it again."
	case errors.Is(err, fs.ErrPermission):
		f.Code, f.Hint = fault.PermissionDenied, "Give yourself the right to read it."
	case errors.Is(err, repo.ErrNotFolder):
		f.Code, f.Hint = fault.NotAFolder, "Choose the folder that holds the project, not a file in it."
	}
	return f
}

// underWay finds the running analysis of a folder.
func (a *App) underWay(full string) (string, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for id, r := range a.runs {
		if r.row.Path == full && r.running.Load() {
			return id, true
		}
	}
	return "", false
}

// Stop ends an analysis; what was found stays.
func (a *App) Stop(runID string) error {
	return guarded(a, "Stop", func() error {
		r, err := a.run(runID)
		if err == nil {
			r.stop(giveUp)
		}
		return err
	})
}

// Snapshot gives a run as it stands, from which the page can rebuild itself.
func (a *App) Snapshot(runID string) (Snapshot, error) {
	return guard(a, "Snapshot", func() (Snapshot, error) {
		r, err := a.run(runID)
		if err != nil {
			return Snapshot{}, err
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.snapshot(slices.Clone(r.events)), nil
	})
}

// snapshot is the run as it stands, with some of its events. It is called with
// the lock held.
func (r *run) snapshot(events []EventRow) Snapshot {
	s := Snapshot{
		RunID: r.row.ID, Path: r.row.Path, Name: r.row.Name, Hint: r.row.Hint, State: r.row.State,
		StartedAt: r.row.StartedAt, DurationMS: r.row.DurationMS, Missing: r.row.Missing,
		Events: events, Services: []string{}, Documents: []string{}, Original: []string{}, Problems: []Problem{},
	}
	if r.row.State == "running" {
		s.DurationMS = r.app.now().UnixMilli() - s.StartedAt
	}
	if r.row.Code != "" {
		s.Error = &Fault{Code: r.row.Code, Message: r.row.Message, Hint: r.row.Advice}
	}
	if n := len(s.Events); n > 0 {
		s.Seq = s.Events[n-1].Seq
	}
	for _, d := range r.docs {
		s.Services = append(s.Services, d.Service)
		s.Documents = append(s.Documents, d.Current())
		s.Original = append(s.Original, d.Original)
		s.Problems = append(s.Problems, r.problems(d.Service, parsed(d.Current()))...)
	}
	return s
}

// Tree lists the children of one folder, folders first.
func (a *App) Tree(runID, dir string) ([]Node, error) {
	return guard(a, "Tree", func() ([]Node, error) {
		r, err := a.run(runID)
		if err != nil {
			return nil, err
		}
		if r.walked != nil {
			<-r.walked
		}
		tree, marked := r.surveyed()
		nodes := []Node{}
		if tree.index == nil {
			return nodes, nil
		}
		if dir = path.Clean(dir); dir == "/" {
			dir = "."
		}
		for _, d := range tree.index.DirsIn(dir) {
			nodes = append(nodes, Node{Name: path.Base(d), Path: d, IsDir: true, Service: marked.services[d]})
		}
		folder, err := r.folder()
		if err != nil {
			return nil, err
		}
		defer folder.Close()
		for _, f := range tree.index.In(dir) {
			size, err := folder.Size(f.Path)
			if err != nil {
				continue // gone since
			}
			nodes = append(nodes, Node{Name: f.Name(), Path: f.Path, Size: size, Manifest: manifests()[f.Name()], Evidence: marked.evidence[f.Path]})
		}
		return nodes, nil
	})
}

// surveyed is what is known of the folder, and what of it matters.
func (r *run) surveyed() (*files, marks) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known(), r.marks()
}

// marks says what of the tree matters: folders of services by path, and files
// by how many findings point at them.
type marks struct {
	services map[string]string
	evidence map[string]int
}

// marks reads the documents; it is called with the lock held.
func (r *run) marks() marks {
	m := marks{map[string]string{}, map[string]int{}}
	for _, d := range r.docs {
		doc := parsed(d.Original)
		if dir := path.Clean(doc.Metadata.Path); dir != "." {
			m.services[dir] = d.Name
		}
		for _, e := range doc.Evidence {
			if e.Path != "" {
				m.evidence[e.Path]++
			}
		}
	}
	return m
}

// manifests are the names that tell a build system.
var manifests = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, l := range known().All() {
		for _, m := range l.Manifests {
			names[m.Name] = true
		}
	}
	return names
})

// mostRead is how much of a file the window shows.
const mostRead = 1 << 20

// File reads a file of the run's folder.
func (a *App) File(runID, name string) (FileText, error) {
	return guard(a, "File", func() (FileText, error) {
		r, err := a.run(runID)
		if err != nil {
			return FileText{}, err
		}
		folder, err := r.folder()
		if err != nil {
			return FileText{}, err
		}
		defer folder.Close()
		text, cut, err := folder.ReadTextHead(name, mostRead)
		switch {
		case errors.Is(err, repo.ErrBinary):
			return FileText{Path: name, Binary: true}, nil
		case errors.Is(err, repo.ErrOutside):
			return FileText{}, &fault.Fault{Code: fault.PathTraversal, Message: name + " lies outside the project", Hint: "Only files of the project are shown."}
		case errors.Is(err, fs.ErrNotExist):
			return FileText{}, &fault.Fault{Code: fault.FileNotFound, Message: "There is no file " + name + " any more", Hint: "Analyse the folder again to see it as it is now."}
		case err != nil:
			return FileText{}, &fault.Fault{Code: fault.PermissionDenied, Message: "The file " + name + " cannot be read", Hint: "Check who may read it.", Err: err}
		}
		return FileText{Path: name, Text: text, Truncated: cut}, nil
	})
}

// parsed reads a document that this program has written.
func parsed(text string) universalbuild.UniversalBuild {
	reading, err := universalbuild.Read([]byte(text))
	if err != nil || len(reading.Documents) == 0 {
		return universalbuild.UniversalBuild{}
	}
	return reading.Documents[0]
}
