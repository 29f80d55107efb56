//go:build linux || darwin

package native

import "github.com/ebitengine/purego"

func openLibrary(name string) (uintptr, error) {
	return purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
}

func findSymbol(handle uintptr, name string) uintptr {
	symbol, err := purego.Dlsym(handle, name)
	if err != nil {
		return 0
	}
	return symbol
}
