package swift

import (
	"reflect"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

func TestPackages(t *testing.T) {
	files := map[string]string{
		"Package.swift": "// swift-tools-version:5.9\nlet package = Package(\n  name: \"hello\",\n  dependencies: [.package(url: \"https://example.com/vapor.git\", from: \"4.0.0\")],\n" +
			"  targets: [.executableTarget(name: \"App\", dependencies: [.product(name: \"Vapor\", package: \"vapor\")])]\n)\n",
		"Package.resolved":           "{}",
		"Sources/App/entry.swift":    "import Vapor\n@main struct E { static func main() async throws {} }\n",
		"Sources/App/routes.swift":   "app.get(\"health\") { _ in \"ok\" }\n",
		"Public/a.css":               "x",
		"Tests/AppTests/Tests.swift": "",
	}
	p, r := languagetest.Project(t, &Language, files, ".", "")
	if p.Claim.Kind != universalbuild.Web || p.Version.Value != "5.9" || r.Build.BaseImage != "swift:5.10-bookworm" {
		t.Errorf("%+v, version %v on %s", p.Claim, p.Version.Value, r.Build.BaseImage)
	}
	if got := p.Start.Value.Command; !reflect.DeepEqual(got, []string{"/app/bin/App"}) {
		t.Errorf("command %v", got)
	}
	p.Framework.Value = "Vapor"
	if got := start(p).Value.Command; len(got) != 3 || !strings.Contains(got[2], "/app/bin/App serve --env production --hostname 0.0.0.0 --port ${PORT:-8080}") {
		t.Errorf("command with Vapor %v", got)
	}
	if got := health(p).Value; got != "/health" {
		t.Errorf("health %q", got)
	}
	if !reflect.DeepEqual(r.Build.PreBuildCommands, []string{"swift package resolve"}) || len(r.Build.Manifests) != 2 {
		t.Errorf("fetch %v with %v", r.Build.PreBuildCommands, r.Build.Manifests)
	}
	files[".swift-version"] = "6.0.3\n"
	if p, r := languagetest.Project(t, &Language, files, ".", ""); p.Version.Value != "6.0.3" || r.Build.BaseImage != "swift:6.0-bookworm" || len(p.Version.Alternatives) != 1 {
		t.Errorf("version %+v on %s", p.Version, r.Build.BaseImage)
	}
	claim, _ := Language.Claim(languagetest.Reader(t, map[string]string{"Package.swift": "let package = Package(name: \"x\", targets: [.target(name: \"X\", path: \"X\")])\n"}).Folder("."))
	if claim.Role != language.Library {
		t.Errorf("library %+v", claim)
	}
}
