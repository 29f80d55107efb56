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

// TestThePortThatComposeAsks: a service that compose publishes nowhere is asked for its
// health where it listens; one that it does is reached at what it says.
func TestThePortThatComposeAsks(t *testing.T) {
	t.Parallel()
	const check = "healthcheck: {test: [CMD, node, -e, \"require('http').get('http://localhost:4000/readyz', (r) => process.exit(r.statusCode === 200 ? 0 : 1))\"]}"
	for service, want := range map[string]int{
		check:                          4000,
		check + ", ports: ['80:3000']": 3000,
		check + ", expose: ['3000']":   3000,
		"healthcheck: {test: [CMD, curl, 'http://other:4000/readyz']}":         0,
		"healthcheck: {test: 'curl -f https://localhost:443/readyz'}":          0,
		"healthcheck: {test: 'wget -q http://localhost:${PORT:-4000}/readyz'}": 0,
	} {
		got := 0
		for _, port := range files(t, map[string]string{"compose.yaml": "services:\n  api: {build: ., " + service + "}\n"}, ".").DeployedPorts() {
			got = port.Value
		}
		if got != want {
			t.Errorf("%s: %d, want %d", service, got, want)
		}
	}
}
