package page

import (
	"os/exec"
	"runtime"

	"aipack/backend/base/fault"
)

// fileManagers are the programs that show a folder, by operating system.
var fileManagers = map[string]string{"linux": "xdg-open", "darwin": "open", "windows": "explorer"}

// Reveal shows a folder in the system's file manager. Wails' own way to open
// an address refuses folders since 2.10.
func Reveal(folder string) error {
	program := fileManagers[runtime.GOOS]
	shows := exec.Command(program, folder)
	if err := shows.Start(); err != nil {
		return &fault.Fault{
			Code: fault.CommandFailed, Message: "The folder cannot be shown: " + program + " does not start",
			Hint: "Open it yourself: " + folder, Err: err,
		}
	}
	go func() { _ = shows.Wait() }() // it lives as long as it likes
	return nil
}
