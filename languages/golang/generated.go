package golang

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/tasks"
	"aipack/backend/manifest/gomod"
	"aipack/backend/manifest/lenient"
)

// generator writes sources that a module may keep out of its repository: what it
// requires of the generator to compile them says which release writes them.
type generator struct {
	module  string // that go.mod requires
	command string // its program
	// missing finds out whether what it writes is needed and not there, and with which
	// arguments it is called.
	missing func(p *language.Project) (arguments string, why finding.Evidence)
}

// https://gqlgen.com/config/, https://templ.guide/core-concepts/template-generation,
// https://github.com/swaggo/swag#getting-started
var generators = []generator{
	{"github.com/99designs/gqlgen", "", gqlgenMissing},
	{"github.com/a-h/templ", "cmd/templ", templMissing},
	{"github.com/swaggo/swag", "cmd/swag", swagMissing},
}

// generate puts what writes such sources in front of the build.
func generate(p *language.Project, base *language.Folder, r *language.Recipe) {
	mod, ok := language.Parse(p.Folder, "go.mod", gomod.ParseModule)
	if !ok || vendored(p) {
		return
	}
	for _, g := range generators {
		i := slices.IndexFunc(mod.Requires, func(r gomod.Require) bool { return r.Path == g.module })
		if i < 0 {
			continue
		}
		arguments, why := g.missing(p)
		if why.Rule == "" {
			continue
		}
		line := "go run " + language.ShellWord(path.Join(g.module, g.command)+"@"+mod.Requires[i].Version) + " " + arguments
		if base.Path != p.Path {
			line = "cd " + language.ShellWord(language.Below(base.Path, p.Path)) + " && " + line
		}
		r.Build.BuildCommands = append(r.Build.BuildCommands, line)
		r.Why = append(r.Why, language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: why})
	}
}

func gqlgenMissing(p *language.Project) (string, finding.Evidence) {
	name := p.FirstOf("gqlgen.yml", "gqlgen.yaml", ".gqlgen.yml") // as gqlgen looks for it
	if name == "" {
		return "", finding.Evidence{}
	}
	file, ok := language.Parse(p.Folder, name, lenient.FirstYAML)
	if !ok {
		return "", finding.Evidence{}
	}
	exec := file.Get("exec")
	made := cmp.Or(exec.Get("filename").Text(), exec.Get("dir").Text(), "generated.go")
	if !language.SafeFolder(made) || p.Has(made) || p.HasDir(made) {
		return "", finding.Evidence{}
	}
	return "generate", p.At("go.generated", name, "exec")
}

func templMissing(p *language.Project) (string, finding.Evidence) {
	for _, file := range p.Glob("**/*.templ") {
		if !p.Has(strings.TrimSuffix(file, ".templ") + "_templ.go") {
			return "generate", p.Evidence("go.generated", file, 0, "")
		}
	}
	return "", finding.Evidence{}
}

// swagMissing finds an import of the package that `swag init` writes, whose name is
// docs unless it is told another.
func swagMissing(p *language.Project) (string, finding.Evidence) {
	mod, _ := language.Parse(p.Folder, "go.mod", gomod.ParseModule)
	mains := mainsOf(p)
	if len(mains) == 0 || !mains[0].imports[mod.Module+"/docs"] || p.HasDir("docs") && len(p.Glob("docs/*.go")) > 0 {
		return "", finding.Evidence{}
	}
	why := p.At("go.generated", mains[0].file, "func main()")
	for _, target := range tasks.Of(p.Folder) {
		for _, step := range target.Steps() {
			if step.Program() == "swag" && len(step.Words) > 1 && step.Words[1] == "init" && step.Dir == p.Path && !slices.ContainsFunc(step.Words, unfit) {
				words := make([]string, len(step.Words)-1)
				for i, w := range step.Words[1:] {
					words[i] = language.ShellWord(w)
				}
				return strings.Join(words, " "), target.Why
			}
		}
	}
	return "init -g " + language.ShellWord(mains[0].file), why
}
