package universalbuild

import "testing"

func TestContext(t *testing.T) {
	for _, c := range []struct{ context, path, want string }{
		{"", "", "."}, {"", ".", "."}, {"", "apps/api", "apps/api"}, {".", "apps/api", "."}, {"apps/", "x", "apps"}, {"/apps", "", "apps"}, {"../x", "", "../x"},
	} {
		d := UniversalBuild{Metadata: Metadata{Path: c.path}, Build: Build{Context: c.context}}
		if got := d.Context(); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.context, c.path, got, c.want)
		}
	}
}
