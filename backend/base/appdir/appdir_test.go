package appdir

import (
	"path/filepath"
	"testing"
)

func TestData(t *testing.T) {
	t.Setenv("HOME", "/home/ada")
	t.Setenv("XDG_CONFIG_HOME", "")
	for said, want := range map[string]string{"": "/home/ada/.config/aipack", "/tmp/other": "/tmp/other"} {
		t.Setenv("AIPACK_DATA", said)
		if got, err := Data(); err != nil || filepath.ToSlash(got) != want {
			t.Errorf("%q: %s, %v", said, got, err)
		}
	}
	t.Setenv("AIPACK_DATA", "near")
	if got, err := Data(); err != nil || !filepath.IsAbs(got) {
		t.Errorf("%s, %v", got, err)
	}
}
