package lockfile

import "strings"

// https://go.dev/ref/mod#go-sum-files
var goSum = File{Name: "go.sum", Manifest: "go.mod", Manager: "go", Ecosystem: "go", PURL: "golang", Read: readGoSum}

// readGoSum takes modules whose content was needed, not only their go.mod.
func readGoSum(text string) (list []Package, _ int, _ error) {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) == 3 && !strings.HasSuffix(f[1], "/go.mod") {
			list = append(list, Package{f[0], f[1]})
		}
	}
	return list, 0, nil
}
