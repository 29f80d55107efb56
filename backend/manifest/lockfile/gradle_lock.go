package lockfile

import "strings"

// https://docs.gradle.org/current/userguide/dependency_locking.html
var gradleLock = File{Name: "gradle.lockfile", Manifest: "build.gradle", Manager: "gradle", Ecosystem: "gradle", PURL: "maven", Read: readGradleLock}

// readGradleLock reads `group:name:version=configurations`.
func readGradleLock(text string) (list []Package, _ int, _ error) {
	for line := range strings.Lines(text) {
		at, _, ok := strings.Cut(strings.TrimSpace(line), "=")
		if parts := strings.Split(at, ":"); ok && len(parts) == 3 {
			list = append(list, Package{parts[0] + "/" + parts[1], parts[2]})
		}
	}
	return list, 0, nil
}
