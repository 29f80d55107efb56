package conceal

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/secret/credential"
)

// IsEnv reports whether a path, or a label that has one, is that of an environment
// file: .env, .env.local, .envrc, prod.env, app.env.txt.
func IsEnv(label string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ReplaceAll(label, `\`, "/")), func(w string) bool {
		w = strings.ToLower(path.Base(strings.Trim(w, `"'(),;:`)))
		switch w {
		case ".env", ".envrc", ".flaskenv", "dotenv", "env.txt", ".dev.vars":
			return true
		}
		for _, begin := range []string{".env.", ".env-", ".env_", ".env~", ".envrc.", ".dev.vars."} {
			if strings.HasPrefix(w, begin) {
				return true
			}
		}
		return strings.HasSuffix(w, ".env") || strings.Contains(w, ".env.") && !credential.Source(w) // app.env.bak
	})
}

var (
	// A line of an environment file, as it is or behind its number; also one that is
	// commented out.
	envLine = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[ \t]*(?:\d+[ \t]*[:|\t][ \t]*|\d+[ \t]+)?(?:#[# \t]*)?(?:export[ \t]+|set[ \t]+|setenv[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*[=:][ \t]*(.*)$`)
	})
	// One that a search over files has found.
	grepEnv = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^[ \t]*(?:[^\s:]*/)?[^\s:/]*\.env[^\s:/]*:\d+:[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*[=:][ \t]*([^\n]*)$`)
	})
	number = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{1,6}(?:\.\d+)?[a-zA-Z%]{0,2}$`) })
)

// FindSearched finds values in lines of environment files that a search has listed
// with their paths.
func FindSearched(s string) Spans {
	if !strings.Contains(s, ".env") {
		return nil
	}
	var out Spans
	for _, m := range grepEnv().FindAllStringSubmatchIndex(s, -1) {
		out = append(out, envValue(s, s[m[2]:m[3]], m[4], m[5], false)...)
	}
	return out
}

// FindEnv finds the values of an environment file, or of a piece of one. A value in
// quotes may go on over several lines; a line that is neither a variable, nor a
// comment, nor blank is part of a value of which the beginning is not here. A piece of
// one line is no file: only a variable's value is hidden in it.
func FindEnv(s string) Spans {
	var out Spans
	piece := !strings.Contains(strings.TrimRight(s, "\r\n"), "\n")
	for at := 0; at < len(s); {
		end := lineEnd(s, at)
		line := s[at:end]
		m := envLine().FindStringSubmatchIndex(line)
		switch trimmed := strings.TrimSpace(line); {
		case m != nil:
			start := at + m[4]
			if last, _ := goesOn(s, start, end); last > end {
				out = append(out, Span{start, last, "env-value"})
				end = last
			} else {
				out = append(out, envValue(s, line[m[2]:m[3]], start, end, false)...)
			}
		case trimmed == "" || trimmed[0] == '#' || piece || bareName(trimmed):
		default:
			out = append(out, Span{at, end, "env-value"})
		}
		at = end + 1
	}
	return out
}

