// Package native binds llama.cpp's shared libraries without cgo. It knows their
// functions and structs and nothing of conversations; only the worker process
// may open them, because a failed assertion inside ends the whole process.
package native

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
)

// Version is the release of llama.cpp whose structs layout.go describes: the
// one inside @node-llama-cpp 3.21.1 (build/llama/package.json).
const Version = "0.4.0"

// Token is a word of the model's vocabulary.
type Token = int32

// Library is llama.cpp, opened. A process opens it once and never closes it.
type Library struct {
	Dir string
	functions
}

// Open loads the libraries in dir with every backend that can be loaded there,
// and refuses any release but the one that this package was written for. log,
// a callback made by LogCallback, hears what the libraries print; 0 leaves
// that to them.
func Open(dir string, log uintptr) (*Library, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var handles []uintptr
	for _, part := range parts {
		name, err := newest(dir, part)
		if err != nil {
			return nil, err
		}
		h, err := openLibrary(name)
		if err != nil {
			return nil, fmt.Errorf("loading %s: %w", filepath.Base(name), err)
		}
		handles = append(handles, h)
	}
	l := &Library{Dir: dir}
	if err := l.bind(handles); err != nil {
		return nil, err
	}
	if err := l.guard(); err != nil {
		return nil, err
	}
	if log != 0 {
		l.logSet(log, 0)
	}
	l.loadBackends(dir)
	l.backendInit()
	return l, nil
}

// newest finds the library whose name begins with part. A GPU's package adds
// its name and the release: libllama.metal.v0.4.0.dylib.
func newest(dir, part string) (string, error) {
	found, err := filepath.Glob(filepath.Join(dir, part+"*"+suffix))
	if err != nil {
		return "", err
	}
	found = slices.DeleteFunc(found, func(name string) bool {
		rest := strings.TrimPrefix(filepath.Base(name), part)
		return rest != suffix && !strings.HasPrefix(rest, ".")
	})
	if len(found) == 0 {
		return "", fmt.Errorf("there is no %s%s in %s", part, suffix, dir)
	}
	return slices.Max(found), nil
}

// ErrRelease is the guard's answer to libraries of another release.
var ErrRelease = errors.New("these libraries are of another release of llama.cpp")

// guard compares the release and the defaults of both parameter structs with
// the pinned ones. A field that moved shows here, before it can do harm.
func (l *Library) guard() error {
	if v := l.version(); v != Version && !strings.HasPrefix(v, Version+"-") {
		return fmt.Errorf("%w: %s, not %s", ErrRelease, v, Version)
	}
	if m := l.modelDefaults(); m != pinnedModel() {
		return fmt.Errorf("%w: llama_model_params differ: %+v", ErrRelease, m)
	}
	if c := l.contextDefaults(); c != pinnedContext() {
		return fmt.Errorf("%w: llama_context_params differ: %+v", ErrRelease, c)
	}
	return nil
}

// Release is the version that the libraries tell.
func (l *Library) Release() string { return l.version() }

// LogCallback makes the callback for Open. purego never frees a callback, so a
// process makes one. Level 3 is a warning, 4 an error (ggml.h, ggml_log_level).
func LogCallback(hear func(level int, text string)) uintptr {
	return purego.NewCallback(func(level int32, text *byte, _ uintptr) uintptr {
		hear(int(level), goString(text))
		return 0
	})
}

func goString(p *byte) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}
