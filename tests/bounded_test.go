package tests

import (
	"path"
	"strconv"
	"strings"
	"testing"
)

// parsers are libraries that parse text and are asked in backend/bounded alone:
// what a stranger wrote may cost them more memory, stack or time than there is.
var parsers = []string{
	"github.com/BurntSushi/toml",
}

// ownTexts are the packages that may call a parser all the same, each with the
// texts that it reads so.
var ownTexts = map[string]string{
	"backend/bounded": "the room itself",
}

func TestParsersAreAskedInOneRoom(t *testing.T) {
	used := map[string]bool{}
	for _, f := range houseFiles(t) {
		pkg := path.Dir(f.path)
		if f.isTest() || strings.HasPrefix(pkg, "build/") {
			continue
		}
		for _, i := range f.tree.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			for _, parser := range parsers {
				if imported != parser && !strings.HasPrefix(imported, parser+"/") {
					continue
				}
				used[pkg] = true
				if ownTexts[pkg] == "" {
					t.Errorf("%s imports %s: a stranger's text is parsed in backend/bounded", f.path, imported)
				}
			}
		}
	}
	for pkg := range ownTexts {
		if !used[pkg] {
			t.Errorf("%s is said to call a parser and does not", pkg)
		}
	}
}
