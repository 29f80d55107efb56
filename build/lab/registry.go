package main

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/registry"
)

// registryAddress is where the lab's registry listens; buildkitd asks it for
// everything that Docker Hub would have.
const registryAddress = "127.0.0.1:5055"

// standInTag is the one tag under which a stand-in is kept.
const standInTag = "stand-in"

// plausible are the tags that a stand-in answers for: versions, with or
// without the distribution's name. Anything else is as unknown here as on
// Docker Hub.
var plausible = regexp.MustCompile(`^(\d+(\.\d+)*|stable|bookworm)([.-](otp-\d+|jdk\d*|jre|jdk|eclipse-temurin-\d+|cli|apache|fpm|slim|bookworm|jammy|noble))*$`)

// serve keeps the registry's files in dir and answers until ctx ends.
func serve(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	blobs := filepath.Join(dir, "blobs")
	if err := os.MkdirAll(blobs, 0o755); err != nil {
		return err
	}
	inner := registry.New(registry.WithBlobHandler(registry.NewDiskBlobHandler(blobs)), registry.Logger(log.New(io.Discard, "", 0)))
	k := &keeper{inner: inner, dir: filepath.Join(dir, "manifests")}
	if err := k.load(); err != nil {
		return err
	}
	server := &http.Server{Addr: registryAddress, Handler: k, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// keeper adds to the in-memory registry that manifests outlive it, and that a
// stand-in answers to every plausible tag.
type keeper struct {
	inner http.Handler
	dir   string
}

func (k *keeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	repository, tag, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v2/"), "/manifests/")
	if ok && plausible.MatchString(tag) && r.Method != http.MethodPut {
		r.URL.Path = "/v2/" + repository + "/manifests/" + standInTag
	}
	if ok && r.Method == http.MethodPut {
		if err := k.keep(repository, tag, r); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	k.inner.ServeHTTP(w, r)
}

// keep writes a manifest down before it is handed on.
func (k *keeper) keep(repository, tag string, r *http.Request) error {
	const most = 4 << 20
	body, err := io.ReadAll(io.LimitReader(r.Body, most))
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	dir := filepath.Join(k.dir, filepath.FromSlash(repository))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	name := filepath.Join(dir, strings.ReplaceAll(tag, ":", "_"))
	return errors.Join(os.WriteFile(name+".type", []byte(r.Header.Get("Content-Type")), 0o644), os.WriteFile(name, body, 0o644))
}

// load puts every manifest that was kept back; digests before tags, so that
// what a tag points to is there.
func (k *keeper) load() error {
	var byDigest, byTag []string
	err := filepath.WalkDir(k.dir, func(p string, d os.DirEntry, err error) error {
		switch {
		case errors.Is(err, os.ErrNotExist):
			return nil
		case err != nil:
			return err
		case d.IsDir() || strings.HasSuffix(p, ".type"):
		case strings.HasPrefix(d.Name(), "sha256_"):
			byDigest = append(byDigest, p)
		default:
			byTag = append(byTag, p)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, p := range append(byDigest, byTag...) {
		rel, err := filepath.Rel(k.dir, p)
		if err != nil {
			return err
		}
		body, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		kind, err := os.ReadFile(p + ".type")
		if err != nil {
			return err
		}
		repository, tag := filepath.ToSlash(filepath.Dir(rel)), strings.Replace(filepath.Base(rel), "_", ":", 1)
		r, err := http.NewRequest(http.MethodPut, "/v2/"+repository+"/manifests/"+tag, strings.NewReader(string(body)))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", string(kind))
		k.inner.ServeHTTP(discard{}, r)
	}
	return nil
}

// discard is a response nobody reads.
type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}
