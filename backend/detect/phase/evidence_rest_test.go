package phase

import "testing"

func TestSameRelease(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"node:22-bookworm-slim", "node:22-bookworm-slim", true},
		{"python:3.12-bookworm", "python:3.12-slim-bookworm", true},
		{"node:22-bookworm-slim", "node:20-bookworm-slim", false},
		{"golang:1.26-bookworm", "debian:bookworm-slim", false},
		{"eclipse-temurin:21-jdk", "eclipse-temurin:21-jre", true},
		{"maven:3.9-eclipse-temurin-21", "eclipse-temurin:21-jre", false},
	} {
		if got := sameRelease(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}

func TestFirstNumber(t *testing.T) {
	for version, want := range map[string]string{">=22.0.0": "22", "1.26.6": "1", "v20": "20", "lts/*": "", "": "", "bookworm-slim": ""} {
		if got := firstNumber(version); got != want {
			t.Errorf("%q: %q, want %q", version, got, want)
		}
	}
}
