package manifest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseProcfile(t *testing.T) {
	t.Parallel()
	content := "\ufeff# the processes\r\nrelease: rake db:migrate\r\nworker: old\n\nweb: bundle exec puma -p $PORT\r\nnot a line\nbad name: x\n: y\nempty:\nworker: sidekiq -q a:b\n"
	got, _ := ParseProcfile(content)
	want := []Process{{"release", "rake db:migrate", 2}, {"worker", "sidekiq -q a:b", 10}, {"web", "bundle exec puma -p $PORT", 5}}
	if d := cmp.Diff(want, got.Processes); d != "" {
		t.Error(d)
	}
}

func TestParseDotenv(t *testing.T) {
	t.Parallel()
	content := strings.Join([]string{
		"# Where it listens", "PORT=3000 # web", "", "export HOST='0.0.0.0'", `KEY="a`, `b # no comment"`, "EMPTY=", "#OPTIONAL=1",
		"# Note: A=b is prose here", "BARE=#c", "URL=http://x/#frag", "1BAD=x", "no line", "PORT=4000", "",
	}, "\n")
	got, _ := ParseDotenv(content)
	want := []DotenvEntry{
		{Name: "PORT", Value: "4000", Line: 14}, {Name: "HOST", Value: "0.0.0.0", Line: 4}, {Name: "KEY", Value: "a\nb # no comment", Line: 5},
		{Name: "EMPTY", Line: 7}, {Name: "OPTIONAL", Value: "1", Line: 8, Off: true}, {Name: "BARE", Comment: "c", Line: 10},
		{Name: "URL", Value: "http://x/#frag", Line: 11},
	}
	if d := cmp.Diff(want, got.Entries); d != "" {
		t.Error(d)
	}
}

const dockerfile = `# syntax=docker/dockerfile:1
# escape=\
ARG NODE=22
FROM node:${NODE}-slim AS Base
ENV A=1 B="two words" PORT=3000
WORKDIR /app
# a comment

FROM base AS build
RUN apt-get update && \
    # inside
    apt-get install -y \

    git
RUN <<EOF
EXPOSE 9
CMD no
EOF
COPY --from=deps --chown=1:1 ["a b", "/x"]

FROM base
ARG WEB
COPY --from=build /app/dist ./dist
EXPOSE $PORT 8443/tcp 53/udp ${WEB:-81} junk 99999
USER app
HEALTHCHECK --interval=5s --timeout=2s CMD curl -f http://localhost:3000/health || exit 1
ENTRYPOINT ["tini", "--"]
CMD node server.js
`

