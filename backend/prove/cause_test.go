package prove

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"aipack/backend/export"
	"aipack/backend/universalbuild"
)

func TestCauses(t *testing.T) {
	for _, c := range []struct {
		stage, said string
		exit        int
		rule        string
		cause       string // stands in the words
	}{
		{"build", `dockerfile parse error on line 3: unknown instruction: RNU (did you mean RUN?)`, 0, "unknown_instruction", "RNU"},
		{"build", `dockerfile parse error on line 2: unterminated heredoc`, 0, "syntax", "unterminated heredoc"},
		{"build", `failed to resolve source metadata for docker.io/library/node:99: docker.io/library/node:99: not found`, 0, "image_not_found", "node:99"},
		{"build", `failed to resolve source metadata for docker.io/library/node:22: unexpected status from HEAD request to https://registry-1.docker.io/v2/library/node/manifests/22: 429 Too Many Requests`, 0, "pull_limit", "too many"},
		{"build", `toomanyrequests: You have reached your unauthenticated pull rate limit.`, 0, "pull_limit", "too many"},
		{"build", `failed to resolve source metadata for registry.example.com/base:1: pull access denied, repository does not exist or may require authorization: authorization failed: no basic auth credentials`, 0, "registry_login", "login"},
		{"build", `failed to authorize: failed to fetch anonymous token: unexpected status: 401 Unauthorized`, 0, "registry_login", "login"},
		{"build", `npm error code E401: npm error Incorrect or missing password. 401 Unauthorized - GET https://npm.example.com/@team%2fx`, 1, "package_login", "login"},
		{"build", `write /var/lib/buildkit/x: no space left on device`, 0, "disk_full", "disk"},
		{"build", `failed to extract layer sha256:ab: write /var/lib/docker/overlay2/x: disk quota exceeded`, 0, "disk_full", "disk"},
		{"build", `failed to resolve source metadata for docker.io/library/node:22: failed to do request: Head "https://registry-1.docker.io/v2/library/node/manifests/22": tls: failed to verify certificate: x509: certificate signed by unknown authority`, 0, "builder_certificate", "builder does not know"},
		{"build", `failed to do request: Head "https://registry-1.docker.io/v2/": proxyconnect tcp: dial tcp 10.0.0.1:3128: connect: connection refused`, 0, "proxy", "proxy"},
		{"build", `npm error tunneling socket could not be established, statusCode=407`, 1, "proxy", "proxy"},
		{"build", `failed to solve: rpc error: code = Unavailable desc = error reading from server: EOF`, 0, "builder_gone", "went away"},
		{"build", `npm error code SELF_SIGNED_CERT_IN_CHAIN`, 1, "certificate", "proxy"},
		{"build", `go: github.com/a/b@v1.0.0: Get "https://proxy.golang.org/": tls: failed to verify certificate: x509: certificate signed by unknown authority`, 1, "certificate", "proxy"},
		{"build", `npm error code EAI_AGAIN`, 1, "no_network", "network"},
		{"build", `W: Failed to fetch http://deb.debian.org/debian/dists/bookworm/InRelease  Temporary failure resolving 'deb.debian.org'`, 100, "no_network", "network"},
		{"start", `Error: getaddrinfo EAI_AGAIN api.example.com`, 1, "no_network", "without one"},
		{"build", `process "/bin/sh -c npm run build" did not complete successfully: exit code: 137`, 137, "out_of_memory", "killed"},
		{"build", `FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory`, 134, "out_of_memory", "memory"},
		{"build", `c++: fatal error: Killed signal terminated program cc1plus`, 1, "out_of_memory", "memory"},
		{"build", `failed to compute cache key: failed to calculate checksum of ref abc::def: "/go.sum": not found`, 0, "file_missing", "go.sum"},
		{"build", `npm error Missing script: "build"`, 1, "missing_script", `"build"`},
		{"build", ` ERR_PNPM_NO_SCRIPT  Missing script: bundle`, 1, "missing_script", `"bundle"`},
		{"build", `error Command "compile" not found.`, 1, "missing_script", `"compile"`},
		{"build", "npm error `npm ci` can only install packages when your package.json and package-lock.json are in sync.", 1, "lock_out_of_step", "lock"},
		{"build", `ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"`, 1, "lock_out_of_step", "lock"},
		{"build", `error: the lock file /app/Cargo.lock needs to be updated but --locked was passed to prevent this`, 101, "lock_out_of_step", "lock"},
		{"build", `pyproject.toml changed significantly since poetry.lock was last generated. Run poetry lock to fix the lock file.`, 1, "lock_out_of_step", "lock"},
		{"build", `npm error 404 Not Found - GET https://registry.npmjs.org/aipack-nope - Not found`, 1, "package_not_found", "aipack-nope"},
		{"build", `ERROR: No matching distribution found for flask==99`, 1, "package_not_found", "flask==99"},
		{"build", `npm error notarget No matching version found for express@99.0.0.`, 1, "package_not_found", "express@99.0.0"},
		{"build", `E: Unable to locate package libnope-dev`, 100, "package_not_found", "libnope-dev"},
		{"build", `error: no matching package named serde-nope found`, 101, "package_not_found", "serde-nope"},
		{"build", "error: no matching package named `serde-nope` found", 101, "package_not_found", "serde-nope"},
		{"build", `Error: pg_config executable not found.`, 1, "missing_system_package", "libpq-dev"},
		{"build", `src/x.c:1:10: fatal error: ffi.h: No such file or directory`, 1, "missing_system_package", "libffi-dev"},
		{"start", `/app/bin: error while loading shared libraries: libpq.so.5: cannot open shared object file: No such file or directory`, 127, "missing_system_package", "libpq5"},
		{"start", `ImportError: libGL.so.1: cannot open shared object file: No such file or directory`, 1, "missing_system_package", "libgl1"},
		{"build", `/bin/sh: 1: git: not found`, 127, "missing_system_package", "git"},
		{"build", `/bin/sh: 1: bazel: not found`, 127, "command_not_found", "bazel"},
		{"start", `runc run failed: unable to start container process: error during container init: exec: "gunicorn": executable file not found in $PATH`, 1, "command_not_found", "gunicorn"},
		{"start", `Error: Cannot find module '/app/dist/main.js'`, 1, "missing_module", "/app/dist/main.js"},
		{"build", `failed to resolve source metadata for docker.io/team/none:1: pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed`, 0, "image_not_found", "team/none:1"},
		{"build", `RuntimeError: the service answered 401 Unauthorized; process "/bin/sh -c make" did not complete successfully: exit code: 2`, 2, "command_failed", "exit code 2"},
		{"build", `fatal: could not read Username for 'https://github.com': terminal prompts disabled`, 128, "package_login", "login"},
		{"start", `ModuleNotFoundError: No module named 'flask'`, 1, "missing_module", "flask"},
		{"start", `Error: environment variable "DATABASE_URL" not set`, 1, "missing_variable", "DATABASE_URL"},
		{"start", `KeyError: 'SECRET_KEY'`, 1, "missing_variable", "SECRET_KEY"},
		{"start", `boom`, 3, "crash", "exit code 3"},
		{"build", `process "/bin/sh -c make" did not complete successfully: exit code: 2`, 2, "command_failed", "exit code 2"},
		{"limit", ``, 0, "time_limit", "time limit"},
	} {
		f := explainText(c.stage, c.said, c.exit, universalbuild.UniversalBuild{})
		if f.Rule != c.rule || !strings.Contains(f.Cause, c.cause) {
			t.Errorf("%s: %q\n got %s: %s\nwant %s: …%s…", c.stage, c.said, f.Rule, f.Cause, c.rule, c.cause)
		}
		if f.Fix == "" {
			t.Errorf("%s has no fix", f.Rule)
		}
	}
}

