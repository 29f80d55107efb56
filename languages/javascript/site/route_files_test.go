package site

import (
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestHealthRoutesThatAreFiles(t *testing.T) {
	t.Parallel()
	for _, of := range []struct{ framework, file, want string }{
		{"Next.js", "pages/api/health.ts", "/api/health"},
		{"Next.js", "pages/api/v1/health.ts", "/api/v1/health"},
		{"Next.js", "src/app/api/(internal)/v1/healthz/route.js", "/api/v1/healthz"},
		{"Next.js", "app/api/[tenant]/health/route.ts", ""},
		{"Next.js", "app/api/_lib/health/route.ts", ""},
		{"Next.js", "components/v1/health.ts", ""},
		{"Nuxt", "server/api/v1/ping.get.ts", "/api/v1/ping"},
		{"Nuxt", "server/routes/ops/health.ts", "/ops/health"},
		{"SvelteKit", "src/routes/(app)/api/v2/health/+server.ts", "/api/v2/health"},
		{"Express", "routes/v1/health.js", ""},
	} {
		r := languagetest.Reader(t, map[string]string{of.file: "export default x", "package.json": "{}"})
		p := &language.Project{Folder: r.Folder("."), Language: &language.Language{}, Framework: finding.Of(of.framework, finding.Certain)}
		if got := Health(p); got.Value != of.want {
			t.Errorf("%s: %q, want %q", of.file, got.Value, of.want)
		}
	}
}
