//go:build docker

package tests

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestCompose does what a user does with an exported folder: .env.example
// becomes .env, what is empty there is filled in by the commands that the file
// names, and compose starts it all. AIPACK_COMPOSE names the programs, with
// commas between; they reach the engine that DOCKER_HOST names.
func TestCompose(t *testing.T) {
	programs := os.Getenv("AIPACK_COMPOSE")
	if programs == "" {
		t.Fatal("AIPACK_COMPOSE names no program of compose: make lab-docker does")
	}
	aipack := filepath.Join(t.TempDir(), "aipack-cli")
	shell(t, ".", "CGO_ENABLED=0 go build -trimpath -tags headless -o "+aipack+" .")
	for _, program := range strings.Split(programs, ",") {
		t.Run(filepath.Base(program), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "orders")
			if err := os.CopyFS(dir, os.DirFS("testdata/compose/orders")); err != nil {
				t.Fatal(err)
			}
			shell(t, dir, aipack+" export . --old-builder")
			composeUp(t, dir, program)
		})
	}
}

// wantsValue is what compose says of the first value that it misses, whichever
// that is.
var wantsValue = regexp.MustCompile(`set (POSTGRES_PASSWORD|SESSION_SECRET) in the file \.env`)

func composeUp(t *testing.T, dir, program string) {
	out, err := command(t, dir, program+" up -d --build").CombinedOutput()
	if err == nil || !wantsValue.Match(out) {
		t.Fatalf("without .env it ends with %v and does not say what to set:\n%s", err, out)
	}
	shell(t, dir, "cp .env.example .env")
	if out, err = command(t, dir, program+" up -d --build").CombinedOutput(); err == nil || !wantsValue.Match(out) {
		t.Fatalf("with an empty .env it ends with %v and does not say what to set:\n%s", err, out)
	}
	if filled := fillIn(t, filepath.Join(dir, ".env")); filled != 2 {
		t.Fatalf("%d values were filled in, not the password and the secret", filled)
	}
	t.Cleanup(func() { stopped(t, dir, program) })
	shell(t, dir, program+" up -d --build")
	allHealthy(t, dir, program)

	api, shop := published(t, dir, program, "api", "3000"), published(t, dir, program, "shop", "3001")
	orders(t, api, `{"orders":0,"migrations":1}`)
	response, err := http.Post("http://"+api+"/orders", "text/plain", nil)
	if err != nil || response.StatusCode != http.StatusAccepted {
		t.Fatalf("ordering: %v %v", response, err)
	}
	response.Body.Close()
	orders(t, shop, `{"orders":1,"migrations":1}`) // the worker has taken it, and the shop asks its neighbour
}

