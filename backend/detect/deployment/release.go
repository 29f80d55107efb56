package deployment

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/dockerfile"
)

// What brings a program's database up to date, as it is written before the
// program in the command of a container or in the script that starts it:
// "./shop migrate && ./shop", "./shop --install --idempotent && ./shop".
const (
	migrateWord language.Pattern = `(?i)(?:^|[\s:/.=-])(?:migrate\w*|migrations?|upgrade|install|create_tables|create_db|init[_-]?db|db[:/_-](?:init|setup|prepare|migrate)|syncdb|loaddata)(?:$|[\s:.=-])`
	notMigrate  language.Pattern = `(?i)\b(?:apt|apt-get|apk|pip3?|npm|yarn|pnpm|bundle|composer|go|cargo)\s+(?:-\S+\s+)*(?:install|add|upgrade|ci)\b|\binstall\s+-[a-zA-Z]\b|makemigrations`
)

// Releases is what the project's own container runs before the program, once
// per release as far as a person would: the steps in its command, in that of
// the compose service or of the workload in Kubernetes, in the script that starts it.
func (f *Files) Releases() finding.Finding[[]string] {
	for _, c := range f.started() {
		for _, part := range c.Parts {
			why := part.Evidence(f.Project.Reader(), "release.compose", part.Command.Line)
			if lines := f.migrationSteps(commandText(part.Command)); len(lines) > 0 {
				return finding.Of(lines, finding.Likely, why)
			}
		}
	}
	for _, d := range f.Deployed {
		lines := f.migrationSteps(commandText(dockerfile.Command{Exec: d.Words()}))
		if len(lines) > 0 && d.Lasts() {
			return finding.Of(lines, finding.Likely, d.at(f.Project.Reader(), "release.kubernetes", lines[0]))
		}
	}
	stage, root := f.Container.Stage, f.Project.Reader().Folder(".")
	for _, command := range []dockerfile.Command{stage.Cmd, stage.Entrypoint} {
		if lines := f.migrationSteps(commandText(command)); len(lines) > 0 {
			return finding.Of(lines, finding.Likely, root.AtLine("release.container", f.Container.Path, command.Line))
		}
		for _, word := range command.Exec[:min(len(command.Exec), 3)] {
			if lines, why, ok := f.scriptSteps(word); ok {
				return finding.Of(lines, finding.Likely, why)
			}
		}
	}
	return finding.Finding[[]string]{}
}

// started lists the compose services that run the program: those that are built
// from its folder, else those whose image has its name.
func (f *Files) started() []Composed {
	if len(f.Composed) > 0 {
		return f.Composed
	}
	var out []Composed
	names := f.Called()
	for _, c := range f.Around.Compose.Services {
		if c.Folder == "" && c.Kind == "" && slices.ContainsFunc(c.Parts, func(p Part) bool { return slices.Contains(names, dockerfile.ImageName(p.Image)) }) {
			out = append(out, c)
		}
	}
	return out
}

// commandText is a command as a shell reads it; one that starts no shell has no
// steps.
func commandText(c dockerfile.Command) string {
	switch {
	case c.Shell != "":
		return c.Shell
	case len(c.Exec) >= 3 && strings.HasSuffix(c.Exec[0], "sh") && strings.HasPrefix(c.Exec[1], "-"):
		return c.Exec[2]
	}
	return ""
}

// migrationSteps lists the steps before the last that change a database.
func (f *Files) migrationSteps(text string) []string {
	steps := strings.FieldsFunc(strings.ReplaceAll(text, "&&", "\n"), func(c rune) bool { return c == '\n' || c == ';' })
	var out []string
	for _, step := range steps[:max(len(steps)-1, 0)] {
		if step = f.migrationStep(step); step != "" {
			out = append(out, step)
		}
	}
	return out
}

// migrationStep is a line that can be run in an image of ours, "" for any other.
func (f *Files) migrationStep(line string) string {
	line = strings.TrimSpace(line)
	if len(line) > 200 || strings.ContainsAny(line, "|<>`(){}") || strings.Contains(line, "$") || !migrateWord.Matches(line) || notMigrate.Matches(line) || strings.HasPrefix(line, "#") {
		return ""
	}
	words := strings.Fields(line)
	switch words[0] {
	case "echo", "if", "while", "until", "for", "export", "case", "cd", "exec", "su", "gosu", "su-exec", "printf", "test", "[", "[[", "sleep":
		return ""
	}
	return line
}

// scriptSteps reads the script that a container is started with.
func (f *Files) scriptSteps(word string) ([]string, finding.Evidence, bool) {
	for _, s := range f.scripts(word) {
		var lines []string
		for _, line := range s.lines {
			if step := f.migrationStep(line); step != "" && !slices.Contains(lines, step) {
				lines = append(lines, step)
			}
		}
		if len(lines) > 0 {
			return lines, s.dir.At("release.script", s.name, lines[0]), true
		}
	}
	return nil, finding.Evidence{}, false
}
