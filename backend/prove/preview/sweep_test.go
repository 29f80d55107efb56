package preview

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestOwner(t *testing.T) {
	if left(owner()) {
		t.Error("this very process is taken for ended")
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	for label, want := range map[string]bool{
		fmt.Sprintf("%s %d 1", host, ended.Process.Pid): true, // gone
		fmt.Sprintf("%s %d 1", host, os.Getpid()):       true, // the number was given again
		fmt.Sprintf("not-%s %d 1", host, os.Getpid()):   false,
		"": false, host: false, host + " x y": false,
	} {
		if left(label) != want {
			t.Errorf("%q: %t", label, !want)
		}
	}
}

func TestCandidates(t *testing.T) {
	t.Setenv("DOCKER_HOST", "tcp://10.0.0.1:2376")
	t.Setenv("CONTAINER_HOST", "unix:///p.sock")
	t.Setenv("XDG_RUNTIME_DIR", "/run/user/1000")
	var list []string
	for _, e := range candidates("") {
		list = append(list, e.Address)
	}
	want := "tcp://10.0.0.1:2376 unix:///p.sock unix:///run/user/1000/podman/podman.sock unix:///run/podman/podman.sock"
	if got := strings.Join(list, " "); got != want {
		t.Errorf("%s", got)
	}
	if list := candidates("unix:///mine"); len(list) != 1 || list[0].Address != "unix:///mine" {
		t.Errorf("%+v", list)
	}
}

func TestNoEngine(t *testing.T) {
	_, err := Choose(t.Context(), "unix:///no/such.sock")
	if err == nil || !strings.Contains(err.Error(), "not there") {
		t.Errorf("error %v", err)
	}
}
