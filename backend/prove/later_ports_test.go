package prove

import (
	"errors"
	"testing"

	"aipack/backend/prove/external"
	"aipack/backend/prove/unplanned"
)

// TestTheOtherPort: which port beside the plan's is likeliest the service's own.
func TestTheOtherPort(t *testing.T) {
	page := func(port, status int) unplanned.Port {
		return unplanned.Port{Port: port, Speaks: external.HTTP, Root: external.Answer{Status: status}}
	}
	metrics := unplanned.Port{Port: 9464, Speaks: external.HTTP, Root: external.Answer{Status: 404}, Operates: "its metrics", Path: "/metrics"}
	for name, c := range map[string]struct {
		others []unplanned.Port
		want   int // 0 for none
	}{
		"none":                       {nil, 0},
		"metrics":                    {[]unplanned.Port{metrics}, 0},
		"who takes connections":      {[]unplanned.Port{{Port: 8009, Err: external.ErrSilent}}, 0},
		"who closes them":            {[]unplanned.Port{{Port: 8009, Err: errors.New("closed the connection without an answer")}}, 0},
		"a driver on the loopback":   {[]unplanned.Port{{Port: 40001, Inward: true, Speaks: external.HTTP, Root: external.Answer{Status: 404}}}, 0},
		"an error":                   {[]unplanned.Port{page(8080, 503)}, 8080},
		"the page, and not an error": {[]unplanned.Port{metrics, page(7000, 503), page(8080, 200), page(8081, 200)}, 8080},
		"gRPC":                       {[]unplanned.Port{metrics, {Port: 50051, Speaks: external.GRPC}}, 50051},
	} {
		s := &session{others: c.others}
		h, found := (&run{session: s}).another()
		if found != (c.want != 0) || h.Port != c.want {
			t.Errorf("%s: %d, %t", name, h.Port, found)
		}
	}
}
