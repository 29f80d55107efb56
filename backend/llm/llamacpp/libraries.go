package llamacpp

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"aipack/backend/llm/llamacpp/protocol"
)

// FindLibraries gives the folder with llama.cpp's libraries, "" where there is
// none: LLAMA_LIB_DIR, then places relative to this program, then the package's.
func FindLibraries() string {
	for _, dir := range libraryPlaces() {
		if holdsLibraries(dir) {
			return dir
		}
	}
	return ""
}

func libraryPlaces() []string {
	var places []string
	if dir := os.Getenv("LLAMA_LIB_DIR"); dir != "" {
		return []string{dir} // who sets it wants no other
	}
	if self, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
		dir := filepath.Dir(self)
		places = append(places,
			filepath.Join(dir, "..", "lib", "llama"), // installed; also build/bin beside build/lib
			filepath.Join(dir, "lib", "llama"),
			filepath.Join(dir, "..", "Frameworks"), // a macOS application
		)
	}
	return append(places, "/usr/lib/aipack/llama")
}

// holdsLibraries looks for the main library under any of its names.
func holdsLibraries(dir string) bool {
	prefix, suffix := "libllama", ".so"
	switch runtime.GOOS {
	case "darwin":
		suffix = ".dylib"
	case "windows":
		prefix, suffix = "llama", ".dll"
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) && strings.HasSuffix(e.Name(), suffix) {
			return true
		}
	}
	return false
}

func libraries(dir string) (string, error) {
	if dir == "" {
		if dir = FindLibraries(); dir == "" {
			return "", &protocol.Failure{
				Kind:    protocol.NoLibrary,
				Message: "llama.cpp's libraries are in none of " + strings.Join(libraryPlaces(), ", "),
			}
		}
	}
	if !holdsLibraries(dir) {
		return "", &protocol.Failure{Kind: protocol.NoLibrary, Message: "llama.cpp's libraries are not in " + dir}
	}
	return dir, nil
}
