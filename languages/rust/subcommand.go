package rust

import (
	"slices"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
)

// A command line of clap or structopt is an enum that derives Subcommand, Parser
// or StructOpt; each variant is one word, in kebab case unless an attribute names
// it (docs.rs/clap, "derive reference").
const (
	commandEnum = language.Pattern(`#\[derive\([^)]*\b(?:Subcommand|Parser|Clap|StructOpt)\b[^)]*\)\]\s*(?:#\[[^\n]*\]\s*|//[^\n]*\n\s*)*(?:pub(?:\([^)]*\))?\s+)?enum\s+(\w+)[^{\n]*\{`)
	variant     = language.Pattern(`(?m)^\s*([A-Z]\w*)\s*(?:[,({]|$)`)
	variantName = language.Pattern(`#\[(?:clap|command|structopt)\([^\]]*\bname\s*=\s*"([\w-]+)"`)
	serverDoc   = language.Pattern(`(?i)///[^\n]*\b(?:run|start|serve|launch)s?\b[^\n]*\b(?:server|service|api|daemon|backend)\b`)
)

// serving are words by which programs are told to serve, the plainest first.
var serving = []string{"serve", "server", "web", "start", "run", "daemon", "api", "http", "listen", "up", "start-server", "run-server", "web-server", "api-server", "launch"}

// servingWord finds the subcommand with which a program serves.
func servingWord(p *language.Project, first bin, bins []bin) (word string, why finding.Evidence) {
	best := len(serving) + 1
	sources := sourcesOf(p, bins)
	for _, s := range sources {
		if !strings.Contains(s.text, "enum ") || !slices.ContainsFunc([]string{"Subcommand", "Parser", "StructOpt", "Clap"}, func(word string) bool { return strings.Contains(s.text, word) }) {
			continue
		}
		for _, at := range commandEnum.Regexp().FindAllStringIndex(s.text, 8) {
			body := block(s.text[at[1]:])
			from := 0
			for _, m := range variant.Regexp().FindAllStringSubmatchIndex(body, 60) {
				lead := body[from:m[2]]
				from = m[3]
				if strings.Count(lead, "{")+strings.Count(lead, "(") != strings.Count(lead, "}")+strings.Count(lead, ")") {
					continue // inside another variant
				}
				name := language.Kebab(body[m[2]:m[3]])
				if given, ok := variantName.Find(lead); ok {
					name = given
				}
				if rank := servingRank(name, lead); rank < best {
					best, word = rank, name
					why = s.at(len(s.text), body[m[2]:m[3]])
					why.Rule = "rust.subcommand"
				}
			}
		}
	}
	return word, why
}

func servingRank(name, lead string) int {
	for i, known := range serving {
		if name == known {
			return i
		}
	}
	if serverDoc.Regexp().MatchString(lead) {
		return len(serving)
	}
	return len(serving) + 1
}
