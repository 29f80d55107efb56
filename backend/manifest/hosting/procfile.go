package hosting

import "strings"

// Procfile lists the process types of an application in the order of the file,
// as https://devcenter.heroku.com/articles/procfile says.
type Procfile struct {
	Processes []Process
}

// Process is one process type of a Procfile.
type Process struct {
	Name    string
	Command string // shell syntax
	Line    int    // from 1
}

// ParseProcfile reads a Procfile. It never fails: as for foreman, a line that
// is not "name: command" with a name of letters, digits, dashes and underscores
// does not count, and of two of a name the later one does.
func ParseProcfile(content string) (Procfile, error) {
	var p Procfile
	at := map[string]int{}
	for i, line := range strings.Split(strings.TrimPrefix(content, "\ufeff"), "\n") {
		name, command, ok := strings.Cut(strings.TrimRight(line, "\r"), ":")
		command = strings.TrimSpace(command)
		if !ok || command == "" || !isProcessName(name) {
			continue
		}
		entry := Process{name, command, i + 1}
		if known, ok := at[name]; ok {
			p.Processes[known] = entry
			continue
		}
		at[name] = len(p.Processes)
		p.Processes = append(p.Processes, entry)
	}
	return p, nil
}

func isProcessName(s string) bool {
	for _, c := range s {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-') {
			return false
		}
	}
	return s != ""
}

// Named finds a process type.
func (p Procfile) Named(name string) (Process, bool) {
	for _, e := range p.Processes {
		if e.Name == name {
			return e, true
		}
	}
	return Process{}, false
}
