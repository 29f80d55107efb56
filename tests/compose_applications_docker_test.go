//go:build docker

package tests

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestComposeOfApplications starts the exported folders of applications that
// nobody prepared: those that AIPACK_COMPOSE_OF names, with commas between. Each
// is exported in a copy, its .env is filled in as its comments say, and compose
// starts it: every container with a health check is healthy, what runs once ended
// with 0, and every published port answers.
func TestComposeOfApplications(t *testing.T) {
	folders, programs := os.Getenv("AIPACK_COMPOSE_OF"), os.Getenv("AIPACK_COMPOSE")
	if folders == "" || programs == "" {
		t.Skip("AIPACK_COMPOSE_OF names no application: make lab-docker OF=… does")
	}
	all := strings.Split(programs, ",")
	newest := "COMPOSE_FILE=compose.yaml " + all[len(all)-1] // the application's own is not what is tried
	aipack := filepath.Join(t.TempDir(), "aipack-cli")
	shell(t, ".", "CGO_ENABLED=0 go build -trimpath -tags headless -o "+aipack+" .")
	for _, folder := range strings.Split(folders, ",") {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			name := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(filepath.Base(folder)), "-")
			dir := filepath.Join(t.TempDir(), name)
			if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
				t.Fatal(err)
			}
			shell(t, dir, aipack+" export . --old-builder --force")
			if _, err := os.Stat(filepath.Join(dir, "compose.yaml")); err != nil {
				t.Fatalf("%s is one program without neighbours, so its export has no compose.yaml: name one that has some", name)
			}
			if _, err := os.Stat(filepath.Join(dir, ".env.example")); err == nil {
				shell(t, dir, "cp .env.example .env")
				fillIn(t, filepath.Join(dir, ".env"))
			}
			t.Cleanup(func() { stopped(t, dir, newest) })
			shell(t, dir, newest+" up -d --build")
			waitFor(t, dir, newest, "well, running or ended with 0", func(seen []string) bool {
				for _, line := range seen {
					if !strings.HasSuffix(line, " healthy") && !strings.HasSuffix(line, " running") && !strings.HasSuffix(line, " 0") {
						return false
					}
				}
				return len(seen) > 0
			})
			t.Log(containers(t, dir))
			answers(t, dir)
		})
	}
}

// answers asks every port that compose publishes for its first page.
func answers(t *testing.T, dir string) {
	t.Helper()
	ports := strings.Fields(shell(t, dir, `docker ps --format '{{.Ports}}' --filter label=com.docker.compose.project=`+composeProject(t, dir)+
		` | grep -o '0\.0\.0\.0:[0-9]*' | sed 's/0\.0\.0\.0/127.0.0.1/'`))
	if len(ports) == 0 {
		t.Fatal("compose publishes no port")
	}
	for _, at := range ports {
		client := http.Client{Timeout: 20 * time.Second}
		response, err := client.Get("http://" + at + "/")
		if err != nil {
			t.Errorf("%s: %v", at, err)
			continue
		}
		text, _ := io.ReadAll(io.LimitReader(response.Body, 200))
		response.Body.Close()
		t.Logf("%s: %s %.80q", at, response.Status, text)
		if response.StatusCode >= 500 {
			t.Errorf("%s answers %s", at, response.Status)
		}
	}
}
