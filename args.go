//go:build !headless || window

package main

import (
	"os"
	"slices"
	"strings"

	"aipack/backend/cli"
)

// devFlags are the flags of Wails' development build, each with a value.
var devFlags = []string{"-devserver", "-assetdir", "-frontenddevserverurl", "-loglevel"}

// purpose says what a command line asks for: the window, with a folder or
// without, or a subcommand.
func purpose(args []string) (openPath string, command bool) {
	for len(args) > 1 && slices.Contains(devFlags, args[0]) {
		args = args[2:]
	}
	if len(args) == 0 {
		return "", false
	}
	first := args[0]
	if _, err := os.Stat(first); err == nil && !slices.Contains(cli.Commands(commands()...), first) {
		return resolve(first), false
	}
	// What looks like a path opens the window, which says that it is not there.
	if len(args) == 1 && !strings.HasPrefix(first, "-") && strings.ContainsAny(first, `/\~`) {
		return resolve(first), false
	}
	return "", true
}
