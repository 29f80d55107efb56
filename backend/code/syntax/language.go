package syntax

import "path"

// extensions are the names of files by their language. What has no grammar is
// not here.
var extensions = map[string]string{
	".go": "go", ".py": "python", ".pyi": "python",
	".js": "javascript", ".jsx": "javascript", ".mjs": "javascript", ".cjs": "javascript",
	".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx",
	".rs": "rust", ".java": "java",
	".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hpp": "cpp", ".hh": "cpp", ".cs": "csharp",
	".ex": "elixir", ".exs": "elixir", ".kt": "kotlin", ".kts": "kotlin", ".php": "php", ".rb": "ruby", ".rake": "ruby",
	".scala": "scala", ".sc": "scala", ".zig": "zig",
}

// MostSource is how many bytes a source may have that is read; what is larger was
// written by a program, or is data.
const MostSource = 512 << 10

// LanguageOf is the language of a file by its name; "" for one that is not read.
func LanguageOf(name string) string { return extensions[path.Ext(name)] }
