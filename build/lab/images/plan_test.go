package images

import (
	"errors"
	"strings"
	"testing"
)

// stock is a shelf with what is put on it.
type stock map[Source][]string

func (s stock) Versions(from Source, _ string) ([]string, error) {
	return s[from], nil
}

func (stock) Release() string { return "bookworm" }

var shelf = stock{
	NPM:    {"18.20.8", "20.9.0", "20.20.2", "22.3.1", "22.23.3", "24.0.0-rc.1", "26.10.0"},
	Go:     {"1.9", "1.25.4", "1.25.14", "1.26rc1", "1.26.8", "1.27.4"},
	Crate:  {"1.28.3"},
	Module: {"2.10.29", "2.11.0", "2.11.9", "3.5.21"},
	Maven:  {"3.6.0", "3.8.8", "3.9.0", "3.9.9", "4.0.0-rc-4", "16.4.0", "16.15.0"},
	Python: {"3.12.1", "3.13.0"},
	Rust:   {"1.95.0"},
}

// TestATagIsItsVersion reads from the plan what the image will be.
func TestATagIsItsVersion(t *testing.T) {
	for image, want := range map[string]string{
		"node:22":                        "node bookworm VERSION=22.23.3 on buildpack-deps:bookworm",
		"node:22-slim":                   "node bookworm VERSION=22.23.3 on debian:bookworm-slim",
		"node:22.3-bookworm-slim":        "node bookworm VERSION=22.3.1 on debian:bookworm-slim",
		"node:20.9.0-bullseye":           "node bullseye VERSION=20.9.0 on buildpack-deps:bullseye",
		"node:latest":                    "node bookworm VERSION=26.10.0 on buildpack-deps:bookworm",
		"node:trixie-slim":               "node trixie VERSION=26.10.0 on debian:trixie-slim",
		"golang:1.25-bookworm":           "golang bookworm VERSION=1.25.14 on buildpack-deps:bookworm-scm",
		"golang:1.25.4":                  "golang trixie VERSION=1.25.4 on buildpack-deps:trixie-scm",
		"golang:latest":                  "golang trixie VERSION=1.27.4 on buildpack-deps:trixie-scm",
		"oven/bun:1-slim":                "", // the shelf has another program's versions
		"oven/bun:22-debian":             "bun bookworm VERSION=22.23.3 on debian:bookworm-slim",
		"denoland/deno:debian-22.3.1":    "deno trixie VERSION=22.3.1 on debian:trixie-slim",
		"python:3.12-slim-bookworm":      "python bookworm VERSION=3.12.1 on debian:bookworm-slim",
		"python:3.12":                    "python bookworm VERSION=3.12.1 on buildpack-deps:bookworm",
		"python:3.13.0-slim":             "python bookworm VERSION=3.13.0 on debian:bookworm-slim",
		"python:3.13-slim-trixie":        "python-debian trixie VERSION=3.13 on debian:trixie-slim",
		"python:3.9-slim-bookworm":       "python-debian bullseye VERSION=3.9 on debian:bullseye-slim",
		"ruby:3.3-slim-bookworm":         "ruby trixie VERSION=3.3 on debian:trixie-slim",
		"php:8.4-apache-bookworm":        "php trixie VERSION=8.4 on debian:trixie-slim",
		"eclipse-temurin:21-jre":         "eclipse-temurin trixie KIND=jre VERSION=21 on debian:trixie-slim",
		"eclipse-temurin:17-jdk-jammy":   "eclipse-temurin bookworm KIND=jdk VERSION=17 on debian:bookworm-slim",
		"maven:3.9-eclipse-temurin-21":   "maven trixie JAVA=21 VERSION=3.9.9 on debian:trixie-slim",
		"maven:3-eclipse-temurin-17":     "maven bookworm JAVA=17 VERSION=3.9.9 on debian:bookworm-slim",
		"maven:3.8-eclipse-temurin-17":   "maven bookworm JAVA=17 VERSION=3.8.8 on debian:bookworm-slim",
		"tomcat:16.4-jre17-temurin":      "tomcat bookworm VERSION=16.4.0 on eclipse-temurin:17-jre",
		"tomcat:3.9-jdk21-temurin-noble": "tomcat trixie VERSION=3.9.9 on eclipse-temurin:21-jdk",
		"tomcat:16-jre8":                 "tomcat sid VERSION=16.15.0 on eclipse-temurin:8-jre",
		"rust:1.95-bookworm":             "rust bookworm VERSION=1.95.0 on buildpack-deps:bookworm",
		"rust:1-bookworm":                "rust-debian bookworm SUFFIX=-web VERSION=1.96 on buildpack-deps:bookworm",
		"rust:1.85-slim-bookworm":        "rust-debian bookworm SUFFIX=-web VERSION=1.85 on debian:bookworm-slim",
		"nginx:1.28-bookworm":            "nginx bookworm VERSION=1.28.3 on debian:bookworm-slim",
		"nginx:1.26":                     "nginx-debian trixie VERSION=1.26 on debian:trixie-slim",
		"composer:2":                     "composer trixie VERSION=2.8 on debian:trixie-slim",
		"postgres:17":                    "postgres-debian trixie VERSION=17 on debian:trixie-slim",
		"postgres:17-bookworm":           "postgres-debian trixie VERSION=17 on debian:trixie-slim",
		"postgres:16":                    "postgres trixie MAJOR=16 VERSION=16.15.0 on debian:trixie-slim",
		"postgres:16.4":                  "postgres trixie MAJOR=16 VERSION=16.4.0 on debian:trixie-slim",
		"pgvector/pgvector:pg17":         "postgres-debian trixie VERSION=17 on debian:trixie-slim",
		"redis:8.0":                      "redis trixie VERSION=8.0 on debian:trixie-slim",
		"redis:7.0-bookworm":             "redis bookworm VERSION=7.0 on debian:bookworm-slim",
		"valkey/valkey:8.1":              "valkey trixie VERSION=8.1 on debian:trixie-slim",
		"mariadb:10.11":                  "mariadb bookworm VERSION=10.11 on debian:bookworm-slim",
		"mysql:9.7":                      "mysql sid VERSION=9.7 on debian:sid-slim",
		"rabbitmq:4.0-management":        "rabbitmq trixie PLUGINS=rabbitmq_management VERSION=4.0 on debian:trixie-slim",
		"memcached:1.6-bookworm":         "memcached trixie VERSION=1.6 on debian:trixie-slim",
		"nats:2.11":                      "nats bookworm VERSION=2.11.9 on debian:bookworm-slim",
		"quay.io/coreos/etcd:v3.5.21":    "etcd bookworm VERSION=3.5.21 on debian:bookworm-slim",
		"apache/kafka:3.9.0":             "kafka trixie VERSION=3.9.0 on debian:trixie-slim",
		"gcc:14":                         "gcc trixie VERSION=14 on buildpack-deps:trixie",
		"debian:bookworm-slim":           " bookworm",
		"debian:12":                      " bookworm",
		"debian:stable":                  " trixie",
		"buildpack-deps:bookworm-scm":    "buildpack-deps bookworm PART=scm on debian:bookworm-slim",
		"node:22-alpine":                 "",
		"node:22-alpine3.20":             "",
		"node:19":                        "",
		"node:22.99":                     "",
		"node:22.3.1.1":                  "",
		"node:lts":                       "",
		"node:2":                         "",
		"golang:1.24":                    "",
		"golang:1.26rc1":                 "",
		"golang:1.26-alpine":             "",
		"golang:tip":                     "",
		"python:3.10":                    "",
		"python:3":                       "", // the newest Python 3 is none of Debian's
		"python:latest":                  "",
		"python:3.13.9-slim":             "",
		"python:3.12-slim-trixie":        "", // this machine's runs on this machine's release
		"ruby:3.4-slim-bookworm":         "",
		"php:8.3-apache":                 "",
		"php:8.4-fpm":                    "",
		"rust:1.80-bookworm":             "",
		"rust:1.95-trixie":               "",
		"gcc:14-bookworm":                "", // its programs would want trixie's C library
		"gcc:13":                         "",
		"nginx:1.27":                     "",
		"nginx:latest":                   "",
		"eclipse-temurin:22":             "",
		"eclipse-temurin:21-jre-alpine":  "",
		"maven:3.9":                      "",
		"tomcat:9.1-jre17-temurin":       "",
		"tomcat:16.4-jre22-temurin":      "",
		"tomcat:16.4-jre17-corretto":     "",
		"tomcat:16.4-17":                 "",
		"tomcat:16":                      "",
		"maven:4-eclipse-temurin-21":     "",
		"debian:12.4":                    "",
		"debian:bookworm-backports":      "",
		"alpine:3.21":                    "",
		"composer:1":                     "",
		"postgres:14":                    "", // the shelf has none
		"postgres:17-alpine":             "",
		"pgvector/pgvector:pg16":         "",
		"redis:8":                        "", // the newest Redis 8 is none of Debian's
		"redis:7.4-bookworm":             "",
		"mariadb:11.4":                   "",
		"mysql:8.4":                      "",
		"mongo:8.0":                      "",
		"apache/kafka:3.6.0":             "", // the shelf has it, as an image it never was
		"gradle:8.10-jdk21":              "",
		"elixir:1.18-otp-27":             "",
		"node:22-bookworm-slim-bookworm": "",
	} {
		repository, tag, _ := strings.Cut(image, ":")
		if !strings.Contains(repository, "/") {
			repository = "library/" + repository
		}
		p, err := Resolve(repository, tag, shelf)
		var refusal Refusal
		switch refused := errors.As(err, &refusal); {
		case refused && want == "":
			if refusal.Image != image || refusal.Why == "" {
				t.Errorf("%s: refused as %q", image, refusal)
			}
		case err != nil:
			t.Errorf("%s: %v", image, err)
		case !whole(p):
			t.Errorf("%s: there is no %s.Dockerfile", image, p.Dockerfile)
		case said(p) != want:
			t.Errorf("%s: got %q, want %q", image, said(p), want)
		}
	}
}

