package phase

import (
	"testing"

	"aipack/backend/base/finding"
	"aipack/backend/detect/extract"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/wiring"
	"aipack/backend/universalbuild"
)

// TestWhatLeadsHome: a variable has to be set where a file without it leads to the
// program's own machine, and where only that lets anybody in.
func TestWhatLeadsHome(t *testing.T) {
	t.Parallel()
	home := leftAtHome([]extract.Configured{
		{Key: "db.host", Variable: "SHOP_db__host", Text: "localhost"}, {Key: "db.user", Variable: "SHOP_db__user", Text: "shop"},
		{Key: "app.address", Variable: "SHOP_app__address", Text: "localhost:9000"}, {Key: "cache.host", Text: "localhost"},
	})
	if len(home) != 2 || !home["SHOP_db__host"] || !home["SHOP_app__address"] {
		t.Errorf("%v", home)
	}
	for text, want := range map[string]bool{"{postgresql.url}": true, "{mysql.user}:x@tcp({mysql.address})/": true, "{postgresql.user}": false, "localhost": false, "{self.url}": false} {
		if got := leadsAway(text); got != want {
			t.Errorf("%s leads away: %v", text, got)
		}
	}
	p := wiring.Program{Variables: []universalbuild.Variable{{Name: "SHOP_app__address", Default: "0.0.0.0:9000"}, {Name: "SHOP_db__host", Default: "db"}}}
	s := pipeline.ServiceContext{}
	for _, v := range p.Variables {
		s.Vars = append(s.Vars, finding.Of(v, finding.Likely))
	}
	listening(&s, &p, home)
	if !s.Vars[0].Value.Required || !p.Variables[0].Required || s.Vars[1].Value.Required {
		t.Errorf("%+v", s.Vars)
	}
}
