// Package hexpm reads what projects for Erlang's machine declare: mix.exs and
// mix.lock, rebar.config and application resource files, gleam.toml. Nothing is
// run.
package hexpm

import (
	"strings"

	"aipack/backend/manifest/quoted"
)

// The little of Elixir's grammar that mix.exs and mix.lock are written in.

type elixirKind int

const (
	elixirPunct elixirKind = iota
	elixirIdent
	elixirString
	elixirAtom
	elixirLabel     // name: or "name":
	elixirAttribute // @name
)

type elixirToken struct {
	kind elixirKind
	text string
	line int // from 1
}

// lexElixir splits a source file; comments and the texts of heredocs are left
// out, so that what they say counts for nothing.
func lexElixir(src string) []elixirToken {
	var out []elixirToken
	line := 1
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '\n':
			line++
			i++
		case c == '#':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case strings.HasPrefix(src[i:], `"""`) || strings.HasPrefix(src[i:], `'''`):
			end := strings.Index(src[i+3:], src[i:i+3])
			if end < 0 {
				return out
			}
			line += strings.Count(src[i:i+3+end], "\n")
			i += end + 6
		case c == '"' || c == '\'':
			text, next := quoted.Read(src, i+1, c)
			at := line
			line += strings.Count(src[i:next], "\n")
			kind := elixirString
			if next < len(src) && src[next] == ':' {
				kind, next = elixirLabel, next+1
			}
			out, i = append(out, elixirToken{kind, text, at}), next
		case c == '~' && i+2 < len(src) && elixirLetter(src[i+1]):
			words, next := elixirSigil(src, i+1)
			for _, w := range words {
				out = append(out, elixirToken{elixirAtom, w, line})
			}
			line += strings.Count(src[i:next], "\n")
			i = next
		case c == ':' && i+1 < len(src) && elixirLetter(src[i+1]):
			j := elixirWord(src, i+1)
			out, i = append(out, elixirToken{elixirAtom, src[i+1 : j], line}), j
		case c == ':' && i+1 < len(src) && src[i+1] == '"':
			text, next := quoted.Read(src, i+2, '"')
			out, i = append(out, elixirToken{elixirAtom, text, line}), next
		case c == '@' && i+1 < len(src) && elixirLetter(src[i+1]):
			j := elixirWord(src, i+1)
			out, i = append(out, elixirToken{elixirAttribute, src[i+1 : j], line}), j
		case elixirLetter(c):
			j := elixirWord(src, i)
			text := src[i:j]
			if j < len(src) && src[j] == ':' && !strings.HasPrefix(src[j:], "::") {
				out, i = append(out, elixirToken{elixirLabel, text, line}), j+1
			} else {
				out, i = append(out, elixirToken{elixirIdent, text, line}), j
			}
		case c == ' ' || c == '\t' || c == '\r':
			i++
		default:
			out, i = append(out, elixirToken{elixirPunct, src[i : i+1], line}), i+1
		}
	}
	return out
}

func elixirLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

func elixirWord(src string, i int) int {
	for i < len(src) && (elixirLetter(src[i]) || src[i] >= '0' && src[i] <= '9' || src[i] == '?' || src[i] == '!' || src[i] == '@') {
		i++
	}
	return i
}

// elixirSigil reads ~w(a b)a and skips the others; i stands on the letter.
func elixirSigil(src string, i int) ([]string, int) {
	letter := src[i]
	closing, ok := map[byte]byte{'(': ')', '[': ']', '{': '}', '<': '>', '|': '|', '/': '/', '"': '"', '\'': '\''}[src[i+1]]
	if !ok {
		return nil, i + 1
	}
	end := strings.IndexByte(src[i+2:], closing)
	if end < 0 {
		return nil, len(src)
	}
	text := src[i+2 : i+2+end]
	next := elixirWord(src, i+3+end)
	if letter != 'w' && letter != 'W' {
		return nil, next
	}
	return strings.Fields(text), next
}
