// Package binary is what is true of one compiled program whatever compiled it:
// its name, where it goes in the image, and which files it opens while it runs.
package binary

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/hosting"
	"aipack/backend/universalbuild"
)

// Take takes a compiled program out of /out into the image: to bin/, or
// to where the Procfile's commands look for it. Platforms that read Procfiles
// leave it where their build pack built it: bin/web for Go, target/release/app
// for Rust. A bare name is looked up on the PATH.
func Take(p *language.Project, r *language.Recipe, name string) {
	r.Build.Artifacts = append(r.Build.Artifacts, "/out/"+name)
	r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: "/out/" + name, To: "bin/" + name})
	file, ok := language.Parse(p.Folder, "Procfile", hosting.ParseProcfile)
	if !ok {
		return
	}
	for _, process := range file.Processes {
		for _, word := range strings.Fields(process.Command) {
			switch {
			case path.Base(word) != name || strings.ContainsAny(word, "$`\"'"):
			case word == name:
				r.Runtime.Environment["PATH"] = "/app/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
			default:
				alsoAt(r, name, path.Clean(word))
			}
		}
	}
}

// alsoAt copies a program to a second place of the image.
func alsoAt(r *language.Recipe, name, to string) {
	if path.IsAbs(to) && !strings.HasPrefix(to, "/app/") || strings.HasPrefix(to, "..") {
		return
	}
	copied := universalbuild.Copy{From: "/out/" + name, To: strings.TrimPrefix(to, "/app/")}
	if !slices.Contains(r.Runtime.Copy, copied) {
		r.Runtime.Copy = append(r.Runtime.Copy, copied)
	}
}
