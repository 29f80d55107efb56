package zig

import (
	"reflect"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestProjects(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"build.zig":     "const optimize = b.standardOptimizeOption(.{});\nconst exe = b.addExecutable(.{ .name = \"svc\" });\nexe.linkSystemLibrary(\"sqlite3\");\n",
		"build.zig.zon": ".{\n    .minimum_zig_version = \"0.13.0\",\n    .dependencies = .{\n        .httpz = .{\n            .url = \"https://example.com/x\",\n        },\n    },\n}\n",
		"src/main.zig":  "const httpz = @import(\"httpz\");\n",
	}, ".", "")
	if p.Claim.Name != "svc" || p.Claim.Role != language.Service || p.Version.Value != "0.13.0" || len(p.Deps) != 1 || p.Deps[0].Name != "httpz" {
		t.Errorf("%+v, version %v, dependencies %v", p.Claim, p.Version.Value, p.Deps)
	}
	if !strings.Contains(r.Build.PreBuildCommands[0], "/0.13.0/zig-linux-$(uname -m)-0.13.0.tar.xz") {
		t.Errorf("fetch %v", r.Build.PreBuildCommands)
	}
	if got := r.Build.BuildCommands[0]; got != "/opt/zig/zig build -Doptimize=ReleaseSafe && mkdir -p /out && cp zig-out/bin/svc /out/svc" {
		t.Errorf("build %s", got)
	}
	if !reflect.DeepEqual(r.Runtime.SystemPackages, []string{"libsqlite3-0"}) {
		t.Errorf("packages %v", r.Runtime.SystemPackages)
	}
	if got := download("0.15.1"); !strings.HasSuffix(got, "zig-$(uname -m)-linux-0.15.1.tar.xz") {
		t.Errorf("download %s", got)
	}
}

func TestModuleIsALibrary(t *testing.T) {
	claim, ok := Language.Claim(languagetest.Reader(t, map[string]string{
		"build.zig":      "_ = b.addModule(\"web\", .{});\nconst demo = b.addExecutable(.{ .name = \"demo\" });\n",
		"src/web.zig":    "pub fn listen() void {}\n",
		"examples/a.zig": "",
	}).Folder("."))
	if !ok || claim.Role != language.Library {
		t.Errorf("%+v", claim)
	}
}
