// Package sbom lists the packages that a folder's lock files pin, as CycloneDX. It
// asks nobody: what no lock file says is named as not covered.
package sbom

import (
	"cmp"
	"errors"
	"fmt"
	goversion "go/version"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"aipack/backend/manifest/gomod"
	"aipack/backend/manifest/lockfile"
)

// Component is one package.
type Component struct {
	Name    string
	Version string
	Type    string // of the package URL: npm, golang, cargo, gem, composer, pypi, hex, nuget, maven
	From    string // the lock file, relative to the folder
}

// Inventory is what a folder's lock files say.
type Inventory struct {
	Components []Component // sorted, each once
	Read       []string    // the lock files
	Uncovered  []string    // what is not listed and why, one sentence each
}

// Limits on what is read of a folder.
const (
	mostDepth   = 8
	mostFolders = 20_000
	mostBytes   = 32 << 20
	mostLocks   = 200
)

// skipped are folders whose lock files belong to somebody else.
var skipped = map[string]bool{
	".git": true, "node_modules": true, "vendor": true, "testdata": true, "target": true,
	".venv": true, "venv": true, "dist": true, "build": true,
}

// manifests need a lock file of their ecosystem to say what is installed.
var manifests = map[string]string{
	"package.json": "node", "Cargo.toml": "rust", "pyproject.toml": "python", "Gemfile": "ruby", "composer.json": "php", "mix.exs": "elixir",
	"pom.xml": "maven", "build.gradle": "gradle", "build.gradle.kts": "gradle", "Pipfile": "python", "build.sbt": "sbt",
}

// needsLock is the ecosystem of a file whose packages only a lock file that is read
// can say, "" for any other file.
func needsLock(name string) string {
	if i := slices.IndexFunc(lockfile.Unread, func(f lockfile.File) bool { return f.Name == name }); i >= 0 {
		return lockfile.Unread[i].Ecosystem
	}
	return manifests[name]
}

// Read lists the packages of a folder. The error is for a folder that cannot
// be read at all; a lock file that cannot is named in Uncovered.
func Read(dir fs.FS) (Inventory, error) {
	var found Inventory
	names := map[string][]string{} // folder to the names in it that matter
	folders := 0
	err := fs.WalkDir(dir, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			if p == "." {
				return err
			}
			return fs.SkipDir
		}
		if d.IsDir() {
			if folders++; folders > mostFolders {
				return fs.SkipAll
			}
			if p != "." && (skipped[d.Name()] || strings.Count(p, "/") >= mostDepth) {
				return fs.SkipDir
			}
			return nil
		}
		if _, lock := lockfile.Of(d.Name()); (lock || needsLock(d.Name()) != "") && d.Type().IsRegular() {
			names[path.Dir(p)] = append(names[path.Dir(p)], d.Name())
		}
		return nil
	})
	if err != nil {
		return found, fmt.Errorf("looking for lock files: %w", err)
	}
	found.take(dir, names)
	return found, nil
}

func (f *Inventory) take(dir fs.FS, names map[string][]string) {
	locked := map[string]bool{} // ecosystems that have a lock file somewhere
	for _, folder := range sortedKeys(names) {
		for _, name := range names[folder] {
			lock, ok := lockfile.Of(name)
			if !ok || len(f.Read) >= mostLocks {
				continue
			}
			rel := path.Join(folder, name)
			list, left, err := readLock(dir, rel, lock)
			if err != nil {
				f.Uncovered = append(f.Uncovered, fmt.Sprintf("%s cannot be read: %v", rel, err))
				continue
			}
			if lock.Name == "go.sum" {
				list = built(dir, folder, list)
			}
			f.Read = append(f.Read, rel)
			locked[lock.Ecosystem] = true
			for _, c := range list {
				c.From = rel
				f.Components = append(f.Components, c)
			}
			if left > 0 {
				f.Uncovered = append(f.Uncovered, fmt.Sprintf("%s: %d lines do not pin a version", rel, left))
			}
		}
	}
	for _, folder := range sortedKeys(names) {
		for _, name := range names[folder] {
			if e := needsLock(name); e != "" && !locked[e] {
				f.Uncovered = append(f.Uncovered, path.Join(folder, name)+" has no lock file: its packages are not listed")
			}
		}
	}
	slices.SortFunc(f.Components, func(a, b Component) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version), cmp.Compare(a.From, b.From))
	})
	f.Components = slices.CompactFunc(f.Components, func(a, b Component) bool {
		return a.Type == b.Type && a.Name == b.Name && a.Version == b.Version
	})
	f.Uncovered = append(f.Uncovered, "the packages of the base images and those that apt installs are not listed")
}

// built keeps of what go.sum names the versions that go.mod selects: go.sum keeps every
// one that was ever looked at. Since Go 1.17 go.mod has them all
// (https://go.dev/ref/mod#graph-pruning); one that cannot be read changes nothing.
func built(dir fs.FS, folder string, list []Component) []Component {
	text, err := fs.ReadFile(dir, path.Join(folder, "go.mod"))
	if err != nil || len(text) > mostBytes {
		return list
	}
	module, err := gomod.ParseModule(string(text))
	if err != nil || goversion.Compare("go"+module.Go, "go1.17") < 0 {
		return list
	}
	selected := map[string]string{}
	for _, r := range module.Requires {
		selected[r.Path] = r.Version
	}
	return slices.DeleteFunc(list, func(c Component) bool { return selected[c.Name] != c.Version })
}

func readLock(dir fs.FS, name string, lock lockfile.File) ([]Component, int, error) {
	f, err := dir.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		return nil, 0, err
	}
	if len(b) > mostBytes {
		return nil, 0, errors.New("it is larger than 32 MiB")
	}
	pinned, left, err := lock.Read(string(b))
	var list []Component
	for _, p := range pinned {
		if p.Name != "" && p.Version != "" {
			list = append(list, Component{Name: p.Name, Version: p.Version, Type: lock.PURL})
		}
	}
	return list, left, err
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
