package builder

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBuildersErrorsInWords(t *testing.T) {
	for said, want := range map[string]string{
		`command [podman exec -i buildkitd buildctl dial-stdio] has exited with exit status 125, stderr=Error: no container with name or ID "buildkitd" found: no such container`: "there is no such container",
		`exec: "podman": executable file not found in $PATH`: "the program that reaches it is not installed",
		"connection refused": "connection refused",
	} {
		if got := inWords(errors.New(said)).Error(); got != want {
			t.Errorf("%s: %s", said, got)
		}
	}
}

func TestCandidates(t *testing.T) {
	t.Setenv("BUILDKIT_HOST", "tcp://10.0.0.1:1234")
	t.Setenv("DOCKER_HOST", "tcp://10.0.0.2:2375")
	t.Setenv("XDG_RUNTIME_DIR", "/run/user/1000")
	addresses := func(named string) []string {
		var list []string
		for _, b := range candidates(named) {
			if b.Why == "" {
				t.Errorf("%s has no reason", b.Address)
			}
			list = append(list, b.Address)
		}
		return list
	}
	want := []string{
		"tcp://10.0.0.1:1234", "docker+tcp://10.0.0.2:2375", "unix:///run/buildkit/buildkitd.sock",
		"unix:///run/user/1000/buildkit/buildkitd.sock", "podman-container://buildkitd",
	}
	if diff := cmp.Diff(want, addresses("")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"ssh://host"}, addresses("ssh://host")); diff != "" {
		t.Error(diff)
	}
	t.Setenv("BUILDKIT_HOST", "")
	t.Setenv("DOCKER_HOST", "")
	if got := addresses("")[0]; got != "docker+unix:///var/run/docker.sock" {
		t.Errorf("first without environment: %s", got)
	}
}

func TestDockerAddress(t *testing.T) {
	for _, c := range []struct {
		in, network, address string
		ok                   bool
	}{
		{"docker+unix:///var/run/docker.sock", "unix", "/var/run/docker.sock", true},
		{"docker+tcp://host:2375", "tcp", "host:2375", true},
		{"unix:///x", "", "", false},
	} {
		if n, a, ok := dockerAddress(c.in); n != c.network || a != c.address || ok != c.ok {
			t.Errorf("%s: %s %s %v", c.in, n, a, ok)
		}
	}
}

func TestChooseNamesTheBuilderThatDoesNotAnswer(t *testing.T) {
	_, err := ChooseAll(t.Context(), []string{"unix:///no/such.sock"}, TLS{})
	if err == nil || !strings.Contains(err.Error(), "unix:///no/such.sock (it was named): not there") {
		t.Errorf("error %v", err)
	}
}

func TestTLSIsForTCPAlone(t *testing.T) {
	if n := len((TLS{}).options("tcp://host:1234")); n != 0 {
		t.Errorf("no files: %d options", n)
	}
	if n := len((TLS{CA: "ca.pem", Cert: "c.pem", Key: "k.pem"}).options("tcp://host:1234")); n != 2 {
		t.Errorf("all files: %d options", n)
	}
	_, err := (Found{Address: "tcp://127.0.0.1:1", TLS: TLS{CA: "/no/such/ca.pem"}}).ping(t.Context())
	if err == nil || !strings.Contains(err.Error(), "/no/such/ca.pem") {
		t.Errorf("a missing file is not named: %v", err)
	}
}
