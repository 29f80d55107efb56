package deployment

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/detect/backing"
)

func TestGiven(t *testing.T) {
	t.Parallel()
	f := files(t, map[string]string{
		"compose.yaml":     "services:\n  db: {image: postgres}\n  api:\n    build: api\n    environment:\n      DATABASE_URL: postgres://${DB_USER:-app}:${DB_PASS}@db/x\n      KEY: ${KEY}\n      MODE: ${MODE:-fast}\n",
		"api/server.js":    "",
		"api/.env.example": "A=${B}/x\nB=1\n#C=redis://localhost\n#D=off\nE=\n",
		".env":             "F=1\n",
	}, "api")
	got := map[string]string{}
	for _, g := range f.Given() {
		if g.Why.Excerpt != g.Name {
			t.Errorf("%s shows %q", g.Name, g.Why.Excerpt)
		}
		got[g.Name] = g.Text
	}
	want := map[string]string{"DATABASE_URL": "postgres://app:x@db/x", "MODE": "fast", "A": "1/x", "B": "1", "C": "redis://localhost", "F": "1"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if store, _ := f.Host(".")("db"); store != backing.PostgreSQL {
		t.Errorf("db leads to %q", store)
	}
}

// An example beside what reads it counts where there is none in the project's folder.
func TestGivenBesideTheSettings(t *testing.T) {
	t.Parallel()
	for own, want := range map[string]string{"": "5", "HOURS=7\n": "7"} {
		content := map[string]string{"main.go": "", "internal/config/.env.example": "HOURS=5\n"}
		if own != "" {
			content[".env.example"] = own
		}
		got := files(t, content, ".").Given()
		if len(got) != 1 || got[0].Text != want {
			t.Errorf("own example %q: %+v, want %q", own, got, want)
		}
	}
}
