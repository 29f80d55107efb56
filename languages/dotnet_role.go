package languages

import (
	"path"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/msbuild"
	"aipack/backend/universalbuild"
)

// dotnetKind is what a project makes.
type dotnetKind int

const (
	dotnetLibrary dotnetKind = iota
	dotnetWeb
	dotnetWasm // Blazor WebAssembly: files for a web server
	dotnetWorker
	dotnetFunctions
	dotnetConsole
	dotnetTest
	dotnetDesktop // Windows or mobile: nothing for a Linux container
	dotnetLegacy  // the Windows-only .NET Framework
	dotnetHost    // Aspire: starts the others on a developer's machine
)

// dotnetTestPackages mark a test project.
var dotnetTestPackages = []string{"Microsoft.NET.Test.Sdk", "xunit", "xunit.v3", "NUnit", "MSTest.TestFramework", "MSTest", "TUnit", "BenchmarkDotNet"}

// dotnetEndless are packages of programs that run until they are stopped.
var dotnetEndless = []string{
	"Microsoft.Extensions.Hosting", "Discord.Net", "Discord.Net.WebSocket", "DSharpPlus", "NetCord", "Telegram.Bot", "MassTransit*", "NServiceBus*",
	"Rebus*", "Quartz*", "Hangfire*", "TwitchLib*", "Temporalio", "Topshelf", "Akka.Hosting",
}

// dotnetServes are texts of sources that listen without ASP.NET's SDK.
var dotnetServes = []string{"HttpListener", "TcpListener", "WebApplication.Create", "UseKestrel", "WebHost.CreateDefaultBuilder", "startWebServer", "Grpc.Core.Server"}

// kind tells what a project makes, by its SDK, its output type and, last, its
// packages and sources, in the order in which MSBuild lets them decide.
func (p dotnetProject) kind() (dotnetKind, finding.Evidence) {
	if p.single {
		return p.singleKind()
	}
	if why, ok := p.legacy(); ok {
		return dotnetLegacy, why
	}
	deps := p.packages()
	output, outputWhy := p.property("outputtype")
	exe := strings.EqualFold(output, "exe") || strings.EqualFold(output, "winexe")
	if why, ok := p.sdk("Aspire.AppHost.Sdk"); ok || p.is("isaspirehost") {
		return dotnetHost, why
	}
	if why, ok := p.sdk("MSTest.Sdk", "Microsoft.NET.Sdk.Test"); ok || p.is("istestproject") {
		return dotnetTest, why
	}
	if d, ok := jvmUses(deps, dotnetTestPackages...); ok {
		return dotnetTest, whereDeclared(p.folder, "dotnet.test", d)
	}
	if why, ok := p.desktop(output, outputWhy); ok {
		return dotnetDesktop, why
	}
	if why, ok := p.sdk("Microsoft.NET.Sdk.BlazorWebAssembly"); ok {
		return dotnetWasm, why
	}
	if _, old := jvmUses(deps, "Microsoft.AspNetCore.Components.WebAssembly.DevServer"); old {
		if why, ok := p.sdk("Microsoft.NET.Sdk.Web", "Microsoft.NET.Sdk.Razor"); ok {
			return dotnetWasm, why
		}
	}
	if v, why := p.property("azurefunctionsversion"); v != "" {
		return dotnetFunctions, why
	}
	if why, ok := p.sdk("Microsoft.NET.Sdk.Web", "FSharp.NET.Sdk.Web"); ok {
		if strings.EqualFold(output, "library") {
			return dotnetLibrary, outputWhy
		}
		return dotnetWeb, why
	}
	if why, ok := p.sdk("Microsoft.NET.Sdk.Worker"); ok {
		return dotnetWorker, why
	}
	if !exe {
		return dotnetLibrary, p.folder.Evidence("dotnet.library", p.file, p.own.Line, "")
	}
	return p.consoleKind(deps, outputWhy)
}

