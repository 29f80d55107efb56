package lockfile

import "encoding/json"

// https://learn.microsoft.com/nuget/consume-packages/package-references-in-project-files#locking-dependencies
var nugetLock = File{Name: "packages.lock.json", Manager: "nuget", Ecosystem: "dotnet", PURL: "nuget", Read: readNuGetLock}

func readNuGetLock(text string) (list []Package, _ int, err error) {
	var doc struct {
		Dependencies map[string]map[string]struct {
			Resolved string `json:"resolved"` // none for a project of the solution
		} `json:"dependencies"`
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		return nil, 0, err
	}
	for _, framework := range doc.Dependencies {
		for name, d := range framework {
			list = append(list, Package{name, d.Resolved})
		}
	}
	return list, 0, nil
}
