package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/registry"

	"aipack/build/lab/images"
)

// serve answers for the base images until ctx ends: buildkitd asks here for
// everything that Docker Hub would have.
func (l lab) serve(ctx context.Context) error {
	self, err := identity()
	if err != nil {
		return err
	}
	blobs := l.path(filepath.Join("registry", "blobs"))
	if err := os.MkdirAll(blobs, 0o755); err != nil {
		return err
	}
	inner := registry.New(registry.WithBlobHandler(registry.NewDiskBlobHandler(blobs)), registry.Logger(log.New(io.Discard, "", 0)))
	k := &keeper{inner: inner, dir: l.path(filepath.Join("registry", "manifests")), blobs: blobs}
	if err := k.load(); err != nil {
		return err
	}
	l.clear()
	d := &desk{keeper: k, maker: newMaker(ctx, l, k), lab: l, self: self}
	server := &http.Server{Addr: l.place.registry, Handler: d, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		<-ctx.Done()
		// A builder in the middle of a layer has it first: a registry of a newer
		// program can take over while others build.
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		if server.Shutdown(last) != nil {
			server.Close()
		}
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-ended
	return nil
}

// clear removes what a registry that was ended has left half made.
func (l lab) clear() {
	for _, begun := range []string{"make-*", "root-*"} {
		left, _ := filepath.Glob(l.path(begun))
		go func() {
			for _, dir := range left {
				if err := os.RemoveAll(dir); err != nil {
					log.Print(err)
				}
			}
		}()
	}
}

// desk answers requests: it has the image made that a tag stands for and
// hands the request on to the registry.
type desk struct {
	keeper *keeper
	maker  *maker
	lab    lab
	self   string
}

// whose tells one lab's registry from another's, and from an older one.
const whose = "Aipack-Lab"

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set(whose, d.lab.dir+" "+d.self)
	repository, tag, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v2/"), "/manifests/")
	asks := ok && (r.Method == http.MethodGet || r.Method == http.MethodHead) && !strings.Contains(tag, ":") && !strings.HasPrefix(tag, ownTag)
	if asks {
		own, err := d.maker.image(r.Context(), repository, tag)
		if err != nil {
			refuse(w, repository, tag, err)
			return
		}
		r.URL.Path = "/v2/" + repository + "/manifests/" + own
	}
	d.keeper.ServeHTTP(w, r)
}

// refuse says that there is no such image, or that it could not be made.
func refuse(w http.ResponseWriter, repository, tag string, err error) {
	status, code := http.StatusServiceUnavailable, "UNAVAILABLE"
	var refusal images.Refusal
	message := err.Error()
	log.Printf("%s:%s: %s", repository, tag, message)
	if errors.As(err, &refusal) {
		status, code, message = http.StatusNotFound, "MANIFEST_UNKNOWN", refusal.Why
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"errors": []map[string]string{{"code": code, "message": message}}})
}

// ask has the registry make an image, and gives its reason where it does not:
// an images.Refusal, where this machine lacks what the image is made of.
func (l lab) ask(ctx context.Context, image string) error {
	name, tag := reference(image)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+l.place.registry+"/v2/"+name+"/manifests/"+tag, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode == http.StatusOK {
		return nil
	}
	var said struct{ Errors []struct{ Message string } }
	if err := json.NewDecoder(answer.Body).Decode(&said); err != nil || len(said.Errors) == 0 {
		return fmt.Errorf("%s: the registry answers %s", image, answer.Status)
	}
	if answer.StatusCode == http.StatusNotFound {
		return images.Refusal{Image: image, Why: said.Errors[0].Message}
	}
	return errors.New(said.Errors[0].Message)
}
