package export

import (
	"slices"
	"strconv"
	"strings"

	"aipack/backend/packaging/stack"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// envExample is the name of the file that says what compose wants to be given:
// the project may have one of that name, for its own ends, which an export
// before has not written.
func envExample(o SetOptions) string {
	if slices.Contains(o.Files, ".env.example") && !universalbuild.WrittenExample(o.Example) {
		return ".env.aipack.example"
	}
	return ".env.example"
}

// ExampleIn is ExampleOf for a folder that nobody has opened yet.
func ExampleIn(dir string) string {
	project, err := repo.Open(dir)
	if err != nil {
		return ""
	}
	defer project.Close()
	return ExampleOf(project)
}

// ExampleOf gives the beginning of a project's .env.example, "" where there is none
// that can be read.
func ExampleOf(project *repo.Tree) string {
	head, _ := project.ReadHead(".env.example", int64(len(universalbuild.ExampleHead))) // none, or a shorter one, is not ours
	return string(head)
}

// wanted writes that file: every value that compose.yaml refers to, what it is
// for, and how it comes to be. build are secrets that only builds take.
func wanted(all stack.Whole, build []stack.Secret, name string) string {
	var b strings.Builder
	b.WriteString(universalbuild.ExampleHead + " Copy this file, fill in what is empty, start:\n")
	b.WriteString("#   cp " + name + " .env && docker compose up --build\n")
	secrets := slices.Clone(all.Secrets)
	for _, n := range build {
		if !slices.ContainsFunc(secrets, func(s stack.Secret) bool { return s.Name == n.Name }) {
			secrets = append(secrets, n)
		}
	}
	for _, s := range secrets {
		b.WriteString("\n# " + said(s) + "\n" + s.Name + "=\n")
	}
	return b.String()
}

// said is one line about a value.
func said(s stack.Secret) string {
	why := s.Why
	if short := []rune(why); len(short) > 120 {
		why = string(short[:119]) + "…"
	}
	if kind := map[string]string{"integer": "a whole number", "number": "a number", "boolean": "true or false", "duration": "a duration such as 30s or 1h"}[s.Type]; kind != "" {
		why += "; " + kind
	}
	switch {
	case s.Written != nil:
		return why + ": the one that " + s.Written.Path + " has in line " + strconv.Itoa(s.Written.Line)
	case !s.MadeUp():
		return why + "; make one: " + s.Form.Command()
	case s.Outside:
		return why + "; from an account that you have elsewhere"
	}
	return why
}
