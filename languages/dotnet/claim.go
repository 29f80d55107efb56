package dotnet

import (
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/node"
	"aipack/backend/manifest/msbuild"
)

// projectFor finds the project of a folder for one of the languages.
func projectFor(f *language.Folder, id string) (project, bool) {
	if file := fileOf(f, extensions[id]); file != "" {
		return read(f, file)
	}
	if id == "csharp" {
		return fileBased(f)
	}
	return project{}, false
}

// fileBased recognises a program of one .cs file: one with directives or
// a dotnet shebang, in a folder that no project file covers.
func fileBased(f *language.Folder) (project, bool) {
	files := f.Glob("*.cs")
	if len(files) == 0 || covered(f) {
		return project{}, false
	}
	sort.Strings(files)
	for _, name := range files {
		content, _ := f.Text(name)
		first, _, _ := strings.Cut(content, "\n")
		if !strings.Contains(content, "\n#:") && !strings.HasPrefix(strings.TrimPrefix(content, "\ufeff"), "#:") && !(strings.HasPrefix(first, "#!") && strings.Contains(first, "dotnet")) && len(files) > 1 {
			continue
		}
		if own, ok := language.Parse(f, name, msbuild.ParseFileBased); ok {
			return project{folder: f, file: name, own: own, single: true, levels: []level{{f, name, own}}}, true
		}
	}
	return project{}, false
}

// covered reports whether a project file or solution stands in the folder
// or above it: its sources are that project's then.
func covered(f *language.Folder) bool {
	for at := f; ; at = at.Sub("..") {
		if len(at.Glob("*.{csproj,fsproj,vbproj,sln,slnx}")) > 0 || at.Has("project.json") || at.Has("ProjectSettings/ProjectVersion.txt") {
			return true
		}
		if at.IsRoot() {
			return len(files(f)) > 0
		}
	}
}

func claim(f *language.Folder, id string) (language.Claim, bool) {
	c := language.Claim{System: "dotnet", PackageManager: "nuget", Confidence: finding.Certain}
	p, ok := projectFor(f, id)
	if !ok {
		if _, name, found := solutionOf(f); found && leadingLanguage(f) == id {
			c.Why = append(c.Why, f.Evidence("dotnet.solution", name, 0, ""))
			return c, true
		}
		if published, found := publishedIn(f); found && id == "csharp" {
			c.Name, c.Confidence = published.name, finding.Likely
			c.Role, c.RoleWhy = published.role()
			c.Why = append(c.Why, f.Evidence("dotnet.published", published.name+".runtimeconfig.json", 0, ""))
			return c, true
		}
		return c, false
	}
	if !strings.HasSuffix(p.file, extensions[id]) && !p.single {
		return c, false
	}
	c.Name = p.base()
	c.Why = append(c.Why, f.AtLine("dotnet.project", p.file, max(p.own.SDKLine, p.own.Line)))
	c.Role, c.Kind, c.RoleWhy = p.role()
	if c.Parts = parts(p); len(c.Parts) == 0 {
		node.Claim(f, &c)
	}
	kind, why := p.kind()
	switch {
	case p.single && len(p.own.SDKs) == 0 && len(p.own.Properties) == 0 && len(p.own.Packages) == 0:
		c.Confidence = finding.Guess
	case kind == legacy:
		f.Warn(p.file, "windows_only", p.file+" targets the .NET Framework, which runs on Windows only; no Linux image can hold it",
			"move the project to .NET 8 or later")
	case kind == desktop:
		f.Warn(p.file, "windows_only", p.file+" makes a desktop or mobile program; there is nothing to run in a container", "point aipack at the service it talks to")
	}
	if kind == host {
		c.Role, c.RoleWhy = language.Aside, why
	}
	if files := f.Glob("*" + extensions[id]); len(files) > 1 {
		for _, other := range files {
			if other != p.file {
				c.Alternatives = append(c.Alternatives, finding.Alternative{Value: other, Confidence: finding.Guess, Evidence: f.Evidence("dotnet.project", other, 0, "")})
			}
		}
	}
	return c, true
}

// leadingLanguage is the language of most projects in a solution.
func leadingLanguage(f *language.Folder) string {
	count := map[string]int{}
	for _, full := range files(f) {
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

// workspace reads a solution with several projects as a workspace.
func workspace(f *language.Folder) (language.Workspace, bool) {
	solution, name, ok := solutionOf(f)
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
	root := (&language.Project{Folder: f}).ContextAround(folders...)
	return language.Workspace{
		Root: root.Path, Tool: "dotnet", Manager: "dotnet", Members: slices.Sorted(maps.Keys(seen)),
		Why: f.Evidence("dotnet.solution", name, 0, ""),
	}, true
}

func dependencies(p *language.Project) []language.Dependency {
	d, ok := projectFor(p.Folder, p.Language.ID)
	if !ok {
		return nil
	}
	kind, _ := d.kind()
	deps := d.packages()
	for i := range deps {
		deps[i].Dev = kind == test
	}
	for _, full := range d.references() {
		deps = append(deps, language.Dependency{Name: strings.TrimSuffix(path.Base(full), path.Ext(full)), Local: path.Dir(full), Path: p.Join(d.file), Line: 0})
	}
	for _, item := range d.own.Projects {
		if gone := p.Absent(d.expand(item.Name, 5)); gone != "" {
			deps = append(deps, language.Dependency{Name: strings.TrimSuffix(path.Base(gone), path.Ext(gone)), Absent: gone, Path: p.Join(d.file), Line: item.Line})
		}
	}
	for i, item := range d.own.Projects {
		for j := range deps {
			if deps[j].Local != "" && strings.HasSuffix(item.Name, "/"+deps[j].Name+path.Ext(item.Name)) && deps[j].Line == 0 {
				deps[j].Line = d.own.Projects[i].Line
			}
		}
	}
	return language.SortDependencies(deps)
}

// publish is a program that was published elsewhere: assemblies and their
// runtime configuration, no sources.
type publish struct {
	name   string
	config msbuild.RuntimeConfig
	folder *language.Folder
}

func publishedIn(f *language.Folder) (publish, bool) {
	for _, file := range f.Glob("*.runtimeconfig.json") {
		name := strings.TrimSuffix(file, ".runtimeconfig.json")
		config, ok := language.Parse(f, file, msbuild.ParseRuntimeConfig)
		if ok && config.Framework != "" && f.Has(name+".dll") {
			return publish{name, config, f}, true
		}
	}
	return publish{}, false
}

func (d publish) role() (language.Role, finding.Evidence) {
	why := d.folder.At("dotnet.published", d.name+".runtimeconfig.json", d.config.Framework)
	if strings.Contains(d.config.Framework, "AspNetCore") {
		return language.Service, why
	}
	return language.Program, why
}
