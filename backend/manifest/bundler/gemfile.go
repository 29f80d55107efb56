// Package bundler reads Gemfile and Gemfile.lock. A Gemfile is a Ruby program;
// what Bundler documents is read from it, and nothing is run.
package bundler

import (
	"sort"
	"strings"
)

// Gemfile is what a Gemfile or gems.rb declares. It is a Ruby program; this
// reads the declarations that Bundler documents and passes over the rest.
type Gemfile struct {
	Gems     []Gem  // in order of appearance
	Ruby     string // constraints of the ruby directive joined by ", ": "3.2.1", "~> 3.4.0"
	RubyFile string // file that the ruby directive reads the version from
	RubyLine int
	Gemspec  bool // takes its dependencies from a gemspec in the same folder
}

// Gem is one gem of a Gemfile.
type Gem struct {
	Name       string
	Constraint string   // "~> 7.1", several joined by ", "
	Groups     []string // sorted; none: default
	Path       string   // local folder, relative to the Gemfile
	Git        bool
	Line       int
}

// Dev reports whether the gem is in development or test groups only.
func (g Gem) Dev() bool {
	for _, name := range g.Groups {
		switch name {
		case "development", "test", "ci", "lint", "linting", "doc", "docs", "tools", "debug", "rubocop":
		default:
			return false
		}
	}
	return len(g.Groups) > 0
}

// ParseGemfile reads a Gemfile. It never fails: what it does not know it skips.
func ParseGemfile(content string) (Gemfile, error) {
	p := gemfileParser{}
	lines := strings.Split(stripRubyBlockComments(content), "\n")
	for i := 0; i < len(lines); i++ {
		start := i
		toks := lexRuby(lines[i])
		for n := 0; n < 40 && rubyContinues(toks) && i+1 < len(lines); n++ {
			i++
			toks = append(dropContinuation(toks), lexRuby(lines[i])...)
		}
		p.line(toks, start+1)
	}
	return p.file, nil
}

type gemfileParser struct {
	file   Gemfile
	blocks []gemfileBlock
}

type gemfileBlock struct {
	groups []string
	path   string
	git    bool
}

func (p *gemfileParser) line(toks []rubyToken, line int) {
	if len(toks) == 0 || toks[0].kind != rubyIdent {
		return
	}
	args := rubyArguments(toks[1:])
	switch word := toks[0].text; word {
	case "gem":
		p.gem(args, line)
	case "ruby":
		p.ruby(args, toks, line)
	case "gemspec":
		p.file.Gemspec = true
	case "end":
		if n := len(p.blocks); n > 0 {
			p.blocks = p.blocks[:n-1]
		}
	case "if", "unless", "case", "begin", "def", "while", "until":
		p.blocks = append(p.blocks, gemfileBlock{})
	default:
		if rubyOpensBlock(toks) {
			p.blocks = append(p.blocks, block(word, args))
		}
	}
}

func block(word string, args rubyArgs) gemfileBlock {
	switch word {
	case "group":
		return gemfileBlock{groups: args.plain}
	case "path":
		return gemfileBlock{path: args.first()}
	case "git", "github":
		return gemfileBlock{git: true}
	}
	return gemfileBlock{}
}

func (p *gemfileParser) gem(args rubyArgs, line int) {
	if len(args.plain) == 0 || len(p.file.Gems) >= 5000 {
		return
	}
	g := Gem{Name: args.plain[0], Constraint: strings.Join(args.plain[1:], ", "), Line: line}
	groups := append(append([]string{}, args.named["group"]...), args.named["groups"]...)
	for _, b := range p.blocks {
		groups = append(groups, b.groups...)
		g.Git = g.Git || b.git
		if b.path != "" {
			g.Path = b.path
		}
	}
	sort.Strings(groups)
	g.Groups = groups
	if v := args.named["path"]; len(v) > 0 {
		g.Path = v[0]
	}
	for _, key := range []string{"git", "github", "gist", "bitbucket"} {
		g.Git = g.Git || len(args.named[key]) > 0
	}
	p.file.Gems = append(p.file.Gems, g)
}

func (p *gemfileParser) ruby(args rubyArgs, toks []rubyToken, line int) {
	p.file.RubyLine = line
	if v := args.named["file"]; len(v) > 0 {
		p.file.RubyFile = v[0]
		return
	}
	for _, t := range toks[1:] {
		if t.kind == rubyIdent && (t.text == "File" || t.text == "IO") && len(args.plain) > 0 {
			p.file.RubyFile = args.plain[0]
			return
		}
	}
	p.file.Ruby = strings.Join(args.plain, ", ")
}
