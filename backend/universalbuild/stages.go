package universalbuild

import (
	"path"
	"slices"
)

// HasBuild reports whether the service is built in a stage of its own before
// it is shipped. Without commands there is none, unless something is taken
// from places that only an image has.
func (d UniversalBuild) HasBuild() bool {
	b := d.Build
	if len(b.PreBuildCommands)+len(b.BuildCommands)+len(b.PostBuildCommands) > 0 {
		return true
	}
	if b.BaseImage == "" {
		return false
	}
	return len(b.Tools)+len(b.Setup) > 0 || slices.ContainsFunc(d.Runtime.Copy, func(c Copy) bool { return path.IsAbs(c.From) })
}
