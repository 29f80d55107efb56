package extract

import (
	"strings"
	"testing"
)

// TestVariablesOfACluster: an address of a neighbour holds in one cluster alone, so
// that any other word about the variable counts before it; a secret's line is not
// quoted; what a ConfigMap holds is quoted where it stands.
func TestVariablesOfACluster(t *testing.T) {
	t.Parallel()
	manifests := "kind: Deployment\nmetadata: {name: api}\nspec:\n  template:\n    spec:\n      containers:\n      - name: api\n        image: api\n        env:\n        - name: ORDERS_URL\n          value: http://orders:80\n" +
		"        - {name: API_TOKEN, value: correct-horse-9}\n        envFrom:\n        - configMapRef: {name: settings}\n" +
		"---\nkind: Deployment\nmetadata: {name: orders}\nspec: {template: {spec: {containers: [{name: orders, image: orders}]}}}\n"
	settings := "kind: ConfigMap\nmetadata: {name: settings}\ndata:\n  LOG_STYLE: plain\n"
	for name, c := range map[string]struct {
		example, want string
	}{
		"alone":               {"", "http://orders:80"},
		"with another's word": {"ORDERS_URL=http://localhost:9000\n", "http://localhost:9000"},
	} {
		files := map[string]string{"api/main.x": "read ORDERS_URL", "orders/main.x": "", "k8s/api.yaml": manifests, "k8s/settings.yaml": settings}
		if c.example != "" {
			files[".env.example"] = c.example
		}
		found := map[string]Variable{}
		for _, v := range facts(t, files, "api").Env() {
			found[v.Value.Name] = v
		}
		if got := found["ORDERS_URL"].Value.Default; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if v := found["LOG_STYLE"]; v.Value.Default != "plain" || len(v.Evidence) == 0 || v.Evidence[0].Path != "k8s/settings.yaml" || v.Evidence[0].Line != 4 {
			t.Errorf("%s: %+v", name, v)
		}
		v := found["API_TOKEN"]
		for _, e := range v.Evidence {
			if strings.Contains(e.Excerpt, "horse") || v.Value.Default != "" || !v.Value.Secret {
				t.Errorf("%s: a secret is shown: %+v", name, v)
			}
		}
	}
}
