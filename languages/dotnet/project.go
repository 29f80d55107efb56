package dotnet

import (
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/msbuild"
)

// project is a project file with what the props files above it add.
type project struct {
	folder *language.Folder
	file   string // "Web.csproj"; a .cs file for one without a project
	own    msbuild.Project
	levels []level // own file first, then Directory.Build.props upwards
	single bool    // a file-based app of .NET 10
}

type level struct {
	folder *language.Folder
	file   string
	build  msbuild.Project
}

// fileOf finds the project file of a folder. Where several stand side by
// side, the one named like the folder counts, else the first that runs.
func fileOf(f *language.Folder, extension string) string {
	files := f.Glob("*" + extension)
	if len(files) < 2 {
		return strings.Join(files, "")
	}
	sort.Strings(files)
	for _, name := range files {
		if strings.EqualFold(strings.TrimSuffix(name, extension), f.Name()) {
			return name
		}
	}
	for _, name := range files {
		if b, ok := language.Parse(f, name, msbuild.Parse); ok && len(b.SDKs) > 0 && b.SDKs[0] != "Microsoft.NET.Sdk" {
			return name
		}
	}
	return files[0]
}

// read reads a project file and the Directory.Build.props that MSBuild
// imports into it: the nearest one above, and from there those above that, as
// many repositories chain them.
func read(f *language.Folder, file string) (project, bool) {
	own, ok := language.Parse(f, file, msbuild.Parse)
	if !ok {
		return project{}, false
	}
	p := project{folder: f, file: file, own: own, levels: []level{{f, file, own}}}
	p.follow(p.levels[0], 5)
	for at := f; ; at = at.Sub("..") {
		for _, name := range []string{"Directory.Build.props", "Directory.Build.targets"} {
			if b, ok := language.Parse(at, name, msbuild.Parse); ok {
				p.levels = append(p.levels, level{at, name, b})
				p.follow(p.levels[len(p.levels)-1], 5)
			}
		}
		if at.IsRoot() {
			return p, true
		}
	}
}

// follow takes in the files that a level imports by a path that can be read.
func (p *project) follow(l level, depth int) {
	const most = 60
	for _, item := range l.build.Imports {
		name := strings.NewReplacer("$(MSBuildThisFileDirectory)", "./", "$(MSBuildProjectDirectory)", "./", "//", "/").Replace(item.Name)
		if strings.ContainsAny(name, "$*") || depth == 0 || len(p.levels) > most {
			continue
		}
		full := path.Join(l.folder.Path, name)
		at := p.folder.Reader().Folder(path.Dir(full))
		b, ok := language.Parse(at, path.Base(full), msbuild.Parse)
		if !ok {
			b, ok = unlisted(at, full)
		}
		if ok {
			next := level{at, path.Base(full), b}
			p.levels = append(p.levels, next)
			p.follow(next, depth-1)
		}
	}
}

// unlisted reads a file that the walk passed over: many repositories keep
// what their projects import in build/, which elsewhere holds outputs.
func unlisted(f *language.Folder, full string) (msbuild.Project, bool) {
	text, err := f.Reader().Repo.ReadText(full)
	if err != nil {
		return msbuild.Project{}, false
	}
	b, err := msbuild.Parse(text)
	return b, err == nil
}

// property finds a property, the project's own first.
func (p project) property(name string) (string, finding.Evidence) {
	for _, l := range p.levels {
		if v, ok := l.build.Properties[name]; ok && v.Text != "" {
			return p.expand(v.Text, 5), l.folder.AtLine("dotnet."+name, l.file, v.Line)
		}
	}
	return "", finding.Evidence{}
}

// expand replaces $(Name) by what the files say.
func (p project) expand(s string, depth int) string {
	if depth == 0 || !strings.Contains(s, "$(") {
		return s
	}
	s = strings.NewReplacer("$(MSBuildProjectName)", p.base(), "$(", "${", ")", "}").Replace(s)
	return language.ReplaceVariables(s, func(name string) (string, bool) {
		for _, l := range p.levels {
			if v, ok := l.build.Properties[strings.ToLower(name)]; ok {
				return p.expand(v.Text, depth-1), true
			}
		}
		return "", true
	})
}

// base is the file's name without its extension, which names the assembly
// where nothing else does.
func (p project) base() string { return strings.TrimSuffix(p.file, path.Ext(p.file)) }

func (p project) assembly() string {
	if name, _ := p.property("assemblyname"); name != "" {
		return name
	}
	return p.base()
}

