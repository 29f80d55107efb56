package repair

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/prove"
	"aipack/backend/prove/patch"
)

// TestFilesOfTheProject: where a failure asks for a change of the project's own
// file, it is proved without being written, and told with its difference; what does
// not help is not kept.
func TestFilesOfTheProject(t *testing.T) {
	t.Parallel()
	const list = "api/requirements.txt" // the plan's folder is api
	const before, after = "flask @ file:///croot/flask_1/work\ngunicorn==23.0.0\n", "flask\ngunicorn==23.0.0\n"
	for name, c := range map[string]struct {
		needs string // the text with which it comes up
		want  []string
		kept  bool
	}{
		"it helps":     {after, []string{"requirement_elsewhere kept"}, true},
		"it does not":  {"another", []string{"requirement_elsewhere taken_back"}, false},
		"it is absent": {"", nil, false},
	} {
		dir := t.TempDir()
		if c.needs != "" {
			if err := errors.Join(os.Mkdir(filepath.Join(dir, "api"), 0o755), os.WriteFile(filepath.Join(dir, list), []byte(before), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		b := &bench{judge: func(_ int, r prove.Request) (*prove.Report, error) {
			if string(r.Files[list]) == c.needs && c.needs != "" {
				return well(), nil
			}
			report := failed("build", "requirement_elsewhere", "A folder of another computer is named.")
			report.Failure.Patches = []patch.Replacement{{Path: "requirements.txt", Find: ` @ file:///\S+`}}
			return report, nil
		}}
		report, err := Loop{Prover: b, Fix: true}.Prove(t.Context(), prove.Request{Document: document(), Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, told(report)); d != "" {
			t.Errorf("%s: %s %s", name, report.Mending.Ended, d)
		}
		if files := report.Mending.Files; c.kept != (len(files) == 1) || c.kept && (files[0].Path != list || files[0].Text != after || !strings.Contains(files[0].Diff, "-flask @ file:///")) {
			t.Errorf("%s: %q", name, files)
		}
		if text, err := os.ReadFile(filepath.Join(dir, list)); err == nil && string(text) != before {
			t.Errorf("%s: the project's file was written", name)
		}
	}
}
