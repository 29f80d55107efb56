package projectdb

import (
	"errors"
	"testing"
)

func TestRules(t *testing.T) {
	t.Parallel()
	data, folder := t.TempDir(), t.TempDir()
	d := open(t, data, folder)
	for _, r := range []Rule{{Category: "write", Level: "allow", Pattern: "src/**"}, {Category: "write", Level: "allow", Pattern: "src/**"}, {Category: "write", Level: "deny", Pattern: "src/**"}} {
		must(t, d.SaveRule(r))
	}
	must(t, d.Close())
	d = open(t, data, folder)
	rows, err := d.Rules()
	must(t, err)
	if len(rows) != 2 || rows[0].Level != "allow" || rows[1].Level != "deny" || rows[1].Pattern != "src/**" || rows[0].CreatedAt == 0 {
		t.Fatalf("%+v", rows)
	}
	must(t, d.DropRule(rows[0].ID))
	if err := d.DropRule(rows[0].ID); !errors.Is(err, ErrAbsent) {
		t.Errorf("dropped twice: %v", err)
	}
	if rows, err = d.Rules(); err != nil || len(rows) != 1 {
		t.Errorf("%+v, %v", rows, err)
	}
}
