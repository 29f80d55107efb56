package deployment

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
)

// shellCommand makes the exec form of a shell line: its words where no shell is
// needed, else sh -c, with exec before the last program so that it receives
// the signals.
func shellCommand(line string) []string {
	line = strings.TrimSpace(line)
	if line == "" {
		return nil
	}
	if !strings.ContainsAny(line, "$&|;<>(){}[]*?~`\"'\\!#\n") && !strings.Contains(firstWord(line), "=") {
		return strings.Fields(line)
	}
	return []string{"sh", "-c", withExec(line)}
}

func firstWord(line string) string {
	word, _, _ := strings.Cut(line, " ")
	return word
}

// withExec puts exec before the last command of "a && b"; anything less plain
// stays as it is.
func withExec(line string) string {
	last := line
	at := strings.LastIndex(line, "&&")
	if at >= 0 {
		last = line[at+2:]
	}
	word := firstWord(strings.TrimSpace(last))
	plain := !strings.ContainsAny(strings.ReplaceAll(line, "&&", ""), "|;&(\n`") && !strings.Contains(word, "=")
	if !plain || word == "exec" || word == "" || shellBuiltins[word] || strings.HasPrefix(word, "\"") || strings.HasPrefix(word, "$") {
		return line
	}
	return line[:len(line)-len(last)] + last[:strings.Index(last, word)] + "exec " + strings.TrimLeft(last, " \t")
}

var shellBuiltins = map[string]bool{
	"cd": true, "if": true, "for": true, "while": true, "case": true, "export": true, "set": true, "source": true,
	".": true, "eval": true, "until": true, "trap": true, "test": true, "[": true, "ulimit": true, "umask": true,
}

// commandOf is the exec form of a Dockerfile's ENTRYPOINT and CMD together, as
// the table in Docker's reference says.
func commandOf(entrypoint, cmd dockerfile.Command) []string {
	switch {
	case entrypoint.Shell != "":
		return shellCommand(entrypoint.Shell)
	case len(entrypoint.Exec) > 0 && cmd.Shell != "":
		return append(append([]string(nil), entrypoint.Exec...), "/bin/sh", "-c", cmd.Shell)
	case len(entrypoint.Exec) > 0:
		return append(append([]string(nil), entrypoint.Exec...), cmd.Exec...)
	case cmd.Shell != "":
		return shellCommand(cmd.Shell)
	}
	return cmd.Exec
}

// Ports as commands spell them: "--port 8000", "-p 3000", "--bind 0.0.0.0:80",
// "PORT=5000", "--server.port=8501", "${PORT:-8000}".
const (
	portFlag    language.Pattern = `(?:^|\s)(?:--(?:[a-z]+[.-])?port[= ]|-p[= ]?|-Dserver\.port=|PORT=)\s*(\d{2,5})(?:\D|$)`
	portBind    language.Pattern = `(?:^|\s)(?:--(?:bind|listen|http|hosts?|addr|address|urls|web\.listen-address)[= ]|-b[= ]?|-l[= ]?|-S )\s*"?(?:tcp://|https?://)?(?:[\w.*+-]*|\[::\]):(\d{2,5})(?:\D|$)`
	portDefault language.Pattern = `\$\{PORT:-(\d{2,5})\}`
)

// PortOf finds the port that a command listens on, and whether the command
// lets PORT change it. 0: it does not say.
func PortOf(command []string) (port int, fallback bool) {
	line := strings.Join(command, " ")
	if len(line) > 4096 {
		return 0, false
	}
	for _, p := range []language.Pattern{portFlag, portBind} {
		if n := firstNumber(p.Regexp(), line); n > 0 {
			return n, false
		}
	}
	if n := firstNumber(portDefault.Regexp(), line); n > 0 {
		return n, true
	}
	return 0, false
}

func firstNumber(re *regexp.Regexp, line string) int {
	m := re.FindStringSubmatch(line)
	if m == nil {
		return 0
	}
	return PortNumber(m[1])
}

// PortNumber is a port, 0 for what cannot be one.
func PortNumber(s string) int {
	n, err := strconv.Atoi(strings.Trim(strings.TrimSpace(s), `"'`))
	if err != nil || n < 1 || n > 65535 {
		return 0
	}
	return n
}

// healthURL is the address a health command asks, with or without a scheme, or
// behind a variable that holds the rest of it.
const healthURL language.Pattern = `(?:https?://[^\s/:"']+|\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0))(?::(\d{2,5}|\$\$?\{?\w+(?::?-\d+)?\}?))?(/[^\s"'|;&)\\]*)?(?:[\s"'|;&)\\]|$)`

// variableURL is an address of which a variable holds the beginning.
const variableURL language.Pattern = `\s["']?\$\$?\{?[A-Za-z_]\w*\}?(/[\w./-]+)`

// filledIn is a variable with what stands in for it where it is not set.
const filledIn language.Pattern = `\$\{\w+(?::?-([^{}$]*))?\}`

// urlOf finds the path of the URL that a health command asks for, and the port
// of its own container that it asks at, 0 for none given; fixed says that
// another port is another listener's: no variable changes it, and it is not that
// of HTTPS beside HTTP. "" when it asks for no URL.
func urlOf(command dockerfile.Command) (urlPath string, port int, fixed bool) {
	line := command.Shell
	if line == "" {
		line = strings.Join(command.Exec, " ")
	}
	if len(line) > 4096 || !strings.Contains(line, "http") && !strings.Contains(line, "curl") && !strings.Contains(line, "wget") {
		return "", 0, false
	}
	all := healthURL.Regexp().FindAllStringSubmatch(line, -1)
	if all == nil {
		urlPath, _ = variableURL.Find(line)
		return urlPath, 0, false
	}
	// A host alone may be another option's: `curl --noproxy localhost http://…`.
	m := all[0]
	if i := slices.IndexFunc(all, func(m []string) bool { return strings.HasPrefix(m[0], "http") }); i >= 0 {
		m = all[i]
	}
	m[2] = filledIn.Regexp().ReplaceAllString(m[2], "$1")
	if m[2] == "" || strings.ContainsAny(m[2], "${}") {
		m[2] = "/"
	}
	urlPath, _, _ = strings.Cut(m[2], "?")
	if !strings.Contains(m[0], "localhost") && !strings.Contains(m[0], "127.0.0.1") && !strings.Contains(m[0], "0.0.0.0") {
		return urlPath, 0, false // somebody else's
	}
	port = PortNumber(m[1])
	if fixed = port != 0 && !strings.HasPrefix(m[0], "https"); port == 0 { // ${PORT:-8080}
		given, _ := portSetting.Find(m[1])
		port = PortNumber(given)
	}
	return urlPath, port, fixed
}
