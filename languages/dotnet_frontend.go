package languages

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language/node"
)

// dotnetParts finds the front end that an ASP.NET project publishes along:
// SpaRoot of the templates, or a folder in which a target calls npm.
func dotnetParts(d dotnetProject) []string {
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

// dotnetCallsNode reports whether publishing runs npm.
func dotnetCallsNode(d dotnetProject) bool {
	for _, c := range d.own.Commands {
		words := strings.Fields(c)
		if len(words) > 0 && slices.Contains(node.Programs, path.Base(words[0])) {
			return true
		}
	}
	return false
}
