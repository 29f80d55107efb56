package repair

import (
	"os"
	"strings"
	"testing"

	"aipack/backend/packaging/export"
	"aipack/backend/prove"
	"aipack/backend/universalbuild"
)

// whole is a plan of which there is a Dockerfile.
func whole(t *testing.T) universalbuild.UniversalBuild {
	t.Helper()
	content, err := os.ReadFile("../../../testdata/repos/single/go-mod.json")
	if err != nil {
		t.Fatal(err)
	}
	reading, err := universalbuild.Read(content)
	if err != nil || len(reading.Documents) == 0 {
		t.Fatalf("%v: %d documents", err, len(reading.Documents))
	}
	return reading.Documents[0]
}

// TestADockerfileByHand is mended where the fix and the hand changed different
// lines, and left alone where they changed the same.
func TestADockerfileByHand(t *testing.T) {
	plan := whole(t)
	given, err := export.Dockerfile(plan, export.Options{})
	if err != nil {
		t.Fatal(err)
	}
	toPort := port(9999)
	judge := func(_ int, r prove.Request) (*prove.Report, error) {
		if strings.Contains(r.Dockerfile, "EXPOSE 9999") {
			return well(), nil
		}
		return failed("health", "wrong_port", "It listens on 9999.", toPort), nil
	}
	exposes := strings.Split(given.Content[strings.Index(given.Content, "EXPOSE "):], "\n")[0]
	for name, c := range map[string]struct {
		byHand string
		proofs int
		says   string
	}{
		"other lines":    {"# my own\n" + given.Content, 2, "proven"},
		"the same line":  {strings.Replace(given.Content, exposes, exposes+" 7000", 1), 1, "written by hand"},
		"all of it":      {"FROM scratch\nCMD [\"/x\"]\n", 1, "written by hand"},
		"nothing but it": {given.Content, 2, "proven"},
	} {
		b := &bench{judge: judge}
		var kept string
		report, err := Loop{Prover: b, Fix: true, Keep: func(_ string, t prove.Try, _ map[string]string) error {
			kept = t.Dockerfile
			return nil
		}}.Prove(t.Context(), prove.Request{Document: plan, Dockerfile: c.byHand})
		if err != nil || len(b.asked) != c.proofs || report.Mending == nil || !strings.Contains(report.Mending.Ended, c.says) {
			t.Errorf("%s: %v, %d proofs, %+v", name, err, len(b.asked), report.Mending)
			continue
		}
		if c.proofs == 1 {
			continue
		}
		try := report.Mending.Tries[0]
		if strings.HasPrefix(c.byHand, "# my own\n") != strings.HasPrefix(kept, "# my own\n") || !strings.Contains(try.Diff, "+EXPOSE 9999") || strings.Contains(try.Diff, "my own") {
			t.Errorf("%s: kept\n%s\ndiff\n%s", name, kept, try.Diff)
		}
	}
}
