// Package dotnet knows what MSBuild builds. It offers CSharp, FSharp and
// VisualBasic.
package dotnet

import (
	"path"
	"strconv"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/nginx"
	"aipack/backend/language/version"
	"aipack/backend/manifest/msbuild"
)

// CSharp, FSharp and VisualBasic share everything but the ending of their
// project files; the rules hold for all three.
var (
	CSharp      = newLanguage("csharp", "C#", ".cs", ".csproj")
	FSharp      = newLanguage("fsharp", "F#", ".fs", ".fsproj")
	VisualBasic = newLanguage("visualbasic", "Visual Basic", ".vb", ".vbproj")
)

func newLanguage(id, name, extension, project string) language.Language {
	l := language.Language{
		ID: id, Name: name,
		Extensions: []string{extension},
		Manifests: []language.Manifest{
			{Name: "*" + project, Priority: 1},
			{Name: "*.sln", Priority: 2},
			{Name: "*.slnx", Priority: 2},
			{Name: "global.json", Priority: 2},
			{Name: "Directory.Build.props", Priority: 2},
			{Name: "Directory.Packages.props", Priority: 2},
			{Name: "packages.lock.json", Priority: 3, Lock: true},
		},
		Systems:        systems,
		Frameworks:     frameworks,
		Natives:        natives,
		EnvReads:       envReads,
		PortUses:       portUses,
		Routes:         routes,
		Workspace:      workspace,
		Claim:          func(f *language.Folder) (language.Claim, bool) { return claim(f, id) },
		Dependencies:   dependencies,
		Version:        versionOf,
		DefaultVersion: "10.0",
		ImageVersion:   version.Image("mcr.microsoft.com/dotnet/sdk", "mcr.microsoft.com/dotnet/aspnet", "mcr.microsoft.com/dotnet/runtime"),
		Framework:      frameworkOf,
		Start:          start,
		Port:           port,
		Address:        address,
		Settings:       settings,
		SignsIn:        signsIn,
		Recipe:         recipe,
	}
	if id == "csharp" {
		l.Extensions = append(l.Extensions, ".cshtml", ".razor")
		l.Manifests = append(l.Manifests, language.Manifest{Name: "*.runtimeconfig.json", Priority: 2})
	}
	return l
}

var systems = []language.System{{
	ID: "dotnet", Name: ".NET SDK", Files: []string{"*.csproj", "*.fsproj", "*.vbproj", "*.sln", "*.slnx"}, Caches: []string{"/root/.nuget/packages"},
	Practices: language.Practices{
		BuildImage: "mcr.microsoft.com/dotnet/sdk:10.0", RuntimeImage: "mcr.microsoft.com/dotnet/aspnet:10.0",
		Build:     []string{"dotnet restore", "dotnet publish -c Release -o /app/publish --no-restore"},
		Test:      []string{"dotnet test"},
		Caches:    []string{"/root/.nuget/packages"},
		Artifacts: []string{"publish"},
		Ports:     []int{8080},
		Health:    "/healthz",
		Notes: []string{
			"Copy the project files, nuget.config, Directory.*.props and packages.lock.json and restore before the sources come.",
			"From .NET 8 on the images listen on 8080; before that on 80, which an ordinary user may not open: set ASPNETCORE_URLS.",
			"The aspnet image holds the runtime image's content and ASP.NET Core; a console program needs only runtime.",
			"global.json pins the SDK; without rollForward only a newer patch of the same feature band is accepted.",
			"Publish one project, not the solution: -o is refused for solutions since .NET 8.",
		},
	},
}}

// natives need more than the images have.
var natives = []language.Native{
	{Needs: []string{"System.Drawing.Common"}, Runtime: []string{"libgdiplus"}},
	{Needs: []string{"SkiaSharp", "QuestPDF"}, Runtime: []string{"libfontconfig1"}},
	{Needs: []string{"DinkToPdf", "Rotativa.AspNetCore"}, Runtime: []string{"wkhtmltopdf"}},
	{Needs: []string{"PuppeteerSharp", "Selenium.WebDriver"}, Runtime: []string{"chromium"}},
	{Needs: []string{"Tesseract"}, Runtime: []string{"tesseract-ocr", "libleptonica-dev"}},
	{Needs: []string{"System.DirectoryServices.Protocols"}, Runtime: []string{"libldap-2.5-0"}},
	{Needs: []string{"Confluent.Kafka"}, Runtime: []string{"libsasl2-2"}},
	{Needs: []string{"FFMpegCore", "Xabe.FFmpeg"}, Runtime: []string{"ffmpeg"}},
}

var envReads = []language.Pattern{
	`Environment\.GetEnvironmentVariable\(?\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\)?(?:\s*\?\?\s*"([^"\n]*)")?`,
	`\b[Cc]onfiguration(?:\.GetValue<\w+>\(|\[)\s*"([A-Z][A-Z0-9_]*)"(?:\s*,\s*"?([^")\n]*)"?\))?`,
	`Env\.GetString\(\s*"([A-Z][A-Z0-9_]*)"`,
}

var portUses = []language.Pattern{
	`\.UseUrls\(\s*"https?://[^":/]+:(\d{2,5})`,
	`\bUrls\.Add\(\s*\$?"https?://[^":/]+:(\d{2,5})`,
	`\.(?:ListenAnyIP|ListenLocalhost)\(\s*(\d{2,5})`,
	`\bListen\(\s*IPAddress\.\w+\s*,\s*(\d{2,5})`,
	`\.Run(?:Async)?\(\s*\$?"https?://[^":/]+:(\d{2,5})`,
	`GetEnvironmentVariable\(\s*"[A-Z_]*PORT"\s*\)\s*\?\?\s*"?(\d{2,5})`,
	`new\s+(?:TcpListener|IPEndPoint)\(\s*IPAddress\.\w+\s*,\s*(\d{2,5})`,
	`Prefixes\.Add\(\s*\$?"https?://[^":/]+:(\d{2,5})`,
	`HttpBinding\.createSimple\s+HTTP\s+"[^"]*"\s+(\d{2,5})`,
}

