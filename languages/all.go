// Package languages holds what aipack knows, one package for each family of
// languages. A new language is a folder here and a line in All.
package languages

import (
	"aipack/backend/language"
	"aipack/languages/beam"
	"aipack/languages/c"
	"aipack/languages/cobol"
	"aipack/languages/crystal"
	"aipack/languages/dart"
	"aipack/languages/dotnet"
	"aipack/languages/golang"
	"aipack/languages/haskell"
	"aipack/languages/javascript"
	"aipack/languages/julia"
	"aipack/languages/jvm"
	"aipack/languages/php"
	"aipack/languages/python"
	"aipack/languages/r"
	"aipack/languages/ruby"
	"aipack/languages/rust"
	"aipack/languages/shell"
	"aipack/languages/static"
	"aipack/languages/swift"
	"aipack/languages/zig"
)

// pages are static files, unless they show what a library does.
var pages = static.Language(javascript.IsLibrary)

// All lists every language in the order in which they are asked. Backends
// stand before Node, because their repositories often carry a package.json
// for assets; static files and shell scripts are asked last.
func All() []*language.Language {
	return []*language.Language{
		&php.Language,
		&golang.Language,
		&jvm.Java, &jvm.Kotlin, &jvm.Groovy, &jvm.Scala, &jvm.Clojure,
		&ruby.Language,
		&beam.Elixir, &beam.Erlang, &beam.Gleam,
		&python.Language,
		&rust.Language,
		&dotnet.CSharp, &dotnet.FSharp, &dotnet.VisualBasic,
		&swift.Language, &dart.Language, &zig.Language, &crystal.Language, &haskell.Language, &cobol.Language, &r.Language, &julia.Language,
		&javascript.TypeScript, &javascript.Language,
		&c.CPP, &c.Language,
		pages,
		&shell.Language,
	}
}
