package wiretest

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"aipack/backend/model/llm"
)

// informed is a client that tells about models.
type informed interface {
	Models(context.Context) ([]llm.ModelInfo, error)
	Describe(context.Context) (llm.ModelInfo, error)
}

// models checks that questions about models fail as those to models do.
func (p Protocol) models(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		kind    llm.Kind
	}{
		"too many":         {Status(429, p.Limited), llm.Overloaded},
		"overloaded":       {Status(503, `{"error":"busy"}`), llm.Overloaded},
		"overloaded, 529":  {Status(529, ""), llm.Overloaded},
		"server":           {Status(500, "oops\x00\n\nstack trace"), llm.ServerFault},
		"key":              {Status(401, strings.ReplaceAll(p.BadKey, "%s", key)), llm.Unauthorised},
		"forbidden":        {Status(403, ""), llm.Unauthorised},
		"no model":         {Status(404, p.NoModel), llm.ModelAbsent},
		"gateway timeout":  {Status(504, ""), llm.TimedOut},
		"cut at once":      {Cut, llm.Unreachable},
		"cut in the midst": {Then(Status(200, `{"models":[{"na`), Cut), llm.Unreachable},
		"a web page":       {page(200), llm.BadAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := p.Make(t, Serve(t, c.handler).URL, key).(informed)
			_, err := client.Models(t.Context())
			_, err2 := client.Describe(t.Context())
			for of, err := range map[string]error{"the list": err, "one": err2} {
				if err == nil {
					t.Errorf("%s: no error, want %s", of, c.kind)
				} else if e := discreet(t, err); e.Kind != c.kind || len(e.Message) > 2000 {
					t.Errorf("%s: got %+v, want %s", of, e, c.kind)
				}
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	client := p.Make(t, Serve(t, Hang).URL, key).(informed)
	_, err := client.Models(ctx)
	_, err2 := client.Describe(ctx)
	for of, err := range map[string]error{"the list": err, "one": err2} {
		if e := Known(t, err); e.Kind != llm.Cancelled {
			t.Errorf("cancelled, %s: %+v", of, e)
		}
	}
}
