package repo

import (
	"strings"
)

// ignoreChain is the .gitignore of a folder and of those above it. Only files
// of the repository count: neither the user's global list nor
// .git/info/exclude, so that every clone gives the same answer.
type ignoreChain struct {
	above *ignoreChain
	list  *ignoreList
}

const maxIgnoreFile = 1 << 20

// readIgnore adds a folder's .gitignore to the chain. One that cannot be read,
// or is beyond all measure, rules nothing out.
func (r *Tree) readIgnore(dir string, above *ignoreChain) *ignoreChain {
	name := ".gitignore"
	if dir != "." {
		name = dir + "/.gitignore"
	}
	b, err := r.readUpTo(name, maxIgnoreFile)
	if err != nil {
		return above
	}
	l := parseIgnore(string(b), len(name)-len(".gitignore"))
	if l.empty() {
		return above
	}
	return &ignoreChain{above, l}
}

// ignores reports whether the entry at path, called name, is left out. The
// folders above it are not: the walk would not have come here.
func (c *ignoreChain) ignores(path, name string, isDir bool) bool {
	for ; c != nil; c = c.above {
		if out, ok := c.list.match(path[c.list.base:], name, isDir); ok {
			return out
		}
	}
	return false
}

// by gives the .gitignore that leaves a folder out, "" where one above it is.
func (c *ignoreChain) by(path, name string) string {
	for ; c != nil; c = c.above {
		if out, ok := c.list.match(path[c.list.base:], name, true); ok && out {
			return path[:c.list.base] + ".gitignore"
		}
	}
	return ""
}

// names reports whether a .gitignore spells a name out, rather than matching it by a
// pattern.
func (c *ignoreChain) names(name string) bool {
	for ; c != nil; c = c.above {
		if len(c.list.names[name]) > 0 {
			return true
		}
	}
	return false
}

// meansProgram reports whether an ignored folder bears the name of what is made
// of it: go build names a program after its folder below cmd, so that a bare
// "shop" leaves out cmd/shop too, which is tracked all the same.
func (c *ignoreChain) meansProgram(path, name string) bool {
	if !strings.HasSuffix(path, "cmd/"+name) || len(path) > len(name)+4 && path[len(path)-len(name)-5] != '/' {
		return false
	}
	for ; c != nil; c = c.above {
		if rules := c.list.names[name]; len(rules) > 0 {
			return !c.list.rules[rules[len(rules)-1]].dirOnly
		}
	}
	return false
}

// ignoreList is one .gitignore. The last pattern that matches decides, so
// patterns keep their number; those that only compare a name or an extension
// are found by look-up, which is nearly all of them.
type ignoreList struct {
	base    int // length of the folder's path with its slash
	rules   []ignoreRule
	names   map[string][]int32 // the whole name
	endings map[string][]int32 // what follows the last dot, with it: "*.log"
	others  []int32            // ascending
	lengths uint64             // of names, up to 63: spares most look-ups
}

type ignoreRule struct {
	pattern  string // without "!", "/" at the beginning and at the end
	literal  int    // length of the beginning that holds no wildcard
	negated  bool
	dirOnly  bool
	nameOnly bool // compared with the name, not the path
}

func (l *ignoreList) empty() bool { return len(l.rules) == 0 }

// match gives the last rule's verdict: left out or taken in again. false: no
// rule says anything.
func (l *ignoreList) match(rel, name string, isDir bool) (out, ok bool) {
	best := int32(-1)
	consider := func(rules []int32) {
		for i := len(rules) - 1; i >= 0 && rules[i] > best; i-- {
			if isDir || !l.rules[rules[i]].dirOnly {
				best = rules[i]
				return
			}
		}
	}
	if l.lengths&(1<<min(len(name), 63)) != 0 {
		consider(l.names[name])
	}
	if len(l.endings) > 0 {
		if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
			consider(l.endings[name[dot:]])
		}
	}
	for i := len(l.others) - 1; i >= 0 && l.others[i] > best; i-- {
		if r := &l.rules[l.others[i]]; (isDir || !r.dirOnly) && r.match(rel, name) {
			best = l.others[i]
		}
	}
	if best < 0 {
		return false, false
	}
	return !l.rules[best].negated, true
}

func (r *ignoreRule) match(rel, name string) bool {
	text := rel
	if r.nameOnly {
		text = name
	}
	if len(text) < r.literal || text[:r.literal] != r.pattern[:r.literal] {
		return false
	}
	pattern, text := r.pattern[r.literal:], text[r.literal:]
	if pattern == "" {
		return text == ""
	}
	return wildmatch(pattern, text, !r.nameOnly)
}

// parseIgnore reads a .gitignore as git does, gitignore(5) and dir.c.
func parseIgnore(content string, base int) *ignoreList {
	l := &ignoreList{base: base, names: map[string][]int32{}, endings: map[string][]int32{}}
	content = strings.TrimPrefix(content, "\uFEFF")
	for line := range strings.SplitSeq(content, "\n") {
		line = trimTrailingSpaces(strings.TrimSuffix(line, "\r"))
		if line == "" || line[0] == '#' {
			continue
		}
		l.add(newRule(line))
	}
	return l
}

func newRule(line string) ignoreRule {
	var r ignoreRule
	line, r.negated = strings.CutPrefix(line, "!")
	line, r.dirOnly = strings.CutSuffix(line, "/")
	r.nameOnly = strings.IndexByte(line, '/') < 0
	r.pattern = strings.TrimPrefix(line, "/")
	r.literal = strings.IndexAny(r.pattern, `*?[\`)
	if r.literal < 0 {
		r.literal = len(r.pattern)
	}
	return r
}

func (l *ignoreList) add(r ignoreRule) {
	if r.pattern == "" {
		return
	}
	i := int32(len(l.rules))
	l.rules = append(l.rules, r)
	suffix, star := strings.CutPrefix(r.pattern, "*")
	switch {
	case r.nameOnly && r.literal == len(r.pattern):
		l.names[r.pattern] = append(l.names[r.pattern], i)
		l.lengths |= 1 << min(len(r.pattern), 63)
	case r.nameOnly && star && strings.LastIndexByte(suffix, '.') == 0 && !strings.ContainsAny(suffix, `*?[\`):
		l.endings[suffix] = append(l.endings[suffix], i)
	default:
		l.others = append(l.others, i)
	}
}

// trimTrailingSpaces cuts unescaped spaces off the end; not tabs.
func trimTrailingSpaces(s string) string {
	end := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			if end < 0 {
				end = i
			}
		case '\\':
			i++
			end = -1
		default:
			end = -1
		}
	}
	if end >= 0 {
		return s[:end]
	}
	return s
}
