package extract

import (
	"path"
	"regexp"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// Branches that a program takes by itself: what stands there counts as if it
// stood outside.
const (
	caseOf   language.Pattern = `^\s*case\s+["']([\w.-]+)["']\s*:`
	switchOn language.Pattern = `^\s*switch\s*\(?\s*(?:\w+\s*:=\s*[^;{]+;\s*)?([\w.]+)\s*\)?\s*\{`
	ifCalls  language.Pattern = `^\s*if\s+(?:\w+\.)?(\w+)\(\)\s*\{`
	returnIs language.Pattern = `^\s*return\s+([\w.]+)\s*===?\s*["']([\w.-]+)["']`
)

// maxBranch is how much of a function is read that a branch calls.
const maxBranch = 1000

// takenAnyway reports whether the branch around a line is the one that the
// program takes where nothing is set: the case of the value that is the default,
// a question whose answer is the default.
func (f *Source) takenAnyway(lines []string, line int) bool {
	indent := source.Indent(lines[line-1])
	for i := line - 2; i >= 0 && i > line-blockLines; i-- {
		text := strings.TrimRight(lines[i], "\r \t")
		if text == "" || source.Indent(text) >= indent {
			continue
		}
		if m := caseOf.Regexp().FindStringSubmatch(text); m != nil {
			for j := i - 1; j >= 0 && j > i-blockLines; j-- {
				if on := switchOn.Regexp().FindStringSubmatch(lines[j]); on != nil && source.Indent(lines[j]) <= source.Indent(text) {
					return f.isDefault(on[1], m[1])
				}
			}
			return false
		}
		if m := ifCalls.Regexp().FindStringSubmatch(text); m != nil {
			at := f.Definition(m[1])
			if at < 0 {
				return false
			}
			_, body, _ := strings.Cut(f.Text()[at:min(at+maxBranch, len(f.Text()))], "\n")
			is := returnIs.Regexp().FindStringSubmatch(body)
			return is != nil && f.isDefault(is[1], is[2])
		}
		return false
	}
	return false
}

// isDefault reports whether a field holds a value where nobody sets it: by its
// tag, or because the last of several tests gives it.
func (f *Source) isDefault(field, value string) bool {
	name := regexp.QuoteMeta(field[strings.LastIndexByte(field, '.')+1:])
	tag := regexp.MustCompile(`(?m)^\s*` + name + `\s+\w+\s+\x60[^\x60\n]*default(?:=|:")` + regexp.QuoteMeta(value) + `\b`)
	last := regexp.MustCompile(`\belse\s*\{\s*` + regexp.QuoteMeta(field) + `\s*=\s*["']` + regexp.QuoteMeta(value) + `["']`)
	return tag.MatchString(f.Text()) || last.MatchString(f.Text())
}

// tagged is a field of a structure with a tag.
const tagged language.Pattern = "^\\s*([A-Z]\\w*)\\s+[\\w.*\\[\\]]+\\s+\x60"

// maxCompared bounds the places at which a field is compared with nothing.
const maxCompared = 8

// fieldRefused reports whether the program looks at the field that a tag fills,
// and stops where it is empty: if c.Secret == "" || c.Issuer == "" { return err.
func (s *Sources) fieldRefused(h source.Hit) bool {
	m := tagged.Regexp().FindStringSubmatch(h.Text)
	if m == nil {
		return false
	}
	for i := range s.Files() {
		f := s.files[i]
		if path.Dir(f.Name) != path.Dir(h.Name) {
			continue
		}
		for _, empty := range []string{` == ""`, ` == 0`} {
			if f.comparedAndRefused("." + m[1] + empty) {
				return true
			}
		}
	}
	return false
}

// interfaceOf is one of Go's, with its methods.
const interfaceOf language.Pattern = `(?m)^type \w+ interface \{\n((?:\s+[^\n]*\n|\n)*)\}`

// ofOneKind reports whether a line stands in a method that an interface of the
// folder asks of several types: it is made for the one that was chosen alone.
func (f *Source) ofOneKind(lines []string, line int) bool {
	i := line - 1
	for i > 0 && (lines[i] == "" || source.Indent(lines[i]) > 0 || lines[i][0] == ')') {
		i--
	}
	m := source.FunctionHead.Regexp().FindStringSubmatch(lines[i])
	if m == nil || m[1] == "" {
		return false
	}
	asked, others := false, false
	method := regexp.MustCompile(`(?m)^\s+` + m[2] + `\(`)
	another := regexp.MustCompile(`(?m)^func \(\w+ \*?(\w+)\) ` + m[2] + `\(`)
	for i := range f.sources.Files() {
		o := f.sources.files[i]
		if path.Dir(o.Name) != path.Dir(f.Name) || !o.Contains(m[2]+"(") {
			continue
		}
		for _, of := range interfaceOf.Regexp().FindAllStringSubmatch(o.Text(), maxCompared) {
			asked = asked || method.MatchString(of[1])
		}
		for _, of := range another.FindAllStringSubmatch(o.Text(), maxCompared) {
			others = others || of[1] != m[1]
		}
	}
	return asked && others
}

func (f *Source) comparedAndRefused(test string) bool {
	for from, n := 0, 0; n < maxCompared; n++ {
		at := strings.Index(f.Text()[from:], test)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(test)
		line := 1 + strings.Count(f.Text()[:at], "\n")
		lines := f.Lines()
		if !statement.IsTest(lines[line-1]) || statement.BesideAnother(lines[line-1]) || !statement.Refuses(lines, line-1) {
			continue
		}
		if f.ofOneKind(lines, line) {
			continue
		}
		if within, prod := f.branchAround(lines, line); !within || prod || f.takenAnyway(lines, line) {
			return true
		}
	}
	return false
}
