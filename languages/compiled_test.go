package languages

import (
	"reflect"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

func TestSwiftPackages(t *testing.T) {
	files := map[string]string{
		"Package.swift": "// swift-tools-version:5.9\nlet package = Package(\n  name: \"hello\",\n  dependencies: [.package(url: \"https://example.com/vapor.git\", from: \"4.0.0\")],\n" +
			"  targets: [.executableTarget(name: \"App\", dependencies: [.product(name: \"Vapor\", package: \"vapor\")])]\n)\n",
		"Package.resolved":           "{}",
		"Sources/App/entry.swift":    "import Vapor\n@main struct E { static func main() async throws {} }\n",
		"Sources/App/routes.swift":   "app.get(\"health\") { _ in \"ok\" }\n",
		"Public/a.css":               "x",
		"Tests/AppTests/Tests.swift": "",
	}
	p, r := languagetest.Project(t, &Swift, files, ".", "")
	if p.Claim.Kind != universalbuild.Web || p.Version.Value != "5.9" || r.Build.BaseImage != "swift:5.10-bookworm" {
		t.Errorf("%+v, version %v on %s", p.Claim, p.Version.Value, r.Build.BaseImage)
	}
	if got := p.Start.Value.Command; !reflect.DeepEqual(got, []string{"/app/bin/App"}) {
		t.Errorf("command %v", got)
	}
	p.Framework.Value = "Vapor"
	if got := swiftStart(p).Value.Command; len(got) != 3 || !strings.Contains(got[2], "/app/bin/App serve --env production --hostname 0.0.0.0 --port ${PORT:-8080}") {
		t.Errorf("command with Vapor %v", got)
	}
	if got := swiftHealth(p).Value; got != "/health" {
		t.Errorf("health %q", got)
	}
	if !reflect.DeepEqual(r.Build.PreBuildCommands, []string{"swift package resolve"}) || len(r.Build.Manifests) != 2 {
		t.Errorf("fetch %v with %v", r.Build.PreBuildCommands, r.Build.Manifests)
	}
	files[".swift-version"] = "6.0.3\n"
	if p, r := languagetest.Project(t, &Swift, files, ".", ""); p.Version.Value != "6.0.3" || r.Build.BaseImage != "swift:6.0-bookworm" || len(p.Version.Lost) != 1 {
		t.Errorf("version %+v on %s", p.Version, r.Build.BaseImage)
	}
	claim, _ := Swift.Claim(languagetest.Reader(t, map[string]string{"Package.swift": "let package = Package(name: \"x\", targets: [.target(name: \"X\", path: \"X\")])\n"}).Folder("."))
	if claim.Role != language.Library {
		t.Errorf("library %+v", claim)
	}
}

func TestDartProjects(t *testing.T) {
	p, r := languagetest.Project(t, &Dart, map[string]string{
		"pubspec.yaml":    "name: api\nenvironment:\n  sdk: '>=3.4.0 <4.0.0'\ndependencies:\n  shelf: ^1.4.0\ndev_dependencies:\n  build_runner: ^2.4.0\n",
		"pubspec.lock":    "sdks: {}\n",
		"bin/server.dart": "void main() => serve(handler, '0.0.0.0', 8080);\n",
	}, ".", "")
	if p.Claim.Role != language.Service || p.Version.Value != "3.4.0" || r.Build.BaseImage != "dart:3.4" {
		t.Errorf("%+v, %v, %s", p.Claim, p.Version.Value, r.Build.BaseImage)
	}
	if got := r.Build.BuildCommands; len(got) != 3 || got[2] != "mkdir -p /out && dart compile exe bin/server.dart -o /out/server" {
		t.Errorf("commands %v", got)
	}
	for name, c := range map[string]struct {
		files map[string]string
		role  language.Role
		kind  universalbuild.Kind
	}{
		"flutter site": {map[string]string{"pubspec.yaml": "name: a\ndependencies:\n  flutter:\n    sdk: flutter\n", "web/index.html": ""}, language.Service, universalbuild.Static},
		"flutter app":  {map[string]string{"pubspec.yaml": "name: a\ndependencies:\n  flutter:\n    sdk: flutter\n", "lib/main.dart": ""}, language.Library, ""},
		"package":      {map[string]string{"pubspec.yaml": "name: a\n", "lib/a.dart": ""}, language.Library, ""},
		"program":      {map[string]string{"pubspec.yaml": "name: a\n", "bin/a.dart": "void main() {}\n"}, language.Program, universalbuild.CLI},
		"frog":         {map[string]string{"pubspec.yaml": "name: a\ndependencies:\n  dart_frog: ^1.0.0\n", "routes/index.dart": ""}, language.Service, universalbuild.Web},
	} {
		claim, ok := Dart.Claim(languagetest.Reader(t, c.files).Folder("."))
		if !ok || claim.Role != c.role || claim.Kind != c.kind {
			t.Errorf("%s: %+v", name, claim)
		}
	}
}

func TestZigProjects(t *testing.T) {
	p, r := languagetest.Project(t, &Zig, map[string]string{
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
	if got := zigDownload("0.15.1"); !strings.HasSuffix(got, "zig-$(uname -m)-linux-0.15.1.tar.xz") {
		t.Errorf("download %s", got)
	}
}

func TestZigModuleIsALibrary(t *testing.T) {
	claim, ok := Zig.Claim(languagetest.Reader(t, map[string]string{
		"build.zig":      "_ = b.addModule(\"web\", .{});\nconst demo = b.addExecutable(.{ .name = \"demo\" });\n",
		"src/web.zig":    "pub fn listen() void {}\n",
		"examples/a.zig": "",
	}).Folder("."))
	if !ok || claim.Role != language.Library {
		t.Errorf("%+v", claim)
	}
}

func TestHaskellProjects(t *testing.T) {
	p, r := languagetest.Project(t, &Haskell, map[string]string{
		"stack.yaml":   "resolver: lts-22.7\n",
		"package.yaml": "name: web\ndependencies:\n- base >= 4.7 && < 5\n- scotty\nexecutables:\n  web-exe:\n    main: Main.hs\n",
		"app/Main.hs":  "main = scotty 3000 routes\n",
	}, ".", "")
	if p.Claim.System != "stack" || p.Claim.Role != language.Service || p.Version.Value != "9.6.6" {
		t.Errorf("%+v, version %v", p.Claim, p.Version.Value)
	}
	if r.Runtime.BaseImage != "debian:bullseye-slim" || p.Start.Value.Command[0] != "/app/bin/web-exe" {
		t.Errorf("%s, %v", r.Runtime.BaseImage, p.Start.Value.Command)
	}
	p, r = languagetest.Project(t, &Haskell, map[string]string{
		"tool.cabal":    "cabal-version: 2.4\nname: tool\n-- a comment\nexecutable tool\n  main-is: Main.hs\n  build-depends: base ^>=4.18\n               , aeson\ntest-suite t\n  build-depends: hspec\n",
		"cabal.project": "packages: .\nwith-compiler: ghc-9.12.2\n",
	}, ".", "")
	if p.Claim.System != "cabal" || p.Claim.Kind != universalbuild.CLI || p.Version.Value != "9.12.2" || r.Build.BaseImage != "haskell:9.12-slim-bookworm" {
		t.Errorf("%+v, %v, %s", p.Claim, p.Version.Value, r.Build.BaseImage)
	}
	if len(p.Deps) != 2 || p.Deps[0].Name != "aeson" {
		t.Errorf("dependencies %v", p.Deps)
	}
}

func TestCobolPrograms(t *testing.T) {
	program := "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. MAIN.\n       PROCEDURE DIVISION.\n           CALL \"HELPER\".\n           STOP RUN.\n"
	p, r := languagetest.Project(t, &Cobol, map[string]string{"index.cbl": program, "HELPER.cbl": "x", "alone.cbl": program}, ".", "")
	if p.Claim.Role != language.Program || p.Start.Value.Command[0] != "/app/bin/index" || len(p.Start.Lost) != 2 {
		t.Errorf("%+v, %+v", p.Claim, p.Start)
	}
	if got := r.Build.BuildCommands[0]; got != "mkdir -p /out && cobc -x -o /out/index index.cbl HELPER.cbl" {
		t.Errorf("build %s", got)
	}
	_, r = languagetest.Project(t, &Cobol, map[string]string{"hello.cob": "IDENTIFICATION DIVISION.\nPROGRAM-ID. HELLO.\nPROCEDURE DIVISION.\nSTOP RUN.\n"}, ".", "")
	if got := r.Build.BuildCommands[0]; !strings.Contains(got, "cobc -x -free -o /out/hello") {
		t.Errorf("free format: %s", got)
	}
}

func TestRustTrunkIsASite(t *testing.T) {
	p, r := languagetest.Project(t, &Rust, map[string]string{
		"Cargo.toml": "[package]\nname = \"front\"\n\n[dependencies]\nyew = { version = \"0.21\", features = [\"csr\"] }\n",
		"index.html": "<link data-trunk rel=\"css\" href=\"a.css\">", "src/main.rs": "fn main() {}\n",
	}, ".", "")
	if p.Claim.Kind != universalbuild.Static || !r.Static || p.Start.Found() {
		t.Errorf("%+v, static %v", p.Claim, r.Static)
	}
}
