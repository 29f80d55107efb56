package cli

import "path/filepath"

// Asking is what a command line says about the model of a run. Empty fields
// leave it to the usual order.
type Asking struct {
	Mode     string
	Provider string
	Model    string
	BaseURL  string // of a server of one's own
	Fallback string // who is asked when the provider fails
	Calls    int    // tools that it may call while it looks through a project; 0: as usual
	Record   string // folder that exchanges are written to
	Replay   string // folder whose exchanges answer instead of a model, or, where it is that of Record, before one
	Measured bool   // the model is what is looked at: it answers the same each time

	Say func(string) // tells the user, on standard error
}

// ReplayUsage is what --replay does.
const ReplayUsage = "let the recording in this folder answer instead of a model; nothing is sent. With --record and the same folder, only what is not recorded is asked, and added"

// Both says that recorded answers are used where there are some, and the rest is
// asked and recorded: --record and --replay name the same folder.
func (a Asking) Both() bool {
	return a.Record != "" && a.Replay != "" && filepath.Clean(a.Record) == filepath.Clean(a.Replay)
}

// CheckRecordings refuses folders of recordings that contradict each other or the
// choice of a model.
func (a Asking) CheckRecordings() error {
	switch {
	case a.Both():
		return nil
	case a.Record != "" && a.Replay != "":
		return Misuse("--record and --replay name two folders: give both the same one, so that only what is not recorded is asked, or give one of them")
	case a.Replay != "" && a.Provider+a.Model+a.BaseURL != "":
		return Misuse("--replay asks no model, so none can be chosen with it")
	}
	return nil
}