// fillIn runs the command that stands above each empty value, and counts them.
func fillIn(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	filled := 0
	for i, line := range lines {
		name, value, ok := strings.Cut(line, "=")
		if !ok || value != "" || strings.HasPrefix(line, "#") {
			continue
		}
		if at := inSource.FindStringSubmatch(lines[i-1]); at != nil {
			said := shell(t, filepath.Dir(file), "sed -n "+at[2]+"p "+at[1])
			password := afterPassword.FindStringSubmatch(said)
			if password == nil {
				t.Fatalf("line %s of %s has no password that a person would see: %s", at[2], at[1], said)
			}
			lines[i] = name + "=" + password[1]
			filled++
			continue
		}
		_, how, ok := strings.Cut(lines[i-1], "; make one: ")
		if !ok {
			t.Fatalf("nothing says how %s is made:\n%s", name, lines[i-1])
		}
		made := strings.TrimRight(shell(t, filepath.Dir(file), how), "\n")
		if len(made) < 16 || strings.ContainsAny(made, "\n ") {
			t.Fatalf("%s makes %q", how, made)
		}
		lines[i] = name + "=" + made
		filled++
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return filled
}

// inSource is how the example says that a password stands in the project's own sources, and
// afterPassword what a person takes for it there.
var (
	inSource      = regexp.MustCompile(`: the one that (\S+) has in line (\d+)$`)
	afterPassword = regexp.MustCompile(`(?i)passw(?:or)?d["']?\s*[:=]\s*["']([^"']+)["']`)
)

// allHealthy waits until every container that has a health check is healthy; what
// runs once has to have ended with 0, all else has to run.
func allHealthy(t *testing.T, dir, program string) {
	wanted := []string{"api healthy", "api-release 0", "api-worker running", "postgresql healthy", "redis healthy", "shop healthy"}
	waitFor(t, dir, program, fmt.Sprintf("%q", wanted), func(seen []string) bool { return slices.Equal(seen, wanted) })
}

// waitFor looks at the containers of a project until they are as wanted.
func waitFor(t *testing.T, dir, program, wanted string, are func([]string) bool) {
	t.Helper()
	var seen []string
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(time.Second) {
		if seen = containers(t, dir); are(seen) {
			return
		}
	}
	logs, _ := command(t, dir, program+" logs --tail 30").CombinedOutput()
	t.Fatalf("after three minutes they are %q, not %s:\n%s", seen, wanted, logs)
}

// containers are the services of compose, each with its exit code where it
// ended, its health where it has a check, and else its state.
func containers(t *testing.T, dir string) []string {
	t.Helper()
	ids := strings.Fields(shell(t, dir, "docker ps -aq --filter label=com.docker.compose.project="+composeProject(t, dir)))
	var seen []string
	for _, line := range strings.Split(strings.TrimSpace(shell(t, dir, `docker inspect --format '{{index .Config.Labels "com.docker.compose.service"}} `+
		`{{if eq .State.Status "exited"}}{{.State.ExitCode}}{{else if .State.Health}}{{.State.Health.Status}}{{else}}{{.State.Status}}{{end}}' `+strings.Join(ids, " "))), "\n") {
		seen = append(seen, strings.Replace(line, " none", " running", 1))
	}
	slices.Sort(seen)
	return seen
}

// composeProject is the name that compose gives to what lies in a folder.
func composeProject(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if m := regexp.MustCompile(`(?m)^name: (\S+)$`).FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return filepath.Base(dir)
}

// published asks compose where a port is reached.
func published(t *testing.T, dir, program, service, port string) string {
	at := strings.TrimSpace(strings.SplitN(shell(t, dir, program+" port "+service+" "+port), "\n", 2)[0])
	return strings.Replace(at, "0.0.0.0:", "127.0.0.1:", 1)
}

// orders waits until a service answers what is wanted.
func orders(t *testing.T, address, want string) {
	t.Helper()
	got := ""
	for range 50 {
		response, err := http.Get("http://" + address + "/orders")
		if err == nil {
			text, _ := io.ReadAll(response.Body)
			response.Body.Close()
			if got = string(text); got == want && json.Valid(text) {
				return
			}
		}
		time.Sleep(200 * time.Millisecond)
	}
	t.Fatalf("%s answers %q, not %q", address, got, want)
}

// stopped ends everything, and nothing may be left.
func stopped(t *testing.T, dir, program string) {
	out, err := command(t, dir, program+" down -v --rmi local").CombinedOutput()
	if err != nil {
		t.Errorf("down: %v\n%s", err, out)
	}
	for _, kind := range []string{"ps -aq", "volume ls -q", "network ls -q"} {
		left, err := command(t, dir, "docker "+kind+" --filter label=com.docker.compose.project="+composeProject(t, dir)).Output()
		if err != nil || len(left) > 0 {
			t.Errorf("docker %s: left %q, %v", kind, left, err)
		}
	}
}

func shell(t *testing.T, dir, line string) string {
	t.Helper()
	c := command(t, dir, line)
	var said strings.Builder
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", line, err, out, said.String())
	}
	return string(out)
}

// command does not end with the test's context: what was started has to be
// stopped after it.
func command(t *testing.T, dir, line string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	t.Cleanup(cancel)
	c := exec.CommandContext(ctx, "sh", "-c", line)
	c.Dir, c.Env = dir, append(os.Environ(), "DOCKER_BUILDKIT=1")
	return c
}
