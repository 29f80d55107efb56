package ruby

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

const (
	// ownBind is where a script of Sinatra's listens by its own word: set :bind, "localhost";
	// run! with bind: or host: (sinatrarb.com/configuration.html, :bind).
	ownBind = language.Pattern(`(?m)^[^#\n]*\b(?:set[ (]+(?::bind\s*,|bind:)\s*|run![^\n]*?\b(?:bind|host):\s*)["'](localhost|127\.0\.0\.1|::1)["']`)
	// inDevelopment is a script of Sinatra's that is always in development, where it listens on
	// localhost unless it is told otherwise (the same, :bind and :environment).
	inDevelopment = language.Pattern(`(?m)^[^#\n]*\bset[ (]+(?::environment\s*,|environment:)\s*(?::development\b|["']development["'])`)
	anyBind       = language.Pattern(`(?m)^[^#\n]*\b(?:set[ (]+(?::bind\s*,|bind:)|run![^\n]*?\b(?:bind|host):)`)
	// pumaBind and pumaPort are where Puma's configuration has it listen: bind "tcp://…:3000",
	// port 3000, "127.0.0.1" (puma.io/puma/Puma/DSL.html).
	pumaBind = language.Pattern(`(?m)^[ \t]*bind[ (]+["']tcp://([\w.:\[\]]*?):(\d{2,5}|#\{[^\n]*?(?:\|\||,|\{)\s*["']?(\d{2,5})[^\n]*\})["'?]`)
	pumaPort = language.Pattern(`(?m)^[ \t]*port[ (]+(\d{2,5}|[^\n,]*?ENV[^\n]*?(\d{2,5})[^\n,]*?)\)?[ \t]*(?:,\s*["']([\w.:]+)["']\)?[ \t]*)?(?:#.*)?$`)
)

// address is where a script of Sinatra's, or Puma's configuration, has the server listen.
// Puma's own option goes before its configuration (puma.io/puma/Puma/Configuration.html:
// what the user says, then the file); a script's word goes before Sinatra's options.
func address(p *language.Project) language.Address {
	line := strings.Join(p.Start.Value.Command, " ")
	if file, ok := pumaConfig(p, line); ok {
		a, _ := pumaListens(p, file)
		if a.Host != "" && !strings.ContainsAny(line, ";&|") {
			a.Appended = "-b tcp://0.0.0.0:{port}"
		}
		return a
	}
	script := scriptOf(p.Folder)
	text := p.Folder.Content(script)
	if script == "" || !strings.Contains(line, "ruby "+script) || !strings.Contains(text, "inatra") {
		return language.Address{}
	}
	if m := ownBind.Regexp().FindStringSubmatch(text); m != nil {
		return language.Address{Host: m[1], Why: p.Folder.AtMatch("ruby.sinatra_bind", script, ownBind)}
	}
	if inDevelopment.Regexp().MatchString(text) && !anyBind.Regexp().MatchString(text) {
		a := language.Address{Host: "localhost", Why: p.Folder.AtMatch("ruby.sinatra_bind", script, inDevelopment)}
		if classicSinatra.Regexp().MatchString(text) && !strings.ContainsAny(line, ";&|") {
			a.Appended = "-o 0.0.0.0"
		}
		return a
	}
	return language.Address{}
}

// port is what Puma's configuration says where its command does not.
func port(p *language.Project) finding.Finding[int] {
	file, ok := pumaConfig(p, strings.Join(p.Start.Value.Command, " "))
	if !ok {
		return finding.Finding[int]{}
	}
	a, n := pumaListens(p, file)
	if n == 0 {
		return finding.Finding[int]{}
	}
	return finding.Of(n, finding.Likely, a.Why)
}

// pumaConfig is the file that a command has Puma read, where the command itself does not
// say where to listen: what -C names, else that of the environment, else the general one
// (github.com/puma/puma, "Configuration File").
func pumaConfig(p *language.Project, line string) (string, bool) {
	words := strings.Fields(line)
	at := slices.IndexFunc(words, func(w string) bool { return path.Base(w) == "puma" })
	if at < 0 {
		return "", false
	}
	file := p.FirstOf("config/puma/production.rb", "config/puma.rb")
	for i, w := range words[at:] {
		switch {
		case strings.HasPrefix(w, "-b"), strings.HasPrefix(w, "--bind"), strings.HasPrefix(w, "-p"), strings.HasPrefix(w, "--port"):
			return "", false
		case (w == "-C" || w == "--config") && at+i+1 < len(words):
			file = path.Clean(words[at+i+1])
		}
	}
	return file, file != "" && p.Has(file)
}

// pumaListens reads a configuration of Puma's.
func pumaListens(p *language.Project, file string) (a language.Address, port int) {
	text := p.Folder.Content(file)
	own := func(host string) string {
		if host == "localhost" || host == "127.0.0.1" || host == "[::1]" || host == "::1" {
			return strings.Trim(host, "[]")
		}
		return ""
	}
	if m := pumaBind.Regexp().FindStringSubmatch(text); m != nil {
		if port, _ = strconv.Atoi(m[2]); port == 0 {
			port, _ = strconv.Atoi(m[3])
		}
		return language.Address{Host: own(m[1]), Why: p.Folder.AtMatch("ruby.puma_bind", file, pumaBind)}, port
	}
	if m := pumaPort.Regexp().FindStringSubmatch(text); m != nil {
		if port, _ = strconv.Atoi(m[1]); port == 0 {
			port, _ = strconv.Atoi(m[2])
		}
		return language.Address{Host: own(m[3]), Why: p.Folder.AtMatch("ruby.puma_bind", file, pumaPort)}, port
	}
	return language.Address{}, 0
}