var routes = []language.Pattern{
	`\.MapGet\(\s*"(/?[^"\s]*)"`,
	`\.MapHealthChecks\(\s*"(/[^"\s]*)"`,
	`\.UseHealthChecks\(\s*"(/[^"\s]*)"`,
	`\[HttpGet\(\s*"(/?[^"\s]*)"`,
	`\broute\s+"(/[^"\s]*)"`,
}

// versionOf takes the target framework; a global.json that pins an SDK of
// the same generation says it more exactly.
func versionOf(p *language.Project) finding.Finding[string] {
	if published, ok := publishedIn(p.Folder); ok && fileOf(p.Folder, extensions[p.Language.ID]) == "" {
		return finding.Of(published.config.Version, finding.Certain, p.At("dotnet.runtimeconfig", published.name+".runtimeconfig.json", published.config.Version))
	}
	var target, pinned finding.Finding[string]
	d, ok := targetOf(p)
	if ok {
		if version, _, where := d.version(); version != "" {
			target = finding.Of(version, finding.Certain, where)
		}
	}
	if sdk, at, ok := global(p.Folder); ok && sdk.Version != "" {
		pinned = finding.Of(sdk.Version, finding.Certain, at.At("dotnet.global_json", "global.json", "version"))
	} else if v := version.Tool(p.Folder, "dotnet", "dotnet-core"); v.Found() {
		pinned = v
	}
	text := func(s string) string { return s }
	if !target.Found() || pinned.Found() && generation(pinned.Value) == generation(target.Value) {
		return finding.First(text, pinned, target)
	}
	return finding.First(text, target, pinned)
}

// generation gives "8.0" for "8.0.404".
func generation(version string) string {
	return strconv.Itoa(part(version, 0)) + "." + strconv.Itoa(part(version, 1))
}

// global finds the nearest global.json, as the SDK does.
func global(f *language.Folder) (msbuild.GlobalJSON, *language.Folder, bool) {
	for at := f; ; at = at.Sub("..") {
		if g, ok := language.Parse(at, "global.json", msbuild.ParseGlobalJSON); ok {
			return g, at, true
		}
		if at.IsRoot() {
			return msbuild.GlobalJSON{}, nil, false
		}
	}
}

func frameworkOf(p *language.Project) finding.Finding[string] {
	d, ok := targetOf(p)
	if !ok {
		if published, ok := publishedIn(p.Folder); ok {
			if role, why := published.role(); role == language.Service {
				return finding.Of("ASP.NET Core", finding.Certain, why)
			}
		}
		return finding.Finding[string]{}
	}
	kind, why := d.kind()
	for _, f := range frameworks {
		if dep, ok := language.FirstDeclared(p.Deps, f.Needs...); ok && (f.Name == "Giraffe" || f.Name == "Saturn" || f.Name == "Suave" || f.Kind != "" && !f.Library) {
			return finding.Of(f.Name, finding.Certain, p.Folder.AtDependency("dotnet.framework", dep))
		}
	}
	switch kind {
	case web:
		if _, web := d.sdk("Microsoft.NET.Sdk.Web"); web || why.Rule == "dotnet.web_package" {
			return finding.Of("ASP.NET Core", finding.Certain, why)
		}
	case wasm:
		return finding.Of("Blazor WebAssembly", finding.Certain, why)
	case functions:
		return finding.Of("Azure Functions", finding.Certain, why)
	case worker:
		return finding.Of(".NET Worker", finding.Certain, why)
	}
	return finding.Finding[string]{}
}

// targetOf is the project that an image is made of: the folder's own, or
// for a solution's folder the first of its projects that runs.
func targetOf(p *language.Project) (project, bool) {
	if d, ok := projectFor(p.Folder, p.Language.ID); ok {
		return d, true
	}
	if _, _, ok := solutionOf(p.Folder); !ok {
		return project{}, false
	}
	var best project
	rank := language.Library
	for _, full := range files(p.Folder) {
		at := p.Reader().Folder(path.Dir(full))
		each, ok := read(at, path.Base(full))
		if !ok {
			continue
		}
		if role, _, _ := each.role(); role > rank {
			best, rank = each, role
		}
	}
	return best, rank > language.Library
}

// port reads what Kestrel is configured to do, which beats the
// environment. What developers start with (launchSettings.json) is not
// published and only stands beside it.
func port(p *language.Project) finding.Finding[int] {
	d, ok := targetOf(p)
	if !ok {
		return finding.Finding[int]{}
	}
	kind, why := d.kind()
	if kind == wasm {
		return finding.Of(nginx.Port, finding.Certain, why)
	}
	var found []finding.Finding[int]
	for _, file := range []string{"appsettings.Production.json", "appsettings.json"} {
		ports, ok := language.Parse(d.folder, file, msbuild.ParseAppSettings)
		if ok && len(ports) > 0 {
			found = append(found, finding.Of(ports[0].Port, finding.Certain, d.folder.At("dotnet.kestrel", file, ports[0].Text)))
		}
	}
	if _, port, why := addressOf(d.folder); port != 0 {
		found = append(found, finding.Of(port, finding.Likely, why))
	}
	return finding.First(strconv.Itoa, found...)
}
