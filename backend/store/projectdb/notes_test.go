package projectdb

import "testing"

// TestNotes: the last decision on a file is kept, with the text that it was on.
func TestNotes(t *testing.T) {
	t.Parallel()
	data, folder := t.TempDir(), t.TempDir()
	d := open(t, data, folder)
	for _, n := range []Note{{Path: "B", Sum: "1"}, {Path: "A", Sum: "1", Agreed: 1}, {Path: "B", Sum: "2", Agreed: 1}} {
		must(t, d.SaveNote(n))
	}
	must(t, d.Close())
	rows, err := open(t, data, folder).Notes()
	must(t, err)
	if len(rows) != 2 || rows[0].Path != "A" || rows[1].Sum != "2" || rows[1].Agreed != 1 || rows[1].CreatedAt == 0 {
		t.Errorf("%+v", rows)
	}
}
