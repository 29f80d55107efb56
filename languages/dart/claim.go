package dart

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/pubspec"
	"aipack/backend/universalbuild"
)

func workspace(f *language.Folder) (language.Workspace, bool) {
	pub, ok := language.Parse(f, "pubspec.yaml", pubspec.Parse)
	if !ok || len(pub.Workspace) == 0 {
		return language.Workspace{}, false
	}
	members := map[string]bool{}
	for _, member := range pub.Workspace {
		if at := f.Sub(member); at.Has("pubspec.yaml") {
			members[at.Path] = true
		}
	}
	return language.Workspace{
		Root: f.Path, Tool: "pub", Manager: "pub", Members: slices.Sorted(maps.Keys(members)),
		Why: f.At("dart.workspace", "pubspec.yaml", "workspace:"),
	}, true
}

const (
	serves       = language.Pattern(`\bHttpServer\.bind|\bshelf_io\b|\bio\.serve\(|\bserve\(\s*\w+\s*,|\bServerSocket\.bind|\bServerpod\(|\bAlfred\(|\bApplication<|\bAngelHttp\(`)
	waitsPattern = language.Pattern(`\bNyxx\.connect|\bTelegram\(|\bTeleDart\(|\bTimer\.periodic\(`)
)

// mainOf finds the file to compile: the server among the programs in bin/.
func mainOf(f *language.Folder, pub pubspec.Manifest) string {
	for _, name := range []string{"bin/server.dart", "bin/" + pub.Name + ".dart", "bin/main.dart"} {
		if f.Has(name) {
			return name
		}
	}
	for _, name := range pub.Executables {
		if file := "bin/" + name + ".dart"; f.Has(file) {
			return file
		}
	}
	if files := f.Sub("bin").Glob("*.dart"); len(files) > 0 {
		return "bin/" + files[0]
	}
	if pub.Name != "" && f.Has("lib/main.dart") && !pub.Flutter {
		return "lib/main.dart"
	}
	return ""
}

func claim(f *language.Folder) (language.Claim, bool) {
	pub, ok := language.Parse(f, "pubspec.yaml", pubspec.Parse)
	if !ok {
		return language.Claim{}, false
	}
	claim := language.Claim{System: "pub", Name: pub.Name, Confidence: finding.Certain, Why: []finding.Evidence{f.At("dart.pubspec", "pubspec.yaml", "name:")}}
	main := mainOf(f, pub)
	switch {
	case pub.Flutter && f.Has("web/index.html"):
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Static, f.Evidence("dart.flutter_web", "web/index.html", 0, "")
	case pub.Flutter:
		claim.Role, claim.RoleWhy = language.Library, f.At("dart.flutter_app", "pubspec.yaml", "flutter:")
	case frog(pub):
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, f.At("dart.frog", "pubspec.yaml", "dart_frog")
	case main == "":
		claim.Role, claim.RoleWhy = language.Library, claim.Why[0]
	default:
		role(f, main, &claim)
	}
	return claim, true
}

func frog(pub pubspec.Manifest) bool {
	for _, d := range pub.Dependencies {
		if d.Name == "dart_frog" && !d.Dev {
			return true
		}
	}
	return false
}

func role(f *language.Folder, main string, claim *language.Claim) {
	var waits finding.Evidence
	for _, file := range append([]string{main}, f.Glob("lib/**/*.dart")...) {
		content, _ := f.Text(file)
		if at := f.AtCode("dart.listens", file, content, serves); at.Rule != "" {
			claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, at
			return
		}
		if waits.Rule == "" {
			waits = f.AtCode("dart.runs_for_ever", file, content, waitsPattern)
		}
	}
	if waits.Rule != "" {
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Worker, waits
		return
	}
	claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("dart.main", main, "main(")
}

func dependencies(p *language.Project) []language.Dependency {
	pub, _ := language.Parse(p.Folder, "pubspec.yaml", pubspec.Parse)
	var deps []language.Dependency
	for _, d := range pub.Dependencies {
		dep := language.Dependency{Name: d.Name, Version: d.Version, Dev: d.Dev, Path: p.Join("pubspec.yaml"), Line: d.Line}
		if d.Path != "" {
			dep.Local, dep.Absent = p.Sub(d.Path).Path, p.Absent(d.Path)
		}
		deps = append(deps, dep)
	}
	sort.SliceStable(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

func versionOf(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{version.Tool(p.Folder, "dart")}
	pub, _ := language.Parse(p.Folder, "pubspec.yaml", pubspec.Parse)
	if least := leastOf(pub.SDK); least != "" {
		candidates = append(candidates, finding.Of(least, finding.Likely, p.Evidence("dart.sdk", "pubspec.yaml", pub.SDKLine, pub.SDK)))
	}
	return finding.First(strings.Clone, candidates...)
}

// leastOf gives the least version a constraint admits: "3.4.0" for "^3.4.0"
// and for ">=3.4.0 <4.0.0".
func leastOf(constraint string) string {
	for _, part := range strings.Fields(constraint) {
		if strings.HasPrefix(part, "<") {
			continue
		}
		if version := strings.TrimLeft(part, "^>="); version != "" && version[0] >= '0' && version[0] <= '9' {
			return version
		}
	}
	return ""
}
