package window

import (
	"aipack/backend/base/fault"
	"aipack/backend/base/linesum"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
	"aipack/backend/window/exporting"
	"aipack/backend/window/openpath"
	"aipack/backend/window/page"
	"context"
	"os"
	"slices"
)

// Files gives the files that export would write, beside what lies in a folder; dir ""
// is the project. merged makes one document with projects of several services, instead
// of a list.
func (p *Plan) Files(runID, dir string, merged bool) ([]exporting.File, error) {
	return page.Guard(p.page, "Plan.Files", func() ([]exporting.File, error) {
		r, files, found, err := p.exported(runID, merged)
		if err != nil {
			return nil, err
		}
		open := r.folder
		if dir != "" {
			open = func() (*repo.Tree, error) { return repo.Open(openpath.Folder(dir)) }
		}
		folder, err := open()
		if err != nil {
			return exporting.Beside(nil, files, found), nil
		}
		defer folder.Close()
		return exporting.Beside(folder, files, found), nil
	})
}

// exportable gives the documents in force and what is known of the project's files.
func (r *run) exportable() ([]universalbuild.UniversalBuild, export.Known, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.row.State == "running":
		return nil, export.Known{}, errRunning()
	case len(r.docs) == 0:
		return nil, export.Known{}, &fault.Fault{
			Code: fault.NothingFound, Message: "There is nothing to export: no service was found",
			Hint: "Analyse another folder.",
		}
	}
	return r.current(), r.known().all(), nil
}

// exported makes the files of documents, with the Dockerfiles in force.
func (r *run) exported(docs []universalbuild.UniversalBuild, o export.SetOptions) ([]export.File, error) {
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

// Export writes files, those of paths or all, with what these cannot do without: what is
// in the way is kept unless force says to replace it, and then a backup stays; what
// belongs together is written or left together. dir "" is the project; merged as for
// Files.
func (p *Plan) Export(runID, dir string, paths []string, force, merged bool) (exporting.Outcome, error) {
	return page.Guard(p.page, "Plan.Export", func() (exporting.Outcome, error) {
		r, files, _, err := p.exported(runID, merged)
		if err != nil {
			return exporting.Outcome{}, err
		}
		if dir == "" {
			dir = r.row.Path
		} else if dir = openpath.Folder(dir); os.MkdirAll(dir, 0o755) != nil {
			return exporting.Outcome{}, &fault.Fault{
				Code: fault.PermissionDenied, Message: "The folder " + dir + " cannot be made",
				Hint: "Choose a folder that you may write to.",
			}
		}
		return exporting.Write(dir, files, paths, force), nil
	})
}

// exported gives a run, the files that an export of it would write, and the
// credentials in what builds are sent. Of a folder that is not there any more
// none are known.
func (p *Plan) exported(runID string, merged bool) (*run, []export.File, export.Credentials, error) {
	r, err := p.memory.run(runID)
	if err != nil {
		return nil, nil, nil, err
	}
	docs, in, err := r.exportable()
	if err != nil {
		return nil, nil, nil, err
	}
	var found export.Credentials
	if folder, err := r.folder(); err == nil {
		found, err = export.Search(context.Background(), folder, docs, in)
		folder.Close()
		if err != nil {
			return nil, nil, nil, err
		}
	}
	files, err := r.exported(docs, export.SetOptions{
		Project: r.row.Name, Files: in.Files, Filled: in.Filled, Credentials: found,
		Example: export.ExampleIn(r.row.Path), Merged: merged,
	})
	return r, files, found, err
}
