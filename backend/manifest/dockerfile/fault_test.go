package dockerfile

import (
	"os"
	"testing"
)

func TestFaultOf(t *testing.T) {
	for content, line := range map[string]int{
		"ARG V=1\nFROM node:$V\nrun npm ci && \\\n  npm run build\n":    0,
		"FROM node:22\nRUN <<EOF\nCOPPY in a script\nEOF\n":             0,
		"FROM a\nRUN [\"sh\", \"-c\", \"cat <<EOF\"]\nCOPPY a b\nEOF\n": 3,
		"FROM a\nRUN cat <<A 3<<-'B' > c\nx\nA\ny\n\tB\nRUN d\n":        0,
		"FROM a\nRUN echo $((1<<3)) \"a <<EOF\"\nUSER b\nEOF\n":         4,
		"FROM node:22\nENV\tA=1\n":                                      0,
		"FROM node:22\n\nCOPPY . .\n":                                   3,
		"RUN ls\nFROM node:22\n":                                        1,
		"# nothing\n":                                                   1,
		"FROM debian\nRUN apt-get update\n && apt-get upgrade\n":        3,
	} {
		if got, _ := FaultOf(content); got.Line != line {
			t.Errorf("%q: line %d (%s), want %d", content, got.Line, got.Message, line)
		}
	}
}

// What the program writes for hostile projects is no fault.
func TestNoFaultOfHostileExport(t *testing.T) {
	content, err := os.ReadFile("../../packaging/export/testdata/hostile.Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := FaultOf(string(content)); got.Line != 0 {
		t.Error(got)
	}
}

func TestIsForBuilder(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          bool
	}{
		{"Dockerfile", "COPPY . .\n", true},
		{"deploy/Containerfile", "", true},
		{"Dockerfile", "FROM {{ base }}\n{% if a %}\nRUN a\n{% endif %}\n", false},
		{"Dockerfile", "# syntax=docker/dockerfile:1\nFROM a\n", true},
		{"Dockerfile", "# syntax = example.org/mopy\napiVersion: v1\n", false},
		{"dockerfile.go", "package dockerfile\n", false},
		{"Dockerfile.prod", "FROM a\nCOPPY . .\n", true},
	} {
		if got := IsForBuilder(c.name, c.content); got != c.want {
			t.Errorf("%s %q: %v, want %v", c.name, c.content, got, c.want)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, name := range []string{"Dockerfile", "a/b/containerfile", "Dockerfile.prod", "Containerfile.web", "docker/web.Dockerfile"} {
		if !Named(name) {
			t.Errorf("%s is not taken for a Dockerfile", name)
		}
	}
	for _, name := range []string{".env", "Dockerfile/main.go", "Dockerfile.dockerignore", "dockerfiles", "mydockerfile", "Dockerfile-web"} {
		if Named(name) {
			t.Errorf("%s is taken for a Dockerfile", name)
		}
	}
}
