package plan

import (
	"path"

	"aipack/backend/base/linesum"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
)

// ExportFile is a file that export would write, beside what lies in the folder.
type ExportFile struct {
	Path    string   `json:"path"`
	Content string   `json:"content"`
	Needs   []string `json:"needs"`  // those of the set without which it does something else than it says
	Serves  []string `json:"serves"` // those of the set for which alone it is there

	Exists     bool     `json:"exists"`      // something lies in its place
	Same       bool     `json:"same"`        // with this content
	Ours       bool     `json:"ours"`        // an earlier export wrote it, and nobody has changed it since
	Unread     string   `json:"unread"`      // of compose.yaml: the compose file that would be read no longer; "" for none
	Override   string   `json:"override"`    // of compose.yaml: the one that would be laid over it; "" for none
	Touches    []string `json:"touches"`     // of a .dockerignore: Dockerfiles of the project's own for which it counts as well
	Theirs     string   `json:"theirs"`      // the project's own text to compare it with; "" for none
	TheirsPath string   `json:"theirs_path"` // where that lies

	Inside  []string `json:"inside"`  // of a .dockerignore: credentials that come into the image, and why
	Outside []string `json:"outside"` // and those that stay out of it
}

// beside gives the files of an export beside what lies in a folder, which is nil where
// it cannot be read. What is no plain file, or leads out of the folder, is not read.
func beside(folder *repo.Tree, files []export.File, found export.Credentials) []ExportFile {
	out := make([]ExportFile, 0, len(files))
	for _, f := range files {
		e := ExportFile{
			Path: f.Path, Content: f.Content, Needs: append([]string{}, f.Needs...), Serves: append([]string{}, f.Serves...),
			Touches: append([]string{}, f.Touches...), Inside: []string{}, Outside: []string{},
		}
		if dir := path.Dir(f.Path); path.Base(f.Path) == ".dockerignore" {
			in, left := export.Credentials{dir: found[dir]}.Told()
			e.Inside, e.Outside = append(e.Inside, in...), append(e.Outside, left...)
		}
		if folder != nil {
			e.look(folder, f.Service != "")
		}
		out = append(out, e)
	}
	return out
}

// mostCompared bounds the project's own text that is compared with ours, in bytes.
const mostCompared = 256 << 10

func (e *ExportFile) look(folder *repo.Tree, dockerfile bool) {
	has := func(name string) bool { _, err := folder.Size(name); return err == nil }
	if e.Exists = has(e.Path); e.Exists {
		old, err := folder.ReadBytes(e.Path, int64(len(e.Content))+1)
		if e.Same = err == nil && string(old) == e.Content; e.Same {
			return
		}
		e.compare(folder, e.Path)
		e.Ours = linesum.Unchanged([]byte(e.Theirs))
	}
	if e.Path == export.ComposeFile {
		own := export.OwnComposeIn(has)
		e.Unread, e.Override = own.Unread, own.Override
		for _, name := range []string{own.Unread, own.Override} {
			e.compare(folder, name)
		}
	}
	if place := path.Join(path.Dir(e.Path), "Dockerfile"); dockerfile && !e.Exists && has(place) {
		e.compare(folder, place)
		if linesum.Unchanged([]byte(e.Theirs)) { // another service's, of an earlier export
			e.Theirs, e.TheirsPath = "", ""
		}
	}
}

// compare takes the text of a file to compare ours with, where there is none yet.
func (e *ExportFile) compare(folder *repo.Tree, name string) {
	if name == "" || e.TheirsPath != "" {
		return
	}
	if text, _, err := folder.ReadTextHead(name, mostCompared); err == nil {
		e.Theirs, e.TheirsPath = text, name
	}
}
