package tests

import (
	"slices"
	"testing"
	"testing/fstest"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

const pointerText = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 48213904\n"

// TestWhatABuildDoesNotFind: what a manifest takes from a path that is outside of the
// folder or holds nothing is said before any build, with what helps.
func TestWhatABuildDoesNotFind(t *testing.T) {
	const outside, submodules = "open the folder that holds both", "run git submodule update --init --recursive"
	nodeServer := `require("http").createServer((q, r) => r.end("x")).listen(4949)`
	goMain := "package main\n\nimport _ \"corp.test/lib\"\n\nfunc main() {}\n"
	for name, of := range map[string]struct {
		files map[string]string
		want  []string // code, place, message, remedy of each
	}{
		"a submodule that pip installs, and a pointer": {map[string]string{
			"requirements.txt": "bottle==0.13.2\n-e ./vendor/engine\n", "server.py": "from bottle import run\nrun(port=8700)\n",
			".gitmodules":    "[submodule \"vendor/engine\"]\n\tpath = vendor/engine\n\turl = ../engine.git\n[submodule \"docs\"]\n\tpath = docs\n",
			".gitattributes": "*.onnx filter=lfs diff=lfs merge=lfs -text\n", "models/small.onnx": pointerText, "models/notes.txt": pointerText, "docs/a.md": "",
		}, []string{
			"submodule_missing requirements.txt: requirements.txt takes engine from vendor/engine, a submodule that is not checked out; " + submodules,
			"lfs_pointers models/small.onnx: models/small.onnx is a pointer of Git LFS, not the file itself; run git lfs pull",
		}},
		"a submodule that no manifest names": {map[string]string{
			"requirements.txt": "bottle==0.13.2\n", "server.py": "from bottle import run\nrun(port=8700)\n", ".gitmodules": "[submodule \"theme\"]\n\tpath = theme\n",
		}, []string{"submodule_missing .gitmodules: theme is a submodule that is not checked out; " + submodules}},
		"uv, outside": {map[string]string{
			"pyproject.toml": "[project]\nname = \"api\"\nversion = \"1\"\ndependencies = [\"client-sdk\", \"bottle\"]\n[tool.uv.sources]\nclient-sdk = { path = \"../../libs/client-sdk\" }\n",
			"main.py":        "from bottle import run\nrun(port=8300)\n",
		}, []string{"dependency_outside pyproject.toml: pyproject.toml takes client-sdk from ../../libs/client-sdk, outside of this folder: a build cannot reach it; " + outside}},
		"npm, outside": {map[string]string{
			"package.json": `{"name":"svc","scripts":{"start":"node index.js"},"dependencies":{"common":"file:../common"}}`, "index.js": nodeServer, "package-lock.json": "{}",
		}, []string{"dependency_outside package.json: package.json takes common from ../common, outside of this folder: a build cannot reach it; " + outside}},
		"npm, an optional one": {map[string]string{
			"package.json": `{"name":"svc","scripts":{"start":"node index.js"},"optionalDependencies":{"common":"file:./common"}}`, "index.js": nodeServer, "package-lock.json": "{}",
		}, nil},
		"npm, by a neighbour": {map[string]string{
			"package.json": `{"name":"root","workspaces":["app","lib"]}`, "package-lock.json": "{}",
			"app/package.json": `{"name":"app","scripts":{"start":"node index.js"},"dependencies":{"lib":"*"}}`, "app/index.js": nodeServer,
			"lib/package.json": `{"name":"lib","main":"index.js","dependencies":{"gone":"link:../gone"}}`, "lib/index.js": "",
		}, []string{"dependency_missing lib/package.json: lib/package.json takes gone from ../gone, which is not there; check it out, or correct the path"}},
		"pnpm, a member that is not there": {map[string]string{
			"package.json": `{"name":"root","packageManager":"pnpm@9.15.4"}`, "pnpm-workspace.yaml": "packages:\n  - app\n  - shared\n", "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
			"app/package.json": `{"name":"app","scripts":{"start":"node index.js"},"dependencies":{"shared":"workspace:*"}}`, "app/index.js": nodeServer,
		}, []string{"dependency_missing app/package.json: app/package.json takes shared from the workspace, which has no package of that name; check its folder out, or correct the name"}},
		"Go, a replacement outside": {map[string]string{
			"go.mod": "module corp.test/app\n\ngo 1.24\n\nrequire corp.test/lib v0.0.0\n\nreplace corp.test/lib => ../lib\n", "main.go": goMain,
		}, []string{"dependency_outside go.mod: go.mod takes corp.test/lib from ../lib, outside of this folder: a build cannot reach it; " + outside}},
		"Go, a member of the workspace": {map[string]string{
			"go.work": "go 1.24\n\nuse (\n\t./app\n\t./lib\n)\n", "app/go.mod": "module corp.test/app\n\ngo 1.24\n", "app/main.go": "package main\n\nfunc main() {}\n",
		}, []string{"member_missing go.work: go.work names the member ./lib, which is not there; check it out (git sparse-checkout may leave it out), or take it off the list"}},
		"Cargo, outside and a member": {map[string]string{
			"Cargo.toml": "[workspace]\nmembers = [\"app\", \"core\"]\n", "Cargo.lock": "version = 4\n",
			"app/Cargo.toml": "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\nshared = { path = \"../../shared\" }\n", "app/src/main.rs": "fn main() {}\n",
		}, []string{
			"dependency_outside app/Cargo.toml: app/Cargo.toml takes shared from ../../shared, outside of this folder: a build cannot reach it; " + outside,
			"member_missing Cargo.toml: Cargo.toml names the member core, which is not there; check it out (git sparse-checkout may leave it out), or take it off the list",
		}},
		"Maven, a module": {map[string]string{
			"pom.xml":      "<project><groupId>a</groupId><artifactId>root</artifactId><version>1</version><packaging>pom</packaging><modules><module>app</module><module>core</module><module>util</module></modules></project>",
			"app/pom.xml":  "<project><parent><groupId>a</groupId><artifactId>root</artifactId><version>1</version></parent><artifactId>app</artifactId><dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId><version>3.4.0</version></dependency></dependencies><build><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build></project>",
			"util/pom.xml": "<project><parent><groupId>a</groupId><artifactId>root</artifactId><version>1</version></parent><artifactId>util</artifactId></project>", "util/src/main/java/U.java": "class U {}",
			"app/src/main/java/a/App.java": "package a;\n@SpringBootApplication\npublic class App { public static void main(String[] a) {} }",
		}, []string{"member_missing pom.xml: pom.xml names the member core, which is not there; check it out (git sparse-checkout may leave it out), or take it off the list"}},
		".NET, outside": {map[string]string{
			"App.csproj": `<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup><ItemGroup><ProjectReference Include="..\Lib\Lib.csproj" /></ItemGroup></Project>`,
			"Program.cs": "var app = WebApplication.CreateBuilder(args).Build(); app.Run();",
		}, []string{"dependency_outside App.csproj: App.csproj takes Lib from ../Lib/Lib.csproj, outside of this folder: a build cannot reach it; " + outside}},
		"a folder that is left out of the reading is there": {map[string]string{
			"package.json": `{"name":"svc","scripts":{"start":"node index.js"},"dependencies":{"common":"file:./node_modules/common"}}`, "index.js": nodeServer, "package-lock.json": "{}",
			"node_modules/common/package.json": "{}",
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, w := range firstOf(t, of.files).Warnings {
				if slices.Contains([]string{"dependency_missing", "dependency_outside", "member_missing", "submodule_missing", "lfs_pointers"}, w.Code) {
					got = append(got, w.Code+" "+w.Path+": "+w.Message+"; "+w.Fix)
				}
			}
			if !slices.Equal(got, of.want) {
				t.Errorf("\n%q, want\n%q", got, of.want)
			}
		})
	}
}

// firstOf analyses a project that is given as its files, and gives the first service.
func firstOf(t *testing.T, contents map[string]string) universalbuild.UniversalBuild {
	t.Helper()
	files := fstest.MapFS{}
	for path, text := range contents {
		files[path] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: repo.New(files, "/srv/project"), Mode: "static"})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Documents) == 0 {
		t.Fatal("no service is found")
	}
	return out.Documents[0]
}
