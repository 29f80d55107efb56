package evaluate

import (
	"testing"
	"time"

	"aipack/backend/language"
	"aipack/languages"
)

func TestTools(t *testing.T) {
	t.Parallel()
	r, err := Tools(t.Context(), language.NewRegistry(languages.All()), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Cases {
		if c.Verdict != Pass {
			t.Logf("%s: %s (%s): %q", c.Group, c.Name, c.Spec, c.Problems)
		}
	}
	t.Logf("%d of %d", r.Passed, r.Total)
	if !r.Met {
		t.Errorf("%d of %d pass: %.3f, wanted %.3f", r.Passed, r.Total, r.Rate, r.Target)
	}
}
