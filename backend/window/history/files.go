package history

import (
	"os"

	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
)

// Export writes a run with all that belongs to it into one file; "" asks
// where. It gives the file, "" when the user thinks better of it.
func (h *History) Export(id, file string) (string, error) {
	return page.Guard(h.Link, "History.Export", func() (string, error) {
		r, err := h.Runs.Run(id)
		if err != nil {
			return "", err
		}
		r.Settle()
		if file == "" {
			if file, err = h.Link.Frame.SaveFile("Export this run", r.Name()+".aipack.json"); err != nil || file == "" {
				return "", err
			}
		}
		content, err := h.Store.Export(id)
		if err != nil {
			return "", err
		}
		return file, page.Save("The run", file, content)
	})
}

// mostRecording bounds what is imported.
const mostRecording = 256 << 20

// Import adds the run of a file to the history and gives its id; "" asks
// for the file.
func (h *History) Import(file string) (string, error) {
	return page.Guard(h.Link, "History.Import", func() (string, error) {
		var err error
		if file == "" {
			if file, err = h.Link.Frame.PickFile("Import a run"); err != nil || file == "" {
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
		return h.Store.Import(content, session.NewID)
	})
}
