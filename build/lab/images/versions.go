package images

import (
	"slices"
	"strconv"
	"strings"
)

// newest picks, of the versions that there are, the newest that begins with
// the one that is asked for: 22 is any 22.x.y. Previews are never picked.
func newest(have []string, asked string) (string, bool) {
	var best []int
	var name string
	for _, v := range have {
		if n, ok := numbers(v); ok && within(v, asked) && slices.Compare(n, best) > 0 {
			best, name = n, v
		}
	}
	return name, name != ""
}

// within reports whether a version is the asked one or a later patch of it.
func within(version, asked string) bool {
	return asked == "" || version == asked || strings.HasPrefix(version, asked+".")
}

func numbers(version string) ([]int, bool) {
	var out []int
	for part := range strings.SplitSeq(version, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

func major(version string) int {
	n, _ := numbers(version)
	if len(n) == 0 {
		return 0
	}
	return n[0]
}

// packaged is a version of a program that a Debian release has in its
// packages; of a version with two numbers the patch is the release's.
type packaged struct{ version, suite string }

// inDebian picks the package that is exactly the asked version. A shorter one
// is none of them: the newest Python 3 is another than the newest of Debian's.
func inDebian(have []packaged, asked, suite string) (packaged, bool) {
	for _, p := range have {
		if p.version == asked && (suite == "" || p.suite == suite) {
			return p, true
		}
	}
	return packaged{}, false
}

func list(have []packaged) string {
	var out []string
	for _, p := range have {
		if !slices.Contains(out, p.version) {
			out = append(out, p.version)
		}
	}
	return strings.Join(out, ", ")
}
