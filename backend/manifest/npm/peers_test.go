package npm

import (
	"strings"
	"testing"
)

const peers = `{
  "name": "shop",
  "lockfileVersion": 3,
  "packages": {
    "": {
      "dependencies": {
        "ajv": "^8.0.0"
      }
    },
    "node_modules/ajv": {
      "version": "8.8.2",
      "peerDependencies": {
        "typescript": "latest"
      }
    },
    "node_modules/terser/node_modules/ajv-keywords": {
      "version": "3.5.2",
      "peerDependencies": {
        "ajv": "RANGE"
      }
    },
    "node_modules/typescript": {
      "version": "5.0.0"
    }
  }
}
`

func TestUnmetPeer(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct{ lock, found string }{
		"fits":                   {strings.Replace(peers, "RANGE", "^6.9.1 || ^8.0.0", 1), ""},
		"does not":               {strings.Replace(peers, "RANGE", "^6.9.1", 1), "ajv-keywords wants ajv ^6.9.1, has 8.8.2"},
		"with tabs":              {strings.ReplaceAll(strings.Replace(peers, "RANGE", "^6.9.1", 1), "  ", "\t"), "ajv-keywords wants ajv ^6.9.1, has 8.8.2"},
		"a range of no versions": {strings.Replace(peers, "RANGE", "github:ajv-validator/ajv", 1), ""},
		"one line":               {strings.ReplaceAll(strings.Replace(peers, "RANGE", "^6.9.1", 1), "\n", ""), ""},
		"none":                   {"", ""},
	} {
		p, ok := UnmetPeer(c.lock)
		got := ""
		if ok {
			got = p.Package + " wants " + p.Name + " " + p.Range + ", has " + p.Version
		}
		if got != c.found {
			t.Errorf("%s: %q, want %q", want, got, c.found)
		}
	}
}

func FuzzUnmetPeer(f *testing.F) {
	f.Add(peers)
	f.Add("{\n  \"packages\": {\n    \"x/node_modules\": {\n      \"peerDependencies\": {\n        \"y\"")
	f.Fuzz(func(_ *testing.T, lock string) { UnmetPeer(lock) })
}
