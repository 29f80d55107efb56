package deployment

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/hosting"
	"aipack/backend/universalbuild"
)

// Processes is what a file says about how a service is started.
type Processes struct {
	Main  string // name of the process that Start runs: "web", "worker"; "" for none
	Start finding.Finding[language.Start]
}

// Web reports whether the main process answers requests, as far as its name
// says so.
func (p Processes) Web() bool { return p.Main == "web" }

// Procfile reads a folder's Procfile.
func Procfile(f *language.Folder) Processes {
	file, ok := language.Parse(f, "Procfile", hosting.ParseProcfile)
	if !ok {
		return Processes{}
	}
	return processesOf(f, "Procfile", "procfile.process", finding.Certain, file.Processes)
}

// processesOf makes web the main process, then worker, then the first one. The
// others stand beside it, the release process apart.
func processesOf(f *language.Folder, name, rule string, confidence float64, list []hosting.Process) Processes {
	list = slices.DeleteFunc(slices.Clone(list), forDevelopment)
	main := -1
	var start language.Start
	for i, e := range list {
		switch {
		case e.Name == "release":
			start.Release = append(start.Release, e.Command)
		case main < 0 || processRank(e.Name) < processRank(list[main].Name):
			main = i
		}
	}
	if main < 0 {
		return Processes{}
	}
	for i, e := range list {
		if i != main && e.Name != "release" {
			start.Processes = append(start.Processes, universalbuild.Process{Name: e.Name, Command: shellCommand(e.Command)})
		}
	}
	e := list[main]
	start.Command = shellCommand(e.Command)
	why := f.Evidence(rule, name, e.Line, e.Name+": "+e.Command)
	return Processes{Main: e.Name, Start: finding.Of(start, confidence, why)}
}

// developing are commands that watch sources or serve them to who works on them.
const developing = language.Pattern(`\s--watch\b|\b(?:npm|yarn|pnpm|bun|make|just|task|rake|gulp|grunt)\s+(?:run\s+)?(?:[\w-]+:)*(?:watch|dev)\b|\b(?:nodemon|webpack-dev-server|livereload|browser-sync|watchexec)\b|\bvite(?:\s+(?:dev|serve))?\s*$|\btailwindcss\b.*\s-w\b`)

// forDevelopment reports whether a process of a Procfile is for work on the program, as
// Foreman and its kin run it (github.com/ddollar/foreman): none that a platform starts.
func forDevelopment(e hosting.Process) bool {
	switch e.Name {
	case "web", "worker", "release":
		return false
	}
	return developing.Matches(e.Command)
}

func processRank(name string) int {
	switch name {
	case "web":
		return 0
	case "worker":
		return 1
	}
	return 2
}

// Start is how the service's own files say it is started: the Procfile, else a
// hosting platform's file. An existing Dockerfile's CMD is Container.Start: it
// belongs to that image's layout.
func (f *Files) Start() Processes {
	found := Procfile(f.Project.Folder)
	if !found.Start.Found() {
		found = procfileAbove(f.Project.Folder)
	}
	for _, d := range f.Declared {
		p := d.processes(f.Project.Folder)
		switch {
		case !p.Start.Found():
		case !found.Start.Found():
			found = p
		default:
			found.Start = finding.First(startText, found.Start, p.Start)
		}
	}
	return found
}

// procfileAbove reads what the Procfile at the root starts in a folder below:
// "web: cd server && npm start".
func procfileAbove(f *language.Folder) Processes {
	root := f.Reader().Folder(".")
	if f.IsRoot() || !root.Has("Procfile") {
		return Processes{}
	}
	file, _ := language.Parse(root, "Procfile", hosting.ParseProcfile)
	var list []hosting.Process
	for _, e := range file.Processes {
		rest, ok := strings.CutPrefix(e.Command, "cd ")
		dir, command, both := strings.Cut(rest, "&&")
		if ok && both && path.Clean(strings.TrimSpace(dir)) == f.Path {
			list = append(list, hosting.Process{Name: e.Name, Command: strings.TrimSpace(command), Line: e.Line})
		}
	}
	return processesOf(root, "Procfile", "procfile.process", finding.Likely, list)
}

func startText(s language.Start) string { return strings.Join(s.Command, " ") }