// whole reports whether what a plan is made by is there.
func whole(p Plan) bool {
	if p.Dockerfile == "" { // Debian itself
		return true
	}
	_, err := p.Recipe()
	return err == nil
}

// said writes a plan in one line.
func said(p Plan) string {
	s := p.Dockerfile + " " + p.Suite
	for _, name := range []string{"JAVA", "KIND", "MAJOR", "PART", "PLUGINS", "SUFFIX", "VERSION"} {
		if v := p.Args[name]; v != "" {
			s += " " + name + "=" + v
		}
	}
	if len(p.Below) > 0 {
		s += " on " + strings.Join(p.Below, ", ")
	}
	return s
}

// TestWhatIsBelowCanBeHad follows every plan down to Debian.
func TestWhatIsBelowCanBeHad(t *testing.T) {
	for image := range recipes {
		for _, tag := range []string{"22", "1.25", "3.12", "3.3", "8.4-cli", "21-jdk", "1.96", "1.28", "14", "bookworm-scm", "3.9-eclipse-temurin-17", "3.9-jre17-temurin"} {
			p, err := Resolve(image, tag, shelf)
			if err != nil {
				continue
			}
			for len(p.Below) > 0 {
				name, tag, _ := strings.Cut(p.Below[0], ":")
				if p, err = Resolve("library/"+name, tag, shelf); err != nil {
					t.Fatalf("%s: %v", image, err)
				}
			}
			if p.Dockerfile != "" {
				t.Errorf("%s:%s ends at %s", image, tag, p.Dockerfile)
			}
		}
	}
}

