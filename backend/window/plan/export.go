package plan

import (
	"os"

	"aipack/backend/base/fault"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
	"aipack/backend/window/openpath"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Files gives the files that export would write, beside what lies in a folder; dir ""
// is the project. merged makes one document with projects of several services, instead
// of a list.
func (p *Plan) Files(runID, dir string, merged bool) ([]ExportFile, error) {
	return page.Guard(p.Page, "Plan.Files", func() ([]ExportFile, error) {
		r, files, found, err := p.exported(runID, merged)
		if err != nil {
			return nil, err
		}
		open := r.OpenFolder
		if dir != "" {
			open = func() (*repo.Tree, error) { return repo.Open(openpath.Folder(dir)) }
		}
		folder, err := open()
		if err != nil {
			return beside(nil, files, found), nil
		}
		defer folder.Close()
		return beside(folder, files, found), nil
	})
}

// Export writes files, those of paths or all, with what these cannot do without: what is
// in the way is kept unless force says to replace it, and then a backup stays; what
// belongs together is written or left together. dir "" is the project; merged as for
// Files.
func (p *Plan) Export(runID, dir string, paths []string, force, merged bool) (ExportOutcome, error) {
	return page.Guard(p.Page, "Plan.Export", func() (ExportOutcome, error) {
		r, files, _, err := p.exported(runID, merged)
		if err != nil {
			return ExportOutcome{}, err
		}
		if dir == "" {
			dir = r.Path()
		} else if dir = openpath.Folder(dir); os.MkdirAll(dir, 0o755) != nil {
			return ExportOutcome{}, &fault.Fault{
				Code: fault.PermissionDenied, Message: "The folder " + dir + " cannot be made",
				Hint: "Choose a folder that you may write to.",
			}
		}
		return write(dir, files, paths, force), nil
	})
}

// exported gives a run, the files that an export of it would write, and the credentials in
// what builds are sent.
func (p *Plan) exported(runID string, merged bool) (*session.Run, []export.File, export.Credentials, error) {
	r, err := p.Runs.Run(runID)
	if err != nil {
		return nil, nil, nil, err
	}
	files, found, err := r.Packaged(merged)
	return r, files, found, err
}
