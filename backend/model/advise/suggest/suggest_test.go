package suggest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/scan"
	"aipack/backend/model/advise"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/repair"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// port is a prover to which a service is healthy on one port alone.
type port int

func (p port) Prove(_ context.Context, r prove.Request) (*prove.Report, error) {
	if r.Document.Runtime.Ports[0].Port == int(p) {
		return &prove.Report{Verdict: prove.Proven}, nil
	}
	return &prove.Report{Verdict: prove.Failed, Dockerfile: "FROM node:22", Failure: &cause.Failure{
		Stage: "start", Rule: "crash", Class: cause.Project, Cause: "The program ended by itself.", Log: []string{"listening on 4321"},
	}}, nil
}

func loop(client llm.Client) repair.Loop {
	tree := repo.New(fstest.MapFS{
		"package.json": {Data: []byte(`{"name":"shop","scripts":{"start":"node server.js"}}`)},
		"server.js":    {Data: []byte("require('http').createServer().listen(4321)\n")},
	}, "shop")
	source := Source{
		Registry: analysis.Registry, Tree: tree, Limits: scan.Default(),
		Adviser: func() Adviser {
			return advise.New(advise.Options{Registry: analysis.Registry(), Open: func(context.Context) (llm.Client, error) {
				if client == nil {
					return nil, fmt.Errorf("no provider is ready")
				}
				return client, nil
			}})
		},
	}
	return repair.Loop{Prover: port(4321), Fix: true, Ask: source.Ask}
}

func request() prove.Request {
	return prove.Request{Document: universalbuild.Normal(universalbuild.UniversalBuild{
		Metadata: universalbuild.Metadata{ProjectName: "shop", Path: ".", Language: "javascript", BuildSystem: "npm"},
		Build:    universalbuild.Build{BaseImage: "node:22-bookworm-slim", Workdir: "/app"},
		Runtime: universalbuild.Runtime{
			BaseImage: "node:22-bookworm-slim", Workdir: "/app", Command: []string{"node", "server.js"}, Ports: []universalbuild.Port{{Port: 3000, Protocol: "tcp"}},
		},
	})}
}

func answer(port string) script.Step {
	return script.Say(`{"known":true,"why":"It listens on another port.","edits":[{"field":"/runtime/ports/0/port","value":["` + port + `"],"path":"server.js","quote":"listen(4321)"}]}`)
}

func TestAModelMendsWhatNoRuleKnows(t *testing.T) {
	client := script.New(answer("8000"), answer("4321"))
	got, err := loop(client).Prove(t.Context(), request())
	if err != nil || got.Verdict != prove.Proven || len(got.Mending.Tries) != 2 {
		t.Fatalf("%v %+v", err, got)
	}
	first, last := got.Mending.Tries[0], got.Mending.Tries[1]
	if first.State != prove.TakenBack || last.State != prove.Kept || last.Model == "" || last.Why != "It listens on another port." || last.Shows[0].Path != "server.js" {
		t.Errorf("%+v", got.Mending.Tries)
	}
	second := fmt.Sprint(client.Requests()[1].Messages)
	if want := "/runtime/ports/0/port = 8000: The program ended by itself."; !strings.Contains(second, want) {
		t.Errorf("the second question does not say %q", want)
	}
}

func TestItIsSaidWhyNoModelHelped(t *testing.T) {
	for name, c := range map[string]struct {
		client llm.Client
		want   string
	}{
		"none is there":  {nil, "A model could not be asked: no provider is ready."},
		"it fails":       {&script.Client{Rest: script.FailAs(llm.ServerFault)}, "A model could not be asked: "},
		"it knows none":  {script.New(script.Say(`{"known":false,"why":"","edits":[]}`)), "suggested nothing that may be tried."},
		"it talks":       {&script.Client{Rest: script.Say("Try turning it off and on again.")}, "suggested nothing that may be tried."},
		"it asks for it": {&script.Client{Rest: script.Say(`{"known":true,"why":"Root.","edits":[{"field":"/runtime/user","value":["root"],"path":"server.js","quote":"listen"}]}`)}, "suggested nothing that may be tried."},
	} {
		got, err := loop(c.client).Prove(t.Context(), request())
		if err != nil || got.Verdict != prove.Failed || !strings.Contains(got.Mending.Ended, c.want) {
			t.Errorf("%s: %v, %s", name, err, got.Mending.Ended)
		}
	}
}
