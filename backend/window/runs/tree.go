package runs

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"sync"

	"aipack/backend/base/fault"
	"aipack/backend/detect/analysis"
	"aipack/backend/repo"
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Tree lists the children of one folder, folders first.
func (rs *Runs) Tree(runID, dir string) ([]Node, error) {
	return page.Guard(rs.Page, "Runs.Tree", func() ([]Node, error) {
		r, err := rs.Registry.Run(runID)
		if err != nil {
			return nil, err
		}
		index, nodes := r.Index(), []Node{}
		if index == nil {
			return nodes, nil
		}
		marked := marksOf(r.Documents())
		if dir = path.Clean(dir); dir == "/" {
			dir = "."
		}
		for _, d := range index.DirsIn(dir) {
			nodes = append(nodes, Node{Name: path.Base(d), Path: d, IsDir: true, Service: marked.services[d]})
		}
		folder, err := r.OpenFolder()
		if err != nil {
			return nil, err
		}
		defer folder.Close()
		here, err := folder.List(context.Background(), dir, repo.DirFilter{Files: true, Hidden: true, Ignored: true})
		if err != nil {
			return nil, err
		}
		entries := map[string]repo.DirEntry{}
		for _, e := range here.Entries {
			entries[e.Path] = e
		}
		for _, f := range index.In(dir) {
			e, there := entries[f.Path]
			if !there && here.Truncated {
				e.Size, err = folder.Size(f.Path)
				there = err == nil
			}
			if !there {
				continue // gone since
			}
			n := Node{Name: f.Name(), Path: f.Path, Size: e.Size, Manifest: manifests()[f.Name()], Evidence: marked.evidence[f.Path]}
			if n.Executable, n.Binary, n.Target = e.Executable, e.Binary, e.Target; !e.Modified.IsZero() {
				n.Modified = e.Modified.UnixMilli()
			}
			nodes = append(nodes, n)
		}
		return nodes, nil
	})
}

// marks says what of the tree matters: folders of services by path, and files
// by how many findings point at them.
type marks struct {
	services map[string]string
	evidence map[string]int
}

func marksOf(docs []store.Document) marks {
	m := marks{map[string]string{}, map[string]int{}}
	for _, d := range docs {
		doc := session.Parsed(d.Original)
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
	for _, l := range analysis.Registry().All() {
		for _, m := range l.Manifests {
			names[m.Name] = true
		}
	}
	return names
})

// mostRead is how much of a file the window shows.
const mostRead = 1 << 20

// File reads a file of the run's folder.
func (rs *Runs) File(runID, name string) (FileText, error) {
	return page.Guard(rs.Page, "Runs.File", func() (FileText, error) {
		r, err := rs.Registry.Run(runID)
		if err != nil {
			return FileText{}, err
		}
		folder, err := r.OpenFolder()
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
			return FileText{}, &fault.Fault{
				Code: fault.FileNotFound, Message: "There is no file " + name + " any more",
				Hint: "Analyse the folder again to see it as it is now.",
			}
		case err != nil:
			return FileText{}, fault.OfFile("The file "+name+" cannot be read", err, "Check who may read it.")
		}
		return FileText{Path: name, Text: text, Truncated: cut}, nil
	})
}
