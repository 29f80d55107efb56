// Package notes knows the files in which projects keep what who works on them should know,
// and writes aipack's own from the plans. It asks nobody and writes no file.
package notes

import (
	"crypto/sha256"
	"encoding/hex"

	"aipack/backend/repo"
)

// Own is the file that aipack writes.
const Own = "AIPACK.md"

// Names are the files that count, at the root of a project: aipack's own, and those that
// assistants read (agents.md; Claude Code's memory, docs.claude.com; CRAFT.md is CodeCraft's).
func Names() []string { return []string{Own, "CRAFT.md", "AGENTS.md", "CLAUDE.md"} }

// most is how many bytes of a file count: a few pages.
const most = 24 << 10

// Note is a file of notes as it would be shown to a model.
type Note struct {
	Path string
	Text string
	Sum  string // SHA-256 of the text, in hex: another text is another note
	Cut  bool   // the file goes on
}

// Find gives the notes of a project. A file that cannot be read, or is no text, is none.
func Find(tree *repo.Tree) (out []Note) {
	for _, name := range Names() {
		if !tree.IsFile(name) {
			continue
		}
		if text, cut, err := tree.ReadTextHead(name, most); err == nil {
			out = append(out, Note{Path: name, Text: text, Sum: Sum(text), Cut: cut})
		}
	}
	return out
}

// Sum is that of a text.
func Sum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
