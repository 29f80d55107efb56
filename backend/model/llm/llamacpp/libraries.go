package llamacpp

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"aipack/backend/base/worker"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// FindLibraries gives the folder with llama.cpp's libraries, "" where there is
// none: LLAMA_LIB_DIR, then places relative to this program, then the package's.
func FindLibraries() string {
	for _, dir := range Places() {
		if holdsLibraries(dir) {
			return dir
		}
	}
	return ""
}

// Places lists the folders in which FindLibraries looks, in this order.
func Places() []string {
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
			filepath.Join(dir, "..", "lib", "aipack", "llama"), // a package, wherever it was unpacked
			filepath.Join(dir, "..", "lib", "llama"),           // build/bin beside build/lib
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

// libraries gives the folder to open: the one that is named, else the one found.
func libraries(dir string) (string, error) {
	named := dir != ""
	if !named {
		dir = FindLibraries()
	}
	if dir != "" && holdsLibraries(dir) {
		return dir, nil
	}
	said := "the part of aipack that runs models (llama.cpp's libraries) is missing"
	if at := os.Getenv("LLAMA_LIB_DIR"); named || at != "" {
		said = either(dir, at) + " does not hold llama.cpp's libraries"
	}
	return "", &worker.Failure{Kind: protocol.NoLibrary, Message: said}
}

func either(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
