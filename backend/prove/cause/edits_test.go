package cause

import (
	"encoding/json"
	"strings"
	"testing"

	"aipack/backend/universalbuild"
)

// plan is a document with what the edits below change.
func plan(change func(d *universalbuild.UniversalBuild)) universalbuild.UniversalBuild {
	var d universalbuild.UniversalBuild
	d.Metadata.ProjectName = "shop"
	d.Runtime.Workdir = "/app"
	if change != nil {
		change(&d)
	}
	return d
}

func onImages(build, runtime string) universalbuild.UniversalBuild {
	return plan(func(d *universalbuild.UniversalBuild) { d.Build.BaseImage, d.Runtime.BaseImage = build, runtime })
}

// edited is what a failure offers, in short: "field=value; field=value".
func edited(t *testing.T, f *Failure) string {
	t.Helper()
	var out []string
	for _, e := range f.Edits {
		b, err := json.Marshal(e.Value)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.Field+"="+strings.Trim(string(b), `"`))
	}
	for _, v := range f.Values {
		out = append(out, "$"+v.Name+"="+v.Value)
	}
	return strings.Join(out, "; ")
}

// TestEdits: what each failure offers for the document at hand, and where it
// offers nothing.
func TestEdits(t *testing.T) {
	command := func(words ...string) universalbuild.UniversalBuild {
		return plan(func(d *universalbuild.UniversalBuild) { d.Runtime.Command = words })
	}
	installs := func(pre string, build ...string) universalbuild.UniversalBuild {
		return plan(func(d *universalbuild.UniversalBuild) {
			d.Build.PreBuildCommands, d.Build.BuildCommands = []string{pre}, build
			d.Metadata.BuildSystem = "npm"
		})
	}
	for name, c := range map[string]struct {
		stage, said string
		doc         universalbuild.UniversalBuild
		want        string
	}{
		"a flag that is named":        {"start", "no list of doors\nIf you want it to start without one, either use -quiet flag, or -open", command("/app/bin/doors"), "/runtime/command=[\"/app/bin/doors\",\"-quiet\"]"},
		"a flag that it has":          {"start", "If you want it to start without one, use the -quiet flag", command("/app/bin/doors", "-quiet"), ""},
		"node, both stages":           {"build", "npm error code EBADENGINE\nnpm error notsup Required: {\"node\":\">=24\"}\nnpm error notsup Actual: {\"npm\":\"10\",\"node\":\"22\"}", onImages("node:22-bookworm-slim", "node:22-bookworm-slim"), "/build/base_image=node:24-bookworm-slim; /runtime/base_image=node:24-bookworm-slim"},
		"node, an older one":          {"build", `error a@1.0.0: The engine "node" is incompatible with this module. Expected version "^18.0.0 || ^20.0.0". Got "22.1.0"`, onImages("node:22", "nginx:1.28"), "/build/base_image=node:20"},
		"node, by a tool's own words": {"build", `You are using Node.js 18.20.0. For Next.js, Node.js version ">=20.9.0" is required.`, onImages("node:18", "node:18"), "/build/base_image=node:20; /runtime/base_image=node:20"},
		"another program's image":     {"build", "npm error code EBADENGINE\nnpm error notsup Required: {\"node\":\">=24\"}", onImages("python:3.12", "python:3.12"), ""},
		"python":                      {"build", "ERROR: Package 'shop' requires a different Python: 3.11.2 not in '>=3.13,<4'", onImages("python:3.11-bookworm", "python:3.11-slim-bookworm"), "/build/base_image=python:3.13-bookworm; /runtime/base_image=python:3.13-slim-bookworm"},
		"a module that Python lost":   {"start", "ModuleNotFoundError: No module named 'distutils'", onImages("python:3.13", "python:3.13-slim"), "/build/base_image=python:3.11; /runtime/base_image=python:3.11-slim"},
		"a method of a newer Node":    {"start", "TypeError: [7,12,18].toSorted is not a function", onImages("node:18-bookworm-slim", "node:18-bookworm-slim"), "/build/base_image=node:20-bookworm-slim; /runtime/base_image=node:20-bookworm-slim"},
		"an option of a newer Node":   {"start", "node: bad option: --env-file-if-exists=.env", onImages("node:20", "node:20"), "/build/base_image=node:22; /runtime/base_image=node:22"},
		"a module of a newer Node":    {"start", "Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:sqlite", onImages("node:20", "node:20"), "/build/base_image=node:22; /runtime/base_image=node:22"},
		"a newer Node lacks it too":   {"start", "ReferenceError: fetch is not defined", onImages("node:22", "node:22"), ""},
		"a name of a newer Python":    {"start", "ImportError: cannot import name 'override' from 'typing' (/usr/local/lib/python3.11/typing.py)", onImages("python:3.11", "python:3.11-slim"), "/build/base_image=python:3.12; /runtime/base_image=python:3.12-slim"},
		"an attribute of another":     {"start", "AttributeError: module 'collections' has no attribute 'Mapping'", onImages("python:3.12", "python:3.12-slim"), "/build/base_image=python:3.9; /runtime/base_image=python:3.9-slim"},
		"a union of types":            {"start", "TypeError: unsupported operand type(s) for |: 'type' and 'NoneType'", onImages("python:3.9", "python:3.9-slim"), "/build/base_image=python:3.10; /runtime/base_image=python:3.10-slim"},
		"a standard module, no more":  {"start", "ModuleNotFoundError: No module named 'telnetlib'", onImages("python:3.13", "python:3.13-slim"), "/build/base_image=python:3.12; /runtime/base_image=python:3.12-slim"},
		"what a servlet calls":        {"start", `java.io.IOException: Cannot run program "dot": error=2, No such file or directory`, onImages("maven:3.9", "tomcat:10.1"), `/runtime/system_packages=["graphviz"]`},
		"what Node waits for":         {"start", "<ref *1> Error: spawnSync git ENOENT", onImages("node:22", "node:22-bookworm-slim"), `/runtime/system_packages=["git"]`},
		"a script of Windows":         {"build", "/bin/sh: 1: ./views/make: not found", installs("./views/make -q"), `/build/pre_build_commands=["sed -i 's/\\r$//' ./views/make \u0026\u0026 ./views/make -q"]`},
		"a script that is not there":  {"build", "/bin/sh: 1: ./make: not found", installs("./make -q"), ""},
		"a lock file that lacks it":   {"start", "ModuleNotFoundError: No module named 'httpx'", installs("/opt/uv/bin/uv sync --frozen --no-dev"), `/build/pre_build_commands=["/opt/uv/bin/uv sync --no-dev"]`},
		"a time zone":                 {"start", "2026/11/28 12:31:48 unknown time zone Europe/Berlin", onImages("golang:1.25", "debian:bookworm-slim"), `/runtime/system_packages=["tzdata"]`},
		"go":                          {"build", "go: go.mod requires go >= 1.26.1 (running go 1.24.0; GOTOOLCHAIN=local)", onImages("golang:1.24-bookworm", "debian:bookworm-slim"), "/build/base_image=golang:1.26-bookworm"},
		"go is never taken back":      {"build", "go: go.mod requires go >= 1.20 (running go 1.24.0; GOTOOLCHAIN=local)", onImages("golang:1.24-bookworm", ""), ""},
		"java":                        {"build", "error: release version 21 not supported", onImages("maven:3.9-eclipse-temurin-17", "eclipse-temurin:17-jre"), "/build/base_image=maven:3.9-eclipse-temurin-21; /runtime/base_image=eclipse-temurin:21-jre"},
		"java, when it starts":        {"start", "java.lang.UnsupportedClassVersionError: Main has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0", onImages("gradle:8-jdk21", "eclipse-temurin:17-jre"), "/runtime/base_image=eclipse-temurin:21-jre"},
		"rust":                        {"build", "error: rustc 1.81.0 is not supported by the following package:\n  home@0.5.11 requires rustc 1.85", onImages("rust:1.81-bookworm", "debian:bookworm-slim"), "/build/base_image=rust:1.85-bookworm"},
		"rust's edition":              {"build", "feature `edition2024` is required", onImages("rust:1.81-bookworm", ""), "/build/base_image=rust:1.85-bookworm"},
		"php":                         {"build", "  - Root composer.json requires php ^8.4 but your php version (8.2.1) does not satisfy that requirement.", onImages("php:8.2-cli", "php:8.2-apache"), "/build/base_image=php:8.4-cli; /runtime/base_image=php:8.4-apache"},
		"ruby":                        {"build", "Your Ruby version is 3.1.2, but your Gemfile specified ~> 3.3.0", onImages("ruby:3.1", "ruby:3.1-slim"), "/build/base_image=ruby:3.3; /runtime/base_image=ruby:3.3-slim"},
		"dotnet":                      {"start", "Framework: 'Microsoft.AspNetCore.App', version '9.0.0' (x64)", onImages("", "mcr.microsoft.com/dotnet/runtime:8.0"), "/runtime/base_image=mcr.microsoft.com/dotnet/aspnet:9.0"},

		"a secret of its own":         {"start", "Error: environment variable SESSION_SECRET is not set", plan(nil), `/runtime/variables=[{"name":"SESSION_SECRET","required":true,"secret":true}]; $SESSION_SECRET=`},
		"one with the project's name": {"start", "Error: environment variable SHOP_SECRET_KEY is not set", plan(nil), `/runtime/variables=[{"name":"SHOP_SECRET_KEY","required":true,"secret":true}]; $SHOP_SECRET_KEY=`},
		"one that is declared": {"start", "Error: environment variable JWT_SECRET is not set", plan(func(d *universalbuild.UniversalBuild) {
			d.Runtime.Variables = []universalbuild.Variable{{Name: "JWT_SECRET", Required: true, Secret: true}}
		}), "$JWT_SECRET="},
		"somebody else's key":      {"start", "Error: environment variable STRIPE_SECRET_KEY is not set", plan(nil), ""},
		"nobody knows whose token": {"start", "Error: environment variable API_TOKEN is not set", plan(nil), ""},
		"where it is reached": {"start", "Error: environment variable APP_URL is not set", plan(func(d *universalbuild.UniversalBuild) {
			d.Runtime.Ports = []universalbuild.Port{{Port: 3000}}
		}), `/runtime/variables=[{"name":"APP_URL","required":true}]; $APP_URL=http://localhost:3000`},
		"its mode":            {"start", "Error: environment variable NODE_ENV is not set", plan(nil), "/runtime/environment/NODE_ENV=production"},
		"a secret of a build": {"build", "Error: environment variable SECRET_KEY is not set", plan(nil), "/build/environment/SECRET_KEY=placeholder-of-the-build-not-a-secret"},
		"a database of a build": {"build", "error: Environment variable not found: DATABASE_URL", plan(func(d *universalbuild.UniversalBuild) {
			d.Metadata.BackingServices = []string{"mysql"}
		}), "/build/environment/DATABASE_URL=mysql://build@localhost:3306/build"},

		"loopback in the command": {"health", "", command("uvicorn", "main:app", "--host", "127.0.0.1"), `/runtime/command=["uvicorn","main:app","--host","0.0.0.0"]`},
		"loopback with a port":    {"health", "", command("gunicorn", "--bind=127.0.0.1:8000", "main"), `/runtime/command=["gunicorn","--bind=0.0.0.0:8000","main"]`},
		"loopback in a shell":     {"health", "", command("sh", "-c", "exec flask run --host localhost"), `/runtime/command=["sh","-c","exec flask run --host 0.0.0.0"]`},
		"loopback by default": {"health", "", plan(func(d *universalbuild.UniversalBuild) {
			d.Runtime.Variables = []universalbuild.Variable{{Name: "DB_HOST", Default: "localhost"}, {Name: "LISTEN_ADDR", Default: "127.0.0.1:8000"}}
		}), "/runtime/environment/LISTEN_ADDR=0.0.0.0:8000"},
		"loopback of another service": {"health", "", plan(func(d *universalbuild.UniversalBuild) {
			d.Runtime.Variables = []universalbuild.Variable{{Name: "REDIS_HOST", Default: "localhost"}}
		}), ""},
		"loopback of a framework": {"health", "", plan(func(d *universalbuild.UniversalBuild) { d.Metadata.Framework = "Rocket" }), "/runtime/environment/ROCKET_ADDRESS=0.0.0.0"},

		"a port of root's, by a variable": {"start", "listen tcp :80: bind: permission denied", plan(func(d *universalbuild.UniversalBuild) {
			d.Runtime.Ports = []universalbuild.Port{{Port: 80}}
			d.Runtime.Variables = []universalbuild.Variable{{Name: "LISTEN_ADDR", Default: ":80"}}
		}), "/runtime/ports/0/port=8080; /runtime/environment/LISTEN_ADDR=:8080"},
		"a port of root's, that nobody is told": {"start", "listen tcp :80: bind: permission denied", plan(func(d *universalbuild.UniversalBuild) { d.Runtime.Ports = []universalbuild.Port{{Port: 80}} }), ""},

		"a folder of its own":      {"start", "Error: EACCES: permission denied, mkdir '/data/uploads'", onImages("", "node:22"), `/runtime/setup=["mkdir -p /data/uploads \u0026\u0026 chown -R app /data/uploads"]`},
		"a file in a folder":       {"start", "PermissionError: [Errno 13] Permission denied: '/var/lib/shop/shop.log'", onImages("", "python:3.13"), `/runtime/setup=["mkdir -p /var/lib/shop \u0026\u0026 chown -R app /var/lib/shop"]`},
		"a folder of the system":   {"start", "PermissionError: [Errno 13] Permission denied: '/etc/shop.conf'", onImages("", "python:3.13"), ""},
		"one that is not there":    {"start", "Error: EACCES: permission denied, mkdir '/etc/shop'", onImages("", "node:22"), `/runtime/setup=["mkdir -p /etc/shop \u0026\u0026 chown -R app /etc/shop"]`},
		"a folder in quotes":       {"start", "Error: EACCES: permission denied, mkdir '/data; rm -rf'", onImages("", "node:22"), ""},
		"an image without a shell": {"start", "Error: EACCES: permission denied, mkdir '/data'", onImages("", "gcr.io/distroless/nodejs22"), ""},
		"a database's file": {"start", "sqlite3.OperationalError: unable to open database file", plan(func(d *universalbuild.UniversalBuild) {
			d.Runtime.BaseImage = "python:3.13"
			d.Runtime.Environment = map[string]string{"DATABASE_URL": "sqlite:////data/shop.db"}
		}), `/runtime/setup=["mkdir -p /data \u0026\u0026 chown -R app /data"]`},

		"cargo's lock":          {"build", "error: the lock file /app/Cargo.lock needs to be updated but --locked was passed to prevent this", installs("", "cargo build --release --locked"), `/build/build_commands=["cargo build --release"]`},
		"poetry's lock":         {"build", "pyproject.toml changed significantly since poetry.lock was last generated. Run `poetry lock` to fix the lock file.", installs("/opt/poetry/bin/poetry install --only main"), `/build/pre_build_commands=["/opt/poetry/bin/poetry lock \u0026\u0026 /opt/poetry/bin/poetry install --only main"]`},
		"go.sum":                {"build", "main.go:3:8: missing go.sum entry for module providing package github.com/lib/pq", plan(nil), "/build/environment/GOFLAGS=-mod=mod"},
		"peers":                 {"build", "npm error code ERESOLVE", installs("npm ci"), `/build/pre_build_commands=["npm ci --legacy-peer-deps"]`},
		"checksums stay":        {"build", "npm error code EINTEGRITY", installs("npm ci"), ""},
		"a tool of development": {"build", "sh: 1: vite: not found", installs("npm ci --omit=dev", "npm run build"), `/build/pre_build_commands=["npm ci"]`},
		"V8's own heap":         {"build", "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory", plan(nil), "/build/environment/NODE_OPTIONS=--max-old-space-size=4096"},
		"an old bundler":        {"build", "Error: error:0308010C:digital envelope routines::unsupported", plan(nil), "/build/environment/NODE_OPTIONS=--openssl-legacy-provider"},
		"cgo":                   {"start", "Binary was compiled with 'CGO_ENABLED=0', go-sqlite3 requires cgo to work. This is a stub", onImages("golang:1.26", "debian:bookworm-slim"), "/build/environment/CGO_ENABLED=1"},
		"an interpreter":        {"start", "env: 'bash': No such file or directory", onImages("", "debian:bookworm-slim"), `/runtime/system_packages=["bash"]`},
		"a library":             {"build", "Package 'openssl', required by 'virtual:world', not found", onImages("rust:1.85-bookworm", ""), `/build/system_packages=["libssl-dev"]`},
		"a program":             {"start", "sh: 1: ffmpeg: not found", onImages("", "debian:bookworm-slim"), `/runtime/system_packages=["ffmpeg"]`},

		"a program that is called":    {"start", "Error: spawn ffmpeg ENOENT", onImages("", "node:22"), `/runtime/system_packages=["ffmpeg"]`},
		"a wrapper without the right": {"build", "/bin/sh: 1: ./mvnw: Permission denied", installs("", "./mvnw -B package"), `/build/build_commands=["chmod +x ./mvnw \u0026\u0026 ./mvnw -B package"]`},
		"a script without the right":  {"start", "/bin/sh: 1: ./start.sh: Permission denied", installs("npm ci", "npm run build"), `/build/post_build_commands=["chmod +x start.sh"]`},
		"setuptools":                  {"start", "ModuleNotFoundError: No module named 'pkg_resources'", installs("pip install -r requirements.txt"), `/build/pre_build_commands=["pip install -r requirements.txt","pip install 'setuptools\u003c82'"]`},
		"migrations":                  {"start", "django.db.utils.OperationalError: no such table: shop_order", plan(nil), `/runtime/release=["python manage.py migrate --noinput"]`},
		"migrations that are there":   {"start", "django.db.utils.OperationalError: no such table: shop_order", plan(func(d *universalbuild.UniversalBuild) { d.Runtime.Release = []string{"x"} }), ""},
		"a subcommand":                {"start", "Usage:\n  shop [command]\n\nAvailable Commands:\n  help        Help about any command\n  serve       Starts the server", command("/app/bin/shop"), `/runtime/command=["/app/bin/shop","serve"]`},
		"no subcommand that serves":   {"start", "Usage:\n  shop [command]\n\nAvailable Commands:\n  help        Help about any command\n  list        Lists", command("/app/bin/shop"), ""},
		"a file that is not copied": {"start", "Error: ENOENT: no such file or directory, open '/app/views/index.html'", plan(func(d *universalbuild.UniversalBuild) {
			d.Runtime.Copy = []universalbuild.Copy{{From: "dist", To: "dist"}}
		}), `/runtime/copy=[{"from":"dist","to":"dist"},{"from":"views","to":"views"}]`},
		"a file that is nowhere": {"start", "Error: ENOENT: no such file or directory, open '/app/nowhere/index.html'", plan(func(d *universalbuild.UniversalBuild) {
			d.Runtime.Copy = []universalbuild.Copy{{From: "dist", To: "dist"}}
		}), ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := &Failure{Stage: c.stage, Log: []string{}}
			exit := 1
			if strings.HasSuffix(c.said, "Permission denied") {
				exit = 126
			}
			s := Seen{Document: c.doc, Exit: exit, Log: strings.Split(c.said, "\n"), Builder: c.stage + ": x", Port: 8000, Has: func(p string) bool { return strings.HasPrefix(p, "views") }}
			if c.said == "" {
				s.Listening = []string{"tcp 127.0.0.1:8000"}
			} else if len(c.doc.Runtime.Ports) > 0 {
				s.Port = c.doc.Runtime.Ports[0].Port
			}
			f.Explain(s)
			if got := edited(t, f); got != c.want {
				t.Errorf("%s: %s\n got %s\nwant %s", f.Rule, f.Cause, got, c.want)
			}
		})
	}
}

