package prove

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/moby/buildkit/solver/pb"

	"aipack/backend/export"
	"aipack/backend/prove/outside"
	"aipack/backend/prove/tunnel"
	"aipack/backend/universalbuild"
)

// TestWhoServes: of which ports that nobody planned a plan without them is wrong.
func TestWhoServes(t *testing.T) {
	const worker, tool, web = universalbuild.Worker, universalbuild.CLI, universalbuild.Web
	page := func(h heard, status int) heard {
		h.speaks, h.root = outside.HTTP, outside.Answer{Status: status}
		return h
	}
	silent := func(h heard) heard {
		h.err = outside.ErrSilent
		return h
	}
	for name, c := range map[string]struct {
		heard heard
		want  []universalbuild.Kind // by whose plan it serves
	}{
		"a page":                             {page(heard{port: 7171}, 200), []universalbuild.Kind{worker, tool, web}},
		"503 for everything":                 {page(heard{port: 7171}, 503), []universalbuild.Kind{worker, tool, web}},
		"404 for everything":                 {page(heard{port: 7171}, 404), []universalbuild.Kind{worker, tool, web}},
		"a page on the loopback":             {page(heard{port: 7171, inward: true}, 200), []universalbuild.Kind{worker, tool, web}},
		"503 on the loopback":                {page(heard{port: 7171, inward: true}, 503), []universalbuild.Kind{worker, tool, web}},
		"who takes connections":              {silent(heard{port: 7171}), []universalbuild.Kind{worker, tool, web}},
		"who closes them":                    {heard{port: 7171, err: errors.New("closed the connection without an answer")}, []universalbuild.Kind{worker, tool, web}},
		"who takes them on the loopback":     {silent(heard{port: 7171, inward: true}), []universalbuild.Kind{tool, web}},
		"a protocol of its own":              {heard{port: 7171, speaks: outside.TCP}, []universalbuild.Kind{worker, tool, web}},
		"a protocol of its own, on loopback": {heard{port: 6379, inward: true, speaks: outside.TCP}, []universalbuild.Kind{tool, web}},
		"gRPC on its usual port":             {heard{port: 50051, speaks: outside.GRPC}, []universalbuild.Kind{worker, tool, web}},
		"gRPC there, on the loopback":        {heard{port: 50051, inward: true, speaks: outside.GRPC}, []universalbuild.Kind{worker, tool, web}},
		"a page on a port by chance":         {page(heard{port: 40001}, 200), []universalbuild.Kind{worker, tool, web}},
		"a browser's driver":                 {page(heard{port: 40001, inward: true}, 404), []universalbuild.Kind{web}},
		"a node of Erlang":                   {heard{port: 40001, err: errors.New("closed the connection without an answer")}, nil},
		"the names of Erlang's nodes":        {heard{port: erlangNames, err: errors.New("closed the connection without an answer")}, []universalbuild.Kind{web}},
		"metrics":                            {heard{port: 9464, speaks: outside.HTTP, root: outside.Answer{Status: 404}, operates: "its metrics", path: "/metrics"}, []universalbuild.Kind{worker, tool, web}},
		"metrics on the loopback":            {heard{port: 9464, inward: true, speaks: outside.HTTP, root: outside.Answer{Status: 404}, operates: "its metrics", path: "/metrics"}, []universalbuild.Kind{web}},
		"a debugger":                         {heard{port: 9229, speaks: outside.HTTP, root: outside.Answer{Status: 400}, operates: outside.Debugger, path: "/json/version"}, []universalbuild.Kind{web}},
		"a greeting on a port by chance":     {heard{port: 40001, speaks: outside.TCP}, []universalbuild.Kind{worker, tool, web}},
		"a greeting there, on the loopback":  {heard{port: 40001, inward: true, speaks: outside.TCP}, nil},
		"silence above the kernel's ports":   {silent(heard{port: 62000}), []universalbuild.Kind{worker, tool, web}},
		"one that is closed again":           {heard{port: 7171, err: tunnel.ErrRefused}, nil},
	} {
		for _, kind := range []universalbuild.Kind{worker, tool, web} {
			if got, want := c.heard.serves(kind), slices.Contains(c.want, kind); got != want {
				t.Errorf("%s, planned as %s: %t", name, kind, got)
			}
		}
	}
}

func TestWhatWasHeardInWords(t *testing.T) {
	for want, h := range map[string]heard{
		"answers GET / with 200":                                               {speaks: outside.HTTP, root: outside.Answer{Status: 200}},
		"answers GET / with 404 and GET /healthz with 200":                     {speaks: outside.HTTP, root: outside.Answer{Status: 404}, path: "/healthz"},
		"closed the connection without an answer":                              {err: errors.New("closed the connection without an answer")},
		"closed the connection without an answer when it was asked GET /":      {speaks: outside.HTTP, root: outside.Answer{Err: errors.New("closed the connection without an answer")}},
		"answers for its metrics (GET /metrics), on the loopback address only": {speaks: outside.HTTP, inward: true, operates: "its metrics", path: "/metrics"},
		"speaks gRPC":                  {speaks: outside.GRPC},
		"speaks WebSocket":             {speaks: outside.WebSocket},
		"speaks a protocol of its own": {speaks: outside.TCP},
	} {
		if got := h.said(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// TestOverheard: what a program that is well listens on beside its plan is told, and
// what it serves there stands beside the verdict.
func TestOverheard(t *testing.T) {
	s := &session{network: pb.NetMode_NONE, report: &Report{Verdict: Proven, Probe: &Probe{Kind: "watch"}, Start: &Started{Listening: []string{"unix /run/door.sock", "udp 0.0.0.0:5353"}}}}
	s.others = []heard{
		{port: 9464, speaks: outside.HTTP, root: outside.Answer{Status: 404}, operates: "its metrics", path: "/metrics"},
		{port: 3100, speaks: outside.HTTP, root: outside.Answer{Status: 503}},
		{port: 9000, err: outside.ErrSilent},
	}
	list := s.warnings()
	if len(list) != 3 || !list[0].Loud || list[1].Loud || list[2].Rule != "socket_undeclared" {
		t.Fatalf("%+v", list)
	}
	for i, want := range []string{"on port 3100, where it answers GET / with 503;", "on port 9464, where it answers for its metrics (GET /metrics), and on port 9000, where it took", "(/run/door.sock)"} {
		if !strings.Contains(list[i].Message, want) {
			t.Errorf("%q", list[i].Message)
		}
	}
	s.report.Failure = explain(errNoStart, export.Text{}, universalbuild.UniversalBuild{}, s.report)
	if list := s.warnings(); len(list) > 0 {
		t.Errorf("of a program that failed it is told, too: %+v", list)
	}
}
