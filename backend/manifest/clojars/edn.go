package clojars

import (
	"errors"
	"strings"
)

// ednKind says what an ednValue is.
type ednKind byte

const (
	ednNone    ednKind = iota
	ednSymbol          // symbols, numbers, true, nil
	ednKeyword         // without the colon
	ednString
	ednList   // ( )
	ednVector // [ ]
	ednMap    // { }, keys and values in turn; also #{ }
)

// ednValue is one form of EDN or Clojure source.
type ednValue struct {
	Kind  ednKind
	Text  string
	Items []ednValue
	Line  int
}

const (
	ednMaxDepth  = 100
	ednMaxValues = 100_000
)

var errEDN = errors.New("not closed, or nested deeper than such a file can be")

// parseEDN reads all forms of a file. Comments, #_ discards, metadata and
// reader tags are passed over; regular expressions are strings.
func parseEDN(content string) ([]ednValue, error) {
	r := &ednReader{src: strings.TrimPrefix(content, "\ufeff"), line: 1}
	var out []ednValue
	for {
		v, ok, err := r.value(0)
		if err != nil {
			return out, err
		}
		if !ok {
			return out, nil
		}
		out = append(out, v)
	}
}

type ednReader struct {
	src   string
	at    int
	line  int
	count int
}

func (r *ednReader) skip() {
	for r.at < len(r.src) {
		switch c := r.src[r.at]; {
		case c == '\n':
			r.line++
			r.at++
		case c == ' ' || c == '\t' || c == '\r' || c == ',' || c == '\f':
			r.at++
		case c == ';' || strings.HasPrefix(r.src[r.at:], "#!"):
			for r.at < len(r.src) && r.src[r.at] != '\n' {
				r.at++
			}
		default:
			return
		}
	}
}

// value reads the next form; false at the end of the file or before a closing
// bracket.
func (r *ednReader) value(depth int) (ednValue, bool, error) {
	for {
		r.skip()
		if r.at >= len(r.src) || strings.IndexByte(")]}", r.src[r.at]) >= 0 {
			return ednValue{}, false, nil
		}
		if r.count++; depth > ednMaxDepth || r.count > ednMaxValues {
			return ednValue{}, false, errEDN
		}
		rest := r.src[r.at:]
		switch {
		case strings.HasPrefix(rest, "#_"), rest[0] == '^', strings.HasPrefix(rest, "#^"):
			r.at += 1
			if rest[0] == '#' {
				r.at++
			}
			if _, _, err := r.value(depth + 1); err != nil { // discarded
				return ednValue{}, false, err
			}
			continue
		case strings.HasPrefix(rest, "#{"), strings.HasPrefix(rest, "#("), strings.HasPrefix(rest, "#\""),
			rest[0] == '\'' || rest[0] == '`' || rest[0] == '~' || rest[0] == '@':
			r.at++
			continue
		case rest[0] == '#': // a tagged value: the value counts
			r.at++
			r.word()
			continue
		}
		v, err := r.form(depth)
		return v, err == nil, err
	}
}

func (r *ednReader) form(depth int) (ednValue, error) {
	v := ednValue{Line: r.line}
	switch c := r.src[r.at]; c {
	case '(':
		v.Kind = ednList
	case '[':
		v.Kind = ednVector
	case '{':
		v.Kind = ednMap
	case '"':
		v.Kind = ednString
		var err error
		v.Text, err = r.text()
		return v, err
	case ':':
		r.at++
		v.Kind, v.Text = ednKeyword, strings.TrimPrefix(r.word(), ":")
		return v, nil
	case '\\':
		r.at++
		if r.at < len(r.src) {
			r.at++
		}
		v.Kind, v.Text = ednSymbol, r.word()
		return v, nil
	default:
		v.Kind, v.Text = ednSymbol, r.word()
		return v, nil
	}
	r.at++
	for {
		item, ok, err := r.value(depth + 1)
		if err != nil {
			return v, err
		}
		if !ok {
			break
		}
		v.Items = append(v.Items, item)
	}
	if r.at >= len(r.src) {
		return v, errEDN
	}
	r.at++ // whichever bracket closes it
	return v, nil
}

func (r *ednReader) text() (string, error) {
	var b strings.Builder
	for i := r.at + 1; i < len(r.src); i++ {
		switch c := r.src[i]; {
		case c == '\\' && i+1 < len(r.src):
			i++
			b.WriteByte(r.src[i])
		case c == '"':
			r.at = i + 1
			return b.String(), nil
		default:
			if c == '\n' {
				r.line++
			}
			b.WriteByte(c)
		}
	}
	return "", errEDN
}

// word reads up to the next delimiter; at least one character, so that the
// reader always moves on.
func (r *ednReader) word() string {
	start := r.at
	for r.at < len(r.src) && strings.IndexByte(" \t\r\n,;\"()[]{}", r.src[r.at]) < 0 {
		r.at++
	}
	return r.src[start:r.at]
}

// get finds a keyword's value in a map.
func (v ednValue) get(keys ...string) ednValue {
	for _, key := range keys {
		v = lookup(v.Items, key)
	}
	return v
}

func lookup(items []ednValue, key string) ednValue {
	for i := 0; i+1 < len(items); i += 2 {
		if items[i].Kind == ednKeyword && items[i].Text == key {
			return items[i+1]
		}
	}
	return ednValue{}
}
