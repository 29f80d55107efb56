package window

import (
	"aipack/backend/base/fault"
	"aipack/backend/store"
	"aipack/backend/window/page"
	"aipack/backend/window/session"
	"os"
)

// Export writes a run with all that belongs to it into one file; "" asks
// where. It gives the file, "" when the user thinks better of it.
func (h *History) Export(id, file string) (string, error) {
	return page.Guard(h.page, "History.Export", func() (string, error) {
		r, err := h.memory.run(id)
		if err != nil {
			return "", err
		}
		r.settle()
		if file == "" {
			if file, err = h.page.Frame.SaveFile("Export this run", r.row.Name+".aipack.json"); err != nil || file == "" {
				return "", err
			}
		}
		content, err := h.archive.Export(id)
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
	return page.Guard(h.page, "History.Import", func() (string, error) {
		var err error
		if file == "" {
			if file, err = h.page.Frame.PickFile("Import a run"); err != nil || file == "" {
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
		return h.archive.Import(content, session.NewID)
	})
}
