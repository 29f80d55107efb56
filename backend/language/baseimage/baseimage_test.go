package baseimage

import (
	"slices"
	"strings"
	"testing"

	"aipack/backend/language/debian"
)

func TestWhatImagesLack(t *testing.T) {
	for _, one := range []struct {
		image, program string
		lacks          bool
	}{
		{"python:3.13-slim-bookworm", "make", true},
		{"python:3.13-slim", "git", true},
		{"python:3.13-bookworm", "make", false},
		{"python:3.13", "git", false},
		{"docker.io/library/python:3.13-slim", "make", true},
		{"python:3.13-alpine", "make", false},
		{"python:3.13-slim@sha256:aa", "make", true},
		{"python@sha256:aa", "make", false},
		{"registry.example.com/python:3.13-slim", "make", false},
		{"registry.example.com:5000/team/base", "make", false},
		{"team/python:slim", "make", false},
		{"node:22-bookworm-slim", "make", true},
		{"node:22-bookworm-slim", "node", false},
		{"node:22-bookworm-slim", "yarn", false},
		{"node:22-bookworm-slim", "pnpm", true},
		{"debian:bookworm-slim", "perl", false},
		{"debian:bookworm-slim", "ffmpeg", true},
		{"debian:bookworm-slim", "server", false}, // nobody knows where it comes from
		{"debian:bookworm-slim", "just", true},
		{"php:8.4-apache-bookworm", "make", false},
		{"php:8.4-apache-bookworm", "git", true},
		{"golang:1.26-bookworm", "git", false},
		{"eclipse-temurin:21-jre", "curl", false},
		{"eclipse-temurin:21-jre", "make", true},
		{"eclipse-temurin:21-jre-alpine", "make", false},
		{"mcr.microsoft.com/dotnet/aspnet:9.0", "make", true},
		{"mcr.microsoft.com/dotnet/aspnet:9.0-noble-chiseled", "make", false},
		{"scratch", "make", false},
		{"", "make", false},
	} {
		if Lacks(one.image, one.program) != one.lacks {
			t.Errorf("%s lacks %s: %v", one.image, one.program, !one.lacks)
		}
	}
}

func TestProgramsOfACommand(t *testing.T) {
	for command, want := range map[string]string{
		"make run":                               "make",
		"/usr/bin/make run":                      "make",
		"./start.sh":                             "",
		"/app/bin/server":                        "",
		"env A=1 make run":                       "make",
		"tini -- make run":                       "make",
		"sh -c|exec make run":                    "make",
		"sh -c|cd web && A=1 exec make run":      "make",
		"bash -lc|exec /usr/bin/env B=2 just up": "just",
		"sh -c|make db || true; node a.js":       "make node",
		"sh -c|test -f a || make a; exec node a": "node",
		"sh -c|if [ -f a ]; then make a; fi":     "",
		"sh -c|exec \"$PROGRAM\" --serve":        "",
		"sh -c|$(which make) run":                "",
		"sh -c|exec sh -c 'git pull && make a'":  "git make",
		"sh start.sh":                            "sh",
		"sh":                                     "sh",
		"env":                                    "",
		"":                                       "",
	} {
		before, line, shell := strings.Cut(command, "|")
		words := strings.Fields(before)
		if shell {
			words = append(words, line)
		}
		if got := strings.Join(Programs(words), " "); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

func FuzzPrograms(f *testing.F) {
	f.Add("sh", "-c", "exec env A=1 make 'run")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		for _, words := range Commands([]string{a, b, c}) {
			if len(words) == 0 {
				t.Fatal("a command without words")
			}
		}
		Programs([]string{a, b, c})
	})
}

// TestPackagesAreDebians: a package is offered for what an image may lack alone.
func TestPackagesAreDebians(t *testing.T) {
	if name, ok := Package("make"); !ok || name != "make" {
		t.Errorf("%q, %v", name, ok)
	}
	for _, program := range append(slices.Clone(others), "node", "python3", "gunicorn") {
		if name, ok := Package(program); ok {
			t.Errorf("%s: %s", program, name)
		}
	}
	for _, f := range families {
		for _, program := range slices.Concat(f.own, f.whole) {
			if strings.Contains(debian.Programs[program], " ") {
				t.Errorf("%s: %q", program, debian.Programs[program])
			}
		}
	}
}
