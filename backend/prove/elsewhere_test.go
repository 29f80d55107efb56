package prove

import (
	"errors"
	"testing"

	"aipack/backend/prove/outside"
)

// TestTheOtherPort: which port beside the plan's is likeliest the service's own.
func TestTheOtherPort(t *testing.T) {
	page := func(port, status int) heard {
		return heard{port: port, speaks: outside.HTTP, root: outside.Answer{Status: status}}
	}
	metrics := heard{port: 9464, speaks: outside.HTTP, root: outside.Answer{Status: 404}, operates: "its metrics", path: "/metrics"}
	for name, c := range map[string]struct {
		others []heard
		want   int // 0 for none
	}{
		"none":                       {nil, 0},
		"metrics":                    {[]heard{metrics}, 0},
		"who takes connections":      {[]heard{{port: 8009, err: outside.ErrSilent}}, 0},
		"who closes them":            {[]heard{{port: 8009, err: errors.New("closed the connection without an answer")}}, 0},
		"a driver on the loopback":   {[]heard{{port: 40001, inward: true, speaks: outside.HTTP, root: outside.Answer{Status: 404}}}, 0},
		"an error":                   {[]heard{page(8080, 503)}, 8080},
		"the page, and not an error": {[]heard{metrics, page(7000, 503), page(8080, 200), page(8081, 200)}, 8080},
		"gRPC":                       {[]heard{metrics, {port: 50051, speaks: outside.GRPC}}, 50051},
	} {
		s := &session{others: c.others}
		h, found := (&trial{session: s}).another()
		if found != (c.want != 0) || h.port != c.want {
			t.Errorf("%s: %d, %t", name, h.port, found)
		}
	}
}
