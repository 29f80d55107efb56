package dotnet

import (
	"path"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/msbuild"
	"aipack/backend/universalbuild"
)

// kind is what a project makes.
type kind int

const (
	library kind = iota
	web
	wasm // Blazor WebAssembly: files for a web server
	worker
	functions
	console
	test
	desktop // Windows or mobile: nothing for a Linux container
	legacy  // the Windows-only .NET Framework
	host    // Aspire: starts the others on a developer's machine
)

// testPackages mark a test project.
var testPackages = []string{"Microsoft.NET.Test.Sdk", "xunit", "xunit.v3", "NUnit", "MSTest.TestFramework", "MSTest", "TUnit", "BenchmarkDotNet"}

// endless are packages of programs that run until they are stopped.
var endless = []string{
	"Microsoft.Extensions.Hosting", "Discord.Net", "Discord.Net.WebSocket", "DSharpPlus", "NetCord", "Telegram.Bot", "MassTransit*", "NServiceBus*",
	"Rebus*", "Quartz*", "Hangfire*", "TwitchLib*", "Temporalio", "Topshelf", "Akka.Hosting",
}

// serves are texts of sources that listen without ASP.NET's SDK.
var serves = []string{
	"HttpListener", "TcpListener", "WebApplication.Create", "UseKestrel",
	"WebHost.CreateDefaultBuilder", "startWebServer", "Grpc.Core.Server",
}

// kind tells what a project makes, by its SDK, its output type and, last, its
// packages and sources, in the order in which MSBuild lets them decide.
func (p project) kind() (kind, finding.Evidence) {
	if p.single {
		return p.singleKind()
	}
	if why, ok := p.legacy(); ok {
		return legacy, why
	}
	deps := p.packages()
	output, outputWhy := p.property("outputtype")
	exe := strings.EqualFold(output, "exe") || strings.EqualFold(output, "winexe")
	if why, ok := p.sdk("Aspire.AppHost.Sdk"); ok || p.is("isaspirehost") {
		return host, why
	}
	if why, ok := p.sdk("MSTest.Sdk", "Microsoft.NET.Sdk.Test"); ok || p.is("istestproject") {
		return test, why
	}
	if d, ok := language.FirstDeclared(deps, testPackages...); ok {
		return test, p.folder.AtDependency("dotnet.test", d)
	}
	if why, ok := p.desktop(output, outputWhy); ok {
		return desktop, why
	}
	if why, ok := p.sdk("Microsoft.NET.Sdk.BlazorWebAssembly"); ok {
		return wasm, why
	}
	if _, old := language.FirstDeclared(deps, "Microsoft.AspNetCore.Components.WebAssembly.DevServer"); old {
		if why, ok := p.sdk("Microsoft.NET.Sdk.Web", "Microsoft.NET.Sdk.Razor"); ok {
			return wasm, why
		}
	}
	if v, why := p.property("azurefunctionsversion"); v != "" {
		return functions, why
	}
	if why, ok := p.sdk("Microsoft.NET.Sdk.Web", "FSharp.NET.Sdk.Web"); ok {
		if strings.EqualFold(output, "library") {
			return library, outputWhy
		}
		return web, why
	}
	if why, ok := p.sdk("Microsoft.NET.Sdk.Worker"); ok {
		return worker, why
	}
	if !exe {
		return library, p.folder.Evidence("dotnet.library", p.file, p.own.Line, "")
	}
	return p.consoleKind(deps, outputWhy)
}

// consoleKind tells what an executable does.
func (p project) consoleKind(deps []language.Dependency, outputWhy finding.Evidence) (kind, finding.Evidence) {
	if d, ok := language.FirstDeclared(deps, "Microsoft.AspNetCore.App", "Microsoft.AspNetCore", "Giraffe", "Saturn", "Suave", "Microsoft.AspNetCore.Server.Kestrel", "EmbedIO", "Carter", "Nancy*", "Grpc.AspNetCore*"); ok {
		return web, p.folder.AtDependency("dotnet.web_package", d)
	}
	if why, ok := p.sourceHas(serves...); ok {
		return web, why
	}
	if d, ok := language.FirstDeclared(deps, endless...); ok {
		if d.Name != "Microsoft.Extensions.Hosting" {
			return worker, p.folder.AtDependency("dotnet.worker_package", d)
		}
		if why, ok := p.sourceHas("AddHostedService", "BackgroundService", "IHostedService", ".RunAsync()", ".Run()"); ok {
			return worker, why
		}
	}
	if why, ok := p.sourceHas("while (true)", "while(true)", "Task.Delay(-1)", "Timeout.Infinite"); ok {
		return worker, why
	}
	return console, outputWhy
}

