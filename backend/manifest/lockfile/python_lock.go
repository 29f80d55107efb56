package lockfile

import (
	"aipack/backend/base/bounded"
	"aipack/backend/manifest/lenient"
)

// Python's locks of [[package]] tables.
var (
	poetryLock = File{Name: "poetry.lock", Manifest: "pyproject.toml", Manager: "poetry", Ecosystem: "python", PURL: "pypi", Read: readPackageTables}
	uvLock     = File{Name: "uv.lock", Manifest: "pyproject.toml", Manager: "uv", Ecosystem: "python", PURL: "pypi", Read: readPackageTables}
	pdmLock    = File{Name: "pdm.lock", Manifest: "pyproject.toml", Manager: "pdm", Ecosystem: "python", PURL: "pypi", Read: readPackageTables}
)

func readPackageTables(text string) (list []Package, _ int, err error) {
	var doc map[string]any
	if err := bounded.TOML(text, &doc); err != nil {
		return nil, 0, err
	}
	tables, _ := doc["package"].([]map[string]any)
	for _, t := range tables {
		if !liesInProject(t) {
			list = append(list, Package{lenient.String(t, "name"), lenient.String(t, "version")})
		}
	}
	return list, 0, nil
}

// liesInProject knows what each manager writes for the project itself and for folders
// of it: uv a virtual, editable or directory source, Poetry a source of the type
// "directory" or "file", PDM a path.
func liesInProject(table map[string]any) bool {
	source := lenient.Table(table, "source")
	kind := lenient.String(source, "type")
	return source["virtual"] != nil || source["editable"] != nil || source["directory"] != nil || source["path"] != nil ||
		kind == "directory" || kind == "file" || table["path"] != nil
}
