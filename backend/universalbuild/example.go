package universalbuild

import "strings"

// ExampleHead begins the example of a .env that goes with an exported
// compose.yaml, and the .env that is copied from it: by it they are told from a
// project's own.
const ExampleHead = "# What compose.yaml wants to be given."

// WrittenExample reports whether a file of that beginning was exported, so that
// nothing in it speaks of the project.
func WrittenExample(head string) bool { return strings.HasPrefix(head, ExampleHead) }
