package nativebuild

import (
	"reflect"
	"testing"
)

func TestParseCMake(t *testing.T) {
	c, _ := ParseCMake(`# a comment with add_executable(no)
#[[ add_executable(neither) ]]
CMAKE_MINIMUM_REQUIRED (VERSION 3.15)
project("my app" LANGUAGES CXX)
set(NAME server)
set(SOURCES src/a.cpp
    src/b.cpp) # tail
add_executable(${NAME}-${PROJECT_NAME} ${SOURCES})
message([=[ raw ) text ]=] "quo\"ted")
if((A) AND (B))
unfinished(`)
	var names []string
	for _, command := range c.Commands {
		names = append(names, command.Name)
	}
	if want := []string{"cmake_minimum_required", "project", "set", "set", "add_executable", "message", "if", "unfinished"}; !reflect.DeepEqual(names, want) {
		t.Fatalf("commands %v", names)
	}
	exe := c.Named("add_executable")[0]
	if got := c.Expand(exe.Args[0]); got != "server-my app" || exe.Line != 8 {
		t.Errorf("%q in line %d", got, exe.Line)
	}
	if want := []string{" raw ) text ", `quo"ted`}; !reflect.DeepEqual(c.Named("message")[0].Args, want) {
		t.Errorf("%q", c.Named("message")[0].Args)
	}
	if got, _ := ParseCMake("set(A ${A}${A})"); got.Expand("${A}${A}") == "" {
		t.Error("a variable of itself vanishes")
	}
}

func TestParseMeson(t *testing.T) {
	calls, _ := ParseMeson("project('app', 'cpp', version: '1', default_options: ['cpp_std=c++20'])\n# executable('no')\ndep = dependency('openssl')\nexecutable('server', 'a.cpp',\n  dependencies: [dep, dependency('zlib')], install: true)\n")
	var got []string
	for _, c := range calls {
		got = append(got, c.Name+" "+c.First())
	}
	if want := []string{"project app", "dependency openssl", "executable server", "dependency zlib"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	if calls[2].Line != 4 || calls[0].Named("version") != "1" {
		t.Errorf("%+v", calls)
	}
}

func TestParseStarlark(t *testing.T) {
	calls, _ := ParseStarlark("load(\"@rules_cc//cc:defs.bzl\", \"cc_binary\")\n\ncc_binary(\n    name = \"hello\",  # a name\n    srcs = [\"main.cc\"] + glob([\"src/*.cc\"]),\n)\n")
	if len(calls) != 3 || calls[1].Name != "cc_binary" || calls[1].Named("name") != "hello" {
		t.Fatalf("%+v", calls)
	}
	if want := []string{"main.cc", "src/*.cc"}; !reflect.DeepEqual(calls[1].List("srcs"), want) {
		t.Errorf("%v", calls[1].List("srcs"))
	}
}

func TestParseZigBuild(t *testing.T) {
	z, _ := ParseZigBuild("const exe = b.addExecutable(.{\n    .root_source_file = b.path(\"src/main.zig\"),\n    .name = \"server\", // its name\n});\nexe.linkSystemLibrary(\"sqlite3\");\n")
	if !reflect.DeepEqual(z.Executables, []string{"server"}) || !reflect.DeepEqual(z.Links, []string{"sqlite3"}) {
		t.Errorf("%+v", z)
	}
	if v, _ := ParseZon(".{\n    .name = .server,\n    .minimum_zig_version = \"0.14.0\",\n}\n"); v != "0.14.0" {
		t.Errorf("version %q", v)
	}
}

func TestParseSwiftPackage(t *testing.T) {
	p, _ := ParseSwiftPackage(`// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "hello",
    /* .executableTarget(name: "No") */
    dependencies: [
        .package(url: "https://github.com/vapor/vapor.git", from: "4.83.1"),
        .package(path: "../Shared"),
    ],
    targets: [
        .executableTarget(name: "App", dependencies: [.product(name: "Vapor", package: "vapor"), .target(name: "Core")]),
        .target(name: "Core", dependencies: []),
    ]
)
`)
	if p.ToolsVersion != "5.9" || p.Name != "hello" || !reflect.DeepEqual(p.Executables, []string{"App"}) || !reflect.DeepEqual(p.Targets, []string{"Core"}) {
		t.Errorf("%+v", p)
	}
	if len(p.Dependencies) != 2 || p.Dependencies[0].Name != "vapor" || p.Dependencies[0].Version != "4.83.1" || p.Dependencies[1].Name != "Shared" || p.Dependencies[0].Line != 8 {
		t.Errorf("%+v", p.Dependencies)
	}
}

// Build files are found in any repository; whatever is in one, reading it ends.
func FuzzBuildFiles(f *testing.F) {
	f.Add("add_executable(a b)\n[[x]] \"")
	f.Add("executable('a', k: ['b', f('c')])")
	f.Add("// swift-tools-version:5.9\n.package(url: \"x\", from: \"1\")")
	f.Fuzz(func(t *testing.T, content string) {
		c, _ := ParseCMake(content)
		c.Expand(content)
		_, _ = ParseMeson(content)
		_, _ = ParseStarlark(content)
		_, _ = ParseZigBuild(content)
		_, _ = ParseZon(content)
		_, _ = ParseSwiftPackage(content)
	})
}
