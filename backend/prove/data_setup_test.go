package prove

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aipack/backend/prove/handover"
	"aipack/backend/universalbuild"
)

func TestInitialFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "secret.sql")
	write := func(name, content string, mode fs.FileMode) {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("db/a.sql", "create table a (id int);", 0o600)
	write("db/b.sh", "true", 0o700)
	write("db/deeper/c.sql", "no image runs it", 0o644)
	write("large.sql", "", 0o644)
	if err := os.Truncate(filepath.Join(dir, "large.sql"), handover.MostSize+1); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(outside, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"inside.sql": "db/a.sql", "outside.sql": outside, "links/out.sql": outside} {
		full := filepath.Join(dir, link)
		_ = os.MkdirAll(filepath.Dir(full), 0o755)
		if err := os.Symlink(to, full); err != nil {
			t.Fatal(err)
		}
	}
	laid, set, err := handover.Lay(Request{Dir: dir}.project, nil, []universalbuild.InitialFile{{From: "db", To: "/initdb"}, {From: "inside.sql", To: "/initdb/z.sql"}})
	if err != nil || len(set) != 2 || set[0] != (handover.Placed{At: "/0/initdb", To: "/initdb"}) || set[1] != (handover.Placed{At: "/1/z.sql", To: "/initdb/z.sql"}) {
		t.Fatalf("%v %v", set, err)
	}
	modes := map[string]fs.FileMode{}
	_ = laid.Walk(t.Context(), "", func(name string, d fs.DirEntry, _ error) error {
		info, err := d.Info()
		modes[name] = info.Mode()
		return err
	})
	if modes["0/initdb/a.sql"] != 0o644 || modes["0/initdb/b.sh"] != 0o755 || !modes["0/initdb"].IsDir() || len(modes) != 6 {
		t.Errorf("laid out: %v", modes)
	}
	if f, err := laid.Open("1/z.sql"); err != nil {
		t.Error(err)
	} else if text, _ := io.ReadAll(f); string(text) != "create table a (id int);" {
		t.Errorf("the linked file holds %q", text)
	}
	instead := map[string][]byte{"db/a.sql": []byte("create table b (id int);")}
	laid, _, err = handover.Lay(Request{Dir: dir}.project, instead, []universalbuild.InitialFile{{From: "db", To: "/initdb"}})
	if err != nil {
		t.Fatal(err)
	}
	if f, err := laid.Open("0/initdb/a.sql"); err != nil {
		t.Error(err)
	} else if text, _ := io.ReadAll(f); string(text) != "create table b (id int);" {
		t.Errorf("what is proved in its place is not handed over: %q", text)
	}
	for from, why := range map[string]string{"outside.sql": "escapes", "links": "escapes", "large.sql": "more than", "../x.sql": "escapes", "none.sql": "no such file"} {
		if _, _, err := handover.Lay(Request{Dir: dir}.project, nil, []universalbuild.InitialFile{{From: from, To: "/initdb/x.sql"}}); err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), from) {
			t.Errorf("%s: %v", from, err)
		}
	}
}
