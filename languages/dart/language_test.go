package dart

import (
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

func TestProjects(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
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
		claim, ok := Language.Claim(languagetest.Reader(t, c.files).Folder("."))
		if !ok || claim.Role != c.role || claim.Kind != c.kind {
			t.Errorf("%s: %+v", name, claim)
		}
	}
}
