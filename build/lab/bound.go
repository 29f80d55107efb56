package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The lab's state stays within 20 GB: the builder's part is in its
// configuration, this is the registry's. The rest is for what is being made,
// and for what the builder does not count: the layers as they were pulled.
const (
	registryBytes = 3.5 * (1 << 30)
	builderBytes  = 9.5 * (1 << 30)
)

// kept is one image of the registry: its manifest's file, when it was last
// asked for and the blobs that it needs.
type kept struct {
	file  string
	asked time.Time
	blobs map[string]int64
}

// sweep forgets the images that were not asked for the longest, until the rest
// fits, and the blobs that none of them needs. Nothing may be pushed meanwhile: a
// blob comes before the manifest that needs it.
func (k *keeper) sweep(most int64) error {
	all, err := k.images()
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b kept) int { return b.asked.Compare(a.asked) })
	needed, bytes := map[string]bool{}, int64(0)
	for i, image := range all {
		more := int64(0)
		for digest, size := range image.blobs {
			if !needed[digest] {
				more += size
			}
		}
		if bytes+more > most && i > 0 {
			err := errors.Join(os.Remove(image.file), os.Remove(image.file+".type"), k.tell(http.MethodDelete, image.file, "", ""))
			if err != nil {
				return err
			}
			continue
		}
		bytes += more
		for digest := range image.blobs {
			needed[digest] = true
		}
	}
	return k.drop(needed)
}

func (k *keeper) images() ([]kept, error) {
	var all []kept
	err := k.each(func(file string) error {
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var m struct {
			Config blob
			Layers []blob
		}
		if err := json.Unmarshal(b, &m); err != nil {
			return err
		}
		image := kept{file, info.ModTime(), map[string]int64{}}
		for _, b := range append(m.Layers, m.Config) {
			image.blobs[strings.TrimPrefix(b.Digest, "sha256:")] = b.Size
		}
		all = append(all, image)
		return nil
	})
	return all, err
}

type blob struct {
	Digest string
	Size   int64
}

// drop removes the blobs that no image needs, and those that never came whole.
func (k *keeper) drop(needed map[string]bool) error {
	broken, _ := filepath.Glob(filepath.Join(k.blobs, "upload-*"))
	for _, file := range broken {
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	dir := filepath.Join(k.blobs, "sha256")
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !needed[e.Name()] {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