// consoleKind tells what an executable does.
func (p dotnetProject) consoleKind(deps []language.Dependency, outputWhy finding.Evidence) (dotnetKind, finding.Evidence) {
	if d, ok := jvmUses(deps, "Microsoft.AspNetCore.App", "Microsoft.AspNetCore", "Giraffe", "Saturn", "Suave", "Microsoft.AspNetCore.Server.Kestrel", "EmbedIO", "Carter", "Nancy*", "Grpc.AspNetCore*"); ok {
		return dotnetWeb, whereDeclared(p.folder, "dotnet.web_package", d)
	}
	if why, ok := p.sourceHas(dotnetServes...); ok {
		return dotnetWeb, why
	}
	if d, ok := jvmUses(deps, dotnetEndless...); ok {
		if d.Name != "Microsoft.Extensions.Hosting" {
			return dotnetWorker, whereDeclared(p.folder, "dotnet.worker_package", d)
		}
		if why, ok := p.sourceHas("AddHostedService", "BackgroundService", "IHostedService", ".RunAsync()", ".Run()"); ok {
			return dotnetWorker, why
		}
	}
	if why, ok := p.sourceHas("while (true)", "while(true)", "Task.Delay(-1)", "Timeout.Infinite"); ok {
		return dotnetWorker, why
	}
	return dotnetConsole, outputWhy
}

// singleKind reads the directives of a file-based app.
func (p dotnetProject) singleKind() (dotnetKind, finding.Evidence) {
	if why, ok := p.sdk("Microsoft.NET.Sdk.Web"); ok {
		return dotnetWeb, why
	}
	if why, ok := p.sdk("Microsoft.NET.Sdk.Worker"); ok {
		return dotnetWorker, why
	}
	return p.consoleKind(p.packages(), p.folder.Evidence("dotnet.file_based", p.file, 1, ""))
}

// legacy recognises .NET Framework: the project format before SDKs, or a
// target such as net48.
func (p dotnetProject) legacy() (finding.Evidence, bool) {
	if v, why := p.property("targetframeworkversion"); v != "" && len(p.own.SDKs) == 0 {
		return why, true
	}
	frameworks, why := p.frameworks()
	if len(frameworks) == 0 {
		return why, false
	}
	for _, f := range frameworks {
		if !dotnetFramework.Regexp().MatchString(f) {
			return why, false
		}
	}
	return why, true
}

const dotnetFramework = language.Pattern(`^net[1-4]\d{1,2}$`)

func (p dotnetProject) desktop(output string, outputWhy finding.Evidence) (finding.Evidence, bool) {
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
func (p dotnetProject) sourceHas(texts ...string) (finding.Evidence, bool) {
	const most = 200
	read := 0
	for _, file := range p.folder.Reader().Index.Under(p.folder.Path) {
		rel := jvmBelow(p.folder.Path, file.Path)
		switch path.Ext(rel) {
		case ".cs", ".fs", ".vb":
		default:
			continue
		}
		if p.single && rel != p.file || dotnetSkipped("/"+rel) {
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

func dotnetSkipped(p string) bool {
	return strings.Contains(p, "/obj/") || strings.Contains(p, "/bin/") || strings.Contains(strings.ToLower(p), "test")
}

// role says what the project is to a deployment.
func (p dotnetProject) role() (language.Role, universalbuild.Kind, finding.Evidence) {
	kind, why := p.kind()
	switch kind {
	case dotnetWeb, dotnetFunctions:
		return language.Service, universalbuild.Web, why
	case dotnetWasm:
		if host, ok := p.hosted(); ok {
			return language.Library, "", host
		}
		return language.Service, universalbuild.Static, why
	case dotnetWorker:
		return language.Service, universalbuild.Worker, why
	case dotnetConsole:
		return language.Program, universalbuild.CLI, why
	}
	return language.Library, "", why
}

// hosted finds the web project that references this one and so serves its
// files.
func (p dotnetProject) hosted() (finding.Evidence, bool) {
	me := p.folder.Join(p.file)
	for _, full := range dotnetFiles(p.folder.Reader().Folder(".")) {
		other, ok := dotnetRead(p.folder.Reader().Folder(path.Dir(full)), path.Base(full))
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

// dotnetExtensions are the endings of project files by language.
var dotnetExtensions = map[string]string{"csharp": ".csproj", "fsharp": ".fsproj", "visualbasic": ".vbproj"}

// dotnetFiles lists all project files below a folder, relative to the
// repository's root.
func dotnetFiles(f *language.Folder) []string {
	var out []string
	for _, file := range f.Reader().Index.Under(f.Path) {
		switch path.Ext(file.Path) {
		case ".csproj", ".fsproj", ".vbproj":
			out = append(out, file.Path)
		}
	}
	return out
}

// dotnetSolution finds and reads the solution in a folder.
func dotnetSolution(f *language.Folder) (msbuild.Solution, string, bool) {
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
