package languages

import (
	"fmt"
	"path"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/msbuild"
	"aipack/backend/universalbuild"
)

func dotnetStart(p *language.Project) finding.Finding[language.Start] {
	d, ok := dotnetTarget(p)
	if !ok {
		if published, ok := dotnetPublished(p.Folder); ok {
			return finding.Of(language.Start{Command: []string{"dotnet", published.name + ".dll"}}, finding.Certain, p.Evidence("dotnet.published", published.name+".dll", 0, ""))
		}
		return finding.Finding[language.Start]{}
	}
	kind, why := d.kind()
	switch {
	case kind == dotnetWasm:
		return staticStart(why)
	case kind == dotnetFunctions:
		return finding.Of(language.Start{Command: []string{"/azure-functions-host/Microsoft.Azure.WebJobs.Script.WebHost"}}, finding.Likely, why)
	case kind == dotnetLibrary || kind == dotnetTest || kind == dotnetDesktop || kind == dotnetLegacy || kind == dotnetHost:
		return finding.Finding[language.Start]{}
	}
	name, where := d.assembly(), why
	if _, named := d.property("assemblyname"); named.Rule != "" {
		where = named
	}
	if d.native() {
		return finding.Of(language.Start{Command: []string{"./" + name}}, finding.Certain, where)
	}
	return finding.Of(language.Start{Command: []string{"dotnet", name + ".dll"}}, finding.Certain, where)
}

// native reports whether the project is compiled to machine code. A file-based
// app is by default, but not here: its build would need a C compiler.
func (p dotnetProject) native() bool { return !p.single && p.is("publishaot") }

// dotnetRecipe restores from the project files alone, publishes one project,
// and runs it on the runtime that it targets.
func dotnetRecipe(p *language.Project) language.Recipe {
	if published, ok := dotnetPublished(p.Folder); ok && dotnetFile(p.Folder, dotnetExtensions[p.Language.ID]) == "" {
		return published.recipe(p)
	}
	d, ok := dotnetTarget(p)
	if !ok {
		return language.Recipe{}
	}
	b := dotnetBuild{p: p, d: d, files: d.closure()}
	var needed []*language.Folder
	for _, full := range b.files {
		needed = append(needed, p.Reader().Folder(path.Dir(full)))
	}
	for _, l := range d.levels {
		needed = append(needed, l.folder)
	}
	needed = append(needed, b.shared()...)
	b.base = contextAround(p, needed...)
	r := language.Recipe{
		Build:   universalbuild.Build{Workdir: "/app", Environment: map[string]string{"DOTNET_CLI_TELEMETRY_OPTOUT": "1"}, CachePaths: []string{"/root/.nuget/packages"}},
		Runtime: universalbuild.Runtime{Workdir: "/app", Environment: map[string]string{}},
	}
	if b.base.Path != p.Path {
		r.Build.Context = b.base.Path
	}
	b.images(&r)
	b.commands(&r)
	b.runtime(&r)
	if dotnetCallsNode(d) {
		addNodeTool(p, &r)
	}
	return r
}

type dotnetBuild struct {
	p     *language.Project
	d     dotnetProject
	files []string // project files that are built along
	base  *language.Folder
}

// dotnetShared are files that MSBuild and NuGet read from folders above.
var dotnetShared = []string{"global.json", "nuget.config", "NuGet.config", "NuGet.Config", "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props"}

// shared lists the folders above the project that hold such files.
func (b dotnetBuild) shared() []*language.Folder {
	var out []*language.Folder
	for at := b.d.folder; ; at = at.Sub("..") {
		if at.FirstOf(dotnetShared...) != "" {
			out = append(out, at)
		}
		if at.IsRoot() {
			return out
		}
	}
}

// dotnetRepos says where the images of a generation are. Those before 5 moved
// or were never made for Debian's current releases.
func dotnetImage(kind, version string) (image, used string) {
	switch {
	case dotnetLess(version, "2.2"):
		return "mcr.microsoft.com/dotnet/" + kind + ":2.1", "2.1"
	case version == "2.2" || version == "3.0":
		return "mcr.microsoft.com/dotnet/core/" + kind + ":" + version, version
	}
	return "mcr.microsoft.com/dotnet/" + kind + ":" + version, version
}

func (b dotnetBuild) images(r *language.Recipe) {
	target, _, where := b.d.version()
	if target == "" {
		target = dotnetGeneration(b.p.Version.Value)
		if len(b.p.Version.Evidence) > 0 {
			where = b.p.Version.Evidence[0]
		}
	}
	kind := "runtime"
	switch made, why := b.d.kind(); {
	case b.d.native():
		kind = "runtime-deps"
	case made == dotnetWeb && why.Rule != "dotnet.source", b.usesWeb(): // a bare listener needs no ASP.NET
		kind = "aspnet"
	}
	image, used := dotnetImage(kind, target)
	r.Runtime.BaseImage = image
	if used != target {
		r.Runtime.Environment["DOTNET_ROLL_FORWARD_ON_NO_CANDIDATE_FX"] = "2"
		b.d.folder.Warn(b.d.file, "dotnet_without_image",
			fmt.Sprintf("there is no image of .NET %s any more; %s builds and runs the program", target, used), "move the project to .NET 8 or later")
	}
	r.Build.BaseImage, _ = dotnetImage("sdk", target)
	reason := language.Reason{Field: "/build/base_image", Confidence: finding.Certain, Evidence: where}
	if sdk, at, ok := dotnetGlobal(b.d.folder); ok && sdk.Version != "" && !dotnetLess(dotnetGeneration(sdk.Version), target) {
		r.Build.BaseImage, _ = dotnetImage("sdk", dotnetSDK(sdk))
		reason.Evidence = at.At("dotnet.global_json", "global.json", "version")
	}
	r.Why = append(r.Why, reason)
}

