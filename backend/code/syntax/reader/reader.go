// Package reader makes facts of a syntax tree, a file a language. Each knows its
// language's rules and nothing of other files. Languages that are read less deeply
// have a package of their own: plain.
package reader

import (
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/plain"
	"aipack/backend/code/syntax/reading"
	"aipack/backend/code/syntax/tree"
)

// languages are the readers by the name of the grammar.
var languages = map[string]func(*reading.Source){
	"go":         readGo,
	"java":       readJava,
	"javascript": readJavaScript, "typescript": readJavaScript, "tsx": readJavaScript,
	"python": readPython,
	"rust":   readRust,
}

// Read says what a text says.
func Read(t *tree.Flat) syntax.File {
	r := reading.Begin(t)
	read := languages[t.Language.Name]
	if read == nil {
		read = plain.Languages[t.Language.Name]
	}
	if read != nil {
		read(r)
	}
	return *r.File
}
