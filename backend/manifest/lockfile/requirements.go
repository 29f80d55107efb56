package lockfile

import (
	"strings"

	"aipack/backend/manifest/pypi"
)

// https://pip.pypa.io/en/stable/reference/requirements-file-format/
var requirements = File{Name: "requirements.txt", Manager: "pip", Ecosystem: "python", PURL: "pypi", Read: readRequirements}

// readRequirements takes what is pinned to one version, name==1.0
// (https://packaging.python.org/en/latest/specifications/version-specifiers/); others
// are counted.
func readRequirements(text string) (list []Package, left int, err error) {
	file, err := pypi.ParseRequirements(text)
	for _, r := range file.List {
		version, pinned := strings.CutPrefix(strings.TrimSpace(r.Specifier), "==")
		version = strings.TrimSpace(strings.TrimPrefix(version, "="))
		switch {
		case r.Path != "": // it lies in the project
		case !pinned || strings.ContainsAny(version, ",* "):
			left++
		default:
			list = append(list, Package{r.Name, version})
		}
	}
	return list, left + len(file.Unread), err
}
