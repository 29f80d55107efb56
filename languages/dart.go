package languages

import (
	"fmt"
	"path"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/pubspec"
	"aipack/backend/universalbuild"
)

// Dart is pub, on a server or as a Flutter site.
var Dart = language.Language{
	ID:         "dart",
	Name:       "Dart",
	Extensions: []string{".dart"},
	Manifests: []language.Manifest{
		{Name: "pubspec.yaml", Priority: 1},
		{Name: "pubspec.lock", Priority: 3, Lock: true},
	},
	SkipDirs: []string{".dart_tool"},
	Systems: []language.System{{
		ID: "pub", Name: "pub",
		Files:  []string{"pubspec.yaml", "pubspec.lock"},
		Caches: []string{"/root/.pub-cache"},
		Practices: language.Practices{
			BuildImage: "dart:3.9", RuntimeImage: "debian:bookworm-slim",
			Build: []string{"dart pub get", "dart compile exe bin/server.dart -o /out/server"},
			Test:  []string{"dart test"}, Caches: []string{"/root/.pub-cache"}, Artifacts: []string{"/out/server"}, Ports: []int{8080},
			Notes: []string{
				"dart compile exe makes one file that needs no SDK to run.",
				"Code generators (build_runner) run before the compiler.",
			},
		},
	}},
	Frameworks: []language.Framework{
		{Name: "Serverpod", Needs: []string{"serverpod"}, Port: 8080},
		{Name: "Dart Frog", Needs: []string{"dart_frog"}, Port: 8080},
		{Name: "Conduit", Needs: []string{"conduit", "conduit_core"}, Port: 8888},
		{Name: "Angel3", Needs: []string{"angel3_framework"}, Port: 3000},
		{Name: "Alfred", Needs: []string{"alfred"}, Port: 3000},
		{Name: "Jaspr", Needs: []string{"jaspr"}, Port: 8080},
		{Name: "Shelf", Needs: []string{"shelf", "shelf_router"}, Port: 8080},
		{Name: "Flutter", Needs: []string{"flutter"}, Port: 8080},
		{Name: "nyxx", Needs: []string{"nyxx"}, Kind: universalbuild.Worker},
		{Name: "Televerse", Needs: []string{"televerse"}, Kind: universalbuild.Worker},
	},
	EnvReads: []language.Pattern{
		`\bPlatform\.environment\[\s*['"]([A-Za-z_][A-Za-z0-9_]*)['"]\s*\]\s*(?:\?\?\s*['"]([^'"\n]*)['"])?`,
		`\bString\.fromEnvironment\(\s*['"]([A-Z][A-Z0-9_]*)['"](?:\s*,\s*defaultValue:\s*['"]([^'"\n]*)['"])?`,
	},
	PortUses: []language.Pattern{
		`['"]PORT['"]\s*\]?[^\n]{0,40}?\?\?\s*['"]?(\d{2,5})`,
		`\bserve\([^;\n]*,\s*(\d{2,5})\s*[,)]`,
		`\bHttpServer\.bind\([^;\n]*,\s*(\d{2,5})\s*[,)]`,
		`\.listen\(\s*(\d{2,5})`,
		`\b(?:const|final|var|int)\s+\w*port\w*\s*=\s*(\d{2,5})`,
	},
	Routes: []language.Pattern{
		`\.\.?get\(\s*['"](/[^'"\n]*)['"]`,
		`@Route\.get\(\s*['"](/[^'"\n]*)['"]`,
		`==\s*['"](/[a-z][^'"\s]*)['"]`,
		`\bcase\s+['"](/[a-z][^'"\s]*)['"]`,
	},
	Workspace:      dartWorkspace,
	Claim:          dartClaim,
	Dependencies:   dartDependencies,
	Version:        dartVersion,
	DefaultVersion: "3.9",
	ImageVersion:   imageVersion("dart", "ghcr.io/cirruslabs/flutter"),
	Start:          dartStart,
	Recipe:         dartRecipe,
}

func dartWorkspace(f *language.Folder) (language.Workspace, bool) {
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
	return language.Workspace{Root: f.Path, Tool: "pub", Manager: "pub", Members: sortedKeys(members), Why: f.At("dart.workspace", "pubspec.yaml", "workspace:")}, true
}

