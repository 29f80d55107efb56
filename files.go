//go:build !headless || window

package main

import (
	"errors"
	"os/exec"
	"runtime"
	"syscall"

	"aipack/backend/fault"
	"aipack/backend/whole"
)

// save writes a file that the user asked for; what says what it is.
func save(what, file string, content []byte) error {
	err := whole.Write(file, content, 0o644)
	if err == nil {
		return nil
	}
	f := &fault.Fault{Code: fault.PermissionDenied, Message: what + " could not be written to " + file, Hint: "Choose a folder that you may write to.", Err: err}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		f.Code, f.Hint = fault.DiskFull, "Free some space, or choose another folder."
	}
	return f
}

// fileManagers are the programs that show a folder, by operating system.
var fileManagers = map[string]string{"linux": "xdg-open", "darwin": "open", "windows": "explorer"}

// reveal shows a folder in the system's file manager. Wails' own way to open
// an address refuses folders since 2.10.
func reveal(folder string) error {
	program := fileManagers[runtime.GOOS]
	shows := exec.Command(program, folder)
	if err := shows.Start(); err != nil {
		return &fault.Fault{Code: fault.CommandFailed, Message: "The folder cannot be shown: " + program + " does not start", Hint: "Open it yourself: " + folder, Err: err}
	}
	go func() { _ = shows.Wait() }() // it lives as long as it likes
	return nil
}
