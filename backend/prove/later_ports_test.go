package prove

import (
	"errors"
	"testing"

	"aipack/backend/prove/heard"
	"aipack/backend/prove/outside"
)

// TestTheOtherPort: which port beside the plan's is likeliest the service's own.
func TestTheOtherPort(t *testing.T) {
	page := func(port, status int) heard.Port {
		return heard.Port{Port: port, Speaks: outside.HTTP, Root: outside.Answer{Status: status}}
	}
	metrics := heard.Port{Port: 9464, Speaks: outside.HTTP, Root: outside.Answer{Status: 404}, Operates: "its metrics", Path: "/metrics"}
	for name, c := range map[string]struct {
		others []heard.Port
		want   int // 0 for none
	}{
		"none":                       {nil, 0},
		"metrics":                    {[]heard.Port{metrics}, 0},
		"who takes connections":      {[]heard.Port{{Port: 8009, Err: outside.ErrSilent}}, 0},
		"who closes them":            {[]heard.Port{{Port: 8009, Err: errors.New("closed the connection without an answer")}}, 0},
		"a driver on the loopback":   {[]heard.Port{{Port: 40001, Inward: true, Speaks: outside.HTTP, Root: outside.Answer{Status: 404}}}, 0},
		"an error":                   {[]heard.Port{page(8080, 503)}, 8080},
		"the page, and not an error": {[]heard.Port{metrics, page(7000, 503), page(8080, 200), page(8081, 200)}, 8080},
		"gRPC":                       {[]heard.Port{metrics, {Port: 50051, Speaks: outside.GRPC}}, 50051},
	} {
		s := &session{others: c.others}
		h, found := (&trial{session: s}).another()
		if found != (c.want != 0) || h.Port != c.want {
			t.Errorf("%s: %d, %t", name, h.Port, found)
		}
	}
}
