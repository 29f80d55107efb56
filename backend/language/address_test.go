package language

import "testing"

func TestByFlag(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before Address
		line   []string
		text   string
		want   Address
	}{
		"the whole address":      {Address{Host: "localhost"}, []string{"/app/bin/shop"}, "localhost:80", Address{Host: "localhost", Appended: "--listen=0.0.0.0:{port}"}},
		"the host":               {Address{Host: "127.0.0.1"}, []string{"/app/bin/shop"}, "127.0.0.1", Address{Host: "127.0.0.1", Appended: "--listen=0.0.0.0"}},
		"every address":          {Address{}, []string{"/app/bin/shop"}, ":80", Address{}},
		"a variable goes before": {Address{Host: "localhost", HostVariable: "AT"}, nil, "localhost:80", Address{Host: "localhost", HostVariable: "AT"}},
		"the command says":       {Address{Host: "localhost"}, []string{"/app/bin/shop", "-listen", ":80"}, "localhost:80", Address{}},
		"a line of a shell":      {Address{Host: "localhost"}, []string{"sh", "-c", "exec shop --listen=:80"}, "localhost:80", Address{}},
		"the command says home":  {Address{Host: "localhost"}, []string{"/app/bin/shop", "--listen=127.0.0.1:80"}, "localhost:80", Address{Host: "localhost"}},
	} {
		c.before.ByFlag(c.line, "listen", c.text)
		if c.before != c.want {
			t.Errorf("%s: %+v, want %+v", name, c.before, c.want)
		}
	}
}
