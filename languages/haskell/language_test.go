package haskell

import (
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

func TestProjects(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
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
	p, r = languagetest.Project(t, &Language, map[string]string{
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
