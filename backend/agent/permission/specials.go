package permission

import (
	"regexp"
	"slices"
	"strings"
)

// specials are programs that run something in a way of their own.
var specials = map[string]func([]word) inner{
	"eval":  joined,
	"watch": func(words []word) inner { return afterOptions(words, "bcdegtwxCpr", "n") },
	"trap":  trap,
	"alias": alias,
	"find":  find,
	"xargs": xargs,
	"make":  build, "gmake": build, "bmake": build, "ninja": build,
	"git": git,

	"source": unseenFile, ".": unseenFile,
	"su": power, "runuser": power, "pkexec": power, "unshare": power, "nsenter": power, "systemd-run": power, "setpriv": power, "capsh": power,
	"parallel": other, "ssh": other, "script": other, "expect": other, "at": other, "batch": other, "crontab": other, "tmux": other, "screen": other,
	"docker": containers, "podman": containers, "nerdctl": containers, "kubectl": containers, "lxc": other, "vagrant": other, "fc": other, "bind": other, "complete": other, "enable": other,
	"cmd": other, "powershell": other, "pwsh": other, "gdb": other, "lldb": other, "entr": other, "fd": other, "fdfind": other, "rsync": other, "scp": other, "sftp": other,
	"hash":    withOption("p", "it may put another program in a name's place"),
	"mapfile": withOption("C", "it runs a command for each line"), "readarray": withOption("C", "it runs a command for each line"),
	"printf": withOption("v", "it sets a variable"),
	"read":   assigned, "getopts": assigned, "unset": assigned,
	"tar": tar, "zip": withOption("T", "it may run a command"), "rm": deleted, "unlink": deleted, "rmdir": deleted, "shred": deleted,
	"tee": tee, "command": lookup, "sed": sed,
}

const later = "what it runs is known only when it runs"

// joined is a text that is made of all arguments and read as commands.
func joined(words []word) inner {
	var parts []string
	for _, w := range words[1:] {
		if !w.plain() {
			return inner{opaque: later}
		}
		parts = append(parts, w.text)
	}
	return inner{scripts: []string{strings.Join(parts, " ")}}
}

// afterOptions is joined, behind options of these letters.
func afterOptions(words []word, flags, values string) inner {
	in := wrapper{flags: flags, values: values}.starts(words)
	if in.opaque != "" || len(in.words) == 0 {
		return in
	}
	return joined(append(words[:1:1], in.words...))
}

// lookup is command, which with -v only says where a program is.
func lookup(words []word) inner {
	if len(words) > 1 && words[1].plain() && slices.Contains([]string{"-v", "-V", "-pv", "-pV"}, words[1].text) {
		return inner{}
	}
	return wrappers["command"].starts(words)
}

// xargs puts what it reads behind the command, or in the place of a text in it.
func xargs(words []word) inner {
	in := wrappers["xargs"].starts(words)
	mark := ""
	for i, w := range words {
		switch {
		case w.text == "-I" && i+1 < len(words):
			mark = words[i+1].text
		case strings.HasPrefix(w.text, "-I"):
			mark = w.text[2:]
		case strings.HasPrefix(w.text, "--replace="):
			mark = w.text[len("--replace="):]
		case w.text == "--replace":
			mark = "{}"
		}
	}
	for i, w := range in.words {
		if mark != "" && strings.Contains(w.text, mark) {
			in.words[i].known = false
		}
	}
	return in
}

// build is a program whose rules stand in a file, unless it is given them otherwise.
func build(words []word) inner {
	for _, w := range words[1:] {
		if !w.known || unnamed(w.text) || unnamed(strings.TrimPrefix(w.text, "-f")) && w.text != "-f" || strings.HasPrefix(w.text, "--ev") || strings.HasPrefix(w.text, "-E") {
			return inner{opaque: "its rules are not looked at"}
		}
	}
	return inner{}
}

