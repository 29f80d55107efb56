//go:build !headless || window

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aipack/backend/cli"
)

// devFlags are the flags of Wails' development build, each with a value.
var devFlags = []string{"-devserver", "-assetdir", "-frontenddevserverurl", "-loglevel"}

// purpose says what a command line that was given in a folder asks for: the
// window, with a folder or without, or a subcommand.
func purpose(args []string, dir string) (openPath string, command bool) {
	for len(args) > 1 && slices.Contains(devFlags, args[0]) {
		args = args[2:]
	}
	if len(args) == 0 {
		return "", false
	}
	first := args[0]
	full := resolve(first)
	if !filepath.IsAbs(first) && !strings.HasPrefix(first, "~") && !strings.HasPrefix(first, "file:") {
		full = filepath.Join(dir, first)
	}
	if _, err := os.Stat(full); err == nil && !slices.Contains(cli.Commands(commands(models)...), first) {
		return full, false
	}
	// What looks like a path opens the window, which says that it is not there.
	if len(args) == 1 && !strings.HasPrefix(first, "-") && strings.ContainsAny(first, `/\~`) {
		return full, false
	}
	return "", true
}