// TestImageWithFewerNumbers: the newest patch of the same version, of a compiler
// that stays compatible the newest release, and never another version otherwise.
func TestImageWithFewerNumbers(t *testing.T) {
	t.Parallel()
	for image, want := range map[string]string{
		"node:22.99.1-slim":  "/build/base_image=node:22.99-slim; /runtime/base_image=node:22.99-slim",
		"node:22-nosuch":     "",
		"python:3.99-slim":   "",
		"rust:1.99-bookworm": "/build/base_image=rust:1-bookworm; /runtime/base_image=rust:1-bookworm",
		"rust:1-bookworm":    "",
		"rust:2.1-bookworm":  "",
		"golang:1.99":        "/build/base_image=golang:1; /runtime/base_image=golang:1",
	} {
		f := sample{Stage: "build", Builder: "failed to resolve source metadata for docker.io/library/" + image + ": docker.io/library/" + image + ": not found"}.explain(onImages(image, image))
		if got := edited(t, f); got != want {
			t.Errorf("%s, %s: %s", image, f.Rule, got)
		}
	}
}

// TestWhatALostNeighbourBreaks: a program that ends because its data service did
// is not blamed for it, whatever it says; one that is done is.
func TestWhatALostNeighbourBreaks(t *testing.T) {
	for name, c := range map[string]struct {
		lost bool
		exit int
		rule string
	}{
		"lost": {true, 2, "neighbour_failed"}, "well": {false, 2, "crash"}, "a job that is done": {true, 0, "crash"},
	} {
		f := &Failure{Stage: "start"}
		f.Explain(Seen{
			Exit: c.exit, Log: []string{"server closed the connection"}, Builder: "start: x", Begun: true,
			Beside: []Neighbour{{ID: "postgresql", Address: "postgresql:5432", Healthy: !c.lost, Lost: c.lost, Reason: "its data grew past 128 MiB"}},
		})
		if f.Rule != c.rule || c.rule == "neighbour_failed" && (f.Class != Environment || !strings.Contains(f.Cause, "is no more: its data grew past 128 MiB")) {
			t.Errorf("%s: %s, %s: %s", name, f.Rule, f.Class, f.Cause)
		}
	}
}

