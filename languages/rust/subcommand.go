package rust

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// A command line of clap or structopt is an enum that derives Subcommand, Parser
// or StructOpt; each variant is one word, in kebab case unless an attribute names
// it (docs.rs/clap, "derive reference").
const (
	commandEnum = language.Pattern(`#\[derive\([^)]*\b(?:Subcommand|Parser|Clap|StructOpt)\b[^)]*\)\]\s*(?:#\[[^\n]*\]\s*|//[^\n]*\n\s*)*(?:pub(?:\([^)]*\))?\s+)?enum\s+(\w+)[^{\n]*\{`)
	variant     = language.Pattern(`(?m)^\s*([A-Z]\w*)\s*(?:[,({]|$)`)
	variantName = language.Pattern(`#\[(?:clap|command|structopt)\([^\]]*\bname\s*=\s*"([\w-]+)"`)
	prose       = language.Pattern(`//[^\n]*|"[^"\n]*"`)
	typeName    = language.Pattern(`\b([A-Z]\w*)\b`)
	serverDoc   = language.Pattern(`(?i)///[^\n]*\b(?:run|start|serve|launch)s?\b[^\n]*\b(?:server|service|api|daemon|backend)\b`)
)

// subcommandHolder begins a struct; one with a field of subcommands hands them on.
const subcommandHolder = language.Pattern(`\bstruct\s+(\w+)[^{;\n]*\{`)

// serving are words by which programs are told to serve, the plainest first.
var serving = []string{
	"serve", "server", "web", "start", "run", "daemon", "api", "http", "listen", "up", "start-server",
	"run-server", "web-server", "api-server", "launch",
}

// subcommands are the words that one enum offers.
type subcommands struct {
	enum  string
	words []subcommand
}

// subcommand is one variant of such an enum.
type subcommand struct {
	word   string
	rank   int    // among serving; len(serving)+1 for one that does not serve
	fields string // what the variant holds
	why    finding.Evidence
}

// servingWords finds the subcommand with which a program serves, and those below
// it that it wants as well: "server start".
func servingWords(p *language.Project, bins []bin) (words []string, why finding.Evidence) {
	all, holders := subcommandsOf(sourcesOf(p, bins))
	below := map[string]bool{} // the enums that another one's variants hold
	for _, s := range all {
		for _, w := range s.words {
			if held, _ := heldBy(w.fields, all, holders); held != nil && held.enum != s.enum {
				below[held.enum] = true
			}
		}
	}
	best := len(serving) + 1
	for _, s := range all {
		if below[s.enum] {
			continue
		}
		for _, w := range s.words {
			if path, ok := w.path(all, holders, 0); ok && w.rank < best {
				best, words, why = w.rank, path, w.why
			}
		}
	}
	return words, why
}

// path is a subcommand with the words below it without which it does not serve.
func (w subcommand) path(all []subcommands, holders map[string]string, depth int) ([]string, bool) {
	held, optional := heldBy(w.fields, all, holders)
	if held == nil || optional {
		return []string{w.word}, true
	}
	if depth == 3 {
		return nil, false
	}
	best := subcommand{rank: len(serving) + 1}
	for _, next := range held.words {
		if next.rank < best.rank {
			best = next
		}
	}
	rest, ok := best.path(all, holders, depth+1)
	return append([]string{w.word}, rest...), ok && best.word != ""
}

// subcommandsOf reads every enum of subcommands, and the structs that hold one,
// with what stands in them.
func subcommandsOf(sources []*source) (all []subcommands, holders map[string]string) {
	holders = map[string]string{}
	for _, s := range sources {
		if !strings.Contains(s.text, "ubcommand") && !strings.Contains(s.text, "enum ") {
			continue
		}
		for _, m := range subcommandHolder.Regexp().FindAllStringSubmatchIndex(s.text, 16) {
			if body := block(s.text[m[1]:]); strings.Contains(body, "subcommand") {
				holders[s.text[m[2]:m[3]]] = body
			}
		}
		if !strings.Contains(s.text, "enum ") || !slices.ContainsFunc([]string{"Subcommand", "Parser", "StructOpt", "Clap"}, func(word string) bool { return strings.Contains(s.text, word) }) {
			continue
		}
		for _, at := range commandEnum.Regexp().FindAllStringSubmatchIndex(s.text, 8) {
			all = append(all, subcommands{s.text[at[2]:at[3]], variantsOf(s, block(s.text[at[1]:]))})
		}
	}
	return all, holders
}

// variantsOf are the words of an enum, from what stands between its braces.
func variantsOf(s *source, body string) []subcommand {
	var out []subcommand
	from := 0
	for _, m := range variant.Regexp().FindAllStringSubmatchIndex(body, 60) {
		lead := body[from:m[2]]
		if strings.Count(lead, "{")+strings.Count(lead, "(") != strings.Count(lead, "}")+strings.Count(lead, ")") {
			continue // inside another variant
		}
		if len(out) > 0 {
			out[len(out)-1].fields = prose.Regexp().ReplaceAllString(lead, "")
		}
		from = m[3]
		one := subcommand{word: language.Kebab(body[m[2]:m[3]]), why: s.at(len(s.text), body[m[2]:m[3]])}
		if given, ok := variantName.Find(lead); ok {
			one.word = given
		}
		one.rank, one.why.Rule = servingRank(one.word, lead), "rust.subcommand"
		out = append(out, one)
	}
	if len(out) > 0 {
		out[len(out)-1].fields = prose.Regexp().ReplaceAllString(body[from:], "")
	}
	return out
}

// heldBy finds the enum that fields hold, by themselves or in a struct, and
// whether they may go without it.
func heldBy(fields string, all []subcommands, holders map[string]string) (held *subcommands, optional bool) {
	for _, m := range typeName.Regexp().FindAllStringSubmatchIndex(fields, 40) {
		name, wrapped := fields[m[2]:m[3]], strings.HasSuffix(fields[:m[2]], "Option<")
		if i := slices.IndexFunc(all, func(s subcommands) bool { return s.enum == name }); i >= 0 {
			return &all[i], wrapped
		}
		if body := holders[name]; body != "" {
			held, optional = heldBy(body, all, nil)
			return held, optional || wrapped
		}
	}
	return nil, false
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
