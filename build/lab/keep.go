package main

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aipack/backend/base/atomicfile"
)

// keeper adds to the in-memory registry that manifests outlive it, and that
// what nobody asks for any more goes.
type keeper struct {
	inner http.Handler
	dir   string // one file a manifest, in its repository's folder; its age is when it was last asked for
	blobs string
}

func (k *keeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	repository, tag, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v2/"), "/manifests/")
	if ok && r.Method == http.MethodPut {
		if err := k.keep(repository, tag, r); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	k.inner.ServeHTTP(w, r)
}

// has reports whether an image is there, and notes that it was asked for.
func (k *keeper) has(repository, tag string) bool {
	now := time.Now()
	return os.Chtimes(k.file(repository, tag), now, now) == nil
}

func (k *keeper) file(repository, tag string) string {
	return filepath.Join(k.dir, filepath.FromSlash(repository), strings.ReplaceAll(tag, ":", "_"))
}

// keep writes a manifest down before it is handed on.
func (k *keeper) keep(repository, tag string, r *http.Request) error {
	const most = 4 << 20
	body, err := io.ReadAll(io.LimitReader(r.Body, most))
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	name := k.file(repository, tag)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return errors.Join(atomicfile.Write(name+".type", []byte(r.Header.Get("Content-Type")), 0o644), atomicfile.Write(name, body, 0o644))
}

// load puts every manifest that was kept back; digests before tags, so that
// what a tag points to is there.
func (k *keeper) load() error {
	var byDigest, byTag []string
	err := k.each(func(p string) error {
		if strings.HasPrefix(filepath.Base(p), "sha256_") {
			byDigest = append(byDigest, p)
		} else {
			byTag = append(byTag, p)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, p := range append(byDigest, byTag...) {
		body, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		kind, err := os.ReadFile(p + ".type")
		if err != nil {
			return err
		}
		if err := k.tell(http.MethodPut, p, string(body), string(kind)); err != nil {
			return err
		}
	}
	return nil
}

// each calls do with every manifest's file.
func (k *keeper) each(do func(file string) error) error {
	return filepath.WalkDir(k.dir, func(p string, d os.DirEntry, err error) error {
		switch {
		case errors.Is(err, os.ErrNotExist):
			return nil
		case err != nil:
			return err
		case d.IsDir() || strings.HasSuffix(p, ".type") || strings.HasPrefix(d.Name(), "."): // hidden: was being written
			return nil
		}
		return do(p)
	})
}

// tell says something about the manifest of a file to the registry.
func (k *keeper) tell(method, file, body, kind string) error {
	rel, err := filepath.Rel(k.dir, file)
	if err != nil {
		return err
	}
	tag := strings.Replace(filepath.Base(rel), "_", ":", 1)
	r, err := http.NewRequest(method, "/v2/"+filepath.ToSlash(filepath.Dir(rel))+"/manifests/"+tag, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", kind)
	k.inner.ServeHTTP(discard{}, r)
	return nil
}

// discard is a response nobody reads.
type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}
