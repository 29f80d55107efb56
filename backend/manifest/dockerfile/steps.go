package dockerfile

import (
	"strings"

	"aipack/backend/manifest/keyvalue"
)

// Step is one simple command of a RUN: a program and its arguments.
type Step struct {
	Words []string // quotes taken off; a word that an unknown variable is a part of keeps its $
	Line  int      // of the RUN, from 1
	Maybe bool     // stands in an if, a loop or behind ||: it may not be run
}

// The limits of what is read of one stage.
const (
	maxScript = 64 << 10
	maxSteps  = 400
)

// Steps splits the stage's RUN lines into simple commands, in order. Build
// arguments and ENV are filled in; what only the shell knows stays as it is
// written.
func (s Stage) Steps() []Step {
	var out []Step
	lookup := fullPurse().pays(s.lookup)
	for _, r := range s.Runs {
		if len(r.Script) > maxScript {
			continue
		}
		reader := shellReader{line: r.Line, lookup: lookup}
		reader.read(strings.TrimSpace(r.Script))
		out = append(out, reader.steps...)
		if len(out) > maxSteps {
			return out[:maxSteps]
		}
	}
	return out
}

// shellReader knows as much of the shell's grammar as RUN lines are written in.
type shellReader struct {
	line   int
	lookup func(string) (string, bool)
	steps  []Step
	words  []string
	depth  int  // of if, for, while and case
	other  bool // behind ||
}

func (r *shellReader) read(script string) {
	var word strings.Builder
	in, quoted := false, false
	flush := func() {
		if in {
			r.word(word.String(), quoted)
		}
		word.Reset()
		in, quoted = false, false
	}
	for i := 0; i < len(script) && len(r.steps) < maxSteps; i++ {
		switch c := script[i]; {
		case c == '\\' && i+1 < len(script):
			if i++; script[i] != '\n' {
				word.WriteByte(script[i])
				in = true
			}
		case c == '\'' || c == '"':
			end := shellQuote(script, i)
			text := script[i+1 : end]
			if c == '"' {
				text = r.expand(text)
			}
			word.WriteString(text)
			in, quoted = true, true
			i = end
		case c == '$':
			end := shellVariable(script, i)
			word.WriteString(r.expand(script[i:end]))
			in = true
			i = end - 1
		case c == '#' && !in:
			for i+1 < len(script) && script[i+1] != '\n' {
				i++
			}
		case c == ' ' || c == '\t' || c == '\r':
			flush()
		case c == '&' && i > 0 && script[i-1] == '>': // 2>&1
			word.WriteByte(c)
		case strings.IndexByte("\n;&|(){}", c) >= 0:
			flush()
			or := c == '|' && i+1 < len(script) && script[i+1] == '|'
			if i+1 < len(script) && script[i+1] == c {
				i++
			}
			r.end(or)
		default:
			word.WriteByte(c)
			in = true
		}
	}
	flush()
	r.end(false)
}

// shellQuote gives the place of the quote that closes the one at i, the end of
// the text for none. Double quotes may stand within "$(…)".
func shellQuote(s string, i int) int {
	for j := i + 1; j < len(s); j++ {
		switch {
		case s[j] == s[i]:
			return j
		case s[i] == '"' && s[j] == '$':
			j = shellVariable(s, j) - 1
		case s[i] == '"' && s[j] == '\\':
			j++
		}
	}
	return len(s)
}

// shellVariable gives the end of $name, ${…} or $(…) at i.
func shellVariable(s string, i int) int {
	if i+1 < len(s) && (s[i+1] == '{' || s[i+1] == '(') {
		open, closing, depth := s[i+1], byte('}'), 0
		if open == '(' {
			closing = ')'
		}
		for j := i + 1; j < len(s); j++ {
			switch s[j] {
			case open:
				depth++
			case closing:
				if depth--; depth == 0 {
					return j + 1
				}
			}
		}
		return len(s)
	}
	end := i + 1
	for end < len(s) && (s[end] == '_' || s[end] >= '0' && s[end] <= '9' || s[end]|0x20 >= 'a' && s[end]|0x20 <= 'z') {
		end++
	}
	return end
}

// expand fills variables in where all of them are known.
func (r *shellReader) expand(text string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	if strings.Contains(text, "$(") {
		return text
	}
	known := true
	full := Expand(text, func(name string) (string, bool) {
		v, ok := r.lookup(name)
		known = known && ok
		return v, ok
	})
	if !known {
		return text
	}
	return full
}

func (r *shellReader) word(word string, quoted bool) {
	if strings.HasPrefix(word, "<<") && !quoted { // a here-document: its body follows
		return
	}
	if name, _, ok := strings.Cut(word, "="); len(r.words) == 0 && ok && keyvalue.IsVariableName(name) {
		return // an assignment before the program
	}
	if quoted || len(r.words) > 0 {
		r.words = append(r.words, word)
		return
	}
	switch word {
	case "if", "for", "while", "until", "case":
		r.depth++
		if word == "for" || word == "case" {
			r.words = append(r.words, word)
		}
	case "fi", "done", "esac":
		r.depth = max(r.depth-1, 0)
	case "then", "else", "elif", "do", "!", "exec", "sudo", "env", "time", "command":
	default:
		r.words = append(r.words, word)
	}
}

func (r *shellReader) end(or bool) {
	if len(r.words) > 0 {
		r.steps = append(r.steps, Step{Words: r.words, Line: r.line, Maybe: r.depth > 0 || r.other})
	}
	r.words, r.other = nil, or
}

// Program is the last part of the step's program: "/usr/bin/cargo" is cargo.
func (s Step) Program() string {
	return s.Words[0][strings.LastIndexByte(s.Words[0], '/')+1:]
}

// Options lists the values of an option, in any of the forms "--name value",
// "--name=value" and, for one letter, "-nvalue".
func (s Step) Options(names ...string) []string {
	var out []string
	for i, w := range s.Words {
		for _, n := range names {
			switch {
			case w == n && i+1 < len(s.Words):
				out = append(out, s.Words[i+1])
			case strings.HasPrefix(w, n+"="):
				out = append(out, w[len(n)+1:])
			case len(n) == 2 && len(w) > 2 && strings.HasPrefix(w, n) && w[1] != '-':
				out = append(out, w[2:])
			}
		}
	}
	return out
}

// Has reports whether a word stands among the arguments.
func (s Step) Has(words ...string) bool {
	for _, w := range s.Words[1:] {
		for _, wanted := range words {
			if w == wanted {
				return true
			}
		}
	}
	return false
}
