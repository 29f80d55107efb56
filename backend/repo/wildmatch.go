package repo

import "strings"

// verdict is what a match attempt came to. The two kinds of giving up let an
// outer star stop early, as in git's wildmatch.c.
type verdict uint8

const (
	matched verdict = iota
	missed
	abortAll        // no longer text can be found: no outer star helps
	abortToStarStar // only an outer "**" can still help
)

// wildSteps bounds one match: a pattern of many stars must not cost more than
// reading the folder.
const wildSteps = 20_000

// wildmatch matches as git does for .gitignore. With slashes, "*", "?" and
// classes stop at a slash and "**" between slashes does not.
func wildmatch(pattern, text string, slashes bool) bool {
	w := wild{slashes: slashes, steps: wildSteps}
	return w.match(pattern, 0, text) == matched
}

type wild struct {
	slashes bool
	steps   int
}

// match compares p[i:] with t. The beginning of p tells whether a star follows
// a slash.
func (w *wild) match(p string, i int, t string) verdict {
	for ; i < len(p); i++ {
		if w.steps--; w.steps < 0 {
			return abortAll
		}
		if t == "" && p[i] != '*' {
			return abortAll
		}
		switch p[i] {
		case '*':
			return w.star(p, i, t)
		case '?':
			if w.slashes && t[0] == '/' {
				return missed
			}
		case '[':
			end, in := class(p, i, t[0])
			if end < 0 {
				return abortAll
			}
			if !in || w.slashes && t[0] == '/' {
				return missed
			}
			i = end
		case '\\':
			i++
			if i == len(p) || p[i] != t[0] {
				return missed
			}
		default:
			if p[i] != t[0] {
				return missed
			}
		}
		t = t[1:]
	}
	if t != "" {
		return missed
	}
	return matched
}

// star matches from the star at p[i] on.
func (w *wild) star(p string, i int, t string) verdict {
	begin := i
	for i++; i < len(p) && p[i] == '*'; i++ {
	}
	rest := p[i:]
	across := !w.slashes
	if w.slashes && i-begin > 1 && (begin == 0 || p[begin-1] == '/') &&
		(rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`)) {
		across = true
		// "foo/**/bar" is also "foo/bar".
		if rest != "" && rest[0] == '/' && w.match(p, i+1, t) == matched {
			return matched
		}
	}
	switch {
	case rest == "" && (across || strings.IndexByte(t, '/') < 0):
		return matched
	case rest == "":
		return abortToStarStar
	case !across && rest[0] == '/':
		slash := strings.IndexByte(t, '/')
		if slash < 0 {
			return abortAll
		}
		return w.match(p, i+1, t[slash+1:])
	}
	for ; t != ""; t = t[1:] {
		v := w.match(p, i, t)
		switch {
		case v == matched || v == abortAll, v == abortToStarStar && !across:
			return v
		case v == missed && !across && t[0] == '/':
			return abortToStarStar
		}
		if w.steps--; w.steps < 0 {
			return abortAll
		}
	}
	return abortAll
}

// class reads the bracket expression at p[i]: the place of its closing bracket,
// -1 for none, and whether it holds c.
func class(p string, i int, c byte) (end int, in bool) {
	i++
	negated := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negated {
		i++
	}
	var before byte // the character a range begins at, 0 for none
	for first := true; ; first = false {
		if i >= len(p) {
			return -1, false
		}
		switch b := p[i]; {
		case b == ']' && !first:
			return i, in != negated
		case b == '-' && before != 0 && i+1 < len(p) && p[i+1] != ']':
			i++
			if p[i] == '\\' {
				if i++; i >= len(p) {
					return -1, false
				}
			}
			in = in || before <= c && c <= p[i]
			before = 0
		case b == '[' && i+1 < len(p) && p[i+1] == ':':
			name, ok := namedClass(p[i+2:])
			if !ok {
				return -1, false
			}
			if name == "" { // no closing ":]": the bracket is itself
				in, before = in || c == '[', '['
				break
			}
			known, holds := inNamed(name, c)
			if !known {
				return -1, false
			}
			in, before = in || holds, 0
			i += len(name) + 3
		default:
			if b == '\\' {
				if i++; i >= len(p) {
					return -1, false
				}
				b = p[i]
			}
			in, before = in || b == c, b
		}
		i++
	}
}

// namedClass reads the name in "[:name:]", from behind the first colon. ""
// means that it is no named class, false that the bracket never closes.
func namedClass(s string) (string, bool) {
	end := strings.IndexByte(s, ']')
	switch {
	case end < 0:
		return "", false
	case end == 0 || s[end-1] != ':':
		return "", true
	}
	return s[:end-1], true
}

func inNamed(name string, c byte) (known, in bool) {
	lower, upper := c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z'
	digit := c >= '0' && c <= '9'
	graph := c > ' ' && c < 0x7f
	switch name {
	case "alnum":
		in = lower || upper || digit
	case "alpha":
		in = lower || upper
	case "blank":
		in = c == ' ' || c == '\t'
	case "cntrl":
		in = c < ' ' || c == 0x7f
	case "digit":
		in = digit
	case "graph":
		in = graph
	case "lower":
		in = lower
	case "print":
		in = graph || c == ' '
	case "punct":
		in = graph && !lower && !upper && !digit
	case "space":
		in = c == ' ' || c >= '\t' && c <= '\r'
	case "upper":
		in = upper
	case "xdigit":
		in = digit || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
	default:
		return false, false
	}
	return true, in
}
