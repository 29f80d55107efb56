package nativebuild

import "strings"

// CMakeCommand is one command call of a CMakeLists.txt.
type CMakeCommand struct {
	Name string // in lower case; CMake's commands fold case
	Args []string
	Line int
}

// CMake is what CMakeLists.txt says, in the order of its commands. Whether a
// command stands in a branch that is taken is not known.
type CMake struct {
	Commands []CMakeCommand

	named map[string][]CMakeCommand
	set   map[string]string // what set() gave each variable first
}

// Named lists the calls of a command.
func (c CMake) Named(name string) []CMakeCommand { return c.named[name] }

// Expand replaces ${VAR} by what set() gave the variable, or project() as
// PROJECT_NAME. An unknown variable leaves nothing behind.
func (c CMake) Expand(text string) string {
	for range 8 {
		start := strings.Index(text, "${")
		if start < 0 {
			return text
		}
		end := strings.Index(text[start:], "}")
		if end < 0 {
			return text
		}
		value := c.variable(text[start+2 : start+end])
		if len(text)+len(value) > 4096 {
			return text
		}
		text = text[:start] + value + text[start+end+1:]
	}
	return text
}

func (c CMake) variable(name string) string {
	if name == "PROJECT_NAME" || name == "CMAKE_PROJECT_NAME" {
		for _, p := range c.Named("project") {
			if len(p.Args) > 0 {
				return p.Args[0]
			}
		}
	}
	return c.set[name]
}

// ParseCMake reads the commands of a CMakeLists.txt: name, parentheses,
// arguments bare, quoted or in brackets, comments of both kinds. It follows
// cmake-language(7) and never fails: what is no command is passed over.
func ParseCMake(content string) (CMake, error) {
	r := &cmakeReader{text: content, line: 1}
	out := CMake{named: map[string][]CMakeCommand{}, set: map[string]string{}}
	for {
		name, line, ok := r.command()
		if !ok {
			return out, nil
		}
		c := CMakeCommand{strings.ToLower(name), r.arguments(), line}
		out.Commands = append(out.Commands, c)
		out.named[c.Name] = append(out.named[c.Name], c)
		if c.Name == "set" && len(c.Args) >= 2 {
			if _, known := out.set[c.Args[0]]; !known {
				out.set[c.Args[0]] = c.Args[1]
			}
		}
	}
}

type cmakeReader struct {
	text string
	pos  int
	line int
}

func (r *cmakeReader) more() bool { return r.pos < len(r.text) }

func (r *cmakeReader) advance(n int) string {
	n = min(n, len(r.text)-r.pos)
	s := r.text[r.pos : r.pos+n]
	r.pos += n
	r.line += strings.Count(s, "\n")
	return s
}

// command goes to the next name that is followed by an open parenthesis and
// steps behind it.
func (r *cmakeReader) command() (string, int, bool) {
	for r.more() {
		c := r.text[r.pos]
		if c == '#' {
			r.comment()
			continue
		}
		if !cmakeLetter(c) {
			r.advance(1)
			continue
		}
		start, line := r.pos, r.line
		for r.more() && cmakeLetter(r.text[r.pos]) {
			r.pos++
		}
		name := r.text[start:r.pos]
		for r.more() && (r.text[r.pos] == ' ' || r.text[r.pos] == '\t') {
			r.pos++
		}
		if r.more() && r.text[r.pos] == '(' {
			r.pos++
			return name, line, true
		}
	}
	return "", 0, false
}

func cmakeLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// arguments reads up to the closing parenthesis; nested parentheses, as in
// conditions, are dropped.
func (r *cmakeReader) arguments() []string {
	var args []string
	for depth := 1; r.more(); {
		switch c := r.text[r.pos]; {
		case c == '#':
			r.comment()
		case c == '(':
			depth++
			r.pos++
		case c == ')':
			r.pos++
			if depth--; depth == 0 {
				return args
			}
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';':
			r.advance(1)
		case c == '"':
			args = append(args, r.quoted())
		case c == '[' && r.bracket() != "":
			args = append(args, r.bracketed())
		default:
			args = append(args, r.bare())
		}
	}
	return args
}

func (r *cmakeReader) quoted() string {
	r.pos++
	var b strings.Builder
	for r.more() {
		switch c := r.text[r.pos]; c {
		case '"':
			r.pos++
			return b.String()
		case '\\':
			r.pos++
			if r.more() {
				b.WriteString(r.advance(1))
			}
		default:
			b.WriteString(r.advance(1))
		}
	}
	return b.String()
}

func (r *cmakeReader) bare() string {
	start := r.pos
	for r.more() && !strings.ContainsRune(" \t\r\n;()#\"", rune(r.text[r.pos])) {
		if r.text[r.pos] == '\\' {
			r.advance(1)
		}
		r.advance(1)
	}
	if r.pos == start { // an odd byte; never stand still
		r.advance(1)
	}
	return r.text[start:r.pos]
}

// bracket gives the closing mark if a bracket argument starts here.
func (r *cmakeReader) bracket() string {
	rest := r.text[r.pos:]
	equals := 0
	for equals+1 < len(rest) && rest[equals+1] == '=' {
		equals++
	}
	if equals+1 < len(rest) && rest[equals+1] == '[' {
		return "]" + strings.Repeat("=", equals) + "]"
	}
	return ""
}

func (r *cmakeReader) bracketed() string {
	mark := r.bracket()
	r.advance(len(mark))
	end := strings.Index(r.text[r.pos:], mark)
	if end < 0 {
		return r.advance(len(r.text))
	}
	s := r.advance(end)
	r.advance(len(mark))
	return s
}

func (r *cmakeReader) comment() {
	r.pos++
	if r.more() && r.text[r.pos] == '[' && r.bracket() != "" {
		r.bracketed()
		return
	}
	end := strings.IndexByte(r.text[r.pos:], '\n')
	if end < 0 {
		end = len(r.text) - r.pos
	}
	r.advance(end)
}
