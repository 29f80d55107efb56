package main

import (
	"slices"
	"testing"
	"time"
)

func TestListensElsewhere(t *testing.T) {
	const most = 20 * time.Second
	second := func(n int) time.Time { return time.Unix(int64(1000+n), 0) }
	e := elsewhere{declared: []string{"3000", "9090"}, most: most}
	for _, step := range []struct {
		at        int
		listening []string
		want      bool
	}{
		{0, nil, false},
		{5, []string{"tcp 0.0.0.0:9229"}, false}, // a debugger's port, say
		{24, []string{"tcp 0.0.0.0:9229"}, false},
		{24, []string{"tcp 0.0.0.0:9229", "tcp :::3000"}, false}, // there it is: all begins anew
		{26, []string{"tcp 0.0.0.0:9229"}, false},
		{45, []string{"tcp 0.0.0.0:9229"}, false},
		{46, []string{"tcp 0.0.0.0:9229", "tcp 127.0.0.1:30000"}, true},
	} {
		if got := e.still(step.listening, second(step.at)); got != step.want {
			t.Errorf("at %d s with %v: %v", step.at, step.listening, got)
		}
	}
	never := elsewhere{declared: []string{"3000"}}
	if never.still([]string{"tcp :::1"}, second(0)) || never.still([]string{"tcp :::1"}, second(9999)) {
		t.Error("gives up although nobody asked it to")
	}
}

func TestSocketsThatWait(t *testing.T) {
	const table = `Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 31 /run/door.sock
0000000000000000: 00000003 00000000 00000000 0001 03 32 /run/door.sock
0000000000000000: 00000002 00000000 00010000 0005 01 33 @hidden
0000000000000000: 00000002 00000000 00010000 0001 01 34
0000000000000000: 00000002 00000000 00000000 0002 01 35 /run/log
0000000000000000: 00000002 00000000 00010000 0001 01 36 /tmp/a b` + "\x1b[31m\n0: nonsense\n"
	if got, want := sockets(table), []string{"unix /run/door.sock", "unix @hidden", "unix /tmp/a b?[31m"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
