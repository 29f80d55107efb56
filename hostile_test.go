//go:build linux && long

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"aipack/backend/base/bounded/boundedtest"
)

// What one run may take, whatever it reads.
const (
	mostTime   = 10 * time.Second // of the processor: other programs are no fault of the text
	mostWait   = time.Minute      // for one that waits and computes nothing
	mostMemory = 512 << 20        // bytes
)

// format is a notation with files that are written in it.
type format struct {
	name     string
	files    []string          // each holds the text
	beside   map[string]string // what makes the files be read
	notation boundedtest.Notation
}

const goMain = "package main\n\nimport \"net/http\"\n\nfunc main() { http.ListenAndServe(\":8080\", nil) }\n"

var (
	tomlOf       = boundedtest.Notation{Open: "{a=", Close: "}", Pair: "%s = %s\n", Quote: `"`, Comment: "#", Join: "."}
	yamlOf       = boundedtest.Notation{Open: "[", Close: "]", Pair: "%s: %s\n", Quote: `"`, Comment: "#", Refer: "*%s", Join: "."}
	jsonOf       = boundedtest.Notation{Open: `{"a":`, Close: "}", Pair: "{\"%s\": %s},\n", Quote: `"`, Comment: "//", Join: "."}
	xmlOf        = boundedtest.Notation{Open: "<a>", Close: "</a>", Pair: "<%s>%s</a>\n", Comment: "<!--", Refer: "${%s}", Join: "."}
	keysOf       = boundedtest.Notation{Open: "${a:", Close: "}", Pair: "%s=%s\n", Quote: `"`, Comment: "#", Refer: "${%s}", Join: "."}
	shellOf      = boundedtest.Notation{Open: "$(", Close: ")", Pair: "%s=%s\n", Quote: `"`, Comment: "#", Refer: "$%s", Join: "."}
	makeOf       = boundedtest.Notation{Open: "$(", Close: ")", Pair: "%s = %s\n", Quote: `"`, Comment: "#", Refer: "$(%s)", Join: "."}
	dockerOf     = boundedtest.Notation{Open: "${A:-", Close: "}", Pair: "ENV %s=%s\n", Quote: `"`, Comment: "#", Refer: "${%s}", Join: "."}
	goOf         = boundedtest.Notation{Open: "func(){", Close: "}", Pair: "var %s = %s\n", Quote: `"`, Comment: "/*", Join: "."}
	pythonOf     = boundedtest.Notation{Open: "f(", Close: ")", Pair: "%s = %s\n", Quote: `"""`, Comment: "#", Refer: "%s", Join: "."}
	javascriptOf = boundedtest.Notation{Open: "({a:", Close: "})", Pair: "const %s = %s;\n", Quote: "`", Comment: "/*", Refer: "%s", Join: "."}
	rubyOf       = boundedtest.Notation{Open: "group do\n", Close: "end\n", Pair: "gem %s, %s\n", Quote: `"`, Comment: "#", Refer: "#{%s}", Join: "."}
	groovyOf     = boundedtest.Notation{Open: "a { ", Close: "}", Pair: "%s = %s\n", Quote: `"`, Comment: "/*", Refer: "\"$%s\"", Join: "."}
	tuplesOf     = boundedtest.Notation{Open: "{a, [", Close: "]}", Pair: "{%s, %s}.\n", Quote: `"`, Comment: "%%", Join: "_"}
	modulesOf    = boundedtest.Notation{Open: "require (\n", Close: ")\n", Pair: "require %s v%s\n", Quote: `"`, Comment: "//", Join: "/"}
	helmOf       = boundedtest.Notation{Open: "{{ if (a ", Close: ") }}{{ end }}", Pair: "%s: {{ tpl %s . }}\n", Quote: "`", Comment: "{{/*", Refer: "{{ .Values.%s }}", Join: "."}
	linesOf      = boundedtest.Notation{Open: "a[b", Close: "]", Pair: "%s==%s\n", Quote: `"`, Comment: "#", Join: "/"}
	patternsOf   = boundedtest.Notation{Open: "[a", Close: "]", Pair: "%s/**/*%s*\n", Comment: "#", Join: "/"}
	blocksOf     = boundedtest.Notation{Open: "a {\n", Close: "}\n", Pair: "%s %s;\n", Quote: `"`, Comment: "#", Refer: "$%s", Join: "."}
)

