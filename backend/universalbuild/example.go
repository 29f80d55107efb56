package universalbuild

import "strings"

// ExampleHead begins the example of a .env that goes with an exported
// compose.yaml: by it it is told from a project's own.
const ExampleHead = "# What compose.yaml wants to be given."

// WrittenExample reports whether a file of that beginning was exported, so that
// another export may take its place.
func WrittenExample(head string) bool { return strings.HasPrefix(head, ExampleHead) }