// explainText explains a log as if a step or the program had said it.
func explainText(stage, said string, exit int, doc universalbuild.UniversalBuild) *Failure {
	report := &Report{}
	err := errors.New(said)
	if stage == "build" {
		report.Steps = []Step{{Name: "[build 1/1] RUN x", Line: 1, State: "failed", Log: strings.Split(said, "\n"), Error: said}}
	} else {
		report.Start = &Started{Log: strings.Split(said, "\n")}
	}
	if exit != 0 {
		if report.Start == nil {
			report.Start = &Started{}
		}
		report.Start.ExitCode = &exit
	}
	if stage == "limit" {
		return explain(errTooLong, export.Text{Content: "RUN x\n"}, doc, report)
	}
	return explain(&stageError{stage, err}, export.Text{Content: "RUN x\n"}, doc, report)
}

func TestFixesEditTheDocument(t *testing.T) {
	var doc universalbuild.UniversalBuild
	doc.Build.SystemPackages = []string{"make"}
	doc.Build.PreBuildCommands = []string{"npm ci"}
	for _, c := range []struct {
		stage, said, field string
		value              []string
	}{
		{"build", "fatal error: ffi.h: No such file or directory", "/build/system_packages", []string{"make", "libffi-dev"}},
		{"start", "libpq.so.5: cannot open shared object file", "/runtime/system_packages", []string{"libpq5"}},
		{"build", "`npm ci` can only install packages when in sync", "/build/pre_build_commands", []string{"npm install"}},
	} {
		f := explainText(c.stage, c.said, 1, doc)
		if len(f.Edits) != 1 || f.Edits[0].Field != c.field {
			t.Errorf("%s: %+v", c.said, f.Edits)
			continue
		}
		if got, ok := f.Edits[0].Value.([]string); !ok || !slices.Equal(got, c.value) {
			t.Errorf("%s: %v, want %v", c.said, f.Edits[0].Value, c.value)
		}
	}
	if len(doc.Build.SystemPackages) != 1 || doc.Build.PreBuildCommands[0] != "npm ci" {
		t.Errorf("the document itself was changed: %+v", doc.Build)
	}
}

