package conceal

import "strings"

// hold is what the lines below a key are.
type hold int

const (
	nothing   hold = iota
	scalars        // values of a key that says that they are secret
	variables      // of a container
	values         // of a Secret: all of them
)

// scanner goes through the lines of a file of settings, YAML above all, and knows what
// each is below.
type scanner struct {
	text   string // up to where it ends
	at     int    // where it goes on
	secret bool   // it is a Secret of Kubernetes
	spaced bool   // settings may be a name, a blank and a value
	found  Spans

	below hold   // what the line is below
	depth int    // how deep that begins
	name  string // of a variable whose value comes below it
}

func (s *scanner) hide(start, end int) {
	if start < end {
		s.found = append(s.found, Span{start, end, "named"})
	}
}

func (s *scanner) scan() {
	for s.at < len(s.text) {
		start, end := s.at, lineEnd(s.text, s.at)
		s.at = end + 1
		line := strings.TrimRight(s.text[start:end], "\r")
		trimmed := strings.TrimSpace(line)
		if trimmed == "" {
			continue
		}
		if trimmed[0] == '#' || trimmed[0] == ';' {
			s.comment(start, line)
			continue
		}
		if indent := indentOf(line); s.below != nothing && (indent < s.depth || indent == s.depth && !strings.HasPrefix(trimmed, "-")) {
			s.below, s.name = nothing, ""
		}
		if m := keyLine().FindStringSubmatchIndex(line); m != nil {
			// A key of an item stands where the item's text begins.
			s.setting(line[m[6]:m[7]], m[5], start+m[1], start+len(line))
		} else {
			s.plain(start, line)
		}
	}
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// setting is a key so deep, whose value begins and ends there.
func (s *scanner) setting(key string, depth, start, end int) {
	rest := strings.TrimSpace(s.text[start:end])
	tells := secretName(key) || s.below == values || s.below == scalars && plainKey(key)
	switch {
	case rest == "" || rest[0] == '#' || rest[0] == '&' && !strings.ContainsAny(rest, " \t"):
		if s.below == variables {
			s.name = key
		}
		s.open(key, depth)
	case blockScalar().MatchString(rest):
		s.block(depth, tells || s.below == variables && !plainName(key))
	case (rest[0] == '{' || rest[0] == '[') && (tells || s.opens(key) != nothing):
		s.inline(s.opens(key), start, end)
		if !strings.HasSuffix(strings.TrimRight(rest, ","), "]") && !strings.HasSuffix(strings.TrimRight(rest, ","), "}") {
			s.open(key, depth) // the rest is on the lines below
		}
	case tells:
		s.value(start, end)
	case s.below == variables && !pairWord(key):
		s.variable(key, start, end)
	case s.below == variables && s.name != "" && plainKey(key):
		s.variable(s.name, start, end)
	}
}

// open notes what the lines below a key so deep are.
func (s *scanner) open(key string, depth int) {
	if next := s.opens(key); s.below == nothing && next != nothing {
		s.below, s.depth = next, depth
	}
}

// opens says what the lines below a key are.
func (s *scanner) opens(key string) hold {
	switch strings.ToLower(key) {
	case "environment", "env", "env_vars", "envvars", "env_variables", "environment_variables", "variables", "extraenv", "extraenvvars":
		return variables
	case "data", "stringdata", "encrypteddata":
		if s.secret {
			return values
		}
	case "secrets", "credentials", "imagepullsecrets":
		return nothing // names of secrets, most of the time
	}
	if secretName(key) {
		return scalars
	}
	return nothing
}

// plainKey reports whether a key below one that tells of a secret holds it.
func plainKey(key string) bool {
	switch strings.ToLower(key) {
	case "value", "default", "text", "content", "data", "plain", "plaintext", "cleartext", "raw", "current", "previous", "key", "password", "token":
		return true
	}
	return false
}

// pairWord reports whether a key is one of a name and a value that stand side by side.
func pairWord(key string) bool {
	switch strings.ToLower(key) {
	case "name", "key", "value", "default", "valuefrom", "configmapkeyref", "secretkeyref", "fieldref", "group":
		return true
	}
	return false
}

// block goes through a text over several lines below a key so deep, and hides it.
func (s *scanner) block(depth int, hide bool) {
	for s.at < len(s.text) {
		end := lineEnd(s.text, s.at)
		line := strings.TrimRight(s.text[s.at:end], "\r")
		indent := indentOf(line)
		if strings.TrimSpace(line) != "" {
			if indent <= depth {
				return
			}
			if hide {
				s.hide(s.at+indent, s.at+len(line))
			}
		}
		s.at = end + 1
	}
}

// value hides what a key has, to the end of its line or of its quotes.
func (s *scanner) value(start, end int) {
	if last := s.quoted(start, end); last > end {
		s.hide(start, last)
		return
	}
	v := strings.TrimRight(s.text[start:end], " \t\r,;")
	if len(v) > 1 && (v[0] == '"' || v[0] == '\'') {
		if i := strings.LastIndexByte(v[1:], v[0]); i >= 0 {
			start, v = start+1, v[1:1+i]
		}
	} else if i := strings.Index(v, " #"); i >= 0 {
		v = strings.TrimRight(v[:i], " \t")
	}
	if !harmless(v) && !reference(v) && !called(v) {
		s.hide(start, start+len(v))
	}
}

// quoted gives the end of a value that goes on on the next line, because its quotes are
// closed later or its line ends in a backslash, and goes on behind it; else the end that
// is given.
func (s *scanner) quoted(start, end int) int {
	const most = 400 // lines: each value of a file may be one that is never closed
	if start >= end || strings.IndexByte("\"'", s.text[start]) < 0 && s.text[end-1] != '\\' {
		return end
	}
	limit := end
	for n := 0; n < most && limit < len(s.text); n++ {
		limit = lineEnd(s.text, limit+1)
	}
	last, closed := goesOn(s.text[:limit], start, end)
	if !closed || last <= end {
		return end
	}
	s.at = last + 1
	return last
}

func (s *scanner) variable(name string, start, end int) {
	if last := s.quoted(start, end); last > end {
		s.hide(start, last)
		return
	}
	s.found = append(s.found, variable(s.text, name, start, end)...)
}

// inline is a map or a list on the line of its key.
func (s *scanner) inline(of hold, start, end int) {
	text := s.text[start:end]
	if text = strings.TrimRight(text, " \t,"); strings.Trim(text, "{}[] ") == "" {
		return
	}
	all := inline().FindAllStringSubmatchIndex(text, -1)
	if len(all) == 0 && of == scalars {
		s.hide(start+1, start+len(strings.TrimRight(text, "]}")))
	}
	for _, m := range all {
		name := text[m[2]:m[3]]
		switch {
		case of == values, secretName(name), of == scalars && plainKey(name):
			s.value(start+m[4], start+m[5])
		case of == variables && !pairWord(name):
			s.found = append(s.found, variable(s.text, name, start+m[4], start+m[5])...)
		}
	}
}

// called reports whether a value is a call or an expression that brings the secret.
func called(v string) bool {
	return strings.HasSuffix(v, ")") && strings.Contains(v, "(") || strings.HasPrefix(v, "!") || strings.HasPrefix(v, "<%") || strings.HasPrefix(v, "*")
}

// plain is a line without a key: an item of a list, a text on the line after its key, or
// a value behind a blank.
func (s *scanner) plain(start int, line string) {
	if m := itemLine().FindStringSubmatchIndex(line); m != nil && s.below != nothing {
		item := strings.Trim(line[m[4]:m[5]], `"' `+"\t")
		from := start + m[4] + strings.Index(line[m[4]:m[5]], item)
		if name, value, found := strings.Cut(item, "="); found && s.below == variables {
			s.found = append(s.found, variable(s.text, name, from+len(item)-len(value), from+len(item))...)
		} else if s.below != variables {
			s.value(from, from+len(item))
		}
		return
	}
	if s.below == scalars || s.below == values {
		s.value(start+indentOf(line), start+len(line))
		return
	}
	if !s.spaced {
		return
	}
	if m := spacedLine().FindStringSubmatchIndex(line); m != nil {
		s.value(start+m[4], start+m[5])
	}
}

// comment is a line that is not in force: what it sets was, or will be.
func (s *scanner) comment(start int, line string) {
	bare := strings.TrimLeft(line, "#; \t")
	from := start + len(line) - len(bare)
	if m := keyLine().FindStringSubmatchIndex(bare); m != nil && secretName(bare[m[6]:m[7]]) {
		s.value(from+m[1], start+len(line))
		return
	}
	if m := spacedLine().FindStringSubmatchIndex(bare); m != nil && s.spaced && len(strings.Fields(bare)) == 2 {
		s.value(from+m[4], from+m[5])
	}
}