// goesOn gives the end of a value that may go on over several lines: one in quotes that
// are closed later, and one whose line ends in a backslash. closed is false where the
// quotes are never closed: the end is then that of the text. Else it is the end of its
// line.
func goesOn(s string, start, end int) (last int, closed bool) {
	if start < end && strings.IndexByte("\"'`", s[start]) >= 0 {
		if last = closing(s, start); last >= len(s) {
			return len(s), false
		} else if last > end {
			return lineEnd(s, last), true
		}
	}
	for last = end; last < len(s) && strings.HasSuffix(strings.TrimRight(s[start:last], "\r"), `\`); {
		last = lineEnd(s, last+1)
	}
	return last, true
}

// closing is where the quotes are closed that are opened at a place; len(s) for nowhere.
func closing(s string, open int) int {
	quote := s[open]
	for i := open + 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quote != '\'':
			i++
		case s[i] == quote:
			return i
		}
	}
	return len(s)
}

// lineEnd is where the line ends in which a place is.
func lineEnd(s string, from int) int {
	if from >= len(s) {
		return len(s)
	}
	if i := strings.IndexByte(s[from:], '\n'); i >= 0 {
		return from + i
	}
	return len(s)
}

// bareName reports whether a line is the name of a variable alone, as docker's
// --env-file has it: its value comes from elsewhere. Only such as people write in
// capitals; anything else may be a line of a value.
func bareName(line string) bool {
	line = strings.TrimPrefix(line, "export ")
	return strings.ContainsRune(line, '_') && strings.Trim(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
}

// envValue decides about the value of a variable. plain says that names count that tell
// of no secret: who reads a deployment needs them, and who keeps secrets in one has
// them under other names.
func envValue(s, name string, start, end int, plain bool) Spans {
	v := strings.TrimRight(s[start:end], " \t\r,")
	end = start + len(v)
	if len(v) >= 2 && strings.IndexByte("\"'`", v[0]) >= 0 {
		if i := strings.IndexByte(v[1:], v[0]); i >= 0 && strings.HasPrefix(strings.TrimSpace(v[i+2:]), "#") {
			v = v[:i+2] // a comment follows
			end = start + len(v)
		}
		if v[len(v)-1] == v[0] {
			v, start, end = v[1:len(v)-1], start+1, end-1
		}
	}
	if harmless(v) || reference(v) {
		return nil
	}
	if !secretName(name) && (number().MatchString(v) || ordinary(v) || plain && plainName(name) && !strings.Contains(v, "@")) {
		return nil
	}
	if at := addressOnly(v); at > 0 && !secretName(name) {
		if at >= len(v) {
			return nil
		}
		start += at
	}
	return Spans{{start, end, "env-value"}}
}

// plainName reports whether a variable's name says that its value is none of a secret.
func plainName(name string) bool {
	words := wordsOf(name)
	if len(words) == 0 {
		return false
	}
	switch words[len(words)-1] {
	case "host", "hosts", "hostname", "port", "ports", "db", "database", "name", "env", "environment", "mode", "level", "dir", "directory", "path", "file", "region", "zone", "tz", "lang", "locale",
		"format", "type", "driver", "engine", "version", "origin", "origins", "address", "addr", "bind", "listeners", "broker", "brokers",
		"size", "limit", "timeout", "count", "workers", "threads", "replicas", "enabled", "user", "username", "module", "app", "domain", "bucket", "topic", "queue", "schema", "protocol", "profile", "profiles":
		return true
	}
	return false
}

// ordinary lists values that tell how a program runs.
func ordinary(v string) bool {
	switch strings.ToLower(v) {
	case "development", "production", "staging", "test", "testing", "local", "dev", "prod", "debug", "info", "warn", "warning", "error", "trace", "utf-8", "utc", "localhost", "127.0.0.1", "0.0.0.0":
		return true
	}
	return false
}

// shortName reports whether a text is a word as people name databases.
func shortName(s string) bool {
	return len(s) <= 30 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-0123456789") == ""
}

// addressOnly gives the length of the harmless head of an address: scheme,
// host and port. 0 for what is no address, or holds a user.
func addressOnly(v string) int {
	scheme, rest, ok := strings.Cut(v, "://")
	if !ok || scheme == "" || strings.ContainsAny(scheme, " \t=") {
		return 0
	}
	at := strings.LastIndexByte(rest, '@')
	host := rest[at+1:]
	if at >= 0 && strings.Contains(host, "/") && strings.Contains(rest[:at], "/") {
		return 0
	}
	head := len(v) - len(host)
	if at >= 0 {
		return 0 // the rule for passwords in addresses would leave the user's name
	}
	n := strings.IndexAny(host, "/?#, ")
	if n < 0 {
		return len(v)
	}
	if rest := strings.Trim(host[n:], "/"); rest == "" || !strings.HasPrefix(scheme, "http") && !strings.HasPrefix(scheme, "ws") && shortName(rest) {
		return len(v) // what follows is the name of a database
	}
	return head + n + 1
}
