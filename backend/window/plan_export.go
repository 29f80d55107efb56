package window

import (
	"context"
	"os"
	"path"
	"slices"

	"aipack/backend/export"
	"aipack/backend/fault"
	"aipack/backend/repo"
	"aipack/backend/sealed"
	"aipack/backend/universalbuild"
	"aipack/backend/window/dropped"
	"aipack/backend/window/page"
)

// Files gives the files that export would write, beside what lies in the
// project. merged makes one document with projects of several services,
// instead of a list.
func (p *Plan) Files(runID string, merged bool) ([]ExportFile, error) {
	return page.Guard(p.page, "Plan.Files", func() ([]ExportFile, error) {
		r, files, found, err := p.exported(runID, merged)
		if err != nil {
			return nil, err
		}
		folder, err := r.folder()
		if err == nil {
			defer folder.Close()
		}
		out := []ExportFile{}
		for _, f := range files {
			e := ExportFile{Path: f.Path, Content: f.Content, Inside: []string{}, Outside: []string{}}
			if path.Base(f.Path) == ".dockerignore" {
				in, left := export.Credentials{path.Dir(f.Path): found[path.Dir(f.Path)]}.Told()
				e.Inside, e.Outside = append(e.Inside, in...), append(e.Outside, left...)
			}
			if err == nil {
				e.Exists, e.Same = lies(folder, f)
			}
			out = append(out, e)
		}
		return out, nil
	})
}

// lies reports whether something is in a file's place, and whether it is the
// same. What is no plain file, or leads out of the project, is not read.
func lies(folder *repo.Tree, f export.File) (there, same bool) {
	if _, err := folder.Size(f.Path); err != nil {
		return false, false
	}
	old, err := folder.ReadBytes(f.Path, int64(len(f.Content))+1)
	return true, err == nil && string(old) == f.Content
}

// exportable gives the documents in force and what is known of the project's files.
func (r *run) exportable() ([]universalbuild.UniversalBuild, export.Known, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.row.State == "running":
		return nil, export.Known{}, errRunning()
	case len(r.docs) == 0:
		return nil, export.Known{}, &fault.Fault{Code: fault.NothingFound, Message: "There is nothing to export: no service was found", Hint: "Analyse another folder."}
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
			files[at].Content = sealed.Over(hand, r.ours(d.Service))
		case hasErrors(r.problems(d.Service, docs[i])): // that of the last plan that could be built is in force
			files[at].Content = sealed.Seal(r.ours(d.Service))
		}
	}
	return files, nil
}

// Export writes files, each for itself: what is in the way is kept unless
// force says to replace it, and then a backup stays. dir "" is the project;
// no paths means all; merged as for Files.
func (p *Plan) Export(runID, dir string, paths []string, force, merged bool) ([]ExportResult, error) {
	return page.Guard(p.page, "Plan.Export", func() ([]ExportResult, error) {
		r, files, _, err := p.exported(runID, merged)
		if err != nil {
			return nil, err
		}
		if dir == "" {
			dir = r.row.Path
		} else if dir = dropped.Folder(dir); os.MkdirAll(dir, 0o755) != nil {
			return nil, &fault.Fault{Code: fault.PermissionDenied, Message: "The folder " + dir + " cannot be made", Hint: "Choose a folder that you may write to."}
		}
		out := []ExportResult{}
		for _, f := range files {
			if len(paths) == 0 || slices.Contains(paths, f.Path) {
				out = append(out, writeOne(dir, f, force))
			}
		}
		return out, nil
	})
}

func writeOne(dir string, f export.File, force bool) ExportResult {
	result := ExportResult{Path: f.Path, State: "written"}
	done, err := export.Write(dir, []export.File{f}, export.WriteOptions{Force: force})
	switch {
	case fault.CodeOf(err) == fault.FileExists:
		result.State, result.Message = "kept", page.FaultOf(err).Message
	case err != nil:
		said := page.FaultOf(err)
		result.State, result.Message = "failed", said.Message+". "+said.Hint
	case len(done) == 1 && done[0].Same:
		result.State = "same"
	case len(done) == 1:
		result.Backup = done[0].Backup
	}
	return result
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
	files, err := r.exported(docs, export.SetOptions{Project: r.row.Name, Files: in.Files, Filled: in.Filled, Credentials: found, Example: export.ExampleIn(r.row.Path), Merged: merged})
	return r, files, found, err
}
