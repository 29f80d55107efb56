package universalbuild

import (
	"cmp"
	"path"
	"slices"
	"strings"
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

// Starts reports whether it is known what a container of the service runs: a
// command of its own, or an image that is a web server. The command of any
// other base image, a prompt or a shell, is not the service.
func (d UniversalBuild) Starts() bool {
	return len(d.Runtime.Command)+len(d.Runtime.Entrypoint) > 0 || webServer(d.Runtime.BaseImage)
}

// webServer reports whether an image starts a web server by itself.
func webServer(image string) bool {
	name := image[strings.LastIndexByte(image, '/')+1:]
	for _, server := range []string{"nginx", "httpd", "caddy", "static-web-server"} {
		if strings.HasPrefix(name, server) {
			return true
		}
	}
	return strings.Contains(name, "apache")
}

// Context is the folder of the repository that is sent to the build: the
// document's own, else the service's; "." for all of the repository. That of a
// document that is not valid may lead out of it.
func (d UniversalBuild) Context() string {
	return path.Clean("./" + strings.TrimPrefix(cmp.Or(d.Build.Context, d.Metadata.Path), "/"))
}