// is reports whether a switch is on. Where a file that many projects import
// sets it under a condition, that condition tells the projects apart
// ("the name ends in .Tests"), so it says nothing about this one.
func (p project) is(property string) bool {
	for i, l := range p.levels {
		v, ok := l.build.Properties[property]
		if !ok || v.Text == "" || i > 0 && v.Conditional {
			continue
		}
		on := p.expand(v.Text, 5)
		return strings.EqualFold(on, "true") || strings.EqualFold(on, "enable")
	}
	return false
}

// sdk reports whether the project uses an SDK, and where it says so.
func (p project) sdk(names ...string) (finding.Evidence, bool) {
	for _, s := range p.own.SDKs {
		for _, n := range names {
			if strings.EqualFold(s, n) {
				return p.folder.AtLine("dotnet.sdk", p.file, p.own.SDKLine), true
			}
		}
	}
	return finding.Evidence{}, false
}

// frameworks lists the target frameworks as written: net8.0, netstandard2.0.
func (p project) frameworks() ([]string, finding.Evidence) {
	for _, name := range []string{"targetframework", "targetframeworks"} {
		if v, where := p.property(name); v != "" {
			var out []string
			for _, each := range strings.Split(v, ";") {
				if each = strings.TrimSpace(each); each != "" {
					out = append(out, each)
				}
			}
			return out, where
		}
	}
	return nil, finding.Evidence{}
}

const moniker = language.Pattern(`^net(?:coreapp)?(\d+\.\d+)(?:-([a-z]+)[\d.]*)?$`)

// version is the newest .NET that the project targets, "" for none: libraries
// of .NET Standard and programs of the Windows-only .NET Framework.
func (p project) version() (version, platform string, where finding.Evidence) {
	frameworks, where := p.frameworks()
	for _, f := range frameworks {
		found := moniker.Regexp().FindStringSubmatch(f)
		if found != nil && less(version, found[1]) {
			version, platform = found[1], found[2]
		}
	}
	return version, platform, where
}

// less compares versions such as 8.0 and 10.0 by number.
func less(a, b string) bool {
	for i := 0; i < 4; i++ {
		x, y := part(a, i), part(b, i)
		if x != y {
			return x < y
		}
	}
	return false
}

func part(version string, i int) int {
	parts := strings.FieldsFunc(version, func(c rune) bool { return c < '0' || c > '9' })
	if i >= len(parts) || len(parts[i]) > 6 {
		return 0
	}
	n := 0
	for _, c := range parts[i] {
		n = n*10 + int(c-'0')
	}
	return n
}

// packages lists the packages with their versions, central ones filled in.
func (p project) packages() []language.Dependency {
	central := map[string]string{}
	for at := p.folder; ; at = at.Sub("..") {
		if b, ok := language.Parse(at, "Directory.Packages.props", msbuild.Parse); ok {
			for _, v := range b.Versions {
				if central[v.Name] == "" {
					central[v.Name] = v.Version
				}
			}
		}
		if at.IsRoot() {
			break
		}
	}
	var out []language.Dependency
	for _, l := range p.levels {
		for _, item := range l.build.Packages {
			version := item.Version
			if version == "" {
				version = central[item.Name]
			}
			out = append(out, language.Dependency{Name: item.Name, Version: p.expand(version, 5), Path: l.folder.Join(l.file), Line: item.Line})
		}
	}
	for _, item := range p.own.Frameworks {
		out = append(out, language.Dependency{Name: item.Name, Path: p.folder.Join(p.file), Line: item.Line})
	}
	return out
}

// references lists the project files that this one references and that are in
// the repository, relative to its root.
func (p project) references() []string {
	var out []string
	for _, item := range p.own.Projects {
		name := p.expand(item.Name, 5)
		full := path.Join(p.folder.Path, name)
		if _, ok := p.folder.Reader().Index.Stat(full); ok {
			out = append(out, full)
		}
	}
	return out
}

// closure lists all project files that are built along, sorted, this one
// included.
func (p project) closure() []string {
	const most = 500
	seen := map[string]bool{p.folder.Join(p.file): true}
	for queue := []project{p}; len(queue) > 0 && len(seen) < most; queue = queue[1:] {
		for _, full := range queue[0].references() {
			if seen[full] {
				continue
			}
			seen[full] = true
			if next, ok := read(p.folder.Reader().Folder(path.Dir(full)), path.Base(full)); ok {
				queue = append(queue, next)
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}
