package cause

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/universalbuild"
)

// mostSignatureWords is how many words of an error are enough to know it again:
// what comes after them is mostly the circumstances.
const mostSignatureWords = 12

// SignatureIn is what a failure has in common with the same one in another
// project, on another day and another machine: its stage, its rule, the language,
// the program that ran, and the words of the error. Paths, addresses, versions,
// ids, times and numbers are left out; names stay, because a missing
// DATABASE_URL is another failure than a missing REDIS_URL.
//
//	build missing_script javascript npm: npm error missing script build
func (f *Failure) SignatureIn(doc universalbuild.UniversalBuild) string {
	command := strings.TrimPrefix(f.Text, "RUN ")
	switch f.Stage {
	case "release":
		command = universalbuild.Chain(doc.Runtime.Release)
	case "start", "health":
		command = strings.Join(slices.Concat(doc.Runtime.Entrypoint, doc.Runtime.Command), " ")
	}
	head := slices.DeleteFunc([]string{f.Stage, f.Rule, doc.Metadata.Language, toolOf(command)}, func(s string) bool { return s == "" })
	return strings.Join(head, " ") + ": " + signatureWords(f.said())
}

// said is the line of the log that tells the failure, else its cause.
func (f *Failure) said() string {
	if at, ok := f.Details["log_line"].(int); ok && at >= 0 && at < len(f.Log) {
		return f.Log[at]
	}
	return f.Cause
}

// toolOf is the program that a command runs first, without its folder: "npm" of
// "--mount=type=cache,target=/root/.npm cd web && CI=1 npm ci".
func toolOf(command string) string {
	for part := range strings.SplitSeq(strings.ReplaceAll(command, ";", "&&"), "&&") {
		for word := range strings.FieldsSeq(part) {
			word = strings.Trim(word, `"'[],`)
			if word == "cd" || word == "set" || word == "export" || word == "mkdir" {
				break // it prepares what comes after it
			}
			if word == "" || strings.HasPrefix(word, "-") || strings.Contains(word, "=") || slices.Contains([]string{"sh", "/bin/sh", "bash", "exec", "env"}, word) {
				continue
			}
			return strings.ToLower(word[strings.LastIndexAny(word, `/\`)+1:])
		}
	}
	return ""
}

// differs are the words of an error that change between machines and days:
// numbers, versions and times; ids.
var differs = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[vV^~=<>]*\d[\d.:,TZ+x*-]*(?:ms|[smh%]|[kKMG]i?B|[-.]?(?:alpha|beta|rc|dev|post|pre)[\w.]*)?` +
		`|[0-9a-fA-F]{7,}|0x[0-9a-fA-F]+|sha\d+[:-].*|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4,})+)$`)
})

// packageName is a name with one slash that is no path: "@scope/name".
var packageName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^@[\w.-]+/[\w.-]+$`) })

// signatureWords is the normal form of a line.
func signatureWords(line string) string {
	var words []string
	for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return r <= ' ' || strings.ContainsRune("\"'`()[]{}|,;", r) }) {
		word = strings.TrimRight(strings.Trim(word, "…"), ".:!?")
		if name, version, ok := strings.Cut(word, "@"); ok && name != "" && version != "" && version[0] >= '0' && version[0] <= '9' {
			word = name // node@20
		}
		path := strings.ContainsAny(word, `/\`) && !packageName().MatchString(word)
		if word == "" || path || differs().MatchString(word) || !strings.ContainsFunc(word, isLetter) {
			continue
		}
		if words = append(words, strings.ToLower(word)); len(words) == mostSignatureWords {
			break
		}
	}
	return strings.Join(words, " ")
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 }
