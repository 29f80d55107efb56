// Package languages holds what aipack knows, one file per language. A new
// language is a file here and a line in All.
package languages

import (
	"aipack/backend/language"
)

// pages are static files, unless they show what a library does.
var pages = HTML(IsLibrary)

// All lists every language in the order in which they are asked. Backends
// stand before Node, because their repositories often carry a package.json
// for assets; static files and shell scripts are asked last.
func All() []*language.Language {
	return []*language.Language{
		// PHP
		&PHP,

		// Go
		&Go,

		// Java, Kotlin, Groovy, Scala, Clojure
		&Java, &Kotlin, &Groovy, &Scala, &Clojure,

		// Ruby
		&Ruby,

		// Elixir, Erlang, Gleam
		&Elixir,
		&Erlang,
		&Gleam,

		// Python
		&Python,

		// Rust
		&Rust,

		// C#, F#, Visual Basic
		&CSharp, &FSharp, &VisualBasic,

		// Swift, Dart, Zig, Crystal, Haskell, COBOL, R, Julia
		&Swift, &Dart, &Zig, &Crystal, &Haskell, &Cobol,
		&R, &Julia,

		// Deno, TypeScript, JavaScript
		&TypeScript,
		&JavaScript,

		// C, C++
		&CPP,
		&C,

		// static files
		pages,

		// shell
		&Shell,
	}
}
