package dotnet

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language/node"
)

// parts finds the front end that an ASP.NET project publishes along:
// SpaRoot of the templates, or a folder in which a target calls npm.
func parts(d project) []string {
	for _, name := range []string{"sparoot", "spaclientroot", "clientapproot"} {
		if v, _ := d.property(name); v != "" {
			at := d.folder.Sub(path.Clean("./" + strings.ReplaceAll(v, "\\", "/")))
			if at.Path != d.folder.Path && at.Has("package.json") {
				return []string{at.Path}
			}
		}
	}
	return nil
}

// callsNode reports whether publishing runs npm.
func callsNode(d project) bool {
	for _, c := range d.own.Commands {
		words := strings.Fields(c)
		if len(words) > 0 && slices.Contains(node.Programs, path.Base(words[0])) {
			return true
		}
	}
	return false
}
