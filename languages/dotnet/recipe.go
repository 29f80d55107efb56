package dotnet

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/nginx"
	"aipack/backend/language/node"
	"aipack/backend/manifest/msbuild"
	"aipack/backend/universalbuild"
)

// native reports whether the project is compiled to machine code. A file-based
// app is by default, but not here: its build would need a C compiler.
func (p project) native() bool { return !p.single && p.is("publishaot") }

// recipe restores from the project files alone, publishes one project,
// and runs it on the runtime that it targets.
func recipe(p *language.Project) language.Recipe {
	if published, ok := publishedIn(p.Folder); ok && fileOf(p.Folder, extensions[p.Language.ID]) == "" {
		return published.recipe(p)
	}
	d, ok := targetOf(p)
	if !ok {
		return language.Recipe{}
	}
	b := build{p: p, d: d, files: d.closure()}
	var needed []*language.Folder
	for _, full := range b.files {
		needed = append(needed, p.Reader().Folder(path.Dir(full)))
	}
	for _, l := range d.levels {
		needed = append(needed, l.folder)
	}
	needed = append(needed, b.shared()...)
	b.base = p.ContextAround(needed...)
	r := language.Recipe{
		Build: universalbuild.Build{
			Workdir: "/app", Environment: map[string]string{"DOTNET_CLI_TELEMETRY_OPTOUT": "1"},
			CachePaths: []string{"/root/.nuget/packages"},
		},
		Runtime: universalbuild.Runtime{Workdir: "/app", Environment: map[string]string{}},
	}
	if b.base.Path != p.Path {
		r.Build.Context = b.base.Path
	}
	b.images(&r)
	b.commands(&r)
	b.runtime(&r)
	if callsNode(d) {
		p.AddToolchain(&r)
	} else {
		node.AddMoved(p, &r)
	}
	return r
}

type build struct {
	p     *language.Project
	d     project
	files []string // project files that are built along
	base  *language.Folder
}

// shared are files that MSBuild and NuGet read from folders above.
var shared = []string{
	"global.json", "nuget.config", "NuGet.config", "NuGet.Config", "Directory.Build.props",
	"Directory.Build.targets", "Directory.Packages.props",
}

// shared lists the folders above the project that hold such files.
func (b build) shared() []*language.Folder {
	var out []*language.Folder
	for at := b.d.folder; ; at = at.Sub("..") {
		if at.FirstOf(shared...) != "" {
			out = append(out, at)
		}
		if at.IsRoot() {
			return out
		}
	}
}

func (b build) commands(r *language.Recipe) {
	project := language.ShellWord(language.Below(b.base.Path, b.d.folder.Join(b.d.file)))
	if b.d.single {
		r.Build.BuildCommands = []string{"dotnet publish " + project + " -c Release -o /app/publish -p:PublishAot=false"}
		r.Build.Artifacts = []string{"publish"}
		return
	}
	plain := b.plain()
	restore := "dotnet restore " + project + plain
	if b.d.folder.Has("packages.lock.json") {
		restore += " --locked-mode"
	}
	r.Build.Manifests = b.manifests()
	r.Build.PreBuildCommands = []string{restore}
	publish := "dotnet publish " + project + " -c Release -o /app/publish --no-restore" + plain
	if frameworks, _ := b.d.frameworks(); len(frameworks) > 1 {
		version, _, _ := b.d.version()
		for _, f := range frameworks {
			if strings.HasSuffix(f, version) && strings.HasPrefix(f, "net") {
				publish += " -f " + language.ShellWord(f)
				break
			}
		}
	}
	if b.d.native() {
		r.Build.SystemPackages = []string{"clang", "zlib1g-dev"}
		r.Build.PreBuildCommands = nil // restoring for machine code needs the runtime's name
		r.Build.Manifests = nil
		publish = strings.TrimSuffix(strings.Replace(publish, " --no-restore", "", 1), " ")
	} else {
		publish += " -p:UseAppHost=false"
	}
	r.Build.BuildCommands = []string{publish}
	r.Build.Artifacts = []string{"publish"}
}

// plain switches off what asks for a runtime of its own: the runtime image has
// one, and publishing one file or a trimmed one needs it.
func (b build) plain() string {
	if b.d.native() {
		return ""
	}
	out := ""
	for _, name := range []string{"SelfContained", "PublishSelfContained", "PublishSingleFile", "PublishTrimmed"} {
		if b.d.is(strings.ToLower(name)) {
			out += " -p:" + name + "=false"
		}
	}
	return out
}

