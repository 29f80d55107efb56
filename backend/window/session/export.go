package session

import (
	"context"
	"slices"

	"aipack/backend/base/fault"
	"aipack/backend/base/linesum"
	"aipack/backend/packaging/export"
	"aipack/backend/universalbuild"
)

// Exportable gives the documents in force and what is known of the project's files.
func (r *Run) Exportable() ([]universalbuild.UniversalBuild, export.Known, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.row.State == "running":
		return nil, export.Known{}, ErrRunning()
	case len(r.docs) == 0:
		return nil, export.Known{}, &fault.Fault{
			Code: fault.NothingFound, Message: "There is nothing to export: no service was found",
			Hint: "Analyse another folder.",
		}
	}
	return r.current(), r.known().all(), nil
}

// Packaged gives the files that an export would write, and the credentials in what builds
// are sent: of a folder that is not there any more none are known. merged makes one document
// with projects of several services, instead of a list.
func (r *Run) Packaged(merged bool) ([]export.File, export.Credentials, error) {
	docs, in, err := r.Exportable()
	if err != nil {
		return nil, nil, err
	}
	var found export.Credentials
	if folder, err := r.OpenFolder(); err == nil {
		found, err = export.Search(context.Background(), folder, docs, in)
		folder.Close()
		if err != nil {
			return nil, nil, err
		}
	}
	files, err := r.ExportFiles(docs, export.SetOptions{
		Project: r.Name(), Files: in.Files, Filled: in.Filled, Credentials: found,
		Example: export.ExampleIn(r.Path()), Merged: merged,
	})
	return files, found, err
}

// ExportFiles makes the files of documents, with the Dockerfiles in force.
func (r *Run) ExportFiles(docs []universalbuild.UniversalBuild, o export.SetOptions) ([]export.File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	files, err := export.Files(docs, o)
	if err != nil {
		return nil, err
	}
	for i, p := range export.Place(docs) {
		at := slices.IndexFunc(files, func(f export.File) bool { return f.Path == p.Dockerfile })
		if at < 0 {
			continue
		}
		switch hand, d := r.docs[i].Dockerfile, r.docs[i]; {
		case hand != "":
			files[at].Content = linesum.Over(hand, r.ours(d.Service))
		case hasErrors(r.problems(d.Service, docs[i])): // that of the last plan that could be built is in force
			files[at].Content = linesum.Seal(r.ours(d.Service))
		}
	}
	return files, nil
}
