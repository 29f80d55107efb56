package audit

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove/osv"
	"aipack/backend/repo"
)

// fetched keeps one advisory about lodash in a data folder, as of a day.
func fetched(t *testing.T, asOf time.Time) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("GHSA-1.json")
	if err == nil {
		_, err = w.Write([]byte(`{"id":"GHSA-1","aliases":["CVE-2021-23337"],"summary":"Command injection","severity":[{"type":"CVSS_V3","score":"CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H"}],
			"affected":[{"package":{"ecosystem":"npm","name":"lodash"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"4.17.21"}]}]}]}`))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	db, err := osv.Open(data, asOf)
	if err == nil {
		_, err = db.Import("npm", bytes.NewReader(b.Bytes()), int64(b.Len()), asOf)
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func locked(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const lock = `{"lockfileVersion":3,"packages":{"":{},"node_modules/lodash":{"version":"4.17.20"},"node_modules/left-pad":{"version":"1.3.0"}}}`

// TestPackages: a version that is affected is told with the one that mends it; the list's
// age is; what no list is there for was not looked at.
func TestPackages(t *testing.T) {
	data := fetched(t, at.Add(-9*24*time.Hour))
	for name, c := range map[string]struct {
		files  map[string]string
		data   string
		looked bool
		said   string
		found  int
	}{
		"known":       {map[string]string{"package.json": "{}", "package-lock.json": lock}, data, true, "2 packages in package-lock.json, by the list as of 2026-11-20, 9 days old", 1},
		"in part":     {map[string]string{"package-lock.json": lock, "composer.lock": `{"packages":[{"name":"a/b","version":"v1.0"}]}`}, data, true, "not those of Packagist", 1},
		"no list":     {map[string]string{"package-lock.json": lock}, t.TempDir(), false, "never fetched", 0},
		"not its own": {map[string]string{"composer.lock": `{"packages":[{"name":"a/b","version":"v1.0"}]}`}, data, false, "of Packagist were never fetched", 0},
		"no lock":     {map[string]string{"package.json": "{}"}, data, false, "no lock file pins a package", 0},
	} {
		dir := locked(t, c.files)
		tree, err := repo.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Run(t.Context(), Request{Folder: dir, Data: c.data, Project: tree, Now: func() time.Time { return at }})
		tree.Close()
		if err != nil {
			t.Fatal(err)
		}
		look := r.Looks[2]
		if look.Looked != c.looked || !strings.Contains(look.Said, c.said) || len(r.Findings) != c.found {
			t.Errorf("%s: %+v %+v", name, look, r.Findings)
		}
		if c.found == 1 {
			f := r.Findings[0]
			if f.Severity != High || f.Rule != "GHSA-1" || f.Path != "package-lock.json" || !strings.Contains(f.Fix, "4.17.21") || f.Evidence != "GHSA-1, CVE-2021-23337" {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
}
