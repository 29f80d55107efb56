package overview

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"aipack/backend/code/codegraph"
	"aipack/backend/code/syntax"
	"aipack/backend/code/syntax/facts"
	"aipack/backend/repo"
)

// fewest things that have to be counted before they are called a habit, and what
// share of them has to be alike.
const (
	fewest = 8
	mostly = 0.75
)

// mostRead are as many sources of a language as are opened to see how they are
// written, evenly chosen.
const mostRead = 200

// conventions are the habits of a project, by language, then by what they are about.
func conventions(g *codegraph.Graph, paths []string, text func(path string) ([]byte, error)) []Convention {
	out := []Convention{}
	by := map[string][]*facts.File{}
	for i, f := range g.Files {
		name := g.Language(g.FileNode(i))
		by[name] = append(by[name], f)
	}
	for _, language := range slices.Sorted(maps.Keys(by)) {
		files := by[language]
		var functions, types, constants, docs tally
		for _, f := range files {
			for i := range f.Symbols {
				s := &f.Symbols[i]
				switch {
				case s.Local || strings.HasPrefix(s.Name, "__"):
				case s.Kind == syntax.Function || s.Kind == syntax.Method:
					functions.add(caseOf(s.Name))
				case s.Kind.IsType():
					types.add(caseOf(s.Name))
				case s.Kind == syntax.Constant && s.Owner == syntax.Nobody:
					constants.add(caseOf(s.Name))
				}
				if !tests(f) && s.Exported && s.Owner == syntax.Nobody && (s.Kind == syntax.Function || s.Kind.IsType()) {
					docs.add(map[bool]string{true: "have a comment of their own", false: "have no comment"}[s.HasDoc])
				}
			}
		}
		out = append(out, functions.said(language, "names of functions")...)
		out = append(out, types.said(language, "names of types")...)
		out = append(out, constants.said(language, "names of constants")...)
		out = append(out, docs.said(language, "what others use")...)
		out = append(out, written(language, files, text)...)
		out = append(out, tested(language, g, files)...)
	}
	for _, p := range paths {
		if tool := toolOf(path.Base(p)); tool != "" && !strings.Contains(p, "/") {
			out = append(out, Convention{About: "kept by a tool", Habit: tool + " (" + p + ")"})
		}
	}
	return out
}

// Said are the habits of a project as lines of text, none where nothing is shared.
func Said(ctx context.Context, g *codegraph.Graph, tree *repo.Tree) []string {
	root, _ := tree.List(ctx, ".", repo.DirFilter{Hidden: true, Files: true}) // without it no tool is known
	var names []string
	for _, e := range root.Entries {
		names = append(names, e.Path)
	}
	out := []string{}
	for _, c := range conventions(g, names, tree.ReadFile) {
		out = append(out, c.String())
	}
	return out
}

// tally counts words.
type tally map[string]int

func (t *tally) add(word string) {
	if word == "" {
		return
	}
	if *t == nil {
		*t = tally{}
	}
	(*t)[word]++
}

// said is the habit that most of what was counted has; none where there is none.
func (t tally) said(language, about string) []Convention {
	best, sum := "", 0
	for _, word := range slices.Sorted(maps.Keys(t)) {
		sum += t[word]
		if best == "" || t[word] > t[best] {
			best = word
		}
	}
	if sum < fewest || float64(t[best]) < mostly*float64(sum) {
		return nil
	}
	return []Convention{{language, about, best, float64(t[best]) / float64(sum), sum}}
}

// caseOf is how a name is written; "" for one of a single word, which says
// nothing.
func caseOf(name string) string {
	name = strings.Trim(name, "_$")
	upper := strings.IndexFunc(name, unicode.IsUpper)
	switch {
	case len(name) < 3:
		return ""
	case strings.Contains(name, "_") && strings.ToUpper(name) == name:
		return "UPPER_SNAKE"
	case strings.Contains(name, "_") && upper < 0:
		return "snake_case"
	case strings.Contains(name, "_"):
		return "Mixed_Case"
	case upper == 0 && strings.ToUpper(name) == name:
		return ""
	case upper == 0:
		return "PascalCase"
	case upper > 0:
		return "camelCase"
	}
	return ""
}

// written is how lines are: what they begin with, how long they are.
func written(language string, files []*facts.File, text func(path string) ([]byte, error)) []Convention {
	var begins, ends tally
	var lengths []int
	step := max(1, len(files)/mostRead)
	for i := 0; i < len(files); i += step {
		b, err := text(files[i].Path)
		if err != nil {
			continue
		}
		begins.add(indentOf(b))
		for line := range bytes.Lines(b) {
			line = bytes.TrimRight(line, "\r\n")
			if len(line) == 0 {
				continue
			}
			lengths = append(lengths, len(line))
			if language == "javascript" || language == "typescript" {
				switch line[len(line)-1] {
				case ';':
					ends.add("end with a semicolon")
				case ')':
					ends.add("have no semicolon")
				}
			}
		}
	}
	out := begins.said(language, "indentation of files")
	out = append(out, ends.said(language, "statements")...)
	if len(lengths) >= 200 {
		slices.Sort(lengths)
		out = append(out, Convention{
			Language: language, About: "length of lines",
			Habit: fmt.Sprintf("95 of 100 have at most %d letters", lengths[len(lengths)*95/100]), Of: len(lengths),
		})
	}
	return out
}

