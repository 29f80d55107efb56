package export

import (
	"path"
	"slices"
)

// Step is something to do with what was written.
type Step struct {
	Folder  string // where, relative to the repository's root
	Command string // "" where there is none
	Note    string // what a person has to do besides; "" for nothing
}

// Steps build and start what was written: with compose where its file is there, else
// each Dockerfile for itself. has reports whether a file lies in the folder's root.
func Steps(written []File, has func(name string) bool) []Step {
	at := slices.IndexFunc(written, func(f File) bool { return f.Path == ComposeFile })
	if at < 0 {
		var steps []Step
		for _, f := range written {
			if f.Service != "" {
				steps = append(steps, f.Build)
			}
		}
		return steps
	}
	var steps []Step
	for _, f := range written {
		switch {
		case !slices.Contains(f.Serves, ComposeFile):
		case has(".env"):
			steps = append(steps, Step{Folder: ".", Note: "add what " + f.Path + " names to your .env"})
		default:
			steps = append(steps, Step{Folder: ".", Command: "cp " + f.Path + " .env", Note: "fill in what is empty, by the command above each line"})
		}
	}
	command := "docker compose up --build"
	if OwnComposeIn(has).Override != "" { // with -f no override is laid over it
		command = "docker compose -f " + ComposeFile + " up --build"
	}
	return append(steps, Step{Folder: ".", Command: command})
}

// buildOf is how a service's image is built.
func buildOf(p Placed) Step {
	return Step{Folder: path.Clean(p.Document.Context()), Command: buildCommand(p.Document, p.Dockerfile)}
}