func TestParseDockerfile(t *testing.T) {
	t.Parallel()
	d, _ := ParseDockerfile(dockerfile)
	if len(d.Stages) != 3 {
		t.Fatalf("%d stages", len(d.Stages))
	}
	got, ok := d.Stage("")
	want := DockerStage{
		Image: "node:22-slim", Line: 21, Args: []DockerVar{{"WEB", "", 22}},
		Env: []DockerVar{{"A", "1", 5}, {"B", "two words", 5}, {"PORT", "3000", 5}}, Workdir: "/app", User: "app", UserLine: 25,
		Expose:     []DockerPort{{3000, "tcp", 24}, {8443, "tcp", 24}, {53, "udp", 24}, {81, "tcp", 24}},
		Entrypoint: DockerCommand{Exec: []string{"tini", "--"}, Line: 27},
		Cmd:        DockerCommand{Shell: "node server.js", Line: 28},
		Health:     DockerCommand{Shell: "curl -f http://localhost:3000/health || exit 1", Line: 26},
		Copies:     []DockerCopy{{"build", []string{"/app/dist"}, "./dist", 23}},
	}
	if !ok {
		t.Fatal("no last stage")
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	build, _ := d.Stage("BUILD")
	if build.Image != "node:22-slim" || len(build.Runs) != 2 || build.Runs[1].Script != "<<EOF\nEXPOSE 9\nCMD no" || len(build.Expose) != 0 {
		t.Errorf("build stage %+v", build)
	}
	if d := cmp.Diff([]DockerCopy{{"deps", []string{"a b"}, "/x", 19}}, build.Copies); d != "" {
		t.Error(d)
	}
	if _, ok := d.Stage("nowhere"); ok {
		t.Error("a stage that is not there was found")
	}
}

func TestParseDockerfileHostile(t *testing.T) {
	t.Parallel()
	deep := "FROM a AS s0\nENV X=aaaaaaaaaaaaaaaa\n"
	for range 60 {
		deep += "ENV X=$X$X\n"
	}
	for name, content := range map[string]string{
		"doubling":       deep + "EXPOSE $X\n",
		"own stage":      "FROM a AS a\nFROM a AS a\nFROM a\n",
		"open heredoc":   "FROM a\nRUN <<EOF <<\nEXPOSE 1\n",
		"open backslash": "FROM a\nRUN x \\",
		"braces":         "FROM ${" + strings.Repeat("${A:-", 50_000) + "\n",
		"many stages":    strings.Repeat("FROM a AS b\n", 20_000),
		"flags":          "FROM --platform\nCOPY --from\nHEALTHCHECK --interval=1\nHEALTHCHECK\nEXPOSE\nUSER\nENV\nARG\n",
	} {
		start := time.Now()
		d, _ := ParseDockerfile(content)
		d.Stage("")
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s took %v", name, took)
		}
	}
	d, _ := ParseDockerfile("FROM a\nRUN <<EOF\nEXPOSE 1\n")
	if s, _ := d.Stage(""); len(s.Expose) != 1 {
		t.Error("a here-document without an end swallowed the file")
	}
}

