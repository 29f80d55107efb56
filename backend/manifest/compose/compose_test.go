package compose

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/manifest/dockerfile"
)

func FuzzCompose(f *testing.F) {
	f.Add("services:\n  a: &a\n    build: .\n    ports: [\"${P:-1}:2/udp\"]\n  b: {<<: *a}\n")
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse(s, func(string) (string, bool) { return s, true })
		if err != nil {
			return
		}
		for _, service := range c.Services {
			for _, p := range service.Ports {
				if p.Target < 1 || p.Target > 65535 {
					t.Fatalf("%+v", p)
				}
			}
		}
	})
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
	got, err := Parse(content, lookup)
	if err != nil {
		t.Fatal(err)
	}
	want := File{Services: []Service{
		{
			Name: "web", Line: 6, Build: true, Context: "./api", Restart: "always", RestartLine: 4, Dockerfile: "Dockerfile.prod", Target: "run",
			Ports:       []Port{{8080, "127.0.0.1:80", "tcp", 10, false, false}, {9090, "90", "udp", 11, false, false}, {3000, "", "tcp", 12, false, false}, {5001, "[::1]:5000", "tcp", 13, false, false}, {7000, "", "tcp", 15, true, false}},
			Environment: []Var{{"LOG", "info", true, 3}}, EnvFiles: []string{".env", "more.env"},
			Command: dockerfile.Command{Shell: "npm start", Line: 19}, Health: dockerfile.Command{Shell: "curl -f http://localhost/up", Line: 17},
			DependsOn: []string{"db", "cache"}, Mounts: []Mount{{"./api", "/src", 18}, {"./x", "/y", 18}}, Volumes: []Mount{{"data", "/var", 18}},
		},
		{
			Name: "db", Line: 21, Image: "postgres:17", HealthOff: true,
			Environment: []Var{{"POSTGRES_PASSWORD", "${DB_PASSWORD:?set it}", true, 24}, {"PASSED_ON", "", false, 25}},
		},
	}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
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
		c, _ := Parse(content, nil)
		if took := time.Since(start); took > 30*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		if len(c.Services) > maxServices {
			t.Errorf("%s: %d services", name, len(c.Services))
		}
	}
}