func headed(n boundedtest.Notation, head string) boundedtest.Notation {
	n.Head = head
	return n
}

func formats() []format {
	python := map[string]string{"app.py": "from flask import Flask\napp = Flask(__name__)\napp.run(port=5000)\n", "requirements.txt": "flask\n"}
	node := map[string]string{"package.json": `{"name":"a","workspaces":["packages/*"],"scripts":{"start":"node server.js"}}`, "server.js": "require('http').createServer().listen(3000)\n"}
	golang := map[string]string{"go.mod": "module example.org/a\n\ngo 1.26\n", "main.go": goMain}
	java := map[string]string{"src/main/java/A.java": "class A { public static void main(String[] a) {} }\n", "Procfile": "web: java -jar target/a.jar\n", "pom.xml": "<project><artifactId>a</artifactId></project>"}
	return []format{
		{"TOML", []string{"pyproject.toml", "Cargo.toml", "Cargo.lock", "uv.lock", "poetry.lock", "fly.toml", "netlify.toml", "mise.toml", "Pipfile", "gleam.toml"},
			map[string]string{"src/main.rs": "fn main() {}\n", "app.py": python["app.py"]}, headed(tomlOf, "[project]\nname = \"a\"\nversion = \"1\"\n[package]\nname = \"a\"\n")},
		{"YAML", []string{"pnpm-workspace.yaml", "pnpm-lock.yaml", "compose.yaml", "render.yaml", "app.yaml", "k8s/deploy.yaml", "kustomization.yaml", "src/main/resources/application.yml", "config/database.yml", "Taskfile.yml", "shard.yml", "pubspec.yaml", "stack.yaml", "mkdocs.yml"},
			node, headed(yamlOf, "services:\n  a:\n    build: .\n    ports: [\"80:80\"]\nname: a\n")},
		{"JSON", []string{"package.json", "package-lock.json", "tsconfig.json", "composer.json", "composer.lock", "deno.json", "vercel.json", "app.json", "angular.json", "nx.json", "turbo.json", "lerna.json", "appsettings.json", "global.json", "Pipfile.lock", "renv.lock", "vcpkg.json", "a.ipynb"},
			map[string]string{"server.js": node["server.js"], "index.php": "<?php\n", "app.py": python["app.py"]}, headed(jsonOf, `{"name":"a","scripts":{"start":"node server.js"},"more":[`)},
		{"XML", []string{"pom.xml", "A.csproj", "Directory.Build.props", "nuget.config", "web.config", "src/main/resources/persistence.xml", "build.xml"},
			map[string]string{"src/main/java/A.java": java["src/main/java/A.java"], "Program.cs": "Console.WriteLine();\n"}, headed(xmlOf, "<project><artifactId>a</artifactId><version>1</version>")},
		{"go.mod", []string{"go.mod", "go.work", "b/go.mod"}, map[string]string{"main.go": goMain, "b/main.go": goMain}, headed(modulesOf, "module example.org/a\n\ngo 1.26\n")},
		{"Go", []string{"main.go", "internal/b/b.go", ".goreleaser.go"}, map[string]string{"go.mod": golang["go.mod"]}, headed(goOf, goMain+"func f() {\n")},
		{"shell", []string{"start.sh", "docker-entrypoint.sh", "entrypoint.sh", "run.sh", "bin/start"}, map[string]string{".env": "A=1\n"}, headed(shellOf, "#!/bin/bash\nexec socat a b\n")},
		{"Makefile", []string{"Makefile", "justfile"}, golang, headed(makeOf, "run: build\n\tgo run .\n")},
		{"Procfile", []string{"Procfile", ".buildpacks", "Aptfile"}, python, headed(shellOf, "web: python app.py\n")},
		{"properties", []string{"src/main/resources/application.properties", "gradle.properties", "gradle/wrapper/gradle-wrapper.properties", "system.properties"}, java, headed(keysOf, "server.port=8080\n")},
		{"environment", []string{".env", ".env.example", ".env.production", ".env.local"}, node, headed(keysOf, "PORT=3000\nexport A='b'\n")},
		{"INI", []string{"setup.cfg", "tox.ini", "uwsgi.ini", "php.ini", "alembic.ini", "config.ini"}, python, headed(keysOf, "[metadata]\nname = a\n[options.entry_points]\nconsole_scripts =\n  a = a:main\n")},
		{"Dockerfile", []string{"Dockerfile", "web/Dockerfile", "Containerfile"}, golang, headed(dockerOf, "FROM golang:1.26\nEXPOSE 8080\nCMD [\"/a\"]\n")},
		{"ignored files", []string{".gitignore", ".dockerignore", "src/.gitignore", ".slugignore"}, node, headed(patternsOf, "node_modules\n")},
		{"requirements", []string{"requirements.txt", "requirements/base.txt", "constraints.txt", "runtime.txt"}, map[string]string{"app.py": python["app.py"]}, headed(linesOf, "flask>=3\n-r requirements/base.txt\n")},
		{"Python", []string{"app.py", "manage.py", "setup.py", "a/settings.py", "gunicorn.conf.py", "a/__init__.py"}, map[string]string{"requirements.txt": "flask\ndjango\n"}, headed(pythonOf, python["app.py"])},
		{"JavaScript", []string{"server.js", "index.js", "next.config.js", "vite.config.ts", "astro.config.mjs", "nuxt.config.ts", "src/main.ts", "ecosystem.config.js"},
			map[string]string{"package.json": `{"name":"a","scripts":{"start":"node server.js","build":"vite build"},"dependencies":{"vite":"5","next":"15","express":"4"}}`}, headed(javascriptOf, "require('express')().listen(3000)\n")},
		{"Ruby", []string{"Gemfile", "Gemfile.lock", "config.ru", "a.gemspec", "config/puma.rb", "config/application.rb", "Rakefile"}, map[string]string{"app.rb": "require 'sinatra'\n"}, headed(rubyOf, "source 'https://rubygems.org'\ngem 'sinatra'\n")},
		{"Elixir and Erlang", []string{"mix.exs", "mix.lock", "config/runtime.exs", "rebar.config", "rebar.lock", "src/a.app.src"}, map[string]string{"lib/a.ex": "defmodule A do\nend\n"}, headed(tuplesOf, "{erl_opts, [debug_info]}.\n{deps, []}.\n")},
		{"Gradle and sbt", []string{"build.gradle", "settings.gradle", "build.gradle.kts", "build.sbt", "project/plugins.sbt", "gradle/libs.versions.toml"}, map[string]string{"src/main/java/A.java": java["src/main/java/A.java"]}, headed(groovyOf, "plugins { id 'java' }\n")},
		{"Helm", []string{"chart/Chart.yaml", "chart/values.yaml", "chart/templates/a.yaml", "chart/templates/_helpers.tpl"}, golang, headed(helmOf, "apiVersion: v2\nname: a\n")},
		{"nginx and Caddy", []string{"nginx.conf", "Caddyfile", "default.conf", "conf/nginx.conf.template"}, map[string]string{"index.html": "<h1>a</h1>\n", "Dockerfile": "FROM nginx\nCOPY nginx.conf /etc/nginx/nginx.conf\n"}, headed(blocksOf, "server { listen 80; }\n")},
		{"Prisma", []string{"prisma/schema.prisma", "schema.prisma"}, node, headed(blocksOf, "datasource db {\n  provider = \"postgresql\"\n  url = env(\"DATABASE_URL\")\n}\n")},
		{"native builds", []string{"CMakeLists.txt", "meson.build", "conanfile.txt", "configure.ac", "a.cabal", "project.clj", "deps.edn", "DESCRIPTION", "build.zig.zon"}, map[string]string{"main.c": "int main(void) { return 0; }\n"}, headed(pythonOf, "project(a)\nadd_executable(a main.c)\n")},
		{"PHP", []string{"index.php", "public/index.php", "artisan", "bootstrap/app.php", "config/database.php"}, map[string]string{"composer.json": `{"require":{"php":"^8.3","laravel/framework":"11"}}`}, headed(javascriptOf, "<?php\nrequire 'vendor/autoload.php';\n")},
	}
}

