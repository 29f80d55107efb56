package extract

import (
	"slices"
	"testing"
)

func TestDataFolders(t *testing.T) {
	t.Parallel()
	got := []string{}
	for _, dir := range facts(t, map[string]string{
		"index.js": "open(process.env.FILE || '/etc/shop/shop.db')\nopen(\"/var/shop/keep/a.sqlite3\")\nopen('/etc/shop/other.db')\n// open('/comment/a.db')\n" +
			"open('shop.db')\nopen('/a.db')\nopen('/data/words.txt')\n",
		"test/index.js": "open('/test/shop.db')\n", "shop.test.js": "open('/tests/shop.db')\n",
	}, ".").DataFolders() {
		got = append(got, dir.Value)
		if dir.Evidence[0].Path != "index.js" {
			t.Errorf("%s by %v", dir.Value, dir.Evidence[0])
		}
	}
	if want := []string{"/etc/shop", "/var/shop/keep"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
