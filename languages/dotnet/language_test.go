package dotnet

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

func csproj(sdk, inside string) string {
	return `<Project Sdk="` + sdk + `"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>` + inside + `</Project>`
}

func TestKinds(t *testing.T) {
	exe := "<PropertyGroup><OutputType>Exe</OutputType></PropertyGroup>"
	pkg := func(name string) string {
		return `<ItemGroup><PackageReference Include="` + name + `" Version="1.0" /></ItemGroup>`
	}
	for _, c := range []struct {
		name, project, source string
		role                  language.Role
		kind                  universalbuild.Kind
		fw, start, image      string
	}{
		{"web", csproj("Microsoft.NET.Sdk.Web", ""), "", language.Service, universalbuild.Web, "ASP.NET Core", "dotnet App.dll", "mcr.microsoft.com/dotnet/aspnet:8.0"},
		{"worker", csproj("Microsoft.NET.Sdk.Worker", ""), "", language.Service, universalbuild.Worker, ".NET Worker", "dotnet App.dll", "mcr.microsoft.com/dotnet/runtime:8.0"},
		{"console", csproj("Microsoft.NET.Sdk", exe), "", language.Program, universalbuild.CLI, "", "dotnet App.dll", "mcr.microsoft.com/dotnet/runtime:8.0"},
		{"bot", csproj("Microsoft.NET.Sdk", exe+pkg("Discord.Net")), "", language.Service, universalbuild.Worker, "Discord.Net", "dotnet App.dll", "mcr.microsoft.com/dotnet/runtime:8.0"},
		{"hosted console", csproj("Microsoft.NET.Sdk", exe+pkg("Microsoft.Extensions.Hosting")), "services.AddHostedService<T>();", language.Service, universalbuild.Worker, ".NET Worker", "dotnet App.dll", "mcr.microsoft.com/dotnet/runtime:8.0"},
		{"web in a console project", csproj("Microsoft.NET.Sdk", exe+`<ItemGroup><FrameworkReference Include="Microsoft.AspNetCore.App" /></ItemGroup>`), "", language.Service, universalbuild.Web, "ASP.NET Core", "dotnet App.dll", "mcr.microsoft.com/dotnet/aspnet:8.0"},
		{"listener", csproj("Microsoft.NET.Sdk", exe), "var l = new HttpListener();", language.Service, universalbuild.Web, "", "dotnet App.dll", "mcr.microsoft.com/dotnet/runtime:8.0"},
		{"library", csproj("Microsoft.NET.Sdk", ""), "", language.Library, "", "", "", "mcr.microsoft.com/dotnet/runtime:8.0"},
		{"test", csproj("Microsoft.NET.Sdk.Web", pkg("Microsoft.NET.Test.Sdk")), "", language.Library, "", "", "", "mcr.microsoft.com/dotnet/aspnet:8.0"},
		{"desktop", csproj("Microsoft.NET.Sdk", "<PropertyGroup><OutputType>WinExe</OutputType><UseWPF>true</UseWPF></PropertyGroup>"), "", language.Library, "", "", "", "mcr.microsoft.com/dotnet/runtime:8.0"},
		{"functions", csproj("Microsoft.NET.Sdk", exe+"<PropertyGroup><AzureFunctionsVersion>v4</AzureFunctionsVersion></PropertyGroup>"), "", language.Service, universalbuild.Web, "Azure Functions", "/azure-functions-host/Microsoft.Azure.WebJobs.Script.WebHost", "mcr.microsoft.com/azure-functions/dotnet-isolated:4-dotnet-isolated8.0"},
		{"machine code", csproj("Microsoft.NET.Sdk.Web", "<PropertyGroup><PublishAot>true</PublishAot></PropertyGroup>"), "", language.Service, universalbuild.Web, "ASP.NET Core", "./App", "mcr.microsoft.com/dotnet/runtime-deps:8.0"},
		{"another name", csproj("Microsoft.NET.Sdk.Web", "<PropertyGroup><AssemblyName>shop.$(MSBuildProjectName)</AssemblyName></PropertyGroup>"), "", language.Service, universalbuild.Web, "ASP.NET Core", "dotnet shop.App.dll", "mcr.microsoft.com/dotnet/aspnet:8.0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, r := languagetest.Project(t, &CSharp, map[string]string{"App.csproj": c.project, "Program.cs": c.source}, ".", "")
			if p.Claim.Role != c.role || p.Claim.Kind != c.kind || p.Framework.Value != c.fw {
				t.Errorf("role %v kind %q framework %q, want %v %q %q", p.Claim.Role, p.Claim.Kind, p.Framework.Value, c.role, c.kind, c.fw)
			}
			if got := strings.Join(p.Start.Value.Command, " "); got != c.start || r.Runtime.BaseImage != c.image {
				t.Errorf("start %q on %q, want %q on %q", got, r.Runtime.BaseImage, c.start, c.image)
			}
		})
	}
}