// TestRefusedSetup: a file of the project's that a data service ends at is the project's
// matter; without one, that the service did not start is the machine's.
func TestRefusedSetup(t *testing.T) {
	for name, c := range map[string]struct {
		reason, file, rule string
	}{
		"a line of MySQL":      {"it ended with exit code 1: ERROR 1064 (42000) at line 302: You have an error in your SQL syntax", "shop.sql", "neighbour_setup"},
		"a line of PostgreSQL": {"it ended with exit code 3: psql:/docker-entrypoint-initdb.d/shop.sql:7: ERROR:  syntax error", "shop.sql", "neighbour_setup"},
		"no file":              {"it ended with exit code 1: ERROR 1064 (42000) at line 302: You have an error in your SQL syntax", "", "neighbour_failed"},
		"another reason":       {"its image cannot be had", "shop.sql", "neighbour_failed"},
	} {
		d := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{BackingServices: []string{"mysql"}}}
		if c.file != "" {
			d.Metadata.DataSetup = []universalbuild.DataSetup{{Service: "mysql", Files: []universalbuild.InitialFile{{From: c.file, To: "/docker-entrypoint-initdb.d/" + c.file}}}}
		}
		f := &Failure{Stage: "start"}
		f.Explain(Seen{
			Exit: 1, Log: []string{"java.sql.SQLException: connect ECONNREFUSED 127.77.0.3:3306"}, Builder: "start: x", Begun: true, Document: d,
			Beside: []Neighbour{{ID: "mysql", Address: "mysql:3306", Reason: c.reason}},
		})
		if f.Rule != c.rule || (f.Class == Project) != (c.rule == "neighbour_setup") {
			t.Errorf("%s: %s, %s: %s", name, f.Rule, f.Class, f.Cause)
		}
	}
}