// TestHostileFiles: whatever stands in files that the program reads, looking at a
// folder ends soon and in little memory, with an answer or a clear error, and
// without a file beside the folder being opened.
func TestHostileFiles(t *testing.T) {
	for _, f := range formats() {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			top := t.TempDir()
			beside := watched(t, filepath.Join(top, "outside"))
			texts := boundedtest.Texts(f.notation)
			if len(texts) < 40 {
				t.Errorf("%d texts", len(texts))
			}
			var slowest, largest ended
			for i, text := range texts {
				dir := filepath.Join(top, fmt.Sprint(i))
				f.lay(t, dir, text.Make())
				e := detect(t, dir)
				e.of = text.Name
				if why := e.wrong(); why != "" {
					t.Errorf("%s: %s", text.Name, why)
				}
				if beside() {
					t.Errorf("%s: a file beside the folder was opened", text.Name)
				}
				if e.took > slowest.took {
					slowest = e
				}
				if e.memory > largest.memory {
					largest = e
				}
				if err := os.RemoveAll(dir); err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("%d texts in %d files; longest %s (%s), most memory %d MB (%s)", len(texts), len(f.files), slowest.took.Round(time.Millisecond), slowest.of, largest.memory>>20, largest.of)
		})
	}
}

func (f format) lay(t *testing.T, dir, text string) {
	write := func(name, text string) {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range f.beside {
		write(name, text)
	}
	for _, name := range f.files {
		write(name, text)
	}
}

// ended is how one run ended.
type ended struct {
	of       string
	err      error
	out, say []byte
	took     time.Duration
	memory   int64 // bytes, at its height
}

// detect runs the program in a process that the kernel gives no more memory than
// twice what it may take.
func detect(t *testing.T, dir string) ended {
	ctx, stop := context.WithTimeout(t.Context(), mostWait)
	defer stop()
	var e ended
	var out, say bytes.Buffer
	c := exec.CommandContext(ctx, "aipack", "detect", "--format", "json", dir)
	c.Stdout, c.Stderr = &out, &say
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if err := unix.Prlimit(c.Process.Pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: 2 * mostMemory, Max: 2 * mostMemory}, nil); err != nil && !errors.Is(err, unix.ESRCH) {
		t.Error(err)
	}
	e.err = c.Wait()
	e.took, e.out, e.say = c.ProcessState.UserTime()+c.ProcessState.SystemTime(), out.Bytes(), say.Bytes()
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		e.memory = usage.Maxrss << 10
	}
	return e
}