func TestWrongPortMovesWhatRepeatsIt(t *testing.T) {
	doc := universalbuild.UniversalBuild{}
	doc.Runtime.Ports = []universalbuild.Port{{Port: 80, Protocol: "tcp"}}
	doc.Runtime.Environment = map[string]string{"PORT": "80"}
	doc.Runtime.Healthcheck = &universalbuild.Healthcheck{Command: []string{"bash", "-c", "ask 127.0.0.1/80 for 8080 bytes"}}
	report := &Report{Image: &Image{Ports: []string{"80/tcp"}}, Start: &Started{Listening: []string{"tcp 127.0.0.1:9", "tcp ::1:10", "tcp :::3000"}}, Probe: &Probe{}}
	f := explain(&stageError{"health", errors.New("not healthy")}, export.Text{}, doc, report)
	if f.Rule != "wrong_port" || len(f.Edits) != 3 {
		t.Fatalf("%+v", f)
	}
	if got := f.Edits[2].Value.([]string)[2]; got != "ask 127.0.0.1/3000 for 8080 bytes" {
		t.Errorf("health check: %s", got)
	}
	report.Start.Listening = []string{"tcp 127.0.0.1:80"}
	if f := explain(&stageError{"health", errors.New("x")}, export.Text{}, doc, report); f.Rule != "loopback_only" {
		t.Errorf("rule %s", f.Rule)
	}
	report.Start.Listening = nil
	if f := explain(&stageError{"health", errors.New("x")}, export.Text{}, doc, report); f.Rule != "not_listening" {
		t.Errorf("rule %s", f.Rule)
	}
}

func TestUnknownFailureIsTold(t *testing.T) {
	f := explainText("build", "failed to solve: rpc error: code = Unknown desc = something new", 0, universalbuild.UniversalBuild{})
	if f.Rule != "unknown" || f.Cause != "something new" {
		t.Errorf("%+v", f)
	}
}
