package cobol

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

func TestPrograms(t *testing.T) {
	program := "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. MAIN.\n       PROCEDURE DIVISION.\n           CALL \"HELPER\".\n           STOP RUN.\n"
	p, r := languagetest.Project(t, &Language, map[string]string{"index.cbl": program, "HELPER.cbl": "x", "alone.cbl": program}, ".", "")
	if p.Claim.Role != language.Program || p.Start.Value.Command[0] != "/app/bin/index" || len(p.Start.Alternatives) != 2 {
		t.Errorf("%+v, %+v", p.Claim, p.Start)
	}
	if got := r.Build.BuildCommands[0]; got != "mkdir -p /out && cobc -x -o /out/index index.cbl HELPER.cbl" {
		t.Errorf("build %s", got)
	}
	_, r = languagetest.Project(t, &Language, map[string]string{"hello.cob": "IDENTIFICATION DIVISION.\nPROGRAM-ID. HELLO.\nPROCEDURE DIVISION.\nSTOP RUN.\n"}, ".", "")
	if got := r.Build.BuildCommands[0]; !strings.Contains(got, "cobc -x -free -o /out/hello") {
		t.Errorf("free format: %s", got)
	}
}
