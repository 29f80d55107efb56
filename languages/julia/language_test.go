package julia

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestStart(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{"Project.toml": "[deps]\nHTTP = \"cd3eb016\"\n[compat]\njulia = \"1.10\"\n", "server.jl": "using HTTP\nHTTP.serve(handle, \"0.0.0.0\", 8080)\n"}, ".", "")
	if p.Claim.Role != language.Service || strings.Join(p.Start.Value.Command, " ") != "julia --project=/app server.jl" || r.Runtime.BaseImage != "julia:1.10-bookworm" {
		t.Errorf("%+v %v %s", p.Claim, p.Start.Value.Command, r.Runtime.BaseImage)
	}
}
