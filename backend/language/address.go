package language

import "strings"

// atHome is an address of the program's own machine.
const atHome Pattern = `\blocalhost\b|\b127\.\d+\.\d+\.\d+\b|::1\b`

// ByFlag notes that a flag of the program's command line, whose default is the host or
// the whole address, tells it every address where no variable does. What the command says for it goes first.
// Two hyphens are the long name everywhere, and Go's flag takes them for one
// (https://pkg.go.dev/flag#hdr-Command_line_flag_syntax).
func (a *Address) ByFlag(command []string, name, text string) {
	if name == "" || a.HostVariable != "" || !atHome.Matches(a.Host) {
		return
	}
	given, said := flagIn(command, name)
	switch {
	case !said && text == a.Host:
		a.Appended = "--" + name + "=0.0.0.0"
	case !said:
		a.Appended = "--" + name + "=0.0.0.0:{port}"
	case !atHome.Matches(given):
		a.Host = ""
	}
}

// flagIn gives what a command says for a flag.
func flagIn(command []string, name string) (given string, ok bool) {
	words := strings.Fields(strings.Join(command, " "))
	for i, word := range words {
		key, value, equals := strings.Cut(word, "=")
		if key != "-"+name && key != "--"+name {
			continue
		}
		if !equals && i+1 < len(words) {
			value = words[i+1]
		}
		return value, true
	}
	return "", false
}
