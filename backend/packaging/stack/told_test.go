package stack

import (
	"slices"
	"testing"

	"aipack/backend/universalbuild"
)

// TestWhoIsToldOfANeighbourNeedsIt gives two services each the other's address:
// one talks to it, the other sends browsers there. No document says what depends
// on what.
func TestWhoIsToldOfANeighbourNeedsIt(t *testing.T) {
	t.Parallel()
	member := func(name, variable, value string, port int) Member {
		d := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{ProjectName: name, Path: name, Kind: universalbuild.Web}}
		d.Runtime.Command = []string{name}
		d.Runtime.Ports = []universalbuild.Port{{Port: port}}
		d.Runtime.Variables = []universalbuild.Variable{{Name: variable, Value: value, Required: true}}
		return Member{Name: name, Document: d}
	}
	for how, value := range map[string]string{"by the value": "{service:api.url}/v1", "by the name": ""} {
		w := Of([]Member{member("api", "FRONTEND_URL", "", 3000), member("web", "API_URL", value, 3001)})
		api, web := w.Services[0], w.Services[1]
		if len(api.Needs) != 0 || len(api.Mutual) != 0 {
			t.Errorf("%s: the api needs %v, %v", how, api.Needs, api.Mutual)
		}
		if !slices.Equal(web.Needs, []Need{{Name: "api"}}) {
			t.Errorf("%s: the web needs %v", how, web.Needs)
		}
		if got := api.Environment[0].Value; got != "http://localhost:3001" {
			t.Errorf("%s: browsers are sent to %s", how, got)
		}
		if len(web.Document.Metadata.DependsOn) != 0 {
			t.Errorf("%s: the document was changed", how)
		}
	}
}
