// Package openpath reads what people drop on the window, paste into it, or write after
// the program's name: a folder, in any spelling, or a command. It looks at no project.
package openpath

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// devFlags are the flags of Wails' development build, each with a value.
var devFlags = []string{"-devserver", "-assetdir", "-frontenddevserverurl", "-loglevel"}

// Purpose says what a command line that was given in a folder asks for: the
// window, with a folder or without, or one of the commands.
func Purpose(args []string, dir string, commands func() []string) (openPath string, command bool) {
	for len(args) > 1 && slices.Contains(devFlags, args[0]) {
		args = args[2:]
	}
	if len(args) == 0 {
		return "", false
	}
	first := args[0]
	full := Folder(first)
	if !filepath.IsAbs(first) && !strings.HasPrefix(first, "~") && !strings.HasPrefix(first, "file:") {
		full = filepath.Join(dir, first)
	}
	if _, err := os.Stat(full); err == nil && !slices.Contains(commands(), first) {
		return full, false
	}
	// What looks like a path opens the window, which says that it is not there.
	if len(args) == 1 && !strings.HasPrefix(first, "-") && strings.ContainsAny(first, `/\~`) {
		return full, false
	}
	return "", true
}

// Folder makes an absolute path of what people paste: with quotes, as a
// file:// address, with a tilde.
func Folder(name string) string {
	name = strings.TrimSpace(name)
	if len(name) > 1 && (name[0] == '"' || name[0] == '\'') && name[len(name)-1] == name[0] {
		name = name[1 : len(name)-1]
	}
	if u, err := url.Parse(name); err == nil && u.Scheme == "file" && u.Path != "" {
		name = filepath.FromSlash(u.Path)
	}
	if home, err := os.UserHomeDir(); err == nil && (name == "~" || strings.HasPrefix(name, "~/")) {
		name = filepath.Join(home, name[1:])
	}
	if full, err := filepath.Abs(name); err == nil {
		return full
	}
	return path.Clean(name)
}