func trap(words []word) inner {
	if len(words) < 2 || words[1].plain() && strings.HasPrefix(words[1].text, "-") && words[1].text != "--" {
		return inner{}
	}
	action := words[1]
	if action.plain() && action.text == "--" && len(words) > 2 {
		action = words[2]
	}
	if !action.plain() {
		return inner{opaque: later}
	}
	return inner{scripts: []string{action.text}}
}

func alias(words []word) inner {
	var in inner
	for _, w := range words[1:] {
		_, value, ok := strings.Cut(w.text, "=")
		if !w.plain() {
			return inner{opaque: later}
		}
		if ok {
			in.scripts = append(in.scripts, value)
		}
	}
	return in
}

// find runs a command behind -exec, deletes, and writes.
func find(words []word) inner {
	var in inner
	for i := 1; i < len(words); i++ {
		if !words[i].known {
			in.opaque = later
		}
		switch words[i].text {
		case "-exec", "-execdir", "-ok", "-okdir":
			end := i + 1
			for end < len(words) && words[end].text != ";" && words[end].text != "+" {
				end++
			}
			if i+1 == end || len(in.words) > 0 { // a second one is not looked at
				in.opaque = later
				return in
			}
			for _, w := range words[i+1 : end] {
				if strings.Contains(w.text, "{}") {
					w.known = false
				}
				in.words = append(in.words, w)
			}
			i = end
		case "-delete":
			in.deletes = append(in.deletes, word{text: "what find finds"})
		case "-fprint", "-fprint0", "-fls", "-fprintf":
			if i+1 < len(words) {
				in.writes = append(in.writes, words[i+1])
			}
		}
	}
	return in
}

func unseenFile([]word) inner { return inner{opaque: "it runs the commands of a file in this shell"} }

func power([]word) inner {
	return inner{opaque: "it runs a command with other rights", power: true}
}

func other(words []word) inner {
	return inner{opaque: words[0].text + " runs commands that are not looked at"}
}

// containers are programs that run others in containers by some of their words.
func containers(words []word) inner {
	for _, w := range words[1:] {
		if !w.plain() || slices.Contains([]string{"exec", "run", "attach", "debug", "compose", "buildx", "build", "cp"}, w.text) {
			return other(words)
		}
	}
	return inner{}
}

// withOption are programs that are what they seem but for one option.
func withOption(letter, why string) func([]word) inner {
	return func(words []word) inner {
		for _, w := range words[1:] {
			if !w.known || strings.HasPrefix(w.text, "-") && strings.Contains(w.text, letter) {
				return inner{opaque: why}
			}
		}
		return inner{}
	}
}

// assigned are builtins that set the variables which they name.
func assigned(words []word) inner {
	var in inner
	for _, w := range words[1:] {
		if !w.plain() || strings.Contains(w.text, "[") {
			return inner{opaque: "it sets a variable that is known only when it runs"}
		}
		if !strings.HasPrefix(w.text, "-") {
			in.sets = append(in.sets, w.text)
		}
	}
	return in
}

// tar runs programs by some of its options.
func tar(words []word) inner {
	for _, w := range words[1:] {
		name, _, _ := strings.Cut(w.text, "=")
		if !w.known || strings.HasPrefix(w.text, "-") && (strings.Contains(name, "command") || strings.Contains(name, "program") || strings.Contains(name, "checkpoint") ||
			strings.Contains(name, "script") || strings.Contains(name, "rsh") || !strings.HasPrefix(name, "--") && strings.ContainsAny(name, "IF")) {
			return inner{opaque: "its options may run other programs"}
		}
	}
	return inner{}
}

func deleted(words []word) inner {
	var in inner
	for _, w := range words[1:] {
		if !w.known || !strings.HasPrefix(w.text, "-") {
			in.deletes = append(in.deletes, w)
		}
	}
	return in
}

