package ports

import (
	"slices"
	"testing"
)

func TestInward(t *testing.T) {
	for _, c := range []struct {
		listening []string
		want      bool
	}{
		{[]string{"tcp 127.0.0.1:80"}, true},
		{[]string{"tcp ::1:80", "tcp 127.0.0.1:80"}, true},
		{[]string{"tcp 127.0.0.1:80", "tcp 0.0.0.0:8080"}, true},
		{[]string{"tcp 127.0.0.1:80", "tcp :::80"}, false},
		{[]string{"tcp 0.0.0.0:80"}, false},
		{[]string{"tcp 172.17.0.2:80"}, false},
		{[]string{"tcp 127.0.0.1:8080"}, false}, // not this port
		{nil, false},
	} {
		if got := Inward(c.listening, 80); got != c.want {
			t.Errorf("%q: %t", c.listening, got)
		}
	}
}

func TestAddress(t *testing.T) {
	listening := []string{"tcp 127.0.0.1:80", "tcp :::80", "tcp ::1:9", "udp 0.0.0.0:53", "tcp 0.0.0.0:8080"}
	for port, want := range map[int]string{80: "[::]:80", 9: "[::1]:9", 8080: "0.0.0.0:8080", 53: "", 81: ""} {
		if got := Address(listening, port); got != want {
			t.Errorf("%d: %q, not %q", port, got, want)
		}
	}
}

func TestOpen(t *testing.T) {
	for _, c := range []struct {
		listening []string
		want      []int
	}{
		{[]string{"udp 0.0.0.0:53", "tcp 0.0.0.0:80"}, []int{80}},
		{[]string{"tcp :::8080", "tcp 0.0.0.0:80", "tcp 0.0.0.0:8080"}, []int{80, 8080}},
		{[]string{"tcp 127.0.0.53:53", "tcp ::1:9", "tcp", "nonsense", "tcp :::x"}, nil},
		{nil, nil},
	} {
		if got := Open(c.listening); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v", c.listening, got)
		}
	}
	if got := At([]string{"tcp :::80", "udp :::80", "tcp 0.0.0.0:8080", "tcp 127.0.0.1:80"}, 80); !slices.Equal(got, []string{"tcp :::80", "tcp 127.0.0.1:80"}) {
		t.Errorf("%q", got)
	}
	listening := []string{"tcp 127.0.0.1:5000", "tcp 0.0.0.0:80", "tcp ::1:80", "tcp ::1:9", "udp 0.0.0.0:53", "udp 127.0.0.1:54", "unix /run/door.sock", "unix @a:80"}
	if got := Within(listening); !slices.Equal(got, []int{9, 5000}) {
		t.Errorf("within: %v", got)
	}
	if got := UDP(listening); !slices.Equal(got, []int{53}) {
		t.Errorf("UDP: %v", got)
	}
	if got := Sockets(listening); !slices.Equal(got, []string{"/run/door.sock", "@a:80"}) {
		t.Errorf("sockets: %q", got)
	}
	if got := Words([]int{80, 443}); !slices.Equal(got, []string{"80", "443"}) {
		t.Errorf("%q", got)
	}
}
