package rust

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// What a command line of clap or structopt takes without an option's name, as a
// path (docs.rs/clap, "derive reference": a field with neither short nor long is
// positional).
const (
	pathField  = language.Pattern(`(?m)((?:^[ \t]*///[^\n]*\n)+)((?:^[ \t]*#\[[^\n]*\]\s*\n)*)^[ \t]*(?:pub(?:\([^)]*\))?\s+)?\w+\s*:\s*(?:Option<\s*)?(?:std::path::)?PathBuf\b`)
	servedDoc  = language.Pattern(`(?i)///[^\n]*\b(?:to (?:be )?served?|to share|serve (?:files|the files))\b`)
	optionName = language.Pattern(`\b(?:short|long|default_value\w*|last)\b`)
)

// servedPath finds that a program takes the folder that it serves as its one
// argument. A person in a terminal may leave that out; where there is none, such
// programs refuse to guess, so the folder in which it is started is named.
func servedPath(p *language.Project, bins []bin) (finding.Evidence, bool) {
	for _, s := range sourcesOf(p, bins) {
		if !strings.Contains(s.text, "PathBuf") || !strings.Contains(s.text, "Parser") && !strings.Contains(s.text, "StructOpt") {
			continue
		}
		for _, m := range pathField.Regexp().FindAllStringSubmatchIndex(s.text, 40) {
			if servedDoc.Matches(s.text[m[2]:m[3]]) && !optionName.Matches(s.text[m[4]:m[5]]) {
				doc := strings.TrimSpace(s.text[m[2]:m[3]])
				why := s.at(len(s.text), strings.SplitN(doc, "\n", 2)[0])
				why.Rule = "rust.served_path"
				return why, true
			}
		}
	}
	return finding.Evidence{}, false
}
