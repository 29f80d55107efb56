package npm

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPnpmLockImporters(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		lock string
		want map[string]map[string]string
	}{
		"9 with members": {
			"lockfileVersion: '9.0'\n\nsettings:\n  autoInstallPeers: true\n\nimporters:\n\n  .:\n    dependencies:\n      ms:\n        specifier: ^2.1.0\n        version: 2.1.3\n\n  apps/web:\n    devDependencies:\n      '@types/node':\n        specifier: 'catalog:'\n        version: 22.1.0\n\npackages:\n\n  ms@2.1.3:\n    resolution: {integrity: x}\n",
			map[string]map[string]string{".": {"ms": "^2.1.0"}, "apps/web": {"@types/node": "catalog:"}},
		},
		"6 alone": {"lockfileVersion: '6.0'\n\ndependencies:\n  ms:\n    specifier: 2.1.3\n    version: 2.1.3\n", map[string]map[string]string{".": {"ms": "2.1.3"}}},
		"5 alone": {"lockfileVersion: 5.4\n\nspecifiers:\n  ms: ^2.0.0\n\ndependencies:\n  ms: 2.1.3\n", map[string]map[string]string{".": {"ms": "^2.0.0"}}},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := PnpmLockImporters(test.lock)
			if diff := cmp.Diff(test.want, got); diff != "" || !ok {
				t.Error(ok, diff)
			}
		})
	}
	if _, ok := PnpmLockImporters("lockfileVersion: '9.0'\n"); ok {
		t.Error("a lock without importers says what they ask for")
	}
}

func FuzzPnpmLockImporters(f *testing.F) {
	f.Add("importers:\n\n  .:\n    dependencies:\n      ms:\n        specifier: 1\n")
	f.Fuzz(func(t *testing.T, content string) {
		all, ok := PnpmLockImporters(content)
		if ok && len(all) == 0 {
			t.Error("known, and empty")
		}
	})
}
