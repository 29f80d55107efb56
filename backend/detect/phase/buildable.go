package phase

import (
	"fmt"
	"slices"
	"strings"

	"aipack/backend/detect/healthcheck"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// Startable says why a command that a model gave cannot start the project's
// program; nil where it can be right.
func Startable(p *language.Project, words []string) error {
	return command(p, pipeline.Advice{Words: words})
}

// Probe is the health check's command for an image, nil where the image has
// nothing to ask with.
func Probe(image string, port int, path string) *universalbuild.Healthcheck {
	return healthcheck.Of(image, fmt.Sprintf("${PORT:-%d}", port), path)
}

// builders are programs that build projects and fetch what these declare.
var builders = strings.Fields(`npm npx yarn pnpm bun deno node tsc corepack pip pip3 python python3 poetry uv pipenv pdm go cargo rustup make cmake ninja meson
	mvn gradle ant javac java jar kotlinc sbt lein clj clojure scala bundle gem rake ruby composer php dotnet mix elixir rebar3 erlc stack cabal ghc swift swiftc dart flutter
	nim nimble zig crystal shards dub dmd julia Rscript R perl cpanm carton luarocks lua raku zef opam dune ocamlfind ocamlopt gcc g++ cc c++ clang clang++ gfortran fpc
	ldc2 v racket raco sbcl swipl guile gprbuild gnatmake cobc hugo jekyll zola mkdir cp mv ls test true cd echo chmod install sed ln touch`)

// Buildable says why a line that a model gave is no step of the project's
// build; nil where it can be right. Programs that fetch from anywhere are
// none, nor is anything that hides what is run.
func Buildable(p *language.Project, line string) error {
	if len(line) > 1000 || strings.ContainsAny(line, "|`\n\r\x00<>") || strings.Contains(line, "$(") || strings.Contains(line, "://") {
		return fmt.Errorf("%q uses a pipe, a redirection, a substitution or an address", shown(line))
	}
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(line, "&&", ";"), func(r rune) bool { return r == ';' || r == '&' }) {
		words := strings.Fields(part)
		for len(words) > 0 && isAssignment(words[0]) {
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		program := strings.TrimPrefix(words[0], "./")
		if !slices.Contains(builders, program) && !inProject(p, program) && !inOutput(program) {
			return fmt.Errorf("%q is neither a build tool nor a file of the project", shown(words[0]))
		}
		if inline(words) {
			return fmt.Errorf("%q hands a program to an interpreter instead of a file", shown(part))
		}
	}
	return nil
}

func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" && !strings.HasPrefix(name, "LD_") && name != "PATH"
}

// inline knows programs that are handed over in an argument.
func inline(words []string) bool {
	interpreter := slices.Contains([]string{"python", "python3", "node", "perl", "ruby", "php", "lua", "Rscript", "julia", "deno", "bun", "raku"}, words[0])
	return interpreter && slices.ContainsFunc(words[1:], func(w string) bool {
		return slices.Contains([]string{"-c", "-e", "-r", "--eval", "-p", "eval"}, w)
	})
}

func shown(s string) string {
	const most = 80
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