// TestConditionsOfSharedFiles: a switch that a shared file turns on for
// some projects says nothing about this one.
func TestConditionsOfSharedFiles(t *testing.T) {
	const shared = `<Project><PropertyGroup><IsTestProject Condition="$(MSBuildProjectName.EndsWith('.Tests'))">true</IsTestProject></PropertyGroup></Project>`
	p, _ := languagetest.Project(t, &CSharp, map[string]string{
		"Directory.Build.props": shared,
		"App/App.csproj":        `<Project Sdk="Microsoft.NET.Sdk.Web"><Sdk Name="Shop.Sdk" /><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>`,
	}, "App", "")
	if p.Claim.Role != language.Service || p.Framework.Value != "ASP.NET Core" || p.Claim.RoleWhy.Line != 1 {
		t.Errorf("role %v, framework %q, because of %+v", p.Claim.Role, p.Framework.Value, p.Claim.RoleWhy)
	}
}

func TestVersions(t *testing.T) {
	web := func(framework string) string {
		return `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFrameworks>` + framework + `</TargetFrameworks></PropertyGroup></Project>`
	}
	for _, c := range []struct{ name, framework, global, version, sdk, runtime string }{
		{"one", "net8.0", "", "8.0", "sdk:8.0", "aspnet:8.0"},
		{"the newest of several", "netstandard2.0;net8.0;net10.0", "", "10.0", "sdk:10.0", "aspnet:10.0"},
		{"a pinned SDK of the generation", "net8.0", `{"sdk":{"version":"8.0.404"}}`, "8.0.404", "sdk:8.0.404", "aspnet:8.0"},
		{"any SDK of the generation", "net8.0", `{"sdk":{"version":"8.0.100","rollForward":"latestMinor"}}`, "8.0.100", "sdk:8.0", "aspnet:8.0"},
		{"a newer SDK", "net8.0", `{"sdk":{"version":"9.0.100","rollForward":"major"}}`, "8.0", "sdk:9.0", "aspnet:8.0"},
		{"long ago", "netcoreapp3.1", "", "3.1", "sdk:3.1", "aspnet:3.1"},
		{"no image any more", "netcoreapp1.1", "", "1.1", "sdk:2.1", "aspnet:2.1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"App.csproj": web(c.framework), "Program.cs": ""}
			if c.global != "" {
				files["global.json"] = c.global
			}
			p, r := languagetest.Project(t, &CSharp, files, ".", "")
			got := []string{p.Version.Value, strings.TrimPrefix(r.Build.BaseImage, "mcr.microsoft.com/dotnet/"), strings.TrimPrefix(r.Runtime.BaseImage, "mcr.microsoft.com/dotnet/")}
			if diff := cmp.Diff([]string{c.version, c.sdk, c.runtime}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBuildsFromWhereAllProjectsAre(t *testing.T) {
	files := map[string]string{
		"nuget.config":                "<configuration/>",
		"src/Web/Web.csproj":          csproj("Microsoft.NET.Sdk.Web", `<ItemGroup><ProjectReference Include="..\Core\Core.csproj"/></ItemGroup>`),
		"src/Core/Core.csproj":        csproj("Microsoft.NET.Sdk", ""),
		"src/Core/packages.lock.json": "{}",
	}
	p, r := languagetest.Project(t, &CSharp, files, "src/Web", "")
	want := []string{"nuget.config", "src/Core/Core.csproj", "src/Core/packages.lock.json", "src/Web/Web.csproj"}
	if diff := cmp.Diff(want, r.Build.Manifests); diff != "" || r.Build.Context != "." {
		t.Error(diff, r.Build.Context)
	}
	if d, ok := p.Dep("Core"); !ok || d.Local != "src/Core" {
		t.Errorf("%+v", p.Deps)
	}
	if diff := cmp.Diff([]string{"dotnet restore src/Web/Web.csproj"}, r.Build.PreBuildCommands); diff != "" {
		t.Error(diff)
	}
}

func TestImportsAndOwnRuntimes(t *testing.T) {
	p, r := languagetest.Project(t, &CSharp, map[string]string{
		"build/common.props":   `<Project><PropertyGroup><TargetFramework>net9.0</TargetFramework></PropertyGroup></Project>`,
		"app/nuget.config":     `<configuration><packageSources><add key="local" value=".\packages" /></packageSources></configuration>`,
		"app/packages/a.nupkg": "PK",
		"app/App.csproj":       `<Project Sdk="Microsoft.NET.Sdk.Web"><Import Project="..\build\common.props"/><Import Project="$(Other).props"/><PropertyGroup><SelfContained>true</SelfContained><PublishSingleFile>true</PublishSingleFile></PropertyGroup></Project>`,
	}, "app", "")
	want := []string{"app/App.csproj", "app/nuget.config", "app/packages", "build/common.props"}
	if diff := cmp.Diff(want, r.Build.Manifests); diff != "" || p.Version.Value != "9.0" || r.Build.Context != "." {
		t.Error(diff, p.Version.Value, r.Build.Context)
	}
	if diff := cmp.Diff([]string{"dotnet restore app/App.csproj -p:SelfContained=false -p:PublishSingleFile=false"}, r.Build.PreBuildCommands); diff != "" {
		t.Error(diff)
	}
}

func TestBlazorIsServedByItsHost(t *testing.T) {
	files := map[string]string{
		"Client/Client.csproj": csproj("Microsoft.NET.Sdk.BlazorWebAssembly", ""),
		"Server/Server.csproj": csproj("Microsoft.NET.Sdk.Web", `<ItemGroup><ProjectReference Include="../Client/Client.csproj"/></ItemGroup>`),
	}
	client, _ := languagetest.Project(t, &CSharp, files, "Client", "")
	if client.Claim.Role != language.Library {
		t.Errorf("the client is %v", client.Claim.Role)
	}
	delete(files, "Server/Server.csproj")
	alone, r := languagetest.Project(t, &CSharp, files, "Client", "")
	if alone.Claim.Kind != universalbuild.Static || !r.Static || r.Runtime.Copy[0].From != "publish/wwwroot" {
		t.Errorf("alone it is %q, copies %v", alone.Claim.Kind, r.Runtime.Copy)
	}
}

func TestSolutions(t *testing.T) {
	files := map[string]string{
		"App.sln":          "Microsoft Visual Studio Solution File\nProject(\"{1}\") = \"Web\", \"Web\\Web.csproj\", \"{2}\"\nProject(\"{1}\") = \"Gone\", \"Gone\\Gone.csproj\", \"{3}\"\nProject(\"{1}\") = \"Core\", \"Core\\Core.fsproj\", \"{4}\"\n",
		"Web/Web.csproj":   csproj("Microsoft.NET.Sdk.Web", ""),
		"Core/Core.fsproj": csproj("Microsoft.NET.Sdk", ""),
	}
	reader := languagetest.Reader(t, files)
	w, ok := CSharp.Workspace(reader.Folder("."))
	if !ok || w.Tool != "dotnet" {
		t.Fatalf("%v %+v", ok, w)
	}
	if diff := cmp.Diff([]string{"Core", "Web"}, w.Members); diff != "" {
		t.Error(diff)
	}
	if _, ok := CSharp.Claim(reader.Folder("Core")); ok {
		t.Error("C# claims an F# project")
	}
	if c, ok := FSharp.Claim(reader.Folder("Core")); !ok || c.Role != language.Library {
		t.Errorf("%v %+v", ok, c)
	}
}

func TestPublishedAndFileBased(t *testing.T) {
	p, r := languagetest.Project(t, &CSharp, map[string]string{
		"shop.dll": "MZ", "shop.runtimeconfig.json": `{"runtimeOptions":{"framework":{"name":"Microsoft.AspNetCore.App","version":"8.0.3"}}}`,
	}, ".", "")
	if p.Claim.Role != language.Service || r.Runtime.BaseImage != "mcr.microsoft.com/dotnet/aspnet:8.0" || r.Build.BaseImage != "" || p.Start.Value.Command[1] != "shop.dll" {
		t.Errorf("%v %q %q %v", p.Claim.Role, r.Runtime.BaseImage, r.Build.BaseImage, p.Start.Value.Command)
	}
	one, _ := languagetest.Project(t, &CSharp, map[string]string{"a.cs": "class A {}", "run.cs": "#:package Humanizer@2.14.1\nConsole.WriteLine();\n"}, ".", "")
	if one.Start.Value.Command[1] != "run.dll" || !one.Uses("Humanizer") {
		t.Errorf("%v %v", one.Start.Value.Command, one.Deps)
	}
	covered := languagetest.Reader(t, map[string]string{"App.csproj": csproj("Microsoft.NET.Sdk.Web", ""), "code/One.cs": "class One {}"})
	if _, ok := CSharp.Claim(covered.Folder("code")); ok {
		t.Error("a source file of a project is claimed as a program")
	}
}

func TestLegacyIsNoService(t *testing.T) {
	p, _ := languagetest.Project(t, &CSharp, map[string]string{"Old.csproj": `<Project ToolsVersion="15.0"><PropertyGroup><TargetFrameworkVersion>v4.7.2</TargetFrameworkVersion><OutputType>Exe</OutputType></PropertyGroup></Project>`}, ".", "")
	if p.Claim.Role != language.Library || len(p.Reader().Warnings(".")) == 0 {
		t.Errorf("%v, warnings %v", p.Claim.Role, p.Reader().Warnings("."))
	}
}
