// Package nativebuild reads the build files of programs in machine code:
// CMake's commands, and the calls in those of Meson, Bazel, Zig and Swift.
// Nothing is evaluated: which branch is taken is not known.
package nativebuild

import "strings"

// Call is a function call found in a build file whose language is not
// evaluated: Meson, Starlark, Zig, Swift.
type Call struct {
	Name string // the last part: executable, addExecutable, executableTarget
	Line int
	Args []Arg
}

// Arg is one argument of a call.
type Arg struct {
	Key     string   // "" for a positional one
	Strings []string // the string literals in it, in order
	Text    string   // as written
	Calls   []Call   // the calls in it
}

// Named gives the string of an argument, "" if there is none.
func (c Call) Named(key string) string {
	for _, a := range c.Args {
		if a.Key == key && len(a.Strings) > 0 {
			return a.Strings[0]
		}
	}
	return ""
}

// List gives all strings of an argument.
func (c Call) List(key string) []string {
	for _, a := range c.Args {
		if a.Key == key {
			return a.Strings
		}
	}
	return nil
}

// First gives the string of the first positional argument, "" if it is none.
func (c Call) First() string {
	if len(c.Args) > 0 && c.Args[0].Key == "" && len(c.Args[0].Strings) > 0 {
		return c.Args[0].Strings[0]
	}
	return ""
}

// callStyle says how a build file's language writes comments, strings and
// named arguments.
type callStyle struct {
	lineComment string // "#", "//"
	single      bool   // 'strings'
	triple      bool   // """ and ''' strings
	key         byte   // between a name and its value: '=' or ':'
}

// deepestCall bounds the nesting that is followed.
const deepestCall = 40

// readCalls finds all calls of a text, outer ones first, nested ones in the
// arguments that hold them. It never fails; what it does not understand it
// passes over.
func readCalls(content string, style callStyle) []Call {
	r := &callReader{text: content, line: 1, style: style}
	_, calls, _ := r.until("", 0)
	return calls
}

type callReader struct {
	text  string
	pos   int
	line  int
	style callStyle
}

// until reads to one of the closing bytes or, at depth 0, the end, and gives
// the strings and calls on the way. The closing byte is consumed.
func (r *callReader) until(closing string, depth int) (texts []string, calls []Call, closed byte) {
	word, wordLine := "", 0
	for r.pos < len(r.text) {
		c := r.text[r.pos]
		switch {
		case r.skipComment():
		case c == '"' || c == '\'' && r.style.single:
			texts = append(texts, r.stringLiteral())
			word = ""
		case strings.IndexByte(closing, c) >= 0:
			r.pos++
			return texts, calls, c
		case c == '(' && word != "" && depth < deepestCall:
			r.pos++
			call := Call{Name: word, Line: wordLine, Args: r.args(")", depth+1)}
			calls = append(calls, call)
			for _, a := range call.Args {
				texts = append(texts, a.Strings...)
			}
			word = ""
		case (c == '(' || c == '[' || c == '{') && depth < deepestCall:
			r.pos++
			t, inner, _ := r.until(closer(c), depth+1)
			texts, calls = append(texts, t...), append(calls, inner...)
			word = ""
		case cmakeLetter(c):
			start := r.pos
			for r.pos < len(r.text) && cmakeLetter(r.text[r.pos]) {
				r.pos++
			}
			word, wordLine = r.text[start:r.pos], r.line
		default:
			if c == '\n' {
				r.line++
			}
			if c != ' ' && c != '\t' {
				word = ""
			}
			r.pos++
		}
	}
	return texts, calls, 0
}

func closer(open byte) string {
	return map[byte]string{'(': ")", '[': "]", '{': "}"}[open]
}

// args reads the arguments of a call whose parenthesis has been opened. In
// Zig the arguments may be the fields of a struct literal: `.{ .name = "x" }`.
func (r *callReader) args(closing string, depth int) []Arg {
	var out []Arg
	for r.pos < len(r.text) {
		start := r.pos
		key := r.argKey()
		texts, calls, closed := r.until(","+closing, depth)
		text := strings.TrimSpace(r.text[start:max(start, r.pos-1)])
		if text != "" {
			out = append(out, Arg{Key: key, Strings: texts, Text: text, Calls: calls})
		}
		if closed != ',' {
			break
		}
	}
	return out
}

// argKey reads `name =` or `name:` before a value, if it stands here.
func (r *callReader) argKey() string {
	pos, line := r.pos, r.line
	for r.pos < len(r.text) {
		if c := r.text[r.pos]; c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '.' {
			if c == '\n' {
				r.line++
			}
			r.pos++
			continue
		}
		if !r.skipComment() {
			break
		}
	}
	start := r.pos
	for r.pos < len(r.text) && cmakeLetter(r.text[r.pos]) {
		r.pos++
	}
	key := r.text[start:r.pos]
	for r.pos < len(r.text) && (r.text[r.pos] == ' ' || r.text[r.pos] == '\t') {
		r.pos++
	}
	if key != "" && r.pos < len(r.text) && r.text[r.pos] == r.style.key && !strings.HasPrefix(r.text[r.pos:], "==") {
		r.pos++
		return key
	}
	r.pos, r.line = pos, line
	return ""
}

func (r *callReader) skipComment() bool {
	rest := r.text[r.pos:]
	switch {
	case strings.HasPrefix(rest, r.style.lineComment):
		end := strings.IndexByte(rest, '\n')
		if end < 0 {
			end = len(rest)
		}
		r.pos += end
		return true
	case r.style.lineComment == "//" && strings.HasPrefix(rest, "/*"):
		end := strings.Index(rest, "*/")
		if end < 0 {
			end = len(rest) - 2
		}
		r.line += strings.Count(rest[:end+2], "\n")
		r.pos += end + 2
		return true
	}
	return false
}

func (r *callReader) stringLiteral() string {
	quote := r.text[r.pos : r.pos+1]
	if triple := strings.Repeat(quote, 3); r.style.triple && strings.HasPrefix(r.text[r.pos:], triple) {
		quote = triple
	}
	r.pos += len(quote)
	var b strings.Builder
	for r.pos < len(r.text) {
		c := r.text[r.pos]
		switch {
		case strings.HasPrefix(r.text[r.pos:], quote):
			r.pos += len(quote)
			return b.String()
		case c == '\\' && r.pos+1 < len(r.text):
			b.WriteByte(r.text[r.pos+1])
			r.pos += 2
		case c == '\n' && len(quote) == 1: // an unfinished string ends with its line
			return b.String()
		default:
			if c == '\n' {
				r.line++
			}
			b.WriteByte(c)
			r.pos++
		}
	}
	return b.String()
}

// allCalls flattens calls, those in arguments included, in reading order.
func allCalls(calls []Call) []Call {
	var out []Call
	for _, c := range calls {
		out = append(out, c)
		for _, a := range c.Args {
			out = append(out, allCalls(a.Calls)...)
		}
	}
	return out
}
