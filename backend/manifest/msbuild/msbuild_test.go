package msbuild

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseMSBuild(t *testing.T) {
	b, err := Parse("\ufeff" + `<Project Sdk="Microsoft.NET.Sdk.Web/8.0">
  <PropertyGroup Condition="'$(Configuration)'=='Debug'"><AssemblyName>debug</AssemblyName><OutDir>x</OutDir></PropertyGroup>
  <PropertyGroup><TargetFramework>net8.0</TargetFramework><assemblyname>shop</assemblyname></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Npgsql"><Version>8.0.1</Version></PackageReference>
    <ProjectReference Include="..\Lib\Lib.csproj" />
    <FrameworkReference Include="Microsoft.AspNetCore.App" />
  </ItemGroup>
</Project>`)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Microsoft.NET.Sdk.Web"}, b.SDKs); diff != "" {
		t.Error(diff)
	}
	if b.Properties["assemblyname"].Text != "shop" || b.Properties["outdir"].Text != "x" || b.Properties["targetframework"].Line != 3 {
		t.Errorf("%v", b.Properties)
	}
	if b.Packages[0] != (Item{"Npgsql", "8.0.1", 5}) || b.Projects[0].Name != "../Lib/Lib.csproj" || len(b.Frameworks) != 1 {
		t.Errorf("%+v", b)
	}
}

func TestParseSolution(t *testing.T) {
	want := []string{"src/Web/Web.csproj", "test/T.fsproj"}
	text, err := ParseSolution("\ufeff\r\nMicrosoft Visual Studio Solution File, Format Version 12.00\r\n" +
		"Project(\"{A}\") = \"Web\", \"src\\Web\\Web.csproj\", \"{1}\"\r\nEndProject\r\n" +
		"Project(\"{B}\") = \"src\", \"src\", \"{2}\"\r\nProject(\"{A}\") = \"T\", \"test\\T.fsproj\", \"{3}\"\r\n")
	if err != nil {
		t.Fatal(err)
	}
	x, err := ParseSolutionX(`<Solution><Folder Name="/src/"><Project Path="src\Web\Web.csproj"/></Folder><Project Path="test/T.fsproj"/></Solution>`)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []Solution{text, x} {
		var got []string
		for _, p := range s.Projects {
			got = append(got, p.Path)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestParseDotnetJSON(t *testing.T) {
	g, err := ParseGlobalJSON(`{ /* which */ "sdk": {"version": "8.0.404", "rollForward": "latestFeature",}, }`)
	if err != nil || g != (GlobalJSON{"8.0.404", "latestFeature"}) {
		t.Error(g, err)
	}
	r, err := ParseRuntimeConfig(`{"runtimeOptions":{"frameworks":[{"name":"Microsoft.NETCore.App","version":"8.0.0"},{"name":"Microsoft.AspNetCore.App","version":"8.0.1"}]}}`)
	if err != nil || r != (RuntimeConfig{"Microsoft.AspNetCore.App", "8.0.1"}) {
		t.Error(r, err)
	}
	a, err := ParseAppSettings(`{"Urls":"http://*:9000","Kestrel":{"Endpoints":{"Web":{"Url":"http://0.0.0.0:9001"}}}}`)
	if err != nil || len(a) != 2 || a[0].Port != 9001 || a[1].Port != 9000 {
		t.Error(a, err)
	}
	for _, odd := range []string{"[]", "{\"sdk\": 3}", "{\"Urls\": [1], \"Kestrel\": {\"Endpoints\": {\"a\": {\"Url\": {}}}}}", "null"} {
		if g, _ := ParseGlobalJSON(odd); g.Version != "" {
			t.Errorf("%s gives a version", odd)
		}
		if l, _ := ParseAppSettings(odd); len(l) > 0 {
			t.Errorf("%s gives ports", odd)
		}
	}
}

func FuzzParseDotnet(f *testing.F) {
	f.Add(`<Project Sdk="a;b"><Choose><When/></Choose></Project>`)
	f.Add(`{"runtimeOptions":{"frameworks":[1]}}`)
	f.Add("Microsoft Visual Studio Solution File\nProject(\"\") = \"")
	f.Fuzz(func(t *testing.T, s string) {
		if b, err := Parse(s); err != nil && len(b.Packages) > 0 {
			t.Error("a refused project has packages")
		}
		if x, err := ParseSolutionX(s); err != nil && len(x.Projects) > 0 {
			t.Error("a refused solution has projects")
		}
		for _, p := range mustPorts(ParseAppSettings(s)) {
			if p.Port < 1 || p.Port > 65535 {
				t.Errorf("port %d", p.Port)
			}
		}
	})
}

func mustPorts(p URLPorts, _ error) URLPorts { return p }
