// Package keyvalue reads files that give values to keys: .env, INI, Java's
// properties, HOCON. What a key means it does not know.
package keyvalue

import "strings"

// Dotenv is a .env file or the example of one.
type Dotenv struct {
	Entries []Entry // in the order of the file; of two of a name the later one

	places map[string]int // of the names in Entries
}

// Entry is one variable.
type Entry struct {
	Name    string
	Value   string
	Comment string // the comment lines right above, or the one behind the value
	Line    int    // from 1
	Off     bool   // commented out: "# NAME=value"
}

// ParseDotenv reads NAME=value lines as the dotenv libraries do: "export " is
// skipped, single and double quotes are taken off, a double-quoted value may
// span lines, " #" starts a comment. Lines that are nothing of this are
// skipped; it never fails.
func ParseDotenv(content string) (Dotenv, error) {
	d := Dotenv{places: map[string]int{}}
	lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(content, "\ufeff"), "\r\n", "\n"), "\n")
	comment := ""
	for i := 0; i < len(lines); i++ {
		line, n := strings.TrimSpace(lines[i]), i+1
		off := false
		if rest, ok := strings.CutPrefix(line, "#"); ok {
			line, off = strings.TrimSpace(rest), true
		}
		name, raw, ok := dotenvName(line)
		switch {
		case line == "":
			comment = ""
			continue
		case !ok && off:
			comment = strings.TrimSpace(comment + " " + strings.Trim(line, "#-= "))
			continue
		case !ok:
			comment = ""
			continue
		}
		if off && strings.ContainsAny(raw, " \t") && !strings.HasPrefix(raw, `"`) {
			comment = strings.TrimSpace(comment + " " + line) // prose with an equals sign
			continue
		}
		if q := quoteOf(raw); q != 0 && !off {
			for strings.IndexByte(raw[1:], q) < 0 && i+1 < len(lines) && i < n+100 {
				i++
				raw += "\n" + lines[i]
			}
		}
		value, behind := dotenvValue(raw)
		if behind == "" {
			behind = comment
		}
		comment = ""
		e := Entry{name, value, behind, n, off}
		known, again := d.places[name]
		switch {
		case !again:
			d.places[name] = len(d.Entries)
			d.Entries = append(d.Entries, e)
		case !off || d.Entries[known].Off:
			d.Entries[known] = e
		}
	}
	return d, nil
}

func dotenvName(line string) (name, raw string, ok bool) {
	line = strings.TrimPrefix(line, "export ")
	name, raw, ok = strings.Cut(line, "=")
	name = strings.TrimSpace(name)
	if !ok || !IsVariableName(name) {
		return "", "", false
	}
	return name, strings.TrimSpace(raw), true
}

// IsVariableName reports whether a text can name a variable: letters, digits,
// underscores and dots, the first no digit.
func IsVariableName(s string) bool {
	for i, c := range s {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && !(i > 0 && (c >= '0' && c <= '9' || c == '.')) {
			return false
		}
	}
	return s != "" && len(s) <= 128
}

func quoteOf(raw string) byte {
	if raw != "" && (raw[0] == '"' || raw[0] == '\'' || raw[0] == '`') {
		return raw[0]
	}
	return 0
}

func dotenvValue(raw string) (value, comment string) {
	if q := quoteOf(raw); q != 0 {
		if end := strings.IndexByte(raw[1:], q); end >= 0 {
			rest := strings.TrimSpace(raw[end+2:])
			if c, ok := strings.CutPrefix(rest, "#"); ok {
				comment = strings.TrimSpace(c)
			}
			return raw[1 : end+1], comment
		}
	}
	if c, ok := strings.CutPrefix(raw, "#"); ok {
		return "", strings.TrimSpace(c)
	}
	if at := strings.Index(raw, " #"); at >= 0 {
		return strings.TrimSpace(raw[:at]), strings.TrimSpace(raw[at+2:])
	}
	return raw, ""
}

// Named finds a variable that is not commented out.
func (d Dotenv) Named(name string) (Entry, bool) {
	if at, known := d.places[name]; known && !d.Entries[at].Off {
		return d.Entries[at], true
	}
	return Entry{}, false
}
