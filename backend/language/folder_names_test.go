package language

import "testing"

func TestBesideProduct(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]string{
		"examples/shop": "examples", "server/_example/shop": "_example", "push-examples": "push-examples", "dev-proxy": "dev-proxy",
		"backups/2025/source": "backups", "not_in_use": "not_in_use", "apps/archive": "", "apps/docs": "", "_layouts": "", "server": "", ".": "",
	} {
		if got, is := BesideProduct(dir); got != want || is != (want != "") {
			t.Errorf("%s: %q, %v, want %q", dir, got, is, want)
		}
	}
}
