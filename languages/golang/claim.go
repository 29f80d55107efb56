package golang

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
	"aipack/backend/universalbuild"
)

func workspace(f *language.Folder) (language.Workspace, bool) {
	work, ok := language.Parse(f, "go.work", gomod.ParseWork)
	if !ok {
		return language.Workspace{}, false
	}
	members := map[string]bool{}
	for _, use := range work.Uses {
		if at := f.Sub(use); at.Has("go.mod") && path.Clean(use) != ".." && !strings.HasPrefix(path.Clean(use), "../") {
			members[at.Path] = true
		}
	}
	return language.Workspace{
		Root: f.Path, Tool: "go.work", Manager: "go",
		Members: slices.Sorted(maps.Keys(members)), Absent: f.AllAbsent(work.Uses),
		Why: f.At("go.workspace", "go.work", "use"),
	}, true
}

// claim takes a module, or a folder of Go sources from before modules. What
// it is to a deployment is read from what its main packages reach.
func claim(f *language.Folder) (language.Claim, bool) {
	claim := language.Claim{System: "go", Confidence: finding.Certain}
	mod, ok := language.Parse(f, "go.mod", gomod.ParseModule)
	switch {
	case ok && mod.Module != "":
		claim.Name = binaryName(f, ".")
		claim.Why = append(claim.Why, f.At("go.module", "go.mod", "module"))
	case f.Has("go.mod"):
		claim.Confidence = finding.Unsure
		claim.Why = append(claim.Why, f.Evidence("go.module", "go.mod", 0, ""))
	case mainFile(f, ".") != "":
		file := mainFile(f, ".")
		claim.Confidence = finding.Likely
		claim.Why = append(claim.Why, f.At("go.main_without_module", file, "package main"))
	default:
		return language.Claim{}, false
	}
	role(f, &claim)
	return claim, true
}

func role(f *language.Folder, claim *language.Claim) {
	mains := chosen(f, mainPackages(f))
	if len(mains) == 0 {
		claim.Role, claim.RoleWhy = language.Library, f.Evidence("go.no_main_package", f.FirstOf("go.mod"), 0, "")
		return
	}
	first := mains[0]
	for _, end := range embedded(f, mains[:1]) {
		claim.Parts = append(claim.Parts, end.dir)
	}
	claim.Programs = commands(f, mains)
	switch {
	case f.Path != "." && isFunction(first):
		claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("go.lambda", first.file, "func main()")
	case first.serves():
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, first.listens
	case first.works():
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Worker, first.waits
	default:
		claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("go.main_package", first.file, "func main()")
	}
}

// isFunction reports whether a program is a function of AWS Lambda, which its runtime
// alone starts: beside services it is none of them.
// https://docs.aws.amazon.com/lambda/latest/dg/golang-handler.html
func isFunction(m mainPackage) bool {
	return slices.ContainsFunc([]string{"github.com/aws/aws-lambda-go/lambda", "github.com/akrylysov/algnhsa"}, func(name string) bool { return m.imports[name] })
}
