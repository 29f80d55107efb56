package permission

import (
	"path"
	"slices"
	"strings"
)

// inner is what a command makes run.
type inner struct {
	words   []word   // a command
	scripts []string // texts that a shell reads
	sets    []string // variables
	writes  []word
	deletes []word
	opaque  string
	power   bool
}

// wrapper is a program that runs the command in its arguments. An option that is not
// listed makes the whole unclear: it may take the next word, or another meaning.
type wrapper struct {
	flags, values string   // letters of options, without a value and with one
	long, longer  []string // long options, without a value and with one
	plain         int      // arguments that stand before the command
	sets          bool     // variables may stand before the command
	numbers       bool     // -10
	power         bool     // it gives other rights
	more          bool     // it adds arguments at the end
}

// wrappers are those of POSIX, GNU coreutils, findutils and util-linux, of bash, and what
// gives other rights; with the options that their manuals name.
var wrappers = map[string]wrapper{
	"nohup":    {},
	"setsid":   {flags: "cfw", long: []string{"ctty", "fork", "wait"}},
	"exec":     {flags: "cl", values: "a"},
	"command":  {flags: "p"},
	"builtin":  {},
	"env":      {flags: "i0v", values: "uC", long: []string{"ignore-environment", "null", "debug"}, longer: []string{"unset", "chdir"}, sets: true},
	"nice":     {values: "n", longer: []string{"adjustment"}, numbers: true},
	"ionice":   {flags: "t", values: "cn", long: []string{"ignore"}, longer: []string{"class", "classdata"}},
	"chrt":     {flags: "abfior", plain: 1},
	"taskset":  {flags: "ac", plain: 1},
	"timeout":  {flags: "fpv", values: "ks", long: []string{"foreground", "preserve-status", "verbose"}, longer: []string{"kill-after", "signal"}, plain: 1},
	"time":     {flags: "apqv", values: "fo", long: []string{"append", "portability", "quiet", "verbose"}, longer: []string{"format", "output"}},
	"stdbuf":   {values: "ioe", longer: []string{"input", "output", "error"}},
	"unbuffer": {flags: "p"},
	"xargs": {
		flags: "0rtpxo", values: "adEILnPs", more: true,
		long:   []string{"null", "no-run-if-empty", "verbose", "interactive", "exit", "open-tty"},
		longer: []string{"arg-file", "delimiter", "max-lines", "max-args", "max-procs", "max-chars", "replace"},
	},
	"flock":     {flags: "senxuoF", values: "wE", long: []string{"shared", "exclusive", "nonblock", "unlock", "close", "no-fork", "verbose"}, longer: []string{"timeout", "conflict-exit-code"}, plain: 1},
	"sudo":      {flags: "AbEHknPSB", values: "CDghpRTUu", long: []string{"askpass", "background", "preserve-env", "set-home", "non-interactive", "stdin"}, longer: []string{"user", "group", "host", "prompt", "chdir", "chroot"}, sets: true, power: true},
	"doas":      {flags: "n", values: "aCu", power: true},
	"chroot":    {longer: []string{"groups", "userspec"}, long: []string{"skip-chdir"}, plain: 1, power: true},
	"busybox":   {},
	"toybox":    {},
	"fakeroot":  {},
	"strace":    {flags: "cCdDfFhiknqrtTvVwxXyzZ", values: "abeEIoOpPsSu"},
	"ltrace":    {flags: "cCfhiLrStTV", values: "aAeFlnopsuwx"},
	"catchsegv": {},
}

