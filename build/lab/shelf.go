package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"aipack/build/lab/images"
)

// shelf asks the registries of packages which versions there are, once a day.
type shelf struct {
	ctx context.Context

	mu    sync.Mutex
	known map[string]listed
}

type listed struct {
	versions []string
	asked    time.Time
}

func newShelf(ctx context.Context) *shelf {
	return &shelf{ctx: ctx, known: map[string]listed{}}
}

var _ images.Shelf = (*shelf)(nil)

func (s *shelf) Release() string { return release() }

func (s *shelf) Versions(from images.Source, name string) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := string(from) + " " + name
	have, known := s.known[key]
	if known && time.Since(have.asked) < 24*time.Hour {
		return have.versions, nil
	}
	versions, err := listOf[from](s.ctx, name)
	switch {
	case err != nil && known:
		return have.versions, nil
	case err != nil:
		return nil, fmt.Errorf("asking which versions of %s there are: %w", name, err)
	}
	s.known[key] = listed{versions, time.Now()}
	return versions, nil
}

var listOf = map[images.Source]func(ctx context.Context, name string) ([]string, error){
	images.NPM: npmVersions, images.Go: goVersions, images.Module: moduleVersions, images.Crate: crateVersions, images.Maven: centralVersions,
	images.Python: pythonVersions, images.Rust: rustVersions,
}

func npmVersions(ctx context.Context, name string) ([]string, error) {
	b, err := output(ctx, "", "npm", "view", "--json", name, "versions")
	if err != nil {
		return nil, err
	}
	var versions []string
	return versions, json.Unmarshal(b, &versions)
}

// goVersions reads v0.0.1-go1.26.3.linux-amd64, the form of golang.org/toolchain.
func goVersions(ctx context.Context, _ string) ([]string, error) {
	b, err := output(ctx, os.TempDir(), "go", "list", "-m", "-versions", toolchainModule)
	if err != nil {
		return nil, err
	}
	var versions []string
	for word := range strings.FieldsSeq(string(b)) {
		if v, ok := strings.CutPrefix(word, "v0.0.1-go"); ok {
			if v, ok := strings.CutSuffix(v, ".linux-amd64"); ok {
				versions = append(versions, v)
			}
		}
	}
	return versions, nil
}

// moduleVersions are the releases of a module of Go.
func moduleVersions(ctx context.Context, name string) ([]string, error) {
	b, err := output(ctx, os.TempDir(), "go", "list", "-m", "-versions", name)
	if err != nil {
		return nil, err
	}
	var versions []string
	for word := range strings.FieldsSeq(string(b)) {
		if v, ok := strings.CutPrefix(word, "v"); ok {
			versions = append(versions, v)
		}
	}
	return versions, nil
}

// crateVersions knows of the crate what Cargo would choose: its newest, whose
// version says after a plus which version of the program it carries.
func crateVersions(ctx context.Context, name string) ([]string, error) {
	if _, err := exec.LookPath("cargo"); err != nil {
		return nil, nil // without Cargo there are none to be had
	}
	b, err := output(ctx, os.TempDir(), "cargo", "info", "--registry", "crates-io", name)
	if err != nil {
		return nil, err
	}
	if m := carried.FindSubmatch(b); m != nil {
		return []string{string(m[1])}, nil
	}
	return nil, nil
}

var carried = regexp.MustCompile(`(?m)^version: \S+\+(\d+\.\d+\.\d+)`)

// pyenvVersions is the folder where pyenv keeps what it has made.
func pyenvVersions() string {
	root := os.Getenv("PYENV_ROOT")
	if root == "" {
		root = filepath.Join(os.Getenv("HOME"), ".pyenv")
	}
	return filepath.Join(root, "versions")
}

func pythonVersions(context.Context, string) ([]string, error) {
	return folders(pyenvVersions()), nil
}

// rustVersions asks each toolchain of rustup, which may go by a channel's name.
func rustVersions(ctx context.Context, _ string) ([]string, error) {
	var versions []string
	for v := range rustToolchains(ctx) {
		versions = append(versions, v)
	}
	return versions, nil
}

// rustToolchains gives the folder of each version.
func rustToolchains(ctx context.Context) map[string]string {
	root := os.Getenv("RUSTUP_HOME")
	if root == "" {
		root = filepath.Join(os.Getenv("HOME"), ".rustup")
	}
	found := map[string]string{}
	for _, name := range folders(filepath.Join(root, "toolchains")) {
		dir := filepath.Join(root, "toolchains", name)
		b, err := output(ctx, "", filepath.Join(dir, "bin", "rustc"), "--version")
		if fields := strings.Fields(string(b)); err == nil && len(fields) > 1 {
			found[fields[1]] = dir
		}
	}
	return found
}

func folders(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
