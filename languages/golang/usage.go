package golang

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
)

// wantsArguments is what a command line says that does not run without
// arguments (pkg.go.dev of spf13/cobra: positional arguments and required
// flags; urfave/cli: Required; alecthomas/kong: arg and cmd). Without them it
// prints its usage and ends with an error.
const wantsArguments = language.Pattern(`\bcobra\.(?:ExactArgs|MinimumNArgs|RangeArgs|ExactValidArgs|MatchAll)\(|\.MarkFlagRequired\(|\.MarkPersistentFlagRequired\(|\bRequired:\s*true\b|\bkong:"[^"]*\b(?:arg|cmd)\b|` + "`" + `(?:arg|cmd):""`)

// knowsVersion is how each of them is given a version, which makes it answer
// --version.
const knowsVersion = language.Pattern(`^\s*Version:\s|\.Version\s*=[^=]|\bkong\.Vars\{\s*"version"|\bkong\.VersionFlag\b`)

// usage gives the option with which a command-line program that wants
// arguments still answers well: its version where it has one, else its usage.
func usage(p *language.Project, m mainPackage) (option string, why finding.Evidence) {
	_, cobra := imports(m, "github.com/spf13/cobra")
	_, urfave := imports(m, "github.com/urfave/cli")
	_, kong := imports(m, "github.com/alecthomas/kong")
	if m.serves() || m.works() || !cobra && !urfave && !kong {
		return "", finding.Evidence{}
	}
	root, version := p.Reader().Folder("."), false
	for _, file := range m.files {
		content, _ := root.Text(file)
		if why.Rule == "" {
			why = root.AtCode("go.wants_arguments", file, content, wantsArguments)
		}
		for line := range strings.Lines(content) {
			version = version || knowsVersion.Regexp().MatchString(line) && !language.IsCommentLine(line)
		}
	}
	switch {
	case why.Rule == "":
		return "", why
	case version:
		return "--version", why
	}
	return "--help", why
}