// starts reads the options of a wrapper and gives the command that it runs.
func (w wrapper) starts(words []word) inner {
	in := inner{power: w.power}
	i, plain := 1, w.plain
	for ; i < len(words); i++ {
		text := words[i].text
		switch {
		case !words[i].plain():
			in.opaque = "what it runs is known only when it runs"
			return in
		case text == "--":
			i++
		case text == "-" && w.sets: // env's -i
			continue
		case strings.HasPrefix(text, "--"):
			name, _, given := strings.Cut(text[2:], "=")
			if slices.Contains(w.longer, name) {
				if !given {
					i++
				}
				continue
			}
			if !slices.Contains(w.long, name) {
				in.opaque = "the option " + text + " may change what is run"
				return in
			}
			continue
		case len(text) > 1 && text[0] == '-':
			takes, known := w.letters(text[1:])
			if !known {
				in.opaque = "the option " + text + " may change what is run"
				return in
			}
			if takes {
				i++
			}
			continue
		case w.sets && variable(text) != "":
			in.sets = append(in.sets, variable(text))
			continue
		}
		break
	}
	if i += plain; i < len(words) {
		in.words = slices.Clone(words[i:])
		if w.more {
			in.words = append(in.words, word{})
		}
	}
	return in
}

// letters reads short options: takes says that the last has its value in the next word.
func (w wrapper) letters(text string) (takes, known bool) {
	if w.numbers && strings.Trim(text, "-+0123456789") == "" {
		return false, true
	}
	for i := range len(text) {
		switch {
		case strings.IndexByte(w.values, text[i]) >= 0:
			return i == len(text)-1, true
		case strings.IndexByte(w.flags, text[i]) < 0:
			return false, false
		}
	}
	return false, true
}

// variable is the name in NAME=value; "" where a text is none.
func variable(text string) string {
	name, _, ok := strings.Cut(text, "=")
	if !ok || name == "" || strings.ContainsAny(name, "/-. ") {
		return ""
	}
	return strings.TrimSuffix(name, "+")
}

// program is a program's name, whatever path leads to it and however a system that does
// not tell capitals writes it.
func program(text string) string {
	name := strings.ToLower(path.Base(strings.ReplaceAll(text, `\`, "/")))
	return strings.TrimSuffix(name, ".exe")
}

// unwrap says what a command makes run.
func unwrap(words []word) inner {
	name := program(words[0].text)
	if slices.Contains(shells, name) {
		return shell(words)
	}
	if special, ok := specials[name]; ok {
		return special(words)
	}
	if w, ok := wrappers[name]; ok {
		return w.starts(words)
	}
	return interpreter(strings.TrimRight(name, "0123456789."), words)
}

var shells = []string{"sh", "bash", "rbash", "dash", "ash", "ksh", "ksh93", "mksh", "zsh", "fish", "csh", "tcsh", "yash", "posh"}

// shell is what a shell is given: a text behind -c, the name of a file, or its input.
func shell(words []word) inner {
	const unseen = "it reads its commands from its input"
	text, takes := false, 0
	for i := 1; i < len(words); i++ {
		w := words[i]
		switch {
		case !w.plain() && text && w.known: // a text with * in it, without quotes
			return inner{opaque: "what it runs is known only when it runs"}
		case !w.known:
			return inner{opaque: "what it runs is known only when it runs"}
		case takes > 0:
			takes--
		case w.text == "--" || w.text == "-":
			continue
		case strings.HasPrefix(w.text, "--"):
			if !slices.Contains([]string{"--login", "--noprofile", "--norc", "--posix", "--verbose", "--noediting", "--restricted"}, w.text) {
				return inner{opaque: "the option " + w.text + " may change what is run"}
			}
		case len(w.text) > 1 && (w.text[0] == '-' || w.text[0] == '+'):
			letters := w.text[1:]
			if strings.ContainsAny(letters, "si") {
				return inner{opaque: unseen}
			}
			text = text || strings.Contains(letters, "c") && w.text[0] == '-'
			takes += strings.Count(letters, "o") + strings.Count(letters, "O")
		case text:
			return inner{scripts: []string{w.text}}
		case unnamed(w.text):
			return inner{opaque: unseen}
		default:
			return inner{} // a file of commands is a program like any other
		}
	}
	return inner{opaque: unseen}
}

// unnamed is a file that is no file: a stream of this command, by the name that the system
// gives it.
func unnamed(file string) bool {
	clean := path.Clean(file)
	return file == "-" || strings.HasPrefix(clean, "/dev/") || strings.HasPrefix(clean, "/proc/")
}
