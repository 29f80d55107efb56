package javascript

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// Tools that write modules out of a schema: https://the-guild.dev/graphql/codegen,
// https://www.apollographql.com/docs/devtools/cli, https://relay.dev/docs/guides/compiler.
// One that asks a server for the schema has none while an image is built.
const (
	codegenTool = language.Pattern(`\b(?:graphql-codegen|apollo|rover|relay-compiler)\b`)
	asksServer  = language.Pattern(`https?://|--watch\b|\blocalhost\b`)
)

// codegenScripts are the names by which packages have such a script.
var codegenScripts = []string{
	"codegen", "generate", "graphql-codegen", "graphql:codegen", "codegen:graphql", "gql:generate",
	"generate:graphql", "gen", "relay",
}

// generatedFolder is where Apollo and Relay write, beside what imports it, and what
// their documentation has repositories leave out.
const generatedFolder = language.Pattern(`(?:\bfrom|\bimport|\brequire\()\s*["'](?:[\w@./~-]*/)?__generated__/`)

// codegen names the script that writes modules which the sources import and the
// repository does not have, where the build does not run it; "" for none.
func (pl plan) codegen() (script string, why finding.Evidence) {
	const most = 500 // sources
	for _, name := range codegenScripts {
		line := pl.pkg.Script(name)
		if !codegenTool.Matches(line) || asksServer.Matches(line) {
			continue
		}
		for _, of := range []string{"build", "prebuild", "postinstall", "prepare"} {
			if text := pl.pkg.Script(of); strings.Contains(text, "run "+name) || strings.Contains(text, "yarn "+name) || codegenTool.Matches(text) {
				return "", why
			}
		}
		if len(pl.p.Glob("**/__generated__/*")) > 0 {
			return "", why
		}
		files := pl.p.Glob("**/*.{ts,tsx,js,jsx,mjs,vue}")
		for _, file := range files[:min(len(files), most)] {
			text, _ := pl.p.Text(file)
			if why = pl.p.AtCode("javascript.generated", file, text, generatedFolder); why.Rule != "" {
				return name, why
			}
		}
	}
	return "", why
}