func tee(words []word) inner {
	var in inner
	for _, w := range words[1:] {
		if !w.known || !strings.HasPrefix(w.text, "-") {
			in.writes = append(in.writes, w)
		}
	}
	return in
}

// plainSed are scripts of sed that run and write nothing: one substitution, or lines
// that are printed or deleted.
var plainSed = regexp.MustCompile(`^(?:s/[^/;\n]*/[^/;\n]*/[gIip0-9]*|s\|[^|;\n]*\|[^|;\n]*\|[gIip0-9]*|s#[^#;\n]*#[^#;\n]*#[gIip0-9]*|[0-9,$]*[pdq])$`)

// sed runs commands by e, and writes files by w.
func sed(words []word) inner {
	for _, w := range words[1:] {
		if !w.known || strings.HasPrefix(w.text, "-f") || strings.HasPrefix(w.text, "--file") {
			return inner{opaque: "its script is not looked at"}
		}
	}
	script := slices.IndexFunc(words[1:], func(w word) bool { return !strings.HasPrefix(w.text, "-") })
	if script < 0 || !plainSed.MatchString(words[1+script].text) || slices.ContainsFunc(words[1:], func(w word) bool { return strings.HasPrefix(w.text, "-e") || strings.HasPrefix(w.text, "--e") }) {
		return inner{opaque: "its script may run commands"}
	}
	return inner{}
}

// codeOptions are the options by which an interpreter is given a program in a word, by
// its name without a version; "*" where the first argument is one.
var codeOptions = map[string][]string{
	"python": {"-c", "-m"}, "pypy": {"-c", "-m"}, "perl": {"-e", "-E", "-n", "-p"}, "ruby": {"-e", "-n", "-p"},
	"node": {"-e", "-p", "--eval", "--print", "-r", "--require", "--import"}, "nodejs": {"-e", "-p", "--eval", "--print", "-r", "--require", "--import"},
	"deno": {"eval"}, "bun": {"-e", "--eval"}, "php": {"-r", "-B", "-R", "-E"}, "lua": {"-e"}, "luajit": {"-e"}, "rscript": {"-e"}, "r": {"-e"}, "julia": {"-e", "-E"},
	"osascript": {"-e"}, "tclsh": {}, "wish": {}, "scala": {"-e"}, "groovy": {"-e"}, "elixir": {"-e"}, "erl": {"-eval"}, "ghc": {"-e"},
	"awk": {"*"}, "gawk": {"*"}, "mawk": {"*"}, "nawk": {"*"}, "vi": {"*"}, "vim": {"*"}, "nvim": {"*"}, "ex": {"*"}, "ed": {"*"}, "emacs": {"*"}, "nano": {"*"},
	"less": {"*"}, "more": {"*"}, "man": {"*"}, "sqlite": {"*"}, "psql": {"*"}, "mysql": {"*"}, "ftp": {"*"}, "m": {"*"}, "dc": {"*"},
}

// interpreter is a program that runs code: what stands on the command line or comes by
// its input is not looked at; a file is a program like any other.
func interpreter(name string, words []word) inner {
	options, ok := codeOptions[name]
	if !ok {
		return inner{}
	}
	const why = "it runs code that nobody has looked at"
	if slices.Contains(options, "*") {
		return inner{opaque: why}
	}
	file := false
	for _, w := range words[1:] {
		if !w.known {
			return inner{opaque: why}
		}
		if file = !strings.HasPrefix(w.text, "-") && !slices.Contains(options, w.text) && !unnamed(w.text); file {
			break
		}
		if w.text == "--version" || w.text == "--help" {
			return inner{}
		}
		for _, o := range options {
			short := len(o) == 2 && !strings.HasPrefix(w.text, "--") && strings.Contains(w.text, o[1:])
			if short || w.text == o || strings.HasPrefix(w.text, o+"=") {
				return inner{opaque: why}
			}
		}
	}
	if !file {
		return inner{opaque: why}
	}
	return inner{}
}
