package permission

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"aipack/backend/base/bounded"
	"aipack/backend/secret/credential"
)

// fit says how surely a rule is about a command.
type fit int

const (
	no fit = iota
	perhaps
	yes
)

// covers says whether a rule that asks or denies is about a command: its program by any
// path, its words in order with any options between them, and its options however they
// are grouped. What is known only when it runs may be anything.
func (c compiled) covers(words []word) fit {
	if c.Pattern == all {
		return yes
	}
	if len(words) == 0 {
		return no
	}
	words = split(words)
	if !words[0].plain() {
		return perhaps
	}
	if program(words[0].text) != program(c.words[0].text) {
		return handedOn(program(c.words[0].text), words)
	}
	rest := words[1:]
	if program(words[0].text) == "git" {
		if at, _ := gitCommand(words); at > 0 {
			rest = words[at:] // its own options stand before
		}
	}
	result := yes
	at := 0
	for _, want := range c.words[1:] {
		if strings.HasPrefix(want.text, "-") && len(want.text) > 1 {
			result = min(result, option(want.text, words[1:]))
			continue
		}
		var found fit
		if found, at = argument(want.text, rest, at); found < result {
			result = found
		}
	}
	return result
}

// copies are programs that give a file another name.
var copies = []string{"cp", "mv", "ln", "link", "install"}

// handedOn says that a program may be run all the same: by one that nobody knows, with
// words that are known only then, or under another name that it is given.
func handedOn(name string, words []word) fit {
	if !slices.ContainsFunc(words[1:], func(w word) bool { return program(w.text) == name }) {
		return no
	}
	if slices.Contains(copies, program(words[0].text)) || slices.ContainsFunc(words, func(w word) bool { return !w.known }) {
		return perhaps
	}
	return no
}

// split takes git-push apart, as git's own programs are called.
func split(words []word) []word {
	if own, ok := strings.CutPrefix(program(words[0].text), "git-"); ok && words[0].plain() && slices.Contains(gitCommands, own) {
		return append([]word{{text: "git", known: true}, {text: own, known: true}}, words[1:]...)
	}
	return words
}

// argument looks for a word from a place on. Only options and what may be their values
// may stand before it.
func argument(want string, words []word, from int) (fit, int) {
	for i := from; i < len(words); i++ {
		w := words[i]
		switch {
		case !w.plain():
			return perhaps, i + 1
		case w.text == want:
			return yes, i + 1
		case strings.HasPrefix(w.text, "-"), strings.HasPrefix(w.text, "+"):
			continue
		case i > 0 && strings.HasPrefix(words[i-1].text, "-"):
			continue // its value, perhaps
		}
		return no, i
	}
	return no, len(words)
}

// sameOption are long names of short options, of the programs that rules are mostly
// about: rm, cp, mv, chmod, git push.
var sameOption = map[string]string{"recursive": "r", "force": "f", "delete": "d", "all": "a", "quiet": "q", "verbose": "v", "interactive": "i"}

// option looks for an option among words: -rf is there as -fr, -r -f, --recursive
// --force, and --force as --forc and -f.
func option(want string, words []word) fit {
	result := no
	letters, long := map[rune]bool{}, []string{}
	for _, w := range words {
		switch {
		case !w.known:
			result = perhaps
		case w.text == want:
			return yes
		case strings.HasPrefix(w.text, "--"):
			name, _, _ := strings.Cut(w.text[2:], "=")
			long = append(long, name)
			if short := sameOption[name]; short != "" {
				letters[rune(short[0])] = true
			}
			for full, short := range sameOption {
				if len(name) > 1 && strings.HasPrefix(full, name) { // options may be shortened
					letters[rune(short[0])] = true
				}
			}
		case strings.HasPrefix(w.text, "-"):
			for _, l := range strings.ToLower(w.text[1:]) {
				letters[l] = true
			}
		}
	}
	if name, ok := strings.CutPrefix(want, "--"); ok {
		name, _, _ = strings.Cut(name, "=")
		short := sameOption[name]
		if short != "" && letters[rune(short[0])] || slices.ContainsFunc(long, func(l string) bool { return len(l) > 1 && strings.HasPrefix(name, l) || strings.HasPrefix(l, name+"-") }) {
			return yes
		}
		return result
	}
	for _, l := range strings.ToLower(want[1:]) {
		if !letters[l] {
			return result
		}
	}
	return yes
}

// allows says whether a rule that allows is about a command: the very words, or those
// with more behind them where it ends in *. A program by another path is another one.
// One that allows all is about what can be seen alone.
func (c compiled) allows(o command) bool {
	if c.Pattern == all {
		return o.opaque == "" && len(o.words) > 0
	}
	if len(o.words) < len(c.words) || len(o.words) > len(c.words) && !c.open {
		return false
	}
	for i, want := range c.words {
		if w := o.words[i]; !w.plain() || w.text != want.text {
			return false
		}
	}
	return true
}

// mentioned looks for what rules forbid in the text of a line, however it got there: a
// program that nobody knows may run its arguments, and code may run a text.
func (r Rules) mentioned(text string) Decision {
	said := strings.FieldsFunc(strings.ToLower(text), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '-' && c != '.'
	})
	for _, o := range r.of(Command) {
		if o.Level > Ask && len(o.words) > 0 && o.named(said) {
			return Decision{Level: Ask, What: text, Why: "it names " + o.Pattern + ", which is denied"}
		}
	}
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\r\n;|&()<>{}`'\"=,$", c) }) {
		if _, secret := credential.Named(word); secret && !opened(r.fitting(Read, path.Clean(word)), path.Clean(word)) {
			return Decision{Level: Ask, What: text, Why: word + " holds credentials"}
		}
	}
	return Decision{Level: Allow}
}

// named reports whether words of a text follow each other as a rule's do, with options
// between them or not.
func (c compiled) named(said []string) bool {
	for start := range said {
		if path.Base(said[start]) != program(c.words[0].text) {
			continue
		}
		at := start + 1
		for _, want := range c.words[1:] {
			for at < len(said) && said[at] != strings.ToLower(want.text) && strings.HasPrefix(said[at], "-") {
				at++
			}
			if at == len(said) || said[at] != strings.ToLower(want.text) {
				at = -1
				break
			}
			at++
		}
		if at > 0 {
			return true
		}
	}
	return false
}

// secretNames are names that files of credentials have, to hold patterns against.
var secretNames = []string{
	".env", ".env.local", ".env.production", ".npmrc", ".netrc", ".pypirc", ".git-credentials", ".dockercfg", "id_rsa", "id_ed25519", "server.key", "server.pem",
	"credentials", "credentials.json", "kubeconfig", "secrets.yml", "secrets.yaml", "master.key", "terraform.tfvars",
}

// mayBeSecret reports whether a pattern may stand for a file of credentials.
func mayBeSecret(pattern string) bool {
	fits, err := bounded.Glob(path.Base(pattern))
	return err != nil || slices.ContainsFunc(secretNames, fits)
}
