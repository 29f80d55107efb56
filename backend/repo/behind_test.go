package repo

import "testing"

// TestBehindLinks: a path is told by where it leads; one that leaves the folder by none.
func TestBehindLinks(t *testing.T) {
	t.Parallel()
	r, err := Open(veiledTree(t).dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	for name, want := range map[string]string{
		"main.go": "main.go", "door": "private", "door/key.txt": "private/key.txt", "./src/../door//key.txt": "private/key.txt", "src/key": "private/key.txt",
		"chain": "private/key.txt", "door/new/x": "private/new/x", "none/x": "none/x", "round": "", "..": "", "../x": "", ".": ".",
	} {
		if got := r.Behind(name); got != want {
			t.Errorf("%s leads to %q, wanted %q", name, got, want)
		}
	}
}
