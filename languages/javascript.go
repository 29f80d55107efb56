package languages

import "aipack/backend/language"

// JavaScript is Node.js and Bun with their package managers.
var JavaScript = language.Language{
	ID:         "javascript",
	Name:       "JavaScript",
	Extensions: []string{".js", ".mjs", ".cjs", ".jsx"},
}