// indentOf is what the lines of a file begin with; "" where none does.
func indentOf(text []byte) string {
	tabs := 0
	steps := map[int]int{}
	before := 0
	for line := range bytes.Lines(text) {
		blanks := len(line) - len(bytes.TrimLeft(line, " "))
		switch {
		case len(bytes.TrimSpace(line)) == 0:
			continue
		case line[0] == '\t':
			tabs++
		case blanks > before:
			steps[blanks-before]++
		}
		before = blanks
	}
	best, sum := 0, 0
	for _, step := range []int{2, 4, 8, 3} {
		sum += steps[step]
		if steps[step] > steps[best] {
			best = step
		}
	}
	switch {
	case tabs > sum:
		return "tabs"
	case best > 0:
		return fmt.Sprintf("%d blanks", best)
	}
	return ""
}

// tested is where tests lie, and what they are written with.
func tested(language string, g *codegraph.Graph, files []*facts.File) []Convention {
	var beside, with tally
	all, sources := 0, map[string]bool{}
	for _, f := range files {
		if !tests(f) {
			sources[path.Dir(f.Path)] = true
		}
	}
	for _, f := range files {
		if !tests(f) {
			continue
		}
		all++
		beside.add(map[bool]string{true: "lie beside what they test", false: "lie in folders of their own"}[sources[path.Dir(f.Path)]])
		seen := map[string]bool{}
		for _, im := range f.Imports {
			if runner := runners[libraryName(language, im.Module)]; runner != "" && !seen[runner] {
				seen[runner] = true
				with.add(runner)
			}
		}
	}
	if all == 0 {
		return nil
	}
	out := []Convention{{
		Language: language, About: "tests", Habit: fmt.Sprintf("%d of %d files", all, len(files)),
		Share: float64(all) / float64(len(files)), Of: len(files),
	}}
	out = append(out, beside.said(language, "tests")...)
	for _, runner := range slices.Sorted(maps.Keys(with)) {
		out = append(out, Convention{Language: language, About: "tests", Habit: "written with " + runner, Share: float64(with[runner]) / float64(all), Of: all})
	}
	return out
}

// runners are what tests are written with, by the library that they import.
var runners = map[string]string{
	"testing": "Go's testing", "github.com/stretchr/testify": "testify", "github.com/onsi/ginkgo": "Ginkgo", "github.com/onsi/gomega": "Gomega",
	"pytest": "pytest", "unittest": "unittest", "django": "Django's test runner", "hypothesis": "Hypothesis",
	"jest": "Jest", "@jest/globals": "Jest", "vitest": "Vitest", "mocha": "Mocha", "chai": "Chai",
	"@playwright/test": "Playwright", "cypress": "Cypress", "node:test": "Node's test runner",
	"@testing-library/react": "Testing Library", "supertest": "SuperTest", "ava": "AVA",
	"org.junit": "JUnit", "org.testng": "TestNG", "org.mockito": "Mockito", "org.assertj": "AssertJ", "org.springframework": "Spring's tests",
}

// libraryName is the part of an import that names whose it is; "" for one of the
// project's own.
func libraryName(language, module string) string {
	switch language {
	case "go":
		parts := strings.Split(module, "/")
		if !strings.Contains(parts[0], ".") {
			return module
		}
		return strings.Join(parts[:min(len(parts), 3)], "/")
	case "javascript", "typescript":
		if strings.HasPrefix(module, ".") || strings.HasPrefix(module, "/") {
			return ""
		}
		parts := strings.Split(module, "/")
		if strings.HasPrefix(module, "@") && len(parts) > 1 {
			return parts[0] + "/" + parts[1]
		}
		return parts[0]
	case "python":
		if strings.HasPrefix(module, ".") {
			return ""
		}
		first, _, _ := strings.Cut(module, ".")
		return first
	case "java":
		parts := strings.Split(module, ".")
		if parts[0] == "java" {
			return "java"
		}
		return strings.Join(parts[:min(len(parts), 2)], ".")
	case "rust":
		first, _, _ := strings.Cut(strings.TrimPrefix(module, "mod "), ".")
		switch first {
		case "crate", "self", "super", "super!", "":
			return ""
		}
		if strings.HasPrefix(module, "mod ") {
			return ""
		}
		return first
	}
	return module
}

// toolOf is the tool that a file of settings is of, where it keeps code alike.
func toolOf(name string) string {
	switch name {
	case ".editorconfig":
		return "EditorConfig"
	case ".golangci.yml", ".golangci.yaml", ".golangci.toml":
		return "golangci-lint"
	case "ruff.toml", ".ruff.toml":
		return "Ruff"
	case ".flake8", ".pylintrc":
		return strings.TrimPrefix(strings.TrimSuffix(name, "rc"), ".")
	case "rustfmt.toml", ".rustfmt.toml":
		return "rustfmt"
	case "clippy.toml", ".clippy.toml":
		return "Clippy"
	case "biome.json", "biome.jsonc":
		return "Biome"
	case "checkstyle.xml":
		return "Checkstyle"
	case ".pre-commit-config.yaml":
		return "pre-commit"
	}
	for prefix, tool := range map[string]string{".prettierrc": "Prettier", "prettier.config.": "Prettier", ".eslintrc": "ESLint", "eslint.config.": "ESLint"} {
		if strings.HasPrefix(name, prefix) {
			return tool
		}
	}
	return ""
}