// manifests are the files that restoring reads, sorted.
func (b build) manifests() []string {
	seen := map[string]bool{}
	for _, full := range b.files {
		at := b.p.Reader().Folder(path.Dir(full))
		seen[language.Below(b.base.Path, full)] = true
		if d, ok := read(at, path.Base(full)); ok {
			for _, l := range d.levels {
				seen[language.Below(b.base.Path, l.folder.Join(l.file))] = true
			}
		}
		if at.Has("packages.lock.json") {
			seen[language.Below(b.base.Path, at.Join("packages.lock.json"))] = true
		}
		for up := at; ; up = up.Sub("..") {
			for _, name := range append([]string{".config/dotnet-tools.json"}, shared...) {
				if up.Has(name) {
					seen[language.Below(b.base.Path, up.Join(name))] = true
					b.sources(up, name, seen)
				}
			}
			if up.IsRoot() || up.Path == b.base.Path {
				break
			}
		}
	}
	out := slices.Sorted(maps.Keys(seen))
	sort.Strings(out)
	return out
}

// sources adds the folders of packages that a nuget.config names.
func (b build) sources(f *language.Folder, name string, into map[string]bool) {
	if !strings.EqualFold(name, "nuget.config") {
		return
	}
	list, _ := language.Parse(f, name, msbuild.ParseNuGetConfig)
	for _, source := range list {
		at := f.Sub(path.Clean("./" + source))
		if !strings.Contains(source, "://") && at.Path != f.Path && f.HasDir(source) {
			into[language.Below(b.base.Path, at.Path)] = true
		}
	}
}

func (b build) runtime(r *language.Recipe) {
	kind, why := b.d.kind()
	switch kind {
	case wasm:
		static := nginx.Runtime(b.p, "publish/wwwroot", true)
		r.Runtime, r.Static = static, true
		r.Build.Artifacts = []string{"publish/wwwroot"}
		r.Why = append(r.Why, language.Reason{Field: "/runtime/base_image", Confidence: finding.Certain, Evidence: why})
		return
	case functions:
		b.functions(r)
		return
	}
	r.Runtime.Copy = []universalbuild.Copy{{From: "publish", To: "."}}
	if kind == web {
		port := b.p.Port.Value
		if port == 0 {
			port = 8080
		}
		r.Runtime.Environment["ASPNETCORE_URLS"] = "http://0.0.0.0:" + strconv.Itoa(port)
	}
	r.Runtime.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1"
	b.keepStart(r)
}

// functions runs in the image of the Functions host, below its fixed folder.
func (b build) functions(r *language.Recipe) {
	version := cmp.Or(only(b.d.version()), "8.0")
	r.Runtime.BaseImage = "mcr.microsoft.com/azure-functions/dotnet-isolated:4-dotnet-isolated" + version
	r.Runtime.Workdir = "/home/site/wwwroot"
	r.Runtime.Copy = []universalbuild.Copy{{From: "publish", To: "."}}
	port := b.p.Port.Value
	if port == 0 {
		port = 8080
	}
	r.Runtime.Environment["AzureWebJobsScriptRoot"] = "/home/site/wwwroot"
	r.Runtime.Environment["ASPNETCORE_URLS"] = "http://0.0.0.0:" + strconv.Itoa(port)
}

func only(v, _ string, _ finding.Evidence) string { return v }

// recipe runs a published program as it lies in the folder.
func (d publish) recipe(p *language.Project) language.Recipe {
	kind := "runtime"
	if strings.Contains(d.config.Framework, "AspNetCore") {
		kind = "aspnet"
	}
	image, _ := imageOf(kind, generation(d.config.Version))
	r := language.Recipe{
		Build: universalbuild.Build{Workdir: "/app", Environment: map[string]string{}, Artifacts: []string{"."}},
		Runtime: universalbuild.Runtime{
			BaseImage: image, Workdir: "/app", Environment: map[string]string{"DOTNET_CLI_TELEMETRY_OPTOUT": "1"},
			Copy: []universalbuild.Copy{{From: ".", To: "."}},
		},
	}
	if kind == "aspnet" {
		port := p.Port.Value
		if port == 0 {
			port = 8080
		}
		r.Runtime.Environment["ASPNETCORE_URLS"] = "http://0.0.0.0:" + strconv.Itoa(port)
	}
	return r
}
