package unplanned

import (
	"errors"
	"slices"
	"testing"

	"aipack/backend/prove/external"
	"aipack/backend/prove/tunnel"
	"aipack/backend/universalbuild"
)

// TestWhoServes: of which ports that nobody planned a plan without them is wrong.
func TestWhoServes(t *testing.T) {
	const worker, tool, web = universalbuild.Worker, universalbuild.CLI, universalbuild.Web
	page := func(h Port, status int) Port {
		h.Speaks, h.Root = external.HTTP, external.Answer{Status: status}
		return h
	}
	silent := func(h Port) Port {
		h.Err = external.ErrSilent
		return h
	}
	for name, c := range map[string]struct {
		heard Port
		want  []universalbuild.Kind // by whose plan it serves
	}{
		"a page":                             {page(Port{Port: 7171}, 200), []universalbuild.Kind{worker, tool, web}},
		"503 for everything":                 {page(Port{Port: 7171}, 503), []universalbuild.Kind{worker, tool, web}},
		"404 for everything":                 {page(Port{Port: 7171}, 404), []universalbuild.Kind{worker, tool, web}},
		"a page on the loopback":             {page(Port{Port: 7171, Inward: true}, 200), []universalbuild.Kind{worker, tool, web}},
		"503 on the loopback":                {page(Port{Port: 7171, Inward: true}, 503), []universalbuild.Kind{worker, tool, web}},
		"who takes connections":              {silent(Port{Port: 7171}), []universalbuild.Kind{worker, tool, web}},
		"who closes them":                    {Port{Port: 7171, Err: errors.New("closed the connection without an answer")}, []universalbuild.Kind{worker, tool, web}},
		"who takes them on the loopback":     {silent(Port{Port: 7171, Inward: true}), []universalbuild.Kind{tool, web}},
		"a protocol of its own":              {Port{Port: 7171, Speaks: external.TCP}, []universalbuild.Kind{worker, tool, web}},
		"a protocol of its own, on loopback": {Port{Port: 6379, Inward: true, Speaks: external.TCP}, []universalbuild.Kind{tool, web}},
		"gRPC on its usual port":             {Port{Port: 50051, Speaks: external.GRPC}, []universalbuild.Kind{worker, tool, web}},
		"gRPC there, on the loopback":        {Port{Port: 50051, Inward: true, Speaks: external.GRPC}, []universalbuild.Kind{worker, tool, web}},
		"a page on a port by chance":         {page(Port{Port: 40001}, 200), []universalbuild.Kind{worker, tool, web}},
		"a browser's driver":                 {page(Port{Port: 40001, Inward: true}, 404), []universalbuild.Kind{web}},
		"a node of Erlang":                   {Port{Port: 40001, Err: errors.New("closed the connection without an answer")}, nil},
		"the names of Erlang's nodes":        {Port{Port: erlangNames, Err: errors.New("closed the connection without an answer")}, []universalbuild.Kind{web}},
		"metrics":                            {Port{Port: 9464, Speaks: external.HTTP, Root: external.Answer{Status: 404}, Operates: "its metrics", Path: "/metrics"}, []universalbuild.Kind{worker, tool, web}},
		"metrics on the loopback":            {Port{Port: 9464, Inward: true, Speaks: external.HTTP, Root: external.Answer{Status: 404}, Operates: "its metrics", Path: "/metrics"}, []universalbuild.Kind{web}},
		"a debugger":                         {Port{Port: 9229, Speaks: external.HTTP, Root: external.Answer{Status: 400}, Operates: external.Debugger, Path: "/json/version"}, []universalbuild.Kind{web}},
		"a greeting on a port by chance":     {Port{Port: 40001, Speaks: external.TCP}, []universalbuild.Kind{worker, tool, web}},
		"a greeting there, on the loopback":  {Port{Port: 40001, Inward: true, Speaks: external.TCP}, nil},
		"silence above the kernel's ports":   {silent(Port{Port: 62000}), []universalbuild.Kind{worker, tool, web}},
		"one that is closed again":           {Port{Port: 7171, Err: tunnel.ErrRefused}, nil},
	} {
		for _, kind := range []universalbuild.Kind{worker, tool, web} {
			if got, want := c.heard.Serves(kind), slices.Contains(c.want, kind); got != want {
				t.Errorf("%s, planned as %s: %t", name, kind, got)
			}
		}
	}
}

func TestWhatWasHeardInWords(t *testing.T) {
	for want, h := range map[string]Port{
		"answers GET / with 200":                                               {Speaks: external.HTTP, Root: external.Answer{Status: 200}},
		"answers GET / with 404 and GET /healthz with 200":                     {Speaks: external.HTTP, Root: external.Answer{Status: 404}, Path: "/healthz"},
		"closed the connection without an answer":                              {Err: errors.New("closed the connection without an answer")},
		"closed the connection without an answer when it was asked GET /":      {Speaks: external.HTTP, Root: external.Answer{Err: errors.New("closed the connection without an answer")}},
		"answers for its metrics (GET /metrics), on the loopback address only": {Speaks: external.HTTP, Inward: true, Operates: "its metrics", Path: "/metrics"},
		"speaks gRPC":                  {Speaks: external.GRPC},
		"speaks WebSocket":             {Speaks: external.WebSocket},
		"speaks a protocol of its own": {Speaks: external.TCP},
	} {
		if got := h.Said(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
