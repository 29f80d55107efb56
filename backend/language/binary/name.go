package binary

import (
	"strings"

	"aipack/backend/language"
)

// FileName keeps what is harmless in a shell line and a path.
func FileName(name string) string {
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

// Rank orders programs by how usual their names are for what serves.
func Rank(name string) int {
	for i, usual := range []string{"server", "api", "web", "app", "main", "backend", "service", "httpd", "http", "serverd", "apiserver", "gateway"} {
		if name == usual {
			return i
		}
	}
	return 13
}
