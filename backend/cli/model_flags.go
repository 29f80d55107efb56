package cli

import (
	"path/filepath"

	"github.com/spf13/pflag"
)

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

// Flags adds the flags that choose who is asked.
func (a *Asking) Flags(f *pflag.FlagSet) {
	f.StringVar(&a.Provider, "provider", "", "whose model is asked: auto, anthropic, openai, gemini, ollama or embedded (default: the first that is there)")
	f.StringVar(&a.Model, "model", "", "the provider's model")
	f.StringVar(&a.BaseURL, "base-url", "",
		"the provider's address, such as http://localhost:1234/v1 for a server that speaks OpenAI's protocol (aipack provider servers lists some)")
	f.StringVar(&a.Fallback, "fallback", "", "who is asked when the provider fails: a provider, or none")
	f.StringVar(&a.Record, "record", "", "record what the model is asked and answers in this folder")
	f.StringVar(&a.Replay, "replay", "", ReplayUsage)
}

// Check refuses what contradicts itself.
func (a Asking) Check() error {
	switch {
	case a.BaseURL != "" && a.Provider == "":
		return Misuse("--base-url is the address of a provider: name it with --provider")
	case a.Model != "" && a.Provider == "":
		return Misuse("--model is one of a provider's: name it with --provider")
	}
	return a.CheckRecordings()
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
