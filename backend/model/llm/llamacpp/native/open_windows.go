package native

import "golang.org/x/sys/windows"

// parts are the libraries in the order in which they need each other.
var parts = []string{"ggml-base", "ggml", "llama"}

const suffix = ".dll"

// openLibrary looks for the library's own needs beside it first.
func openLibrary(name string) (uintptr, error) {
	h, err := windows.LoadLibraryEx(name, 0, windows.LOAD_WITH_ALTERED_SEARCH_PATH)
	return uintptr(h), err
}

func findSymbol(handle uintptr, name string) uintptr {
	symbol, err := windows.GetProcAddress(windows.Handle(handle), name)
	if err != nil {
		return 0
	}
	return symbol
}
