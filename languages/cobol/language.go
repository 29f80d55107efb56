// Package cobol knows GnuCOBOL. It offers Language.
package cobol

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/universalbuild"
)

// Language is GnuCOBOL: sources without a build file.
var Language = language.Language{
	ID:         "cobol",
	Name:       "COBOL",
	Extensions: []string{".cbl", ".cob", ".cobol"},
	Systems: []language.System{{
		ID: "cobc", Name: "GnuCOBOL",
		Practices: language.Practices{
			BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
			Build: []string{"cobc -x -o /out/app index.cbl"}, Artifacts: []string{"/out/app"},
			Notes: []string{"Sources that do not keep to the columns of a punched card are compiled with -free.", "The program needs libcob4 to run."},
		},
	}},
	EnvReads: []language.Pattern{
		`(?i)\bACCEPT\s+\S+\s+FROM\s+ENVIRONMENT\s+["']([A-Za-z_][A-Za-z0-9_]*)["']`,
	},
	Claim:  claim,
	Start:  start,
	Recipe: recipe,
}

func sourcesOf(f *language.Folder) []string {
	var out []string
	for _, name := range f.Files() {
		switch strings.ToLower(path.Ext(name)) {
		case ".cbl", ".cob", ".cobol":
			out = append(out, name)
		}
	}
	return out
}

const runs = language.Pattern(`(?i)\bSTOP\s+RUN\b|\bGOBACK\b|\bPROCEDURE\s+DIVISION\s*\.`)

// mainOf finds the program to run: index, main or the folder's own name
// first, else the first that is no subprogram.
func mainOf(f *language.Folder) string {
	sources := sourcesOf(f)
	for _, wanted := range []string{"index", "main", f.Name()} {
		for _, name := range sources {
			if strings.EqualFold(strings.TrimSuffix(name, path.Ext(name)), wanted) {
				return name
			}
		}
	}
	for _, name := range sources {
		if content, _ := f.Text(name); runs.Regexp().MatchString(content) {
			return name
		}
	}
	return ""
}

func claim(f *language.Folder) (language.Claim, bool) {
	main := mainOf(f)
	if main == "" {
		return language.Claim{}, false
	}
	why := f.At("cobol.main", main, "PROGRAM-ID")
	return language.Claim{
		System: "cobc", Role: language.Program, Kind: universalbuild.CLI, Confidence: finding.Likely,
		Why: []finding.Evidence{why}, RoleWhy: why,
	}, true
}

func nameOf(main string) string {
	return binary.FileName(strings.ToLower(strings.TrimSuffix(main, path.Ext(main))))
}

func start(p *language.Project) finding.Finding[language.Start] {
	main := mainOf(p.Folder)
	found := finding.Of(language.Start{Command: []string{"/app/bin/" + nameOf(main)}}, finding.Likely, p.At("cobol.main", main, "PROGRAM-ID"))
	for _, other := range sourcesOf(p.Folder) {
		if other != main {
			found.Alternatives = append(found.Alternatives, finding.Alternative{Value: other, Confidence: finding.Guess, Evidence: p.At("cobol.main", other, "PROGRAM-ID")})
		}
	}
	return found
}

// free reports whether a source is written in free format: it says so,
// or a statement starts before column 8.
func free(content string) bool {
	if strings.Contains(strings.ToUpper(content), "SOURCE FORMAT") {
		return false // the directive in the source decides
	}
	for _, line := range strings.Split(content, "\n") {
		upper := strings.ToUpper(line)
		if strings.Contains(upper, "IDENTIFICATION DIVISION") || strings.Contains(upper, "PROGRAM-ID") {
			return len(line)-len(strings.TrimLeft(line, " ")) < 7
		}
	}
	return false
}

func recipe(p *language.Project) language.Recipe {
	main := mainOf(p.Folder)
	content, _ := p.Text(main)
	flags := ""
	if free(content) {
		flags = " -free"
	}
	name := nameOf(main)
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{},
			SystemPackages: []string{"gnucobol3"},
			BuildCommands:  []string{"mkdir -p /out && cobc -x" + flags + " -o /out/" + name + " " + language.ShellWord(main)},
		},
		Runtime: universalbuild.Runtime{
			BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{},
			SystemPackages: []string{"libcob4"},
		},
		Why: []language.Reason{{Field: "/build/base_image", Confidence: finding.Likely, Evidence: p.At("cobol.main", main, "PROGRAM-ID")}},
	}
	for _, other := range sourcesOf(p.Folder) {
		if other != main && calls(content, other) {
			r.Build.BuildCommands[0] += " " + language.ShellWord(other)
		}
	}
	binary.Take(p, &r, name)
	return r
}

// calls reports whether a program calls the subprogram of a file.
func calls(content, file string) bool {
	name := strings.ToUpper(strings.TrimSuffix(file, path.Ext(file)))
	upper := strings.ToUpper(content)
	return strings.Contains(upper, `CALL "`+name+`"`) || strings.Contains(upper, "CALL '"+name+"'")
}
