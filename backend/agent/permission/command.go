package permission

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/secret/credential"
)

// command decides on a command line: on each command in it, on the files that it writes
// and reads by redirection or deletes, and on what the rules forbid and its text names
// all the same. The strictest word of these is the line's.
func (r Rules) command(text string) Decision {
	if r.Hides(Command) {
		hidden, _ := best(r.of(Command))
		return by(hidden, text)
	}
	if strings.TrimSpace(text) == "" {
		return Decision{Level: Deny, Why: "no command is given"}
	}
	if len(text) > mostBytes {
		return Decision{Level: Ask, What: text[:100] + "…", Why: "it is too long to be looked at"}
	}
	l, err := parse(text, 0)
	if err != nil {
		return strictest([]Decision{{Level: Ask, What: text, Why: "it cannot be read as commands of a shell: " + err.Error()}, r.mentioned(text)})
	}
	decisions := []Decision{}
	for _, c := range l.commands {
		decisions = append(decisions, r.program(c))
	}
	for _, w := range l.writes {
		decisions = append(decisions, r.word(Write, w))
	}
	for _, w := range l.reads {
		decisions = append(decisions, r.word(Read, w))
	}
	for _, w := range l.deletes {
		decisions = append(decisions, r.deletion(w))
	}
	if len(decisions) == 0 { // variables, a test, a comment
		decisions = append(decisions, r.nothing(text))
	}
	return strictest(append(decisions, r.mentioned(text)))
}

// mostBytes is how long a command line may be; what people write has a few hundred bytes.
const mostBytes = 16 << 10

func (r Rules) of(c Category) []compiled {
	return slices.DeleteFunc(slices.Clone(r.list), func(o compiled) bool { return o.Category != c })
}

// nothing decides on a line that starts no program.
func (r Rules) nothing(text string) Decision {
	for _, o := range r.of(Command) {
		if o.Pattern == all {
			return by(o, text)
		}
	}
	return Decision{Level: usual[Command], What: text, Why: "no rule covers it"}
}

// word decides on a file that stands in a command line.
func (r Rules) word(c Category, w word) Decision {
	if !w.plain() {
		return Decision{Level: Ask, What: w.text, Why: "which file it is about is known only when it runs"}
	}
	return r.file(c, w.text)
}

// deletion is about files that a command deletes. That it is allowed does not say so of
// its files where a rule protects them; what no rule is about is the command's own matter.
func (r Rules) deletion(w word) Decision {
	if !w.plain() {
		if len(r.of(Delete)) == 0 {
			return Decision{Level: Allow}
		}
		return Decision{Level: Ask, What: w.text, Why: "which files it deletes is known only when it runs"}
	}
	_, inside := within(w.text)
	if d := r.file(Delete, w.text); d.Rule != nil || d.Level > Ask || !inside {
		return d
	}
	return Decision{Level: Allow}
}

// program decides on one command.
func (r Rules) program(c command) Decision {
	what := texts(c.words)
	var strict []compiled
	maybe := Decision{Level: Allow}
	for _, o := range r.of(Command) {
		if o.Level == Allow {
			continue
		}
		switch o.covers(c.words) {
		case yes:
			strict = append(strict, o)
		case perhaps:
			maybe = Decision{Level: Ask, What: what, Why: "it may be what the rule " + o.Pattern + " is about"}
		}
	}
	if b, ok := best(strict); ok && b.Level >= Ask {
		return by(b, what)
	}
	if maybe.Level == Ask {
		return maybe
	}
	if d := r.secrets(c, what); d.Level > Allow {
		return d
	}
	allowed := slices.DeleteFunc(r.of(Command), func(o compiled) bool { return o.Level != Allow || !o.allows(c) })
	if b, ok := best(allowed); ok {
		return by(b, what)
	}
	if c.opaque != "" {
		return Decision{Level: Ask, What: what, Why: c.opaque, saves: saved(c)}
	}
	if c.within && !c.power || quiet(c.words) { // it is as the command in it, or does nothing
		return Decision{Level: Allow, What: what}
	}
	return Decision{Level: usual[Command], What: what, Why: "no rule covers it", saves: saved(c)}
}

// saved is the rule that allows just this command.
func saved(c command) []Rule {
	pattern := said(c.words)
	if pattern == "" || len(c.words) == 0 {
		return nil
	}
	return []Rule{{Category: Command, Level: Allow, Pattern: pattern}}
}

// quietNames are commands of a shell that change and run nothing.
var quietNames = []string{":", "true", "false", "pwd", "echo", "printf", "test", "[", "exit", "return", "break", "continue", "wait", "sleep", "type", "which", "shift"}

// quiet says that a command does nothing that anybody has to be asked about: it changes
// and runs nothing, or goes to a folder of the project.
func quiet(words []word) bool {
	if len(words) == 0 || !words[0].plain() {
		return false
	}
	name := words[0].text
	if name == "cd" && len(words) == 2 && words[1].plain() {
		_, inside := within(words[1].text)
		return inside && words[1].text != "-"
	}
	look := name == "command" && len(words) == 3 && words[1].text == "-v"
	return look || slices.Contains(quietNames, name)
}

// secrets looks for files of credentials that a command names.
func (r Rules) secrets(c command, what string) Decision {
	for i, w := range c.words {
		if i == 0 {
			continue
		}
		for _, name := range names(w.text) {
			kind, secret := credential.Named(name)
			switch {
			case secret && w.plain() && !opened(r.fitting(Read, path.Clean(name)), path.Clean(name)):
				return Decision{Level: Deny, What: what, Why: name + " holds credentials: " + kind.What}
			case secret && !w.known, w.glob && mayBeSecret(name):
				return Decision{Level: Ask, What: what, Why: "files of credentials may be among " + name}
			}
		}
	}
	return Decision{Level: Allow}
}

// names are what of a word may be a file's name: all of it, what stands behind an
// equals sign, a colon, an @ or an option's letter.
func names(text string) []string {
	out := []string{text}
	for _, mark := range []string{"=", ":", "@"} {
		if _, after, ok := strings.Cut(text, mark); ok && after != "" {
			out = append(out, after)
		}
	}
	if len(text) > 2 && text[0] == '-' && text[1] != '-' {
		out = append(out, text[2:])
	}
	return out
}
