package export

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/bounded"
	"aipack/backend/base/linesum"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// ownIgnore reads what the project's own .dockerignore of a context says.
func ownIgnore(project *repo.Tree, dir string) string {
	text, err := project.ReadText(path.Join(dir, ".dockerignore"))
	if err != nil {
		return ""
	}
	return OwnIgnore(text)
}

// OwnIgnore is what the text of a project's own .dockerignore says; of one that we wrote,
// what somebody has written into it.
func OwnIgnore(text string) string {
	if linesum.Unchanged([]byte(text)) {
		return ""
	}
	own, sealed := linesum.Own(text)
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && (!sealed || own[i]) {
			b.WriteString(line + "\n")
		}
	}
	if _, err := bounded.Ignored(b.String()); err != nil {
		return "" // no builder reads it either
	}
	return b.String()
}

// mostChanged bounds what is changed of a project's own patterns.
const mostChanged = 20

// ownBlock is the project's own patterns, less what would hide a file that the plan
// names: a pattern of a folder above it is left out and said, a file by itself comes
// back.
func ownBlock(own string, documents []universalbuild.UniversalBuild, files []string) string {
	if own == "" {
		return ""
	}
	lines := strings.Split(strings.TrimSuffix(own, "\n"), "\n")
	var said []string
	needed := namedBy(documents, files)
	for range mostChanged {
		file := hidden(lines, needed)
		if file == "" {
			break
		}
		at := hiding(lines, file)
		switch parent := path.Dir(file); {
		case at < 0:
			lines = append(lines, "!"+file)
		case strings.Trim(lines[at], "*/") == "": // all but what is named
			first, _, _ := strings.Cut(file, "/")
			lines = append(lines, "!"+first)
		case parent != "." && hidden(lines[at:at+1], []string{parent}) != "":
			said = append(said, "# sent all the same, because the build needs "+file+": "+lines[at])
			lines = slices.Delete(lines, at, at+1)
		default:
			lines = append(lines, "!"+file)
		}
	}
	return "# From the project's own .dockerignore\n" + strings.Join(append(said, lines...), "\n") + "\n"
}

// hidden is the first of some files that patterns leave out, "" for none.
func hidden(patterns, files []string) string {
	out, err := bounded.Ignored(strings.Join(patterns, "\n"))
	if err != nil {
		return ""
	}
	for _, f := range files {
		if left, err := out(f); err == nil && left {
			return f
		}
	}
	return ""
}

// hiding is the last pattern that leaves a file out, -1 for none by itself.
func hiding(patterns []string, file string) int {
	for i, p := range slices.Backward(patterns) {
		if !strings.HasPrefix(p, "!") && hidden([]string{p}, []string{file}) != "" {
			return i
		}
	}
	return -1
}

// namedBy are the files of a context that the plans name: what is copied by name, and
// what their commands run.
func namedBy(documents []universalbuild.UniversalBuild, files []string) (named []string) {
	there := setOf(files)
	for _, d := range documents {
		in := relative(d.Context(), folder(d))
		words := slices.Concat(copied(d), d.Runtime.Command, d.Runtime.Entrypoint)
		for _, p := range d.Runtime.Processes {
			words = append(words, p.Command...)
		}
		lines := slices.Concat(words, d.Runtime.Release, d.Build.PreBuildCommands, d.Build.BuildCommands, d.Build.PostBuildCommands)
		for _, line := range lines {
			for _, word := range strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t\n;&|()\"'=", c) }) {
				for _, name := range []string{path.Clean(word), path.Join(in, word)} {
					if there[name] && !slices.Contains(named, name) {
						named = append(named, name)
					}
				}
			}
		}
	}
	return named
}
