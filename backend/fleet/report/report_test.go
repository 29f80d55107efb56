package report

import (
	"strings"
	"testing"
	"time"

	"aipack/backend/fleet"
)

func result(name string, c fleet.Cause, said, digest string) fleet.Result {
	r := fleet.Result{Repository: fleet.Repository{Address: "/src/" + name}, Want: fleet.Detect, Version: "v1", Commit: "0123456789abcdef", Cause: c, Said: said, Digest: digest, Seconds: 0.5, CPU: 0.25}
	if c == fleet.Detected {
		r.Services = []fleet.Service{{Name: name, Language: "go", Kind: "web"}}
	}
	return r
}

var now = []fleet.Result{
	result("a", fleet.Detected, "", "1"), result("b", fleet.Failed, "it <b>broke</b>", ""), result("c", fleet.Detected, "", "2"), result("d", fleet.Unavailable, "gone", ""),
	result("e", fleet.Detected, "", "4"), result("f", fleet.Failed, "so", ""),
}

var before = []fleet.Result{
	result("a", fleet.Detected, "", "1"), result("b", fleet.Detected, "", "9"), result("c", fleet.GaveUp, "it was killed", ""), result("e", fleet.Detected, "", "3"),
	result("f", fleet.Failed, "otherwise", ""), result("left", fleet.Detected, "", "1"),
}

func TestText(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	Text(&b, now)
	want := `detected    /src/a     0.5 s  a (go web)
failed      /src/b     0.5 s  it <b>broke</b>
detected    /src/c     0.5 s  c (go web)
unavailable /src/d     0.5 s  gone
detected    /src/e     0.5 s  e (go web)
failed      /src/f     0.5 s  so

6 repositories: 3 detected, 2 failed, 1 unavailable; 3.0 s of work, 0.50 s each
`
	if b.String() != want {
		t.Error(b.String())
	}
	b.Reset()
	Text(&b, nil)
	if b.String() != "no results\n" {
		t.Error(b.String())
	}
}

func TestSince(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 23, 9, 0, 0, 0, time.Local)
	g := Since(at, before, now)
	var b strings.Builder
	g.Text(&b)
	want := `since Mon 23 November 2026, 09:00
  broke    /src/b: detected before, now failed, it <b>broke</b>
  mended   /src/c: gave up before, now detected, c (go web)
  changed  /src/e: detected, e (go web)
  changed  /src/f: failed, so
  new      /src/d: unavailable, gone
1 broke, 1 mended, 2 changed, 1 new, 1 as they were
`
	if b.String() != want {
		t.Error(b.String())
	}
	b.Reset()
	if err := HTML(&b, now, &g, at); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"<h1>6 repositories, 23 November 2026, 09:00</h1>", "<b class=\"failed\">2 failed</b>", "Monday 23 November 2026", "it &lt;b&gt;broke&lt;/b&gt;", "<td>0123456789ab<td>"} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("%s is missing in\n%s", part, b.String())
		}
	}
}

func TestLinesOfJSON(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := JSON(&b, now[1:2]); err != nil {
		t.Fatal(err)
	}
	want := `{"repository":"/src/b","commit":"0123456789abcdef","want":"detect","version":"v1","cause":"failed","said":"it <b>broke</b>","seconds":0.5,"cpu_seconds":0.25,"tries":0,"losses":0,"done":"0001-01-01T00:00:00Z","seen":"0001-01-01T00:00:00Z"}` + "\n"
	if b.String() != want {
		t.Error(b.String())
	}
}
