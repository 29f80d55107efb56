package extract

import (
	"testing"

	"aipack/backend/base/finding"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		files map[string]string
		want  string
		rule  string
	}{
		{name: "no route is one", files: map[string]string{"server.js": "app.get('/', x); app.get('/users/:id/status', x); app.get('/healthy-recipes', x)"}},
		{name: "the better of two routes", want: "/healthz", rule: "health.route", files: map[string]string{"server.js": "app.get('/status', x)\napp.get('/healthz', x)\n"}},
		{name: "the entry file before a router", want: "/ping", rule: "health.route", files: map[string]string{"server.js": "app.get('/ping', x)", "lib/users/router_x.js": "r.get('/health', x)"}},
		{name: "a pattern without a literal, in any file", want: "/healthz", rule: "health.route", files: map[string]string{"lib/things.js": "x.use('/healthz')"}},
		{name: "below a version", want: "/api/v1/health", rule: "health.route", files: map[string]string{"server.js": "app.get('/api/v1/health', x)"}},
		{
			name: "HEALTHCHECK before routes", want: "/live", rule: "dockerfile.healthcheck",
			files: map[string]string{"Dockerfile": "FROM node\nHEALTHCHECK CMD curl --fail http://localhost:3000/live || exit 1\n", "server.js": "app.get('/health', x)"},
		},
		{
			name: "nginx's HEALTHCHECK is not the server's", want: "/health", rule: "health.route",
			files: map[string]string{"Dockerfile": "FROM nginx\nHEALTHCHECK CMD curl --fail http://localhost/\n", "server.js": "app.get('/health', x)"},
		},
		{
			name: "compose", want: "/up", rule: "compose.healthcheck",
			files: map[string]string{"compose.yaml": "services:\n  x:\n    build: .\n    healthcheck: {test: [CMD, wget, \"-q\", \"http://127.0.0.1:3000/up\"]}\n"},
		},
		{
			name: "the liveness probe", want: "/livez", rule: "kubernetes.liveness",
			files: map[string]string{"k8s/x.yaml": "kind: Deployment\nspec: {template: {spec: {containers: [{name: shop, image: shop, readinessProbe: {httpGet: {path: /readyz}}, livenessProbe: {httpGet: {path: /livez}}}]}}}\n"},
		},
		{name: "render.yaml", want: "/h", rule: "platform.render", files: map[string]string{"render.yaml": "services:\n- type: web\n  healthCheckPath: /h\n"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := facts(t, tt.files, ".").Health()
			if got.Value != tt.want || tt.want != "" && got.Evidence[0].Rule != tt.rule {
				t.Errorf("%q, want %q: %+v", got.Value, tt.want, got)
			}
		})
	}
	more := finding.Of("/actuator/health", finding.Certain, finding.Evidence{Rule: "x.actuator"})
	if got := facts(t, map[string]string{"server.js": "app.get('/health', x)"}, ".").Health(more); got.Value != "/actuator/health" || len(got.Alternatives) != 1 {
		t.Errorf("%+v", got)
	}
}
