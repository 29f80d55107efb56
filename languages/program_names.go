package languages

import (
	"strconv"
	"strings"

	"aipack/backend/language"
)

// relativeTo gives a path of the repository relative to a folder above it.
func relativeTo(f *language.Folder, p string) string {
	if f.Path == "." {
		return p
	}
	return strings.TrimPrefix(p, f.Path+"/")
}

// safeFileName keeps what is harmless in a shell line and a path.
func safeFileName(name string) string {
	for _, c := range name {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_.", c)) {
			return language.ImageName(name)
		}
	}
	if strings.Trim(name, ".-") == "" {
		return "app"
	}
	return name
}

// serviceNameRank orders programs by how usual their names are for what serves.
func serviceNameRank(name string) int {
	for i, usual := range []string{"server", "api", "web", "app", "main", "backend", "service", "httpd", "http", "serverd", "apiserver", "gateway"} {
		if name == usual {
			return i
		}
	}
	return 13
}

// minorOfOne gives the minor number of a version 1.x, 24 for "1.24.3"; 0 where
// there is none.
func minorOfOne(version string) int {
	parts := strings.FieldsFunc(version, func(c rune) bool { return c < '0' || c > '9' })
	if len(parts) < 2 || parts[0] != "1" {
		return 0
	}
	minor, err := strconv.Atoi(parts[1])
	if err != nil || minor > 99 {
		return 0
	}
	return minor
}
