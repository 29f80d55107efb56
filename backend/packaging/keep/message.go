package keep

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// Types are those of Conventional Commits that are in general use (conventionalcommits.org
// 1.0.0; the list is Angular's).
var Types = []string{"build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "revert", "style", "test"}

// mostSubject is how long the first line of a message should be at most (git-commit(1) says
// 50, the kernel 75, most linters of messages 72).
const mostSubject = 72

// Unconventional says in what a message departs from Conventional Commits; "" for in
// nothing. It is advice: a project may have another custom.
func Unconventional(message string) string {
	lines := strings.Split(strings.TrimSpace(message), "\n")
	kind, what, found := strings.Cut(lines[0], ": ")
	kind = strings.TrimSuffix(kind, "!")
	if open, scope, has := strings.Cut(kind, "("); has {
		if !strings.HasSuffix(scope, ")") || len(scope) < 2 {
			return "the scope has no closing bracket"
		}
		kind = open
	}
	switch {
	case !found || strings.TrimSpace(what) == "":
		return "the first line is not `type(scope): description`"
	case !slices.Contains(Types, kind):
		return "`" + kind + "` is none of the usual types"
	case len([]rune(lines[0])) > mostSubject:
		return "the first line has more than 72 letters"
	case len(lines) > 1 && strings.TrimSpace(lines[1]) != "":
		return "the second line is not empty"
	}
	return ""
}

// About is what a message tells.
type About struct {
	Services []Service
	Files    []File
}

// Service is one that the files build.
type Service struct {
	Name   string
	Proven bool   // as the files are
	Said   string // what is known of it, in a line: "proven on 2026-11-29: GET /health answers 200"; "" for nothing
}

// Suggest writes a message by Conventional Commits. It says proven of the files only where
// each service is.
func Suggest(a About) string {
	var b strings.Builder
	b.WriteString("build")
	if len(a.Services) == 1 {
		if scope := scope(a.Services[0].Name); scope != "" {
			b.WriteString("(" + scope + ")")
		}
	}
	verb := " add "
	if slices.ContainsFunc(a.Files, func(f File) bool { return f.Known }) {
		verb = " update "
	}
	b.WriteString(":" + verb)
	unproven := func(s Service) bool { return !s.Proven }
	if len(a.Services) > 0 && !slices.ContainsFunc(a.Services, unproven) {
		b.WriteString("proven ")
	}
	b.WriteString(named(a.Files) + "\n")
	for _, s := range a.Services {
		if s.Said != "" {
			b.WriteString("\n" + s.Name + ": " + s.Said)
		}
	}
	return strings.TrimSpace(b.String())
}

// WithReason is a message that says why a commit is made although a check failed; the same
// where there is no reason, or it stands there.
func WithReason(message, reason string) string {
	message, reason = strings.TrimSpace(message), strings.TrimSpace(reason)
	if reason == "" || strings.Contains(message, reason) {
		return message
	}
	return message + "\n\nKept although not every check passed: " + reason
}

// scope is a service's name where it can stand in brackets.
func scope(name string) string {
	if len(name) > 30 || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || strings.ContainsRune("()[]{}:\\`", r) }) {
		return ""
	}
	return name
}

// named names the files of an export, the most telling first.
func named(files []File) string {
	var dockerfiles int
	var rest []string
	for _, f := range files {
		switch base := path.Base(f.Path); {
		case base == "Dockerfile" || strings.HasPrefix(base, "Dockerfile.") && !strings.HasSuffix(base, ".dockerignore"):
			dockerfiles++
		case base == "compose.yaml":
			rest = append([]string{base}, rest...)
		case base == "universalbuild.json":
			rest = append(rest, "build plan")
		}
	}
	switch {
	case dockerfiles == 1:
		rest = append([]string{"Dockerfile"}, rest...)
	case dockerfiles > 1:
		rest = append([]string{strconv.Itoa(dockerfiles) + " Dockerfiles"}, rest...)
	}
	switch len(rest) {
	case 0:
		return "container files"
	case 1:
		return rest[0]
	}
	return strings.Join(rest[:len(rest)-1], ", ") + " and " + rest[len(rest)-1]
}
