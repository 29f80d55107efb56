package phase

import (
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/detect/extract"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// TestUnwired: a plan that gives nothing for what the program needs is not sure to
// come up.
func TestUnwired(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		stores   []string
		required bool
		fallback string
		value    string
		want     bool
	}{
		"nothing needed":                {nil, false, "", "", false},
		"needed and given":              {nil, true, "", "{secret}", false},
		"needed, with a default":        {nil, true, "3000", "", false},
		"needed and open":               {nil, true, "", "", true},
		"a store that is led to":        {[]string{"postgresql"}, true, "", "{postgresql.url}", false},
		"a store that nothing leads to": {[]string{"postgresql"}, false, "", "", true},
		"one of two":                    {[]string{"postgresql", "redis"}, true, "", "{postgresql.url}", true},
	} {
		s := &pipeline.ServiceContext{Service: service(".", language.Service)}
		v := extract.Read("SHOP", finding.Likely, finding.Evidence{})
		v.Value.Required, v.Value.Default, v.Value.Value = c.required, c.fallback, c.value
		s.Vars = append(s.Vars, v)
		for _, store := range c.stores {
			s.Backing = append(s.Backing, finding.Of(store, finding.Likely, finding.Evidence{}))
		}
		if got := unwired(s); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
