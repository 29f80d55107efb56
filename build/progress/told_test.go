package main

import (
	"io"
	"strings"
	"testing"
	"time"
)

const said = `{"Action":"build-output","ImportPath":"aipack/c","Output":"# aipack/c\nc.go:3:1: syntax error\n"}
{"Action":"start","Package":"aipack/a"}
{"Action":"output","Package":"aipack/a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"output","Package":"aipack/a","Test":"TestGood","Output":"    a_test.go:3: chatter\n"}
{"Action":"output","Package":"aipack/a","Test":"TestGood","Output":"--- PASS: TestGood (0.00s)\n"}
{"Action":"pass","Package":"aipack/a","Test":"TestGood"}
{"Action":"output","Package":"aipack/a","Test":"TestCard","Output":"    card_test.go:7: no driver: it is missing\n"}
{"Action":"output","Package":"aipack/a","Test":"TestCard","Output":"--- SKIP: TestCard (0.00s)\n"}
{"Action":"skip","Package":"aipack/a","Test":"TestCard"}
{"Action":"skip","Package":"aipack/a","Test":"FuzzA/seed#0"}
{"Action":"output","Package":"aipack/a","Output":"PASS\n"}
{"Action":"output","Package":"aipack/a","Output":"ok  \taipack/a\t(cached)\n"}
{"Action":"pass","Package":"aipack/a"}
{"Action":"start","Package":"aipack"}
{"Action":"output","Package":"aipack","Test":"TestBad","Output":"=== RUN   TestBad\n"}
{"Action":"output","Package":"aipack","Test":"TestBad","Output":"    b_test.go:9: 1, want 2\n"}
{"Action":"output","Package":"aipack","Test":"TestBad","Output":"--- FAIL: TestBad (0.00s)\n"}
{"Action":"fail","Package":"aipack","Test":"TestBad"}
{"Action":"output","Package":"aipack","Output":"FAIL\taipack\t0.1s\n"}
{"Action":"fail","Package":"aipack"}
another program's line
{"Action":"output","Package":"aipack/d","Output":"?   \taipack/d\t[no test files]\n"}
{"Action":"skip","Package":"aipack/d"}
`

const wanted = `# aipack/c
c.go:3:1: syntax error
  1:05   1 of 4  a ok (as before: nothing it depends on has changed)
    b_test.go:9: 1, want 2
--- FAIL: TestBad (0.00s)
FAIL	aipack	0.1s
  1:05   2 of 4  aipack FAILED
another program's line
  1:05   3 of 4  d has no tests
not run: TestCard of a, because no driver: it is missing
FAILED: aipack
`

// clock says 0:00 first, and 1:05 from then on.
func clock() func() time.Time {
	at := time.Time{}
	return func() time.Time {
		defer func() { at = time.Time{}.Add(65 * time.Second) }()
		return at
	}
}

func TestTellsWhatEndedWhatFailedAndWhatWasNotRun(t *testing.T) {
	var out strings.Builder
	told := newTold(&out, 4, "aipack", clock())
	if err := follow(strings.NewReader(said), told, time.Hour); err != nil {
		t.Fatal(err)
	}
	if got := out.String() + told.last(); got != wanted {
		t.Errorf("told\n%s\nwant\n%s", got, wanted)
	}
}

func TestSaysThatItGoesOn(t *testing.T) {
	in, write := io.Pipe()
	out := make(lines)
	go follow(in, newTold(out, 3, "aipack", clock()), time.Millisecond)
	if got, want := <-out, "  1:05   0 of 3  compiling …\n"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
	go io.WriteString(write, `{"Action":"start","Package":"aipack/b"}`+"\n"+`{"Action":"start","Package":"aipack/a"}`+"\n")
	for got := range out {
		if got == "  1:05   0 of 3  testing a, b, compiling for the others …\n" {
			return
		}
	}
}

// lines is a writer that hands on each write.
type lines chan string

func (l lines) Write(b []byte) (int, error) {
	l <- string(b)
	return len(b), nil
}