// wrong says what a run may not do, "" where it did nothing of it.
func (e ended) wrong() string {
	var failed *exec.ExitError
	switch {
	case e.took > mostTime:
		return fmt.Sprintf("it took %s", e.took.Round(time.Millisecond))
	case e.memory > mostMemory:
		return fmt.Sprintf("it took %d MB", e.memory>>20)
	case e.err == nil && !json.Valid(e.out):
		return fmt.Sprintf("no JSON: %.200q", e.out)
	case e.err == nil:
		return ""
	case !errors.As(e.err, &failed) || !failed.Exited():
		return e.err.Error()
	}
	for _, cry := range []string{"panic:", "fatal error:", "goroutine "} {
		if strings.Contains(string(e.say), cry) {
			return fmt.Sprintf("%.400s", e.say)
		}
	}
	if len(e.out) > 0 && !json.Valid(e.out) || len(bytes.TrimSpace(e.say)) == 0 {
		return fmt.Sprintf("%v, with %.200q and %.200q", e.err, e.out, e.say)
	}
	return ""
}

// watched makes a folder with files that nobody may open, and reports whether one
// was opened since it was last asked.
func watched(t *testing.T, dir string) (opened func() bool) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("a = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	if _, err := unix.InotifyAddWatch(fd, dir, unix.IN_OPEN|unix.IN_ACCESS); err != nil {
		t.Fatal(err)
	}
	opened = func() bool {
		n, _ := unix.Read(fd, make([]byte, 4096))
		return n > 0
	}
	if _, err := os.ReadFile(filepath.Join(dir, "secret")); err != nil || !opened() {
		t.Fatalf("what opens a file is not seen: %v", err)
	}
	return opened
}
