package r

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestStart(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{"plumber.R": "#* @get /health\nfunction() list(ok = TRUE)\n", "renv.lock": `{"R":{"Version":"4.3.1"},"Packages":{"plumber":{"Version":"1.2.1"}}}`}, ".", "")
	if p.Claim.Role != language.Service || p.Claim.System != "renv" || !strings.Contains(p.Start.Value.Command[2], `pr("plumber.R")`) || r.Runtime.BaseImage != "rocker/r-ver:4.3" {
		t.Errorf("%+v %v %s", p.Claim, p.Start.Value.Command, r.Runtime.BaseImage)
	}
	p, _ = languagetest.Project(t, &Language, map[string]string{"DESCRIPTION": "Package: lib\n", "NAMESPACE": "", "R/x.R": ""}, ".", "")
	if p.Claim.Role != language.Library {
		t.Errorf("%+v", p.Claim)
	}
}
