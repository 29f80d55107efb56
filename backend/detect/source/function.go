package source

import (
	"strings"

	"aipack/backend/language"
)

// How much of a function is looked through.
const (
	maxFunction   = 1000
	functionLines = 24
)

// FunctionHead begins a function: the type that it is a method of, its name, its
// parameters.
const FunctionHead language.Pattern = `^\s*(?:pub\s+|async\s+|export\s+|public\s+|static\s+)*(?:func(?:\s*\((?:\w+\s+)?\*?(\w*)[^)]*\))?|def|fn|function)\s+(\w+)\s*\(([^)]*)`

// Body gives the lines of a function that a file declares, its head first.
func (f *File) Body(name string) []string {
	at := f.Definition(name)
	if at < 0 {
		return nil
	}
	at = strings.LastIndexByte(f.text[:at], '\n') + 1
	lines := strings.SplitN(f.text[at:min(at+maxFunction, len(f.text))], "\n", functionLines+1)
	lines = lines[:min(len(lines), functionLines)]
	for i := 1; i < len(lines); i++ {
		if text := strings.TrimSpace(lines[i]); text != "" && Indent(lines[i]) <= Indent(lines[0]) && !strings.HasPrefix(text, ")") {
			return lines[:i]
		}
	}
	return lines
}

// Definition is where a function is declared in the file, -1 for nowhere.
func (f *File) Definition(name string) int {
	for from := 0; ; {
		at := strings.Index(f.text[from:], name)
		if at < 0 {
			return -1
		}
		at += from
		from = at + len(name)
		if from < len(f.text) && IsNameByte(f.text[from]) {
			continue
		}
		for _, keyword := range []string{"func ", "fn ", "def ", "function ", "const ", "fun ", "String "} {
			if strings.HasSuffix(f.text[:at], keyword) {
				return at
			}
		}
	}
}

// IsNameByte reports whether a byte may stand in a name.
func IsNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}
