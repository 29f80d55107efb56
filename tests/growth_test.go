//go:build unix

package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/packaging/export"
	"aipack/backend/repo"
)

// TestManyServices analyses and exports projects of many services, and of four times
// as many: that takes about four times as long. Where every service looks at every
// other one it takes sixteen times, where each of these looks at all again sixty-four.
func TestManyServices(t *testing.T) { // not parallel: it measures the processor time of the whole process
	const services, times, most, tries = 100, 4, 8.0, 3
	for name, files := range map[string]func(n int) map[string]string{
		"each by itself": apart, "npm workspace": npmWorkspace, "go.work": goWork, "uv workspace": uvWorkspace, "Gradle build": gradleBuild, "Maven reactor": mavenReactor,
	} {
		t.Run(name, func(t *testing.T) {
			few, many := laidOut(t, files(services)), laidOut(t, files(services*times))
			timed(t, few, services) // what is made once a process is made here
			var ratio float64
			for range tries {
				ratio = timed(t, many, services*times).Seconds() / timed(t, few, services).Seconds()
				if ratio <= most {
					return
				}
			}
			t.Errorf("%d services take %.1f times as long as %d, at most %.0f times is wanted", services*times, ratio, services, most)
		})
	}
}

func laidOut(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// timed makes everything that an export writes of a folder, and gives the
// processor time that it took.
func timed(t *testing.T, dir string, services int) time.Duration {
	t.Helper()
	before := processorTime(t)
	r, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "many", Repo: r, Mode: pipeline.Static})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Documents) != services {
		t.Fatalf("%d services were found of %d", len(out.Documents), services)
	}
	in := export.KnownOf(out.Context.Scan().Index)
	credentials, err := export.Search(t.Context(), r, out.Documents, in)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := export.Files(out.Documents, export.SetOptions{Project: "many", Files: in.Files, Filled: in.Filled, Credentials: credentials}); err != nil {
		t.Fatal(err)
	}
	return processorTime(t) - before
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// apart are services of three languages that have nothing in common but the
// addresses of each other, and a compose file.
func apart(n int) map[string]string {
	files, compose := map[string]string{}, "services:\n"
	for i := range n {
		dir, next := fmt.Sprintf("services/s%d/", i), fmt.Sprintf("S%d_URL", (i+1)%n)
		switch i % 3 {
		case 0:
			files[dir+"package.json"] = fmt.Sprintf(`{"name":"s%d","scripts":{"start":"node server.js"},"dependencies":{"express":"^4.19.2","pg":"^8.0.0"}}`, i)
			files[dir+"server.js"] = "const next = process.env." + next + ", db = process.env.DATABASE_URL;\nrequire('express')().listen(process.env.PORT || 3000);\n"
		case 1:
			files[dir+"requirements.txt"] = "flask==3.0.0\ngunicorn==22.0.0\n"
			files[dir+"app.py"] = "import os\nfrom flask import Flask\n\napp = Flask(__name__)\nnext = os.environ['" + next + "']\n"
		default:
			files[dir+"go.mod"] = fmt.Sprintf("module example.org/s%d\n\ngo 1.24\n", i)
			files[dir+"main.go"] = goServer(next)
		}
		compose += fmt.Sprintf("  s%d:\n    build: ./services/s%d\n    depends_on: [s%d]\n", i, i, (i+1)%n)
	}
	files["compose.yaml"] = compose
	return files
}

func goServer(variable string) string {
	return "package main\n\nimport (\n\t\"net/http\"\n\t\"os\"\n)\n\nfunc main() {\n\t_ = os.Getenv(\"" + variable + "\")\n\t_ = http.ListenAndServe(\":8080\", nil)\n}\n"
}

func npmWorkspace(n int) map[string]string {
	files := map[string]string{"package.json": `{"name":"root","private":true,"workspaces":["apps/*"]}`}
	for i := range n {
		files[fmt.Sprintf("apps/s%d/package.json", i)] = fmt.Sprintf(`{"name":"@x/s%d","scripts":{"start":"node server.js"},"dependencies":{"express":"^4.19.2"}}`, i)
		files[fmt.Sprintf("apps/s%d/server.js", i)] = "require('express')().listen(process.env.PORT || 3000);\n"
	}
	return files
}

func goWork(n int) map[string]string {
	files, uses := map[string]string{}, make([]string, n)
	for i := range n {
		uses[i] = fmt.Sprintf("use ./s%d\n", i)
		files[fmt.Sprintf("s%d/go.mod", i)] = fmt.Sprintf("module example.org/s%d\n\ngo 1.24\n", i)
		files[fmt.Sprintf("s%d/main.go", i)] = goServer("NEXT")
	}
	files["go.work"] = "go 1.24\n\n" + strings.Join(uses, "")
	return files
}

func uvWorkspace(n int) map[string]string {
	files := map[string]string{"pyproject.toml": "[project]\nname = \"root\"\nversion = \"1\"\n\n[tool.uv.workspace]\nmembers = [\"packages/*\"]\n", "uv.lock": "version = 1\n"}
	for i := range n {
		files[fmt.Sprintf("packages/s%d/pyproject.toml", i)] = fmt.Sprintf("[project]\nname = \"s%d\"\nversion = \"1\"\ndependencies = [\"fastapi\", \"uvicorn\"]\n", i)
		files[fmt.Sprintf("packages/s%d/main.py", i)] = "from fastapi import FastAPI\n\napp = FastAPI()\n"
	}
	return files
}

func gradleBuild(n int) map[string]string {
	files, includes := map[string]string{"build.gradle": ""}, make([]string, n)
	for i := range n {
		includes[i] = fmt.Sprintf("include 's%d'\n", i)
		files[fmt.Sprintf("s%d/build.gradle", i)] = "plugins {\n  id 'java'\n  id 'org.springframework.boot' version '3.2.0'\n}\ndependencies { implementation 'org.springframework.boot:spring-boot-starter-web' }\n"
		files[fmt.Sprintf("s%d/src/main/java/x/App.java", i)] = springApplication
	}
	files["settings.gradle"] = "rootProject.name = 'root'\n" + strings.Join(includes, "")
	return files
}

func mavenReactor(n int) map[string]string {
	const head = "<project><modelVersion>4.0.0</modelVersion>"
	files, modules := map[string]string{}, make([]string, n)
	for i := range n {
		modules[i] = fmt.Sprintf("<module>s%d</module>", i)
		files[fmt.Sprintf("s%d/pom.xml", i)] = head + "<parent><groupId>x</groupId><artifactId>root</artifactId><version>1</version></parent>" + fmt.Sprintf("<artifactId>s%d</artifactId>", i) +
			"<dependencies><dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId><version>3.2.0</version></dependency></dependencies>" +
			"<build><plugins><plugin><groupId>org.springframework.boot</groupId><artifactId>spring-boot-maven-plugin</artifactId><version>3.2.0</version></plugin></plugins></build></project>"
		files[fmt.Sprintf("s%d/src/main/java/x/App.java", i)] = springApplication
	}
	files["pom.xml"] = head + "<groupId>x</groupId><artifactId>root</artifactId><version>1</version><packaging>pom</packaging><modules>" + strings.Join(modules, "") + "</modules></project>"
	return files
}

const springApplication = "package x;\n\nimport org.springframework.boot.SpringApplication;\nimport org.springframework.boot.autoconfigure.SpringBootApplication;\n\n@SpringBootApplication\npublic class App {\n  public static void main(String[] args) { SpringApplication.run(App.class, args); }\n}\n"
