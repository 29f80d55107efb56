// Package permission says what may be done in a project without asking: it holds what
// is to be done against rules. It reads nothing, does nothing and asks nobody; who asks
// the user, and what is done then, is its caller's matter.
package permission

import (
	"cmp"
	"fmt"
	"slices"
)

// Category is what sort of thing is to be done.
type Category string

// The categories.
const (
	Read    Category = "read"    // a file, by its path in the project
	Write   Category = "write"   // a file is made or changed
	Delete  Category = "delete"  // a file
	Command Category = "command" // a command line of a POSIX shell
	Network Category = "network" // a host
	MCP     Category = "mcp"     // a tool of another program, as server/tool
)

var categories = []Category{Read, Write, Delete, Command, Network, MCP}

// Level is how far something is allowed. Among rules that fit, the highest wins (ruling
// K-36).
type Level int

// The levels.
const (
	Allow  Level = iota + 1 // without a question
	Ask                     // the user says
	Deny                    // never
	Hidden                  // never, and the model is not told that it could be
)

var levelNames = map[Level]string{Allow: "allow", Ask: "ask", Deny: "deny", Hidden: "hidden"}

func (l Level) String() string { return levelNames[l] }

// LevelOf is the level of a name.
func LevelOf(name string) (Level, bool) {
	for l, n := range levelNames {
		if n == name {
			return l, true
		}
	}
	return 0, false
}

// Categories are all of them.
func Categories() []Category { return slices.Clone(categories) }

// Source is who made a rule.
type Source string

// The sources. What a repository says about rights counts for nothing: whoever wrote it
// is who the rules are for.
const (
	User       Source = "user"       // in the settings
	Project    Source = "project"    // the user, about this project
	Session    Source = "session"    // the user, until the conversation ends
	Repository Source = "repository" // a file of the project
)

// Rule says how far something is allowed.
type Rule struct {
	Category Category `json:"category"`
	Level    Level    `json:"level"`

	// Pattern is what the rule is about. "*" is all. Of files it is a pattern of paths
	// with **, * and {a,b}, relative to the project's folder; of hosts and tools one
	// without folders. Of commands it is words, as a shell reads them. A rule that
	// allows is about just these words, and with * at its end about any that begin
	// so; one that asks or denies is about all that begin so, however they are
	// written and whatever options stand between them.
	Pattern string `json:"pattern"`
	Source  Source `json:"source"`
}

// Rules are the rules in force.
type Rules struct{ list []compiled }

// compiled is a rule that was read.
type compiled struct {
	Rule
	fits  func(name string) bool // of a path, a host or a tool
	words []word                 // of a command
	open  bool                   // any words may follow
	exact int                    // how much the pattern says; more is more specific
}

// New reads rules. Those of a repository are left out; one that cannot be read is an
// error, for what it was meant to forbid is not known.
func New(rules ...Rule) (Rules, error) { return Rules{}.With(rules...) }

// With are these rules and more.
func (r Rules) With(rules ...Rule) (Rules, error) {
	out := Rules{slices.Clone(r.list)}
	for _, rule := range rules {
		if rule.Source == Repository {
			continue
		}
		c, err := compile(rule)
		if err != nil {
			return r, fmt.Errorf("the rule %s %s %q: %w", rule.Level, rule.Category, rule.Pattern, err)
		}
		out.list = append(out.list, c)
	}
	return out, nil
}

// Action is something that is to be done.
type Action struct {
	Category Category
	What     string // a path, a command line, a host, or server/tool
}

// Decision is how far an action is allowed, and what decided that.
type Decision struct {
	Level Level
	Rule  *Rule  // that decided, the most specific of its level; nil where no rule fits and the usual holds
	What  string // the part of the action that was decided on: of a command line, one command or file
	Why   string // in words, for the user
	saves []Rule
}

// Answer is what a user says to a question.
type Answer int

// The answers.
const (
	Once       Answer = iota // this time
	ForSession               // until the conversation ends
	Always                   // in this project
	Refused                  // not this time
)

// Saves are the rules that an answer makes, the very ones that are shown before it is
// given: none for once and a refusal, nor where a rule could not say what was asked.
func (d Decision) Saves(a Answer) []Rule {
	source := map[Answer]Source{ForSession: Session, Always: Project}[a]
	if source == "" || d.Level != Ask {
		return nil
	}
	out := slices.Clone(d.saves)
	for i := range out {
		out[i].Source = source
	}
	return out
}

// Hides reports whether a category is hidden as a whole: its tools are not offered.
func (r Rules) Hides(c Category) bool {
	return slices.ContainsFunc(r.list, func(o compiled) bool { return o.Category == c && o.Level == Hidden && o.Pattern == all })
}

// Decide holds an action against the rules.
func (r Rules) Decide(a Action) Decision {
	switch a.Category {
	case Command:
		return r.command(a.What)
	case Read, Write, Delete:
		return r.file(a.Category, a.What)
	case Network, MCP:
		return r.named(a.Category, a.What)
	}
	return Decision{Level: Deny, What: a.What, Why: fmt.Sprintf("%q is no category of rights", a.Category)}
}

// all is the pattern that everything fits.
const all = "*"

// best is the rule that decides among those that fit; ok is false where none does.
func best(fitting []compiled) (compiled, bool) {
	if len(fitting) == 0 {
		return compiled{}, false
	}
	return slices.MaxFunc(fitting, func(a, b compiled) int {
		return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.exact, b.exact))
	}), true
}

// by is the decision of a rule.
func by(c compiled, what string) Decision {
	rule := c.Rule
	return Decision{Level: c.Level, Rule: &rule, What: what, Why: fmt.Sprintf("the rule %q says %s", rule.Pattern, rule.Level)}
}

// strictest is the decision of several that stands for all of them: the first of the
// highest level. What would be saved is of all that are asked about, and nothing where
// one of them could not be said by a rule.
func strictest(all []Decision) Decision {
	out := all[0]
	for _, d := range all[1:] {
		if d.Level > out.Level {
			out = d
		}
	}
	out.saves = nil
	for _, d := range all {
		if d.Level != Ask {
			continue
		}
		if len(d.saves) == 0 {
			out.saves = nil
			return out
		}
		for _, s := range d.saves {
			if !slices.Contains(out.saves, s) {
				out.saves = append(out.saves, s)
			}
		}
	}
	return out
}
