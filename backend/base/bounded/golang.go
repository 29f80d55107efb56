package bounded

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"golang.org/x/mod/modfile"
)

// What is read of Go. Its parser stops at a depth of 100,000, which takes half a
// gigabyte of stack; no source of Go's own library is nested a hundred deep.
const (
	goMostBytes = 4 << 20
	goMostDepth = 500    // brackets open at once
	goMostChain = 10_000 // signs that apply to what follows, one behind another: **T

	modMostBytes = 2 << 20
	modMostLines = 20_000 // each wrong one is an error of its own
)

// GoSource reads a source as parser.ParseFile does: one that is broken gives what
// could be read before the error. It gives no file where the text is refused.
func GoSource(set *token.FileSet, name, content string, mode parser.Mode) (file *ast.File, err error) {
	if len(content) > goMostBytes {
		return nil, tooLong("Go", len(content), goMostBytes)
	}
	if mode&parser.ImportsOnly == 0 { // what is read then does not nest
		if err := weighGo(content); err != nil {
			return nil, err
		}
	}
	err = asked("Go", goCost(content), func() error {
		file, err = parser.ParseFile(set, name, content, mode)
		return err
	})
	return file, err
}

// goCost is about how many bytes the library allocates for a text, at most.
func goCost(content string) int { return 256 * len(content) }

// weighGo refuses a text for which the parser would call itself too often: for each
// bracket that is open, and within one statement for each sign that applies to what
// follows. Strings and comments are known for what they are.
func weighGo(content string) error {
	depth, chain, words, line := 0, 0, 0, 1
	last := byte(0) // that is no blank
	for i := 0; i < len(content); i++ {
		c, end := content[i], i+1
		switch c {
		case '\n':
			if line++; endsStatement(last) {
				chain = 0
			}
		case '(', '[':
			depth++
			chain++
		case ')', ']':
			depth--
		case '{':
			depth++
			chain = 0
		case '}':
			depth--
			chain = 0
		case ';', ',':
			chain = 0
		case '*', '&', '!', '-', '+', '^', '~', ':':
			chain++
		case '"', '\'':
			end = endOfLineString(content, i)
		case '`':
			end = behind(content, i+1, "`")
		case '/':
			if end = endOfComment(content, i); end > i+1 {
				c = ' '
			}
			if strings.HasSuffix(content[i:end], "\n") {
				end-- // it ends the statement too
			}
		case 'c', 'e':
			if rest := content[i:]; (strings.HasPrefix(rest, "chan") || strings.HasPrefix(rest, "else")) && (i == 0 || !inName(content[i-1])) {
				words++ // or the beginning of one
			}
		}
		if c > ' ' {
			last = c
		}
		switch {
		case depth > goMostDepth:
			return &Refusal{"Go", line, fmt.Sprintf("more than %d brackets are open at once, and no more are read", goMostDepth)}
		case chain > goMostChain || words > 2*goMostChain:
			return &Refusal{"Go", line, fmt.Sprintf("more than %d signs stand one behind another, and no more are read", goMostChain)}
		}
		if end > i+1 {
			line += strings.Count(content[i:end], "\n")
			i = end - 1
		}
	}
	return nil
}

// endsStatement reports whether a line that ends so ends its statement
// (https://go.dev/ref/spec#Semicolons).
func endsStatement(c byte) bool {
	return inName(c) || c == ')' || c == ']' || c == '}' || c == '"' || c == '`' || c == '\''
}

// inName reports whether a name or a number may hold a byte.
func inName(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// endOfLineString is endOfString for strings that end with their line.
func endOfLineString(content string, i int) int {
	end := endOfString(content, i)
	if at := strings.IndexByte(content[i:end], '\n'); at >= 0 {
		return i + at
	}
	return end
}

// GoModule reads go.mod with the Go project's own parser; where that finds the
// file's details wrong, it reads it as leniently as a dependency's. Versions are
// as written.
func GoModule(content string) (file *modfile.File, err error) {
	if err := weighModule(content); err != nil {
		return nil, err
	}
	err = asked("go.mod", modCost(content), func() error {
		if file, err = modfile.Parse("go.mod", []byte(content), asWritten); err != nil {
			file, err = modfile.ParseLax("go.mod", []byte(content), asWritten)
		}
		return err
	})
	return file, err
}

// GoWork reads go.work.
func GoWork(content string) (file *modfile.WorkFile, err error) {
	if err := weighModule(content); err != nil {
		return nil, err
	}
	err = asked("go.work", modCost(content), func() error {
		file, err = modfile.ParseWork("go.work", []byte(content), asWritten)
		return err
	})
	return file, err
}

func asWritten(_, version string) (string, error) { return version, nil }

// modCost is about how many bytes the library allocates for a text, at most.
func modCost(content string) int { return 512*len(content) + 4096*strings.Count(content, "\n") }

func weighModule(content string) error {
	if len(content) > modMostBytes {
		return tooLong("go.mod", len(content), modMostBytes)
	}
	if lines := strings.Count(content, "\n"); lines > modMostLines {
		return &Refusal{"go.mod", 0, fmt.Sprintf("the text has %d lines, and no more than %d are read", lines, modMostLines)}
	}
	return nil
}
