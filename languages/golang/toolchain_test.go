package golang

import (
	"maps"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// TestRelease: the image has a release that is supported, at least the one that
// any module of the build asks for, and none that a required module breaks with.
func TestRelease(t *testing.T) {
	module := func(lines string) string { return "module example.test/base\n\n" + lines + "\n" }
	workspace := map[string]string{
		"go.mod": module("go 1.21"), "go.work": "go 1.24.2\n\nuse (\n\t.\n\t./money\n)\n",
		"money/go.mod": "module example.test/money\n\ngo 1.27\n", "money/money.go": "package money\n",
	}
	for name, c := range map[string]struct {
		files map[string]string
		image string
	}{
		"nothing said":            {map[string]string{"go.mod": module("")}, "golang:1.26-bookworm"},
		"out of support":          {map[string]string{"go.mod": module("go 1.16")}, "golang:1.26-bookworm"},
		"supported":               {map[string]string{"go.mod": module("go 1.25.3")}, "golang:1.25-bookworm"},
		"newer than is known":     {map[string]string{"go.mod": module("go 1.31")}, "golang:1.31-bookworm"},
		"a newer toolchain":       {map[string]string{"go.mod": module("go 1.21\n\ntoolchain go1.27.1")}, "golang:1.27-bookworm"},
		"pinned":                  {map[string]string{"go.mod": module("go 1.21"), ".go-version": "1.25.1\n"}, "golang:1.25-bookworm"},
		"pinned out of support":   {map[string]string{"go.mod": module("go 1.21"), ".go-version": "1.21.9\n"}, "golang:1.26-bookworm"},
		"pinned below the module": {map[string]string{"go.mod": module("go 1.27"), ".tool-versions": "golang 1.25.0\n"}, "golang:1.27-bookworm"},
		"a member asks for more":  {workspace, "golang:1.27-bookworm"},
		"a module that breaks":    {map[string]string{"go.mod": module("go 1.18\n\nrequire github.com/lucas-clemente/quic-go v0.29.0")}, "golang:1.19-bookworm"},
		"one that is mended":      {map[string]string{"go.mod": module("go 1.18\n\nrequire golang.org/x/tools v0.24.1 // indirect")}, "golang:1.26-bookworm"},
		"one that is not":         {map[string]string{"go.mod": module("go 1.18\n\nrequire golang.org/x/tools v0.24.0 // indirect")}, "golang:1.24-bookworm"},
		"one that must break":     {map[string]string{"go.mod": module("go 1.25\n\nrequire golang.org/x/tools v0.24.0 // indirect")}, "golang:1.25-bookworm"},
	} {
		files := maps.Clone(c.files)
		files["main.go"] = serves
		if _, r := languagetest.Project(t, &Language, files, ".", ""); r.Build.BaseImage != c.image {
			t.Errorf("%s: %s, want %s", name, r.Build.BaseImage, c.image)
		}
	}
}

// TestGoBelowChdir: a go command that does not know -C is called from the folder.
func TestGoBelowChdir(t *testing.T) {
	_, r := languagetest.Project(t, &Language, map[string]string{
		"svc/go.mod":     "module example.test/svc\n\ngo 1.18\n\nrequire (\n\texample.test/shared v0.0.0\n\tgithub.com/lucas-clemente/quic-go v0.29.0\n)\n\nreplace example.test/shared => ../shared\n",
		"svc/main.go":    strings.Replace(serves, "import (", "import (\n\t_ \"example.test/shared\"", 1),
		"shared/go.mod":  "module example.test/shared\n\ngo 1.18\n",
		"shared/made.go": "package shared\n",
	}, "svc", "")
	line := r.Build.BuildCommands[len(r.Build.BuildCommands)-1]
	if !strings.HasPrefix(line, "cd svc && go build ") {
		t.Errorf("%s builds by %q", r.Build.BaseImage, line)
	}
}

// TestWhatTheRootReplacesIsItsOwn: a module that the workspace's root alone replaces
// asks nothing of the other members, whoever is looked at first.
func TestWhatTheRootReplacesIsItsOwn(t *testing.T) {
	for _, order := range [][]string{{".", "money"}, {"money", "."}} {
		reader := languagetest.Reader(t, map[string]string{
			"go.mod": "module example.test/base\n\ngo 1.25\n\nreplace example.test/old => ./old\n", "go.work": "go 1.25\n\nuse (\n\t.\n\t./money\n)\n",
			"old/go.mod": "module example.test/old\n\ngo 1.27\n", "money/go.mod": "module example.test/money\n\ngo 1.25\n",
		})
		for _, dir := range order {
			want := map[string]int{".": 27, "money": 25}[dir]
			if got, _ := leastRelease(&language.Project{Folder: reader.Folder(dir)}); got != want {
				t.Errorf("%v: %s wants 1.%d, not 1.%d", order, dir, got, want)
			}
		}
	}
}
