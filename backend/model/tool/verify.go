package tool

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/validate"
	"aipack/backend/manifest/makefile"
	"aipack/backend/manifest/npm"
	"aipack/backend/universalbuild"
)

// verify holds a submission against the repository's files: what it quotes
// must stand there, and what it runs must exist. It doubts only what it can
// disprove; a file that a build makes cannot be looked for.
func (j *judge) verify(ctx context.Context, doc universalbuild.UniversalBuild) []validate.Problem {
	if j.files == nil {
		return nil
	}
	g := verifier{judge: j, doc: doc}
	g.evidence(ctx)
	g.commands()
	return g.problems
}

type verifier struct {
	*judge
	doc      universalbuild.UniversalBuild
	problems []validate.Problem
}

func (g *verifier) fail(at, rule, message, fix string) {
	g.problems = append(g.problems, validate.Problem{Path: at, Rule: rule, Level: validate.Error, Message: message, Fix: fix})
}

// evidence looks up each quotation.
func (g *verifier) evidence(ctx context.Context) {
	const most = 100
	for i, e := range g.doc.Evidence[:min(most, len(g.doc.Evidence))] {
		at := "/evidence/" + strconv.Itoa(i)
		if e.Path == "" || ctx.Err() != nil {
			continue
		}
		p := path.Clean(e.Path)
		if g.repo.IsDir(p) {
			continue // the folder itself says it
		}
		if !g.repo.IsFile(p) {
			g.fail(at+"/path", "quoted_file", fmt.Sprintf("There is no file %s in the repository.", quoted(e.Path)), "Name the file that the value was read from.")
			continue
		}
		if e.Excerpt == "" {
			continue
		}
		text, err := g.repo.ReadText(p)
		if err == nil && !strings.Contains(squeezed(text), squeezed(e.Excerpt)) {
			g.fail(at+"/excerpt", "quoted_text", fmt.Sprintf("%s does not hold the text %s.", quoted(e.Path), quoted(e.Excerpt)),
				"Quote what the file says, or leave the evidence out.")
		}
	}
}

// squeezed takes all space out of a text: a quotation may break its lines
// elsewhere.
func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

// commands looks for the scripts, targets and files that commands run.
func (g *verifier) commands() {
	b, r := g.doc.Build, g.doc.Runtime
	for _, part := range []struct {
		at    string
		lines []string
	}{
		{"/build/pre_build_commands", b.PreBuildCommands}, {"/build/build_commands", b.BuildCommands},
		{"/build/post_build_commands", b.PostBuildCommands}, {"/runtime/release", r.Release},
	} {
		for i, line := range part.lines {
			g.line(part.at+"/"+strconv.Itoa(i), strings.Fields(line))
		}
	}
	command := slices.Concat(r.Entrypoint, r.Command)
	if len(command) > 2 && slices.Contains([]string{"sh", "bash", "/bin/sh", "/bin/bash"}, command[0]) && strings.HasPrefix(command[1], "-") {
		command = strings.Fields(command[2])
	}
	g.line("/runtime/command", command)
}

// line looks at one command line. One with shell syntax may do anything: only
// its plain words are looked at.
func (g *verifier) line(at string, words []string) {
	for len(words) > 0 && (words[0] == "exec" || strings.Contains(words[0], "=")) {
		words = words[1:]
	}
	if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return strings.ContainsAny(w, "&|;<>`(") || w == "cd" }) {
		return
	}
	switch program := path.Base(words[0]); program {
	case "npm", "pnpm", "yarn", "bun":
		g.packageScript(at, program, words[1:])
	case "make":
		g.makeTarget(at, words[1:])
	case "python", "python3", "ruby", "php", "perl", "sh", "bash":
		g.sourceFile(at, words[1:])
	case "node", "deno":
		if len(g.doc.Build.BuildCommands) == 0 {
			g.sourceFile(at, words[1:])
		}
	}
}

// packageScript looks a script up in package.json.
func (g *verifier) packageScript(at, program string, words []string) {
	name := ""
	switch {
	case len(words) >= 2 && (words[0] == "run" || words[0] == "run-script"):
		name = words[1]
	case len(words) >= 1 && words[0] == "start" && program != "bun":
		name = "start"
	}
	if name == "" || strings.HasPrefix(name, "-") || strings.ContainsAny(name, "$./*") {
		return
	}
	scripts, found := g.scripts(slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") }))
	if !found || slices.Contains(scripts, name) {
		return
	}
	if name == "start" && program == "npm" && len(g.files.Named("server.js")) > 0 {
		return // what npm starts where no script says otherwise
	}
	fix := "package.json has no scripts."
	if len(scripts) > 0 {
		fix = "The scripts are: " + strings.Join(scripts[:min(20, len(scripts))], ", ") + "."
	}
	g.fail(at, "script_exists", fmt.Sprintf("package.json has no script %s.", quoted(name)), fix)
}

// scripts lists the scripts that a command may mean: of the service's and the
// build context's package.json, or of all where an option names another one.
func (g *verifier) scripts(anywhere bool) (names []string, found bool) {
	files := []string{path.Join(g.doc.Metadata.Path, "package.json"), path.Join(cmp.Or(g.doc.Build.Context, g.doc.Metadata.Path), "package.json")}
	if anywhere {
		files = g.files.Named("package.json")
	}
	for _, f := range files[:min(len(files), 500)] {
		text, err := g.repo.ReadText(f)
		if err != nil {
			continue
		}
		pkg, err := npm.ParsePackage(text)
		if err != nil {
			return nil, false
		}
		found = true
		for name := range pkg.Scripts {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), found
}

// makeTarget looks a target up in the Makefile of the build context.
func (g *verifier) makeTarget(at string, words []string) {
	if len(words) != 1 || strings.ContainsAny(words[0], "-=$%./") {
		return
	}
	for _, name := range []string{"GNUmakefile", "makefile", "Makefile"} {
		text, err := g.repo.ReadText(path.Join(cmp.Or(g.doc.Build.Context, g.doc.Metadata.Path), name))
		if err != nil {
			continue
		}
		file, err := makefile.Parse(text)
		if err != nil || strings.Contains(text, "include ") || strings.Contains(text, "%") {
			return // targets may come from elsewhere
		}
		var targets []string
		for _, t := range file.Targets {
			targets = append(targets, t.Name)
		}
		if !slices.Contains(targets, words[0]) {
			g.fail(at, "target_exists", fmt.Sprintf("The Makefile has no target %s.", quoted(words[0])), "The targets are: "+strings.Join(targets[:min(20, len(targets))], ", ")+".")
		}
		return
	}
}

// sourceFile looks for the file that an interpreter is given. Wherever it lies,
// its name must be known.
func (g *verifier) sourceFile(at string, words []string) {
	if len(words) == 0 || strings.HasPrefix(words[0], "-") {
		return // what follows may be anything
	}
	name := path.Base(words[0])
	known := strings.ContainsAny(words[0], "$*") || !strings.Contains(name, ".") || len(g.files.Named(name)) > 0 ||
		slices.ContainsFunc(g.doc.Runtime.Files, func(f universalbuild.File) bool { return path.Base(f.Path) == name })
	for _, c := range g.doc.Runtime.Copy {
		known = known || path.Base(c.From) == name && g.doc.HasBuild() || path.Base(c.To) == name
	}
	if !known {
		g.fail(at, "file_exists", fmt.Sprintf("The repository has no file named %s.", quoted(name)), "Run a file that exists; list_files and search_files show them.")
	}
}