// singleKind reads the directives of a file-based app.
func (p project) singleKind() (kind, finding.Evidence) {
	if why, ok := p.sdk("Microsoft.NET.Sdk.Web"); ok {
		return web, why
	}
	if why, ok := p.sdk("Microsoft.NET.Sdk.Worker"); ok {
		return worker, why
	}
	return p.consoleKind(p.packages(), p.folder.Evidence("dotnet.file_based", p.file, 1, ""))
}

// legacy recognises .NET Framework: the project format before SDKs, or a
// target such as net48.
func (p project) legacy() (finding.Evidence, bool) {
	if v, why := p.property("targetframeworkversion"); v != "" && len(p.own.SDKs) == 0 {
		return why, true
	}
	frameworks, why := p.frameworks()
	if len(frameworks) == 0 {
		return why, false
	}
	for _, f := range frameworks {
		if !framework.Regexp().MatchString(f) {
			return why, false
		}
	}
	return why, true
}

const framework = language.Pattern(`^net[1-4]\d{1,2}$`)

func (p project) desktop(output string, outputWhy finding.Evidence) (finding.Evidence, bool) {
	if strings.EqualFold(output, "winexe") {
		return outputWhy, true
	}
	for _, name := range []string{"usewpf", "usewindowsforms", "usemaui", "usewinui"} {
		if v, why := p.property(name); strings.EqualFold(v, "true") {
			return why, true
		}
	}
	if _, platform, why := p.version(); platform != "" && platform != "linux" {
		return why, true
	}
	return finding.Evidence{}, false
}

// sourceHas looks for texts in the project's sources.
func (p project) sourceHas(texts ...string) (finding.Evidence, bool) {
	const most = 200
	read := 0
	for _, file := range p.folder.Reader().Index.Under(p.folder.Path) {
		rel := language.Below(p.folder.Path, file.Path)
		switch path.Ext(rel) {
		case ".cs", ".fs", ".vb":
		default:
			continue
		}
		if p.single && rel != p.file || skipped("/"+rel) {
			continue
		}
		if read++; read > most {
			break
		}
		content, _ := p.folder.Text(rel)
		for _, t := range texts {
			if strings.Contains(content, t) {
				return p.folder.At("dotnet.source", rel, t), true
			}
		}
	}
	return finding.Evidence{}, false
}

func skipped(p string) bool {
	return strings.Contains(p, "/obj/") || strings.Contains(p, "/bin/") || strings.Contains(strings.ToLower(p), "test")
}

// role says what the project is to a deployment.
func (p project) role() (language.Role, universalbuild.Kind, finding.Evidence) {
	kind, why := p.kind()
	switch kind {
	case web, functions:
		return language.Service, universalbuild.Web, why
	case wasm:
		if host, ok := p.hosted(); ok {
			return language.Library, "", host
		}
		return language.Service, universalbuild.Static, why
	case worker:
		return language.Service, universalbuild.Worker, why
	case console:
		return language.Program, universalbuild.CLI, why
	}
	return language.Library, "", why
}

// hosted finds the web project that references this one and so serves its
// files.
func (p project) hosted() (finding.Evidence, bool) {
	me := p.folder.Join(p.file)
	for _, full := range files(p.folder.Reader().Folder(".")) {
		other, ok := read(p.folder.Reader().Folder(path.Dir(full)), path.Base(full))
		if !ok {
			continue
		}
		if _, web := other.sdk("Microsoft.NET.Sdk.Web"); !web {
			continue
		}
		for _, ref := range other.references() {
			if ref == me {
				return other.folder.At("dotnet.hosted", other.file, path.Base(me)), true
			}
		}
	}
	return finding.Evidence{}, false
}

// extensions are the endings of project files by language.
var extensions = map[string]string{"csharp": ".csproj", "fsharp": ".fsproj", "visualbasic": ".vbproj"}

// files lists all project files below a folder, relative to the
// repository's root.
func files(f *language.Folder) []string {
	var out []string
	for _, file := range f.Reader().Index.Under(f.Path) {
		switch path.Ext(file.Path) {
		case ".csproj", ".fsproj", ".vbproj":
			out = append(out, file.Path)
		}
	}
	return out
}

// solutionOf finds and reads the solution in a folder.
func solutionOf(f *language.Folder) (msbuild.Solution, string, bool) {
	for _, name := range append(f.Glob("*.slnx"), f.Glob("*.sln")...) {
		parse := msbuild.ParseSolution
		if path.Ext(name) == ".slnx" {
			parse = msbuild.ParseSolutionX
		}
		if s, ok := language.Parse(f, name, parse); ok {
			return s, name, true
		}
	}
	return msbuild.Solution{}, "", false
}
