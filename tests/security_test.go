package tests

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestPromisesAreHeldByTests: each row of SECURITY.md names tests that are there, in the
// packages that it names.
func TestPromisesAreHeldByTests(t *testing.T) {
	text, err := os.ReadFile("SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string][]string{} // folders of a test or fuzz target, by its name
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	for _, root := range []string{".", "backend", "languages", "tests"} {
		err := fs.WalkDir(os.DirFS("."), root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				if root == "." && name != "." {
					return fs.SkipDir
				}
				return err
			}
			if !strings.HasSuffix(name, "_test.go") {
				return nil
			}
			source, err := os.ReadFile(name)
			for _, m := range function.FindAllSubmatch(source, -1) {
				declared[string(m[1])] = append(declared[string(m[1])], name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	named, place := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`"), regexp.MustCompile("`((?:backend|languages|tests)[\\w/]*)`")
	rows := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 || strings.HasPrefix(cells[1], "---") || strings.TrimSpace(cells[1]) == "promised" {
			continue
		}
		rows++
		tests := named.FindAllStringSubmatch(cells[2], -1)
		if len(tests) == 0 && !strings.Contains(cells[2], "fuzz targets of") {
			t.Errorf("nothing holds: %s", cells[1])
		}
		places := place.FindAllStringSubmatch(cells[2], -1)
		for _, one := range tests {
			found := false
			for _, file := range declared[one[1]] {
				found = found || !strings.Contains(file, "/")
				for _, p := range places {
					found = found || strings.HasPrefix(file, p[1]+"/")
				}
			}
			if !found {
				t.Errorf("%s is not where the row says: %q", one[1], declared[one[1]])
			}
		}
	}
	if rows < 20 {
		t.Errorf("SECURITY.md has %d rows", rows)
	}
}