const (
	dartServes = language.Pattern(`\bHttpServer\.bind|\bshelf_io\b|\bio\.serve\(|\bserve\(\s*\w+\s*,|\bServerSocket\.bind|\bServerpod\(|\bAlfred\(|\bApplication<|\bAngelHttp\(`)
	dartWaits  = language.Pattern(`\bNyxx\.connect|\bTelegram\(|\bTeleDart\(|\bTimer\.periodic\(`)
)

// dartMain finds the file to compile: the server among the programs in bin/.
func dartMain(f *language.Folder, pub pubspec.Manifest) string {
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

func dartClaim(f *language.Folder) (language.Claim, bool) {
	pub, ok := language.Parse(f, "pubspec.yaml", pubspec.Parse)
	if !ok {
		return language.Claim{}, false
	}
	claim := language.Claim{System: "pub", Name: pub.Name, Confidence: finding.Certain, Why: []finding.Evidence{f.At("dart.pubspec", "pubspec.yaml", "name:")}}
	main := dartMain(f, pub)
	switch {
	case pub.Flutter && f.Has("web/index.html"):
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Static, f.Evidence("dart.flutter_web", "web/index.html", 0, "")
	case pub.Flutter:
		claim.Role, claim.RoleWhy = language.Library, f.At("dart.flutter_app", "pubspec.yaml", "flutter:")
	case dartFrog(pub):
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, f.At("dart.frog", "pubspec.yaml", "dart_frog")
	case main == "":
		claim.Role, claim.RoleWhy = language.Library, claim.Why[0]
	default:
		dartRole(f, main, &claim)
	}
	return claim, true
}

func dartFrog(pub pubspec.Manifest) bool {
	for _, d := range pub.Dependencies {
		if d.Name == "dart_frog" && !d.Dev {
			return true
		}
	}
	return false
}

func dartRole(f *language.Folder, main string, claim *language.Claim) {
	var waits finding.Evidence
	for _, file := range append([]string{main}, f.Glob("lib/**/*.dart")...) {
		content, _ := f.Text(file)
		if at := firstLine(f, "dart.listens", file, content, dartServes); at.Rule != "" {
			claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, at
			return
		}
		if waits.Rule == "" {
			waits = firstLine(f, "dart.runs_for_ever", file, content, dartWaits)
		}
	}
	if waits.Rule != "" {
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Worker, waits
		return
	}
	claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("dart.main", main, "main(")
}

func dartDependencies(p *language.Project) []language.Dependency {
	pub, _ := language.Parse(p.Folder, "pubspec.yaml", pubspec.Parse)
	var deps []language.Dependency
	for _, d := range pub.Dependencies {
		dep := language.Dependency{Name: d.Name, Version: d.Version, Dev: d.Dev, Path: p.Join("pubspec.yaml"), Line: d.Line}
		if d.Path != "" {
			dep.Local = p.Sub(d.Path).Path
		}
		deps = append(deps, dep)
	}
	sort.SliceStable(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

func dartVersion(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{toolVersion(p.Folder, "dart")}
	pub, _ := language.Parse(p.Folder, "pubspec.yaml", pubspec.Parse)
	if least := dartLeast(pub.SDK); least != "" {
		candidates = append(candidates, finding.Of(least, finding.Likely, p.Evidence("dart.sdk", "pubspec.yaml", pub.SDKLine, pub.SDK)))
	}
	return finding.First(strings.Clone, candidates...)
}

// dartLeast gives the least version a constraint admits: "3.4.0" for "^3.4.0"
// and for ">=3.4.0 <4.0.0".
func dartLeast(constraint string) string {
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

func dartStart(p *language.Project) finding.Finding[language.Start] {
	pub, _ := language.Parse(p.Folder, "pubspec.yaml", pubspec.Parse)
	main := dartMain(p.Folder, pub)
	switch {
	case p.Claim.Kind == universalbuild.Static || p.Claim.Role == language.Library:
		return finding.Finding[language.Start]{}
	case dartFrog(pub):
		return finding.Of(language.Start{Command: []string{"/app/bin/server"}}, finding.Certain, p.At("dart.frog", "pubspec.yaml", "dart_frog"))
	case main == "":
		return finding.Finding[language.Start]{}
	}
	command := []string{"/app/bin/" + dartBinary(main)}
	if p.Framework.Value == "Serverpod" {
		command = append(command, "--mode", "production")
	}
	return finding.Of(language.Start{Command: command}, finding.Certain, p.At("dart.main", main, "main("))
}

func dartBinary(main string) string {
	return safeFileName(strings.TrimSuffix(path.Base(main), ".dart"))
}

// dartImage names the official image, which stands on Debian. They start with
// Dart 2.14.
func dartImage(version string) string {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	m, _ := strconv.Atoi(major)
	n, _ := strconv.Atoi(minor)
	if m < 2 || m == 2 && n < 14 || m > 9 || n > 99 {
		return "dart:2.19"
	}
	return fmt.Sprintf("dart:%d.%d", m, n)
}

func dartRecipe(p *language.Project) language.Recipe {
	pub, _ := language.Parse(p.Folder, "pubspec.yaml", pubspec.Parse)
	if p.Claim.Kind == universalbuild.Static {
		return flutterRecipe(p)
	}
	var local []*language.Folder
	for _, d := range pub.Dependencies {
		if d.Path != "" {
			local = append(local, p.Sub(d.Path))
		}
	}
	base := contextAround(p, local...)
	dir := inFolder(base, p.Path)
	in := ""
	if dir != "." {
		in = "cd " + shellWord(dir) + " && "
	}
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: dartImage(p.Version.Value), Workdir: "/app", Environment: map[string]string{},
			CachePaths: []string{"/root/.pub-cache"},
		},
		Runtime: universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{}},
		Why:     []language.Reason{{Field: "/build/base_image", Confidence: p.Version.Confidence, Evidence: p.At("dart.sdk", "pubspec.yaml", "sdk:")}},
	}
	if base.Path != p.Path {
		r.Build.Context = base.Path
	}
	if dir == "." && len(local) == 0 {
		r.Build.Manifests = []string{"pubspec.yaml"}
		if p.Has("pubspec.lock") {
			r.Build.Manifests = []string{"pubspec.lock", "pubspec.yaml"}
		}
		r.Build.PreBuildCommands = []string{"dart pub get"}
	}
	r.Build.BuildCommands = []string{in + "dart pub get"}
	for _, d := range pub.Dependencies {
		if d.Name == "build_runner" {
			r.Build.BuildCommands = append(r.Build.BuildCommands, in+"dart run build_runner build --delete-conflicting-outputs")
		}
	}
	main := dartMain(p.Folder, pub)
	name := dartBinary(main)
	if dartFrog(pub) {
		main, name = "build/bin/server.dart", "server"
		r.Build.BuildCommands = append(r.Build.BuildCommands, in+"dart pub global activate dart_frog_cli && dart pub global run dart_frog_cli:dart_frog build && cd build && dart pub get")
	}
	r.Build.BuildCommands = append(r.Build.BuildCommands, fmt.Sprintf("%smkdir -p /out && dart compile exe %s -o /out/%s", in, shellWord(main), name))
	takeBinary(p, &r, name)
	dartRuntimeNeeds(p, dir, &r)
	return r
}

func dartRuntimeNeeds(p *language.Project, dir string, r *language.Recipe) {
	var texts []string
	for _, file := range append(p.Glob("bin/**/*.dart"), p.Glob("lib/**/*.dart")...) {
		content, _ := p.Text(file)
		texts = append(texts, content)
	}
	for _, d := range p.Deps {
		if d.Name == "http" || d.Name == "dio" || d.Name == "postgres" {
			r.Runtime.SystemPackages = []string{"ca-certificates"}
		}
	}
	if p.Framework.Value == "Serverpod" {
		texts = append(texts, `"./config"`, `"./web"`, `"./migrations"`)
	}
	copyRuntimeAssets(p, dir, texts, r)
}

// flutterRecipe builds a Flutter project for the browser. There is no official
// image; this one is the community's, with the stable channel.
func flutterRecipe(p *language.Project) language.Recipe {
	return language.Recipe{
		Static: true,
		Build: universalbuild.Build{
			BaseImage: "ghcr.io/cirruslabs/flutter:stable", Workdir: "/app", Environment: map[string]string{},
			CachePaths:    []string{"/root/.pub-cache"},
			BuildCommands: []string{"flutter pub get && flutter build web --release"},
			Artifacts:     []string{"build/web"},
		},
		Runtime: staticRuntime(p, "build/web", true),
		Why:     []language.Reason{{Field: "/build/base_image", Confidence: finding.Guess, Evidence: p.At("dart.flutter", "pubspec.yaml", "flutter")}},
	}
}