// TestEveryRecipeIsWhole reads the files themselves: each Dockerfile stands on
// what it is told, has the scripts that it copies, and no script is left over.
func TestEveryRecipeIsWhole(t *testing.T) {
	copied := map[string]bool{}
	dockerfiles, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range dockerfiles {
		name, ok := strings.CutSuffix(file.Name(), ".Dockerfile")
		if !ok {
			continue
		}
		recipe, err := Plan{Dockerfile: name}.Recipe()
		if err != nil {
			t.Fatal(err)
		}
		content := string(recipe["Dockerfile"])
		if !strings.Contains(content, "FROM ${BASE}") {
			t.Errorf("%s stands on nothing", name)
		}
		for word := range strings.FieldsSeq(content) {
			if strings.HasSuffix(word, ".sh") && !strings.Contains(word, "/") {
				if copied[word] = true; recipe[word] == nil && strings.Contains(content, "COPY --chmod=755 "+word) {
					t.Errorf("%s copies %s, which is not there", name, word)
				}
			}
		}
	}
	scripts, err := files.ReadDir("scripts")
	if err != nil || len(scripts) == 0 {
		t.Fatal(err)
	}
	for _, script := range scripts {
		if !copied[script.Name()] {
			t.Errorf("no Dockerfile copies %s", script.Name())
		}
	}
}

// TestAFailureIsNoRefusal keeps a registry that does not answer apart from one
// that has no such version.
func TestAFailureIsNoRefusal(t *testing.T) {
	_, err := Resolve("library/node", "22", silent{})
	if err == nil || errors.As(err, &Refusal{}) {
		t.Errorf("got %v", err)
	}
}

type silent struct{}

func (silent) Versions(Source, string) ([]string, error) { return nil, errors.New("no answer") }
func (silent) Release() string                           { return "bookworm" }
