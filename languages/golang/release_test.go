package golang

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/manifest/dockerfile"
)

const serves = "package main\n\nimport \"net/http\"\n\nfunc main() { http.ListenAndServe(\":8080\", nil) }\n"

// TestReleases: what a project publishes is its product, wherever it lies.
func TestReleases(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		role  language.Role
		start string
	}{
		"an example that is published": {map[string]string{
			"go.mod": "module example.test/base\n\ngo 1.24\n", "base.go": "package base\n",
			"examples/base/main.go": serves, ".goreleaser.yaml": "builds: [{main: ./examples/base, binary: store}]\n",
		}, language.Service, "/app/bin/store"},
		"an example that is not": {map[string]string{
			"go.mod": "module example.test/base\n\ngo 1.24\n", "base.go": "package base\n", "examples/base/main.go": serves,
		}, language.Library, ""},
		"the published one of two": {map[string]string{
			"go.mod": "module example.test/base\n\ngo 1.24\n", "cmd/api/main.go": serves, "cmd/zeta/main.go": serves,
			".goreleaser.yml": "builds:\n- main: ./cmd/zeta/main.go\n",
		}, language.Service, "/app/bin/zeta"},
		"a place outside": {map[string]string{
			"go.mod": "module example.test/base\n\ngo 1.24\n", "main.go": serves, ".goreleaser.yml": "builds:\n- main: ../../etc\n",
		}, language.Service, "/app/bin/base"},
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := languagetest.Project(t, &Language, c.files, ".", "")
			if got := strings.Join(p.Start.Value.Command, " "); p.Claim.Role != c.role || got != c.start {
				t.Errorf("role %v, start %q; want %v, %q", p.Claim.Role, got, c.role, c.start)
			}
		})
	}
}

func TestTags(t *testing.T) {
	for name, c := range map[string]struct {
		dockerfile, releaser, makefile string
		want                           string
	}{
		"a container file":   {"FROM golang:1.24\nRUN CGO_ENABLED=1 go build -tags 'sqlite_fts5 netgo' -o /a .\n", "", "", "-tags=netgo,sqlite_fts5 "},
		"an argument of it":  {"FROM golang:1.24\nARG T=fts5\nRUN go build -tags=${T} .\n", "", "", "-tags=fts5 "},
		"a shell's variable": {"FROM golang:1.24\nRUN T=$(./tags.sh) && go build -tags=\"$T\" .\n", "", "", ""},
		"a release":          {"", "builds: [{tags: [osusergo]}]\n", "", "-tags=osusergo "},
		"a Makefile":         {"", "", "TAGS=netgo,fts5$(if $(MORE),$(comma)$(MORE))\nbuild:\n\t@go build -ldflags=\"-X a=$(SHA)\" -tags=$(TAGS)\n", "-tags=fts5,netgo "},
		"those of tests":     {"", "", "build:\n\tgo build -tags integration ./...\n", ""},
		"an injection":       {"FROM golang:1.24\nRUN go build -tags='a;rm -rf /' .\n", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"go.mod": "module example.test/base\n\ngo 1.24\n", "main.go": serves, ".goreleaser.yaml": c.releaser, "Makefile": c.makefile}
			if c.releaser == "" {
				delete(files, ".goreleaser.yaml")
			}
			p, _ := languagetest.Project(t, &Language, files, ".", "")
			if c.dockerfile != "" {
				d, _ := dockerfile.Parse(c.dockerfile)
				p.Built = language.Built{Path: "Dockerfile", Stages: d.Stages}
			}
			r := Language.Recipe(p)
			want := "go build " + c.want + "-trimpath -ldflags=\"-s -w\" -o /out/base ."
			if len(r.Build.BuildCommands) != 1 || r.Build.BuildCommands[0] != want {
				t.Errorf("%q, want %q", r.Build.BuildCommands, want)
			}
		})
	}
}