// dotnetSDK is the image tag for a pinned SDK: the exact version where only
// its own feature band would do (the SDK's default is latestPatch), else the
// generation, whose image has the newest band.
func dotnetSDK(sdk msbuild.GlobalJSON) string {
	switch strings.ToLower(sdk.RollForward) {
	case "", "disable", "patch", "latestpatch":
		if strings.Count(sdk.Version, ".") == 2 && dotnetPart(sdk.Version, 2) >= 100 && !strings.Contains(sdk.Version, "-") {
			return sdk.Version
		}
	}
	return dotnetGeneration(sdk.Version)
}

// usesWeb reports whether any project built along needs ASP.NET Core's shared
// framework.
func (b dotnetBuild) usesWeb() bool {
	for _, full := range b.files {
		d, ok := dotnetRead(b.p.Reader().Folder(path.Dir(full)), path.Base(full))
		if !ok {
			continue
		}
		if _, web := d.sdk("Microsoft.NET.Sdk.Web"); web {
			return true
		}
		if _, web := jvmUses(d.packages(), "Microsoft.AspNetCore.App"); web {
			return true
		}
	}
	return false
}

func (b dotnetBuild) commands(r *language.Recipe) {
	project := shellWord(inFolder(b.base, b.d.folder.Join(b.d.file)))
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
				publish += " -f " + shellWord(f)
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
func (b dotnetBuild) plain() string {
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
func (b dotnetBuild) manifests() []string {
	seen := map[string]bool{}
	for _, full := range b.files {
		at := b.p.Reader().Folder(path.Dir(full))
		seen[inFolder(b.base, full)] = true
		if d, ok := dotnetRead(at, path.Base(full)); ok {
			for _, l := range d.levels {
				seen[inFolder(b.base, l.folder.Join(l.file))] = true
			}
		}
		if at.Has("packages.lock.json") {
			seen[inFolder(b.base, at.Join("packages.lock.json"))] = true
		}
		for up := at; ; up = up.Sub("..") {
			for _, name := range append([]string{".config/dotnet-tools.json"}, dotnetShared...) {
				if up.Has(name) {
					seen[inFolder(b.base, up.Join(name))] = true
					b.sources(up, name, seen)
				}
			}
			if up.IsRoot() || up.Path == b.base.Path {
				break
			}
		}
	}
	out := sortedKeys(seen)
	sort.Strings(out)
	return out
}

// sources adds the folders of packages that a nuget.config names.
func (b dotnetBuild) sources(f *language.Folder, name string, into map[string]bool) {
	if !strings.EqualFold(name, "nuget.config") {
		return
	}
	list, _ := language.Parse(f, name, msbuild.ParseNuGetConfig)
	for _, source := range list {
		at := f.Sub(path.Clean("./" + source))
		if !strings.Contains(source, "://") && at.Path != f.Path && f.HasDir(source) {
			into[inFolder(b.base, at.Path)] = true
		}
	}
}

func (b dotnetBuild) runtime(r *language.Recipe) {
	kind, why := b.d.kind()
	switch kind {
	case dotnetWasm:
		static := staticRuntime(b.p, "publish/wwwroot", true)
		r.Runtime, r.Static = static, true
		r.Build.Artifacts = []string{"publish/wwwroot"}
		r.Why = append(r.Why, language.Reason{Field: "/runtime/base_image", Confidence: finding.Certain, Evidence: why})
		return
	case dotnetFunctions:
		b.functions(r)
		return
	}
	r.Runtime.Copy = []universalbuild.Copy{{From: "publish", To: "."}}
	if kind == dotnetWeb {
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
func (b dotnetBuild) functions(r *language.Recipe) {
	version := orElse(dotnetOnly(b.d.version()), "8.0")
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

func dotnetOnly(v, _ string, _ finding.Evidence) string { return v }

const dotnetProcfile = language.Pattern(`(?:^|[\s"'=])((?:[\w.-]+/)*bin/(?:\w+/)?publish)\b`)

// keepStart publishes where a Procfile looks for the program.
func (b dotnetBuild) keepStart(r *language.Recipe) {
	for _, word := range b.p.Start.Value.Command {
		if found := dotnetProcfile.Regexp().FindStringSubmatch(word); found != nil {
			r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: "publish", To: found[1]})
			return
		}
	}
}

// recipe runs a published program as it lies in the folder.
func (d dotnetPublish) recipe(p *language.Project) language.Recipe {
	kind := "runtime"
	if strings.Contains(d.config.Framework, "AspNetCore") {
		kind = "aspnet"
	}
	image, _ := dotnetImage(kind, dotnetGeneration(d.config.Version))
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