func TestParseCompose(t *testing.T) {
	t.Parallel()
	content := `
x-common: &common
  environment: {LOG: info}
  restart: always
services:
  web:
    <<: *common
    build: {context: ./api, dockerfile: Dockerfile.prod, target: run}
    ports:
      - "127.0.0.1:80:${WEB_PORT:-8080}"
      - {target: 9090, published: 90, protocol: UDP}
      - 3000-3002
      - "[::1]:5000:5001/tcp"
      - nonsense
    expose: [7000]
    depends_on: {db: {condition: service_healthy}, cache: {}}
    healthcheck: {test: [CMD-SHELL, "curl -f http://localhost/up"]}
    volumes: ["./api:/src", "data:/var", {type: bind, source: ./x, target: /y}]
    command: npm start
    env_file: [.env, {path: more.env}]
  db:
    image: postgres:${PG:-16}
    environment:
      - POSTGRES_PASSWORD=${DB_PASSWORD:?set it}
      - PASSED_ON
    healthcheck: {disable: true}
  broken: [1, 2]
`
	lookup := func(name string) (string, bool) { return "17", name == "PG" }
	got, err := ParseCompose(content, lookup)
	if err != nil {
		t.Fatal(err)
	}
	want := Compose{Services: []ComposeService{
		{
			Name: "web", Line: 6, Build: true, Context: "./api", Restart: "always", RestartLine: 4, Dockerfile: "Dockerfile.prod", Target: "run",
			Ports:       []ComposePort{{8080, "127.0.0.1:80", "tcp", 10, false}, {9090, "90", "udp", 11, false}, {3000, "", "tcp", 12, false}, {5001, "[::1]:5000", "tcp", 13, false}, {7000, "", "tcp", 15, true}},
			Environment: []ComposeVar{{"LOG", "info", true, 3}}, EnvFiles: []string{".env", "more.env"},
			Command: DockerCommand{Shell: "npm start", Line: 19}, Health: DockerCommand{Shell: "curl -f http://localhost/up", Line: 17},
			DependsOn: []string{"db", "cache"}, Mounts: []ComposeMount{{"./api", "/src"}, {"./x", "/y"}},
		},
		{
			Name: "db", Line: 21, Image: "postgres:17", HealthOff: true,
			Environment: []ComposeVar{{"POSTGRES_PASSWORD", "${DB_PASSWORD:?set it}", true, 24}, {"PASSED_ON", "", false, 25}},
		},
	}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestParseKubernetes(t *testing.T) {
	t.Parallel()
	content := `
apiVersion: v1
kind: Service
metadata: {name: web}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers:
      - name: server
        image: acme/web:1
        command: [node]
        args: [server.js]
        ports:
        - {name: http, containerPort: 8080}
        - {containerPort: 9, protocol: UDP}
        - {containerPort: many}
        env:
        - {name: LOG, value: info}
        - {name: KEY, valueFrom: {secretKeyRef: {name: s, key: k}}}
        readinessProbe: {httpGet: {path: /ready, port: http}}
        livenessProbe: {httpGet: {path: /live, port: 8081}}
---
kind: List
items:
- kind: CronJob
  spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: job, image: acme/job}]}}}}}
`
	got, err := ParseKubernetes(content)
	if err != nil {
		t.Fatal(err)
	}
	want := []KubernetesContainer{
		{
			Workload: "web", Kind: "Deployment", Name: "server", Image: "acme/web:1", Line: 13,
			Ports:   []KubernetesPort{{"http", 8080, "tcp", 18}, {"", 9, "udp", 19}},
			Env:     []KubernetesVar{{Name: "LOG", Value: "info", Given: true, Line: 22}, {Name: "KEY", Secret: true, Line: 23}},
			Probes:  []KubernetesProbe{{"liveness", "/live", 8081, 25}, {"readiness", "/ready", 8080, 24}},
			Command: []string{"node", "server.js"},
		},
		{Kind: "CronJob", Name: "job", Image: "acme/job", Line: 30},
	}
	if d := cmp.Diff(want, got.Containers); d != "" {
		t.Error(d)
	}
	if helm, err := ParseKubernetes("kind: Deployment\ncontainers: {{ .Values.x }}"); err != nil || helm.Containers != nil {
		t.Errorf("a template was read: %v %v", helm, err)
	}
}

func TestYAMLIsBounded(t *testing.T) {
	t.Parallel()
	bomb := "a0: &a0 {k: v}\n"
	for i := 1; i < 100; i++ {
		bomb += fmt.Sprintf("a%d: &a%d\n  <<: [*a%d, *a%d, *a%d]\n  x%d: y\n", i, i, i-1, i-1, i-1, i)
	}
	for name, content := range map[string]string{
		"aliases":      bomb + "services: {web: *a99}\n",
		"itself":       "services: &s\n  web: *s\n  db: {<<: *s}\n",
		"deep flow":    "services: " + strings.Repeat("{a: ", 9_000) + "1" + strings.Repeat("}", 9_000),
		"deeper":       strings.Repeat("[", 100_000),
		"many":         "services:\n" + strings.Repeat("  - x\n", 50_000),
		"too large":    strings.Repeat("a: b\n", 200_000),
		"documents":    strings.Repeat("---\na: b\n", 20_000),
		"null":         "services:\n  web:\n  db: ~\n",
		"numbers":      "services: {web: {ports: [99999999999999999999, -1, 0, 1e9, 0x50], build: 3, environment: 4, command: {a: b}}}\n",
		"wrong types":  "services: {web: {ports: {a: b}, build: [x], environment: [[a]], depends_on: 3, healthcheck: x, volumes: 1, image: [a]}}",
		"binary":       "\x00\xff\xfe",
		"tagged merge": "a: {<<: !!merge x}\n",
	} {
		start := time.Now()
		c, _ := ParseCompose(content, nil)
		_, _ = ParseKubernetes("containers\n" + content)
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		if len(c.Services) > composeMaxServices {
			t.Errorf("%s: %d services", name, len(c.Services))
		}
	}
}
