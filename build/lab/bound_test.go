package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/registry"
)

// TestTheRegistryForgetsWhatNobodyAsksFor holds three images of 100 bytes, of
// which two share a layer, to 250 bytes.
func TestTheRegistryForgetsWhatNobodyAsksFor(t *testing.T) {
	dir := t.TempDir()
	k := &keeper{inner: registry.New(), dir: filepath.Join(dir, "manifests"), blobs: filepath.Join(dir, "blobs")}
	now := time.Now()
	store := func(tag, config string, age time.Duration, layers ...string) {
		var list []string
		for _, digest := range append(layers, config) {
			file := filepath.Join(k.blobs, "sha256", digest)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, nil, 0o644); err != nil {
				t.Fatal(err)
			}
			list = append(list, fmt.Sprintf(`{"digest":"sha256:%s","size":50}`, digest))
		}
		body := fmt.Sprintf(`{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":%s,"layers":[%s]}`, list[len(list)-1], strings.Join(list[:len(list)-1], ","))
		r := httptest.NewRequest(http.MethodPut, "/v2/library/node/manifests/"+tag, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/vnd.oci.image.manifest.v1+json")
		w := httptest.NewRecorder()
		if k.ServeHTTP(w, r); w.Code != http.StatusCreated {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		if err := os.Chtimes(k.file("library/node", tag), now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	store("old", "c1", 3*time.Hour, "shared")
	store("older", "c2", 4*time.Hour, "l2")
	store("new", "c3", time.Hour, "shared", "l3")
	for _, begun := range []string{filepath.Join(k.blobs, "upload-1"), filepath.Join(k.dir, "library", "node", ".aipack-1")} {
		if err := os.WriteFile(begun, []byte("half of"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.sweep(250); err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]int{"new": http.StatusOK, "old": http.StatusOK, "older": http.StatusNotFound} {
		w := httptest.NewRecorder()
		k.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/v2/library/node/manifests/"+tag, nil))
		if w.Code != want {
			t.Errorf("%s: %d, want %d", tag, w.Code, want)
		}
	}
	left, _ := filepath.Glob(filepath.Join(k.blobs, "sha256", "*"))
	for i, file := range left {
		left[i] = filepath.Base(file)
	}
	if begun, _ := filepath.Glob(filepath.Join(k.blobs, "upload-*")); len(begun) != 0 {
		t.Errorf("what never came whole is left: %q", begun)
	}
	if got := strings.Join(left, " "); got != "c1 c3 l3 shared" {
		t.Errorf("left: %s", got)
	}
}

func TestTwoFoldersAreTwoPlaces(t *testing.T) {
	a, b := placeOf("/a/build/lab/state"), placeOf("/b/build/lab/state")
	if a == b || a.registry == b.registry || a.bridge == b.bridge || a.subnet == b.subnet {
		t.Errorf("%v and %v meet", a, b)
	}
	if len(a.bridge) > 15 {
		t.Errorf("%s is too long for a network interface", a.bridge)
	}
}
