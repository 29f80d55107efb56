package deployment

import "testing"

func TestThePortThatAHealthCheckAsks(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]int{
		"wget http://localhost:${APP_PORT-8085}/up": 8085,
		"curl -f http://127.0.0.1:8086/":            8086,
		"curl -f http://example.test:8087/":         0,
	} {
		got := 0
		for _, port := range files(t, map[string]string{"Dockerfile": "FROM node\nHEALTHCHECK CMD " + command + "\n"}, ".").DeployedPorts() {
			got = port.Value
		}
		if got != want {
			t.Errorf("%s: %d, want %d", command, got, want)
		}
	}
}
