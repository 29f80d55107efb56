package bounded

import (
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// What is read of TOML: a lock of ten thousand packages has 1 MB and paths of 13.
const (
	tomlMostBytes = 4 << 20
	tomlMostDepth = 100 // brackets open at once
	tomlMostParts = 100 // of one key: a.b.c has three
	tomlMostPaths = 48 << 20
)

// TOML reads a document into a pointer to a struct or map, as toml.Decode does.
func TOML(content string, into any) error {
	content = strings.TrimPrefix(content, "\ufeff")
	paths, err := weighTOML(content)
	if err != nil {
		return err
	}
	return asked("TOML", tomlCost(content, paths), func() error {
		_, err := toml.Decode(content, into)
		return err
	})
}

// tomlPath is the name of a value from the top of its document.
type tomlPath struct {
	bytes, parts int
}

func (p tomlPath) add(q tomlPath) tomlPath { return tomlPath{p.bytes + q.bytes, p.parts + q.parts} }

// tomlOpen is an array or an inline table that has not been closed.
type tomlOpen struct {
	table bool
	path  tomlPath
	value tomlPath // of the value now read within it
}

// tomlScan goes through a document as far as it is well formed; beyond that the
// library does not go either. The library writes down the whole path of each
// key, once for each of the key's parts: paths is about how many bytes these are.
type tomlScan struct {
	text   string
	line   int
	open   []tomlOpen
	table  tomlPath // of the last [header]
	value  tomlPath // of the value now read, outside of brackets
	key    tomlPath // as far as it was read
	inKey  bool
	header bool // the key stands in a [header]
	paths  int
}

// tomlCost is about how many bytes the library allocates for a document, at most.
func tomlCost(content string, paths int) int { return 64*len(content) + 8*paths }

// weighTOML gives the paths of a document, or refuses one that would take the
// library much more memory than it is long.
func weighTOML(content string) (paths int, err error) {
	if len(content) > tomlMostBytes {
		return 0, tooLong("TOML", len(content), tomlMostBytes)
	}
	s := tomlScan{text: content, line: 1, inKey: true}
	for i := 0; i < len(content); {
		next, why := s.step(i)
		if why != "" {
			return 0, &Refusal{"TOML", s.line, why}
		}
		i = next
	}
	return s.paths, nil
}

// step reads what stands at i and gives the place behind it.
func (s *tomlScan) step(i int) (next int, why string) {
	c := s.text[i]
	switch c {
	case '\n':
		s.line++
		if len(s.open) == 0 {
			s.inKey, s.header, s.key = true, false, tomlPath{}
		}
	case ' ', '\t', '\r':
	case '#':
		if end := strings.IndexByte(s.text[i:], '\n'); end >= 0 {
			return i + end, ""
		}
		return len(s.text), ""
	case '"', '\'':
		end := s.quoted(i)
		s.name(end - i)
		return end, ""
	case '.':
		if s.inKey {
			if s.key.parts++; s.key.parts > tomlMostParts {
				return 0, fmt.Sprintf("a key has more than %d parts, and no more are read", tomlMostParts)
			}
		}
	case '=':
		if s.inKey {
			s.inKey = false
			*s.reads() = s.above().add(s.key)
			return i + 1, s.keep(*s.reads(), s.key.parts)
		}
	case '[', '{':
		return i + 1, s.opens(c)
	case ']', '}':
		return i + 1, s.closes(c)
	case ',':
		if n := len(s.open); n > 0 && s.open[n-1].table {
			s.inKey, s.key = true, tomlPath{}
		}
	default:
		s.name(1)
	}
	return i + 1, ""
}

// name counts what a key is made of.
func (s *tomlScan) name(bytes int) {
	if s.inKey {
		s.key.bytes += bytes
		s.key.parts = max(s.key.parts, 1)
	}
}

// above is the path that keys continue.
func (s *tomlScan) above() tomlPath {
	if n := len(s.open); n > 0 {
		return s.open[n-1].path
	}
	return s.table
}

// reads is the path of the value now read.
func (s *tomlScan) reads() *tomlPath {
	if n := len(s.open); n > 0 {
		return &s.open[n-1].value
	}
	return &s.value
}

// keep counts what the library writes down of a path of whose parts the last
// ones are new.
func (s *tomlScan) keep(path tomlPath, parts int) (why string) {
	if s.paths += (parts + 1) * (path.bytes + 16*path.parts + 16); s.paths > tomlMostPaths {
		return "its keys are too long for so many of them"
	}
	return ""
}

func (s *tomlScan) opens(bracket byte) (why string) {
	if s.inKey {
		s.header = s.header || bracket == '[' && len(s.open) == 0 && s.key.parts == 0
		return ""
	}
	if len(s.open) >= tomlMostDepth {
		return fmt.Sprintf("more than %d brackets are open at once, and no more are read", tomlMostDepth)
	}
	path := *s.reads()
	s.open = append(s.open, tomlOpen{table: bracket == '{', path: path, value: path})
	s.inKey, s.key = bracket == '{', tomlPath{}
	return s.keep(path, 1)
}

func (s *tomlScan) closes(bracket byte) (why string) {
	if s.inKey && s.header {
		s.inKey, s.table, s.value = false, s.key, s.key
		return s.keep(s.key, s.key.parts)
	}
	if n := len(s.open); n > 0 && s.open[n-1].table == (bracket == '}') {
		s.open = s.open[:n-1]
		s.inKey = false
	}
	return ""
}

// quoted gives the place behind the string that begins at i. A key's string has
// one line.
func (s *tomlScan) quoted(i int) int {
	quote, three := s.text[i], `"""`
	if quote == '\'' {
		three = "'''"
	}
	long := !s.inKey && strings.HasPrefix(s.text[i:], three)
	if long {
		i += 2
	}
	for i++; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '\\' && quote == '"':
			if i++; i < len(s.text) && s.text[i] == '\n' {
				s.line++
			}
		case c == '\n':
			if !long {
				return i
			}
			s.line++
		case c != quote:
		case !long:
			return i + 1
		case strings.HasPrefix(s.text[i:], three):
			i += 3
			for range 2 { // a string may end in two quotes of its own
				if i < len(s.text) && s.text[i] == quote {
					i++
				}
			}
			return i
		}
	}
	return len(s.text)
}
