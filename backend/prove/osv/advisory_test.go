package osv

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"
)

var now = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// archive packs advisories as OSV does.
func archive(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func kept(t *testing.T, ecosystem string, files map[string]string) *Database {
	t.Helper()
	db, err := Open(t.TempDir(), now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	b := archive(t, files)
	if _, err := db.Import(ecosystem, bytes.NewReader(b), int64(len(b)), now); err != nil {
		t.Fatal(err)
	}
	return db
}

// TestRanges holds the evaluation of ranges against OSV's schema, in the order of versions
// of each ecosystem.
func TestRanges(t *testing.T) {
	for _, c := range []struct {
		ecosystem, events string
		in, out           string // versions
		fixed             string // for the first that is in
	}{
		{"npm", `{"introduced":"0"},{"fixed":"4.17.21"}`, "4.17.20 0.1.0 4.9.0 4.17.21-rc.1", "4.17.21 5.0.0", "4.17.21"},
		{"npm", `{"introduced":"1.0.0"},{"fixed":"1.2.3"},{"introduced":"2.0.0"},{"fixed":"2.1.0"}`, "1.0.0 2.0.5", "0.9.0 1.2.3 1.9.0 2.1.0", "1.2.3"},
		{"npm", `{"fixed":"2.1.0"},{"introduced":"2.0.0"},{"fixed":"1.2.3"},{"introduced":"0"}`, "1.0.0 2.0.5", "1.2.3 1.9.0 2.1.0", "1.2.3"},
		{"npm", `{"introduced":"1.0.0"},{"last_affected":"1.4.0"}`, "1.0.0 1.4.0", "1.4.1 0.9.9", ""},
		{"npm", `{"introduced":"3.0.0"}`, "3.0.0 99.0.0", "2.9.9", ""},
		{"PyPI", `{"introduced":"0"},{"fixed":"2.0"}`, "1.9.post1 2.0rc1 2.0.dev3", "2.0 2.0.0 2.0.post1 10.0", "2.0"},
		{"Maven", `{"introduced":"2.0"},{"fixed":"2.15.0"}`, "2.0 2.14.1 2.15.0-rc1", "2.15.0 2.17 1.9", "2.15.0"},
		{"RubyGems", `{"introduced":"0"},{"fixed":"7.0.4.1"}`, "7.0.4 7.0.0.rc1", "7.0.4.1 7.0.10", "7.0.4.1"},
		{"Packagist", `{"introduced":"5.0.0"},{"fixed":"5.4.1"}`, "v5.3.0 5.4.0", "v5.4.1 4.0.0", "5.4.1"},
		{"crates.io", `{"introduced":"0.0.0-0"},{"fixed":"0.3.7"}`, "0.3.6 0.1.0", "0.3.7 1.0.0", "0.3.7"},
		{"Go", `{"introduced":"0"},{"fixed":"0.17.0"}`, "0.16.9 v0.1.0", "0.17.0 1.0.0", "0.17.0"},
		{"NuGet", `{"introduced":"1.0.0"},{"fixed":"1.0.0.5"}`, "1.0.0.4 1.0.0", "1.0.0.5 1.0.1", "1.0.0.5"},
		{"Hex", `{"introduced":"1.0.0"},{"fixed":"1.5.14"}`, "1.5.13", "1.5.14 0.9.0", "1.5.14"},
	} {
		body := fmt.Sprintf(`{"id":"X-1","summary":"s","affected":[{"package":{"ecosystem":%q,"name":"p"},"ranges":[{"type":"ECOSYSTEM","events":[%s]}]}]}`, c.ecosystem, c.events)
		db := kept(t, c.ecosystem, map[string]string{"X-1.json": body})
		for i, v := range strings.Fields(c.in) {
			found, err := db.Of(c.ecosystem, "p", v)
			if err != nil || len(found) != 1 || i == 0 && found[0].Fixed != c.fixed {
				t.Errorf("%s %s in %s: %+v %v", c.ecosystem, v, c.events, found, err)
			}
		}
		for _, v := range strings.Fields(c.out) {
			if found, err := db.Of(c.ecosystem, "p", v); err != nil || len(found) != 0 {
				t.Errorf("%s %s out of %s: %+v %v", c.ecosystem, v, c.events, found, err)
			}
		}
	}
}

// TestMatching: versions that are listed count, what was withdrawn does not, and of two
// databases that tell of one thing the one that says how bad it is.
func TestMatching(t *testing.T) {
	at := func(more string) string {
		return `"affected":[{"package":{"ecosystem":"PyPI","name":"Flask_Thing"},` + more + `}]}`
	}
	db := kept(t, "PyPI", map[string]string{
		"GHSA-1.json": `{"id":"GHSA-1","aliases":["CVE-1"],"summary":"bad","severity":[{"type":"CVSS_V3","score":"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"}],` + at(`"versions":["1.0","1.1"]`),
		"PYSEC.json":  `{"id":"PYSEC-1","aliases":["CVE-1"],` + at(`"versions":["1.0"]`),
		"W.json":      `{"id":"W-1","withdrawn":"2026-01-01T00:00:00Z",` + at(`"versions":["1.0"]`),
		"G.json":      `{"id":"G-1","database_specific":{"severity":"MODERATE"},` + at(`"ranges":[{"type":"GIT","events":[{"introduced":"0"}]}],"versions":["1.1"]`),
		"other.json":  `{"id":"N-1","affected":[{"package":{"ecosystem":"npm","name":"flask-thing"},"versions":["1.0"]}]}`,
		"broken.json": `{`,
		"README":      `x`,
	})
	found, err := db.Of("PyPI", "flask.thing", "1.0")
	if err != nil || len(found) != 1 || found[0].ID != "GHSA-1" || found[0].Level != "critical" || !slices.Equal(found[0].Aliases, []string{"CVE-1"}) {
		t.Errorf("%+v %v", found, err)
	}
	if found, err = db.Of("PyPI", "Flask_Thing", "1.1"); err != nil || len(found) != 2 || found[0].ID != "G-1" || found[0].Level != "medium" {
		t.Errorf("%+v %v", found, err)
	}
	if found, err = db.Of("PyPI", "flask-thing", "2.0"); err != nil || len(found) != 0 {
		t.Errorf("%+v %v", found, err)
	}
	if all, err := db.Ecosystems(); err != nil || len(all) != 1 || all[0].Advisories != 3 || !all[0].At().Equal(now) {
		t.Errorf("%+v %v", all, err)
	}
}

// TestImport: what is no archive, or has no advisory, leaves what was kept.
func TestImport(t *testing.T) {
	db := kept(t, "npm", map[string]string{"A.json": `{"id":"A","affected":[{"package":{"ecosystem":"npm","name":"p"},"versions":["1.0.0"]}]}`})
	for name, b := range map[string][]byte{"no archive": []byte("PK?"), "nothing in it": archive(t, map[string]string{"x.json": `{"id":"B"}`})} {
		if _, err := db.Import("npm", bytes.NewReader(b), int64(len(b)), now); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if found, err := db.Of("npm", "p", "1.0.0"); err != nil || len(found) != 1 {
		t.Errorf("%+v %v", found, err)
	}
	if _, err := Read(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestFetch: an archive comes over the network whole, or not at all.
func TestFetch(t *testing.T) {
	body := archive(t, map[string]string{"A.json": `{"id":"A","affected":[{"package":{"ecosystem":"Go","name":"p"},"versions":["1.0.0"]}]}`})
	how := "whole"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != "/Go/all.zip" || how == "absent":
			http.NotFound(w, r)
		case how == "cut":
			w.Header().Set("Content-Length", fmt.Sprint(len(body)+5))
			_, _ = w.Write(body) // the client sees that the rest is missing
		default:
			w.Header().Set("Last-Modified", "Fri, 20 Nov 2026 10:00:00 GMT")
			_, _ = w.Write(body) // as above
		}
	}))
	defer server.Close()
	db, err := Open(t.TempDir(), now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	heard := int64(0)
	tell := func(n int64) { heard = n }
	for _, how = range []string{"absent", "cut"} {
		if _, err := db.Fetch(t.Context(), server.URL, "Go", now, tell); err == nil || !strings.Contains(err.Error(), "could not be fetched") {
			t.Errorf("%s: %v", how, err)
		}
	}
	how = "whole"
	if n, err := db.Fetch(t.Context(), server.URL, "Go", now, tell); err != nil || n != 1 || heard != int64(len(body)) {
		t.Error(n, err, heard)
	}
	if all, err := db.Ecosystems(); err != nil || len(all) != 1 || all[0].At().UTC().Format(time.DateOnly) != "2026-11-20" {
		t.Error(all, err)
	}
	if _, err := db.Fetch(t.Context(), server.URL, "../Go", now, tell); err == nil {
		t.Error("another folder's archive was asked for")
	}
}

// FuzzMatching: no advisory and no version ends the program or takes long.
func FuzzMatching(f *testing.F) {
	f.Add("npm", "1.2.3", "1.0.0", "2.0.0")
	f.Add("PyPI", "1.0rc1", "0", "1.0.post1")
	f.Add("Maven", "1-alpha", "0", "1.0-SNAPSHOT")
	f.Fuzz(func(_ *testing.T, ecosystem, version, introduced, fixed string) {
		a := Advisory{ID: "X", Affected: []Affected{{Ranges: []Range{{Type: "ECOSYSTEM", Events: []Event{{Introduced: introduced}, {Fixed: fixed}}}}}}}
		a.Affected[0].Package.Ecosystem, a.Affected[0].Package.Name = ecosystem, "p"
		matching([]Advisory{a}, ecosystem, "p", version)
	})
}
