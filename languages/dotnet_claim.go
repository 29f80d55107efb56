package languages

import (
	"path"
	"sort"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/msbuild"
)

// dotnetOf finds the project of a folder for one of the languages.
func dotnetOf(f *language.Folder, id string) (dotnetProject, bool) {
	if file := dotnetFile(f, dotnetExtensions[id]); file != "" {
		return dotnetRead(f, file)
	}
	if id == "csharp" {
		return dotnetFileBased(f)
	}
	return dotnetProject{}, false
}

// dotnetFileBased recognises a program of one .cs file: one with directives or
// a dotnet shebang, in a folder that no project file covers.
func dotnetFileBased(f *language.Folder) (dotnetProject, bool) {
	files := f.Glob("*.cs")
	if len(files) == 0 || dotnetCovered(f) {
		return dotnetProject{}, false
	}
	sort.Strings(files)
	for _, name := range files {
		content, _ := f.Text(name)
		first, _, _ := strings.Cut(content, "\n")
		if !strings.Contains(content, "\n#:") && !strings.HasPrefix(strings.TrimPrefix(content, "\ufeff"), "#:") && !(strings.HasPrefix(first, "#!") && strings.Contains(first, "dotnet")) && len(files) > 1 {
			continue
		}
		if own, ok := language.Parse(f, name, msbuild.ParseFileBased); ok {
			return dotnetProject{folder: f, file: name, own: own, single: true, levels: []dotnetLevel{{f, name, own}}}, true
		}
	}
	return dotnetProject{}, false
}

// dotnetCovered reports whether a project file or solution stands in the folder
// or above it: its sources are that project's then.
func dotnetCovered(f *language.Folder) bool {
	for at := f; ; at = at.Sub("..") {
		if len(at.Glob("*.{csproj,fsproj,vbproj,sln,slnx}")) > 0 || at.Has("project.json") || at.Has("ProjectSettings/ProjectVersion.txt") {
			return true
		}
		if at.IsRoot() {
			return len(dotnetFiles(f)) > 0
		}
	}
}

func dotnetClaim(f *language.Folder, id string) (language.Claim, bool) {
	c := language.Claim{System: "dotnet", PackageManager: "nuget", Confidence: finding.Certain}
	p, ok := dotnetOf(f, id)
	if !ok {
		if _, name, found := dotnetSolution(f); found && dotnetMain(f) == id {
			c.Why = append(c.Why, f.Evidence("dotnet.solution", name, 0, ""))
			return c, true
		}
		if published, found := dotnetPublished(f); found && id == "csharp" {
			c.Name, c.Confidence = published.name, finding.Likely
			c.Role, c.RoleWhy = published.role()
			c.Why = append(c.Why, f.Evidence("dotnet.published", published.name+".runtimeconfig.json", 0, ""))
			return c, true
		}
		return c, false
	}
	if !strings.HasSuffix(p.file, dotnetExtensions[id]) && !p.single {
		return c, false
	}
	c.Name = p.base()
	c.Why = append(c.Why, lineOf(f, "dotnet.project", p.file, max(p.own.SDKLine, p.own.Line)))
	c.Role, c.Kind, c.RoleWhy = p.role()
	c.Parts = dotnetParts(p)
	kind, why := p.kind()
	switch {
	case p.single && len(p.own.SDKs) == 0 && len(p.own.Properties) == 0 && len(p.own.Packages) == 0:
		c.Confidence = finding.Guess
	case kind == dotnetLegacy:
		f.Warn(p.file, "windows_only", p.file+" targets the .NET Framework, which runs on Windows only; no Linux image can hold it", "move the project to .NET 8 or later")
	case kind == dotnetDesktop:
		f.Warn(p.file, "windows_only", p.file+" makes a desktop or mobile program; there is nothing to run in a container", "point aipack at the service it talks to")
	}
	if kind == dotnetHost {
		c.Role, c.RoleWhy = language.Aside, why
	}
	if files := f.Glob("*" + dotnetExtensions[id]); len(files) > 1 {
		for _, other := range files {
			if other != p.file {
				c.Lost = append(c.Lost, finding.Alternative{Value: other, Confidence: finding.Guess, Evidence: f.Evidence("dotnet.project", other, 0, "")})
			}
		}
	}
	return c, true
}

// dotnetMain is the language of most projects in a solution.
func dotnetMain(f *language.Folder) string {
	count := map[string]int{}
	for _, full := range dotnetFiles(f) {
		count[path.Ext(full)]++
	}
	switch {
	case count[".fsproj"] > count[".csproj"] && count[".fsproj"] >= count[".vbproj"]:
		return "fsharp"
	case count[".vbproj"] > count[".csproj"]:
		return "visualbasic"
	}
	return "csharp"
}

// dotnetWorkspace reads a solution with several projects as a workspace.
func dotnetWorkspace(f *language.Folder) (language.Workspace, bool) {
	solution, name, ok := dotnetSolution(f)
	if !ok {
		return language.Workspace{}, false
	}
	seen := map[string]bool{}
	var folders []*language.Folder
	for _, p := range solution.Projects {
		full := path.Join(f.Path, p.Path)
		if _, ok := f.Reader().Index.Stat(full); ok && !seen[path.Dir(full)] {
			seen[path.Dir(full)] = true
			folders = append(folders, f.Reader().Folder(path.Dir(full)))
		}
	}
	if len(seen) < 2 {
		return language.Workspace{}, false
	}
	root := contextAround(&language.Project{Folder: f}, folders...)
	return language.Workspace{Root: root.Path, Tool: "dotnet", Manager: "dotnet", Members: sortedKeys(seen), Why: f.Evidence("dotnet.solution", name, 0, "")}, true
}

func dotnetDependencies(p *language.Project) []language.Dependency {
	d, ok := dotnetOf(p.Folder, p.Language.ID)
	if !ok {
		return nil
	}
	kind, _ := d.kind()
	deps := d.packages()
	for i := range deps {
		deps[i].Dev = kind == dotnetTest
	}
	for _, full := range d.references() {
		deps = append(deps, language.Dependency{Name: strings.TrimSuffix(path.Base(full), path.Ext(full)), Local: path.Dir(full), Path: p.Join(d.file), Line: 0})
	}
	for i, item := range d.own.Projects {
		for j := range deps {
			if deps[j].Local != "" && strings.HasSuffix(item.Name, "/"+deps[j].Name+path.Ext(item.Name)) && deps[j].Line == 0 {
				deps[j].Line = d.own.Projects[i].Line
			}
		}
	}
	return sortedDependencies(deps)
}

// dotnetPublish is a program that was published elsewhere: assemblies and their
// runtime configuration, no sources.
type dotnetPublish struct {
	name   string
	config msbuild.RuntimeConfig
	folder *language.Folder
}

func dotnetPublished(f *language.Folder) (dotnetPublish, bool) {
	for _, file := range f.Glob("*.runtimeconfig.json") {
		name := strings.TrimSuffix(file, ".runtimeconfig.json")
		config, ok := language.Parse(f, file, msbuild.ParseRuntimeConfig)
		if ok && config.Framework != "" && f.Has(name+".dll") {
			return dotnetPublish{name, config, f}, true
		}
	}
	return dotnetPublish{}, false
}

func (d dotnetPublish) role() (language.Role, finding.Evidence) {
	why := d.folder.At("dotnet.published", d.name+".runtimeconfig.json", d.config.Framework)
	if strings.Contains(d.config.Framework, "AspNetCore") {
		return language.Service, why
	}
	return language.Program, why
}
