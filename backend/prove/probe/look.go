package main

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// seen is one line of what look prints: a file of the folder, with its text where
// it has one, or, last, the size of the whole image.
type seen struct {
	Path  string `json:"path,omitempty"`
	Text  string `json:"text,omitempty"`
	Bytes int64  `json:"bytes,omitempty"` // of all files, hard links once
	Left  int    `json:"left,omitempty"`  // text files that were not shown: too many or too large
}

// What is shown of a folder: secrets stand in small text files.
const (
	mostFiles    = 2000
	mostFileSize = 256 << 10
	mostShown    = 16 << 20
)

// passed over are folders of other people's packages.
var passed = map[string]bool{"node_modules": true, "site-packages": true, "vendor": true, ".git": true}

// look measures the image's file system, without what is mounted into it, and
// shows the text files below folder.
func look(out *json.Encoder, folder string) {
	total := measure("/")
	left, files, others, shown := 0, 0, 0, int64(0)
	_ = filepath.WalkDir(folder, func(p string, d fs.DirEntry, err error) error { // what cannot be read is not shown
		if err != nil {
			return nil
		}
		if d.IsDir() {
			if passed[d.Name()] || folder == "/" && mounted(p) {
				return fs.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		if info.Size() > mostFileSize || files >= mostFiles || shown+info.Size() > mostShown {
			left++
			return nil
		}
		if text, ok := readText(p); ok {
			files++
			shown += int64(len(text))
			_ = out.Encode(seen{Path: p, Text: text}) // the reader is gone if this fails
		} else if others < mostFiles { // a key store shows by its name
			others++
			_ = out.Encode(seen{Path: p})
		}
		return nil
	})
	_ = out.Encode(seen{Bytes: total, Left: left})
}

func mounted(p string) bool {
	return p == "/proc" || p == "/sys" || p == "/dev" || p == "/tmp" || strings.HasPrefix(p, "/.aipack-probe")
}

// measure adds up what lies on one device. Only folders tell the device: on
// overlayfs a file may show that of its layer.
func measure(root string) (total int64) {
	linked := map[uint64]bool{}
	var device uint64
	_ = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error { // what cannot be read is not counted
		if err != nil {
			return nil
		}
		if mounted(p) {
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		s, ok := info.Sys().(*syscall.Stat_t)
		if !ok {
			return nil
		}
		if d.IsDir() {
			if p == root {
				device = s.Dev
			}
			if s.Dev != device {
				return fs.SkipDir
			}
			return nil
		}
		if info.Mode().IsRegular() && !(s.Nlink > 1 && linked[s.Ino]) {
			if s.Nlink > 1 {
				linked[s.Ino] = true
			}
			total += info.Size()
		}
		return nil
	})
	return total
}

// readText gives a file's text; binary files have a NUL near their beginning.
func readText(p string) (string, bool) {
	f, err := os.Open(p)
	if err != nil {
		return "", false
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, mostFileSize))
	if err != nil || bytes.IndexByte(b[:min(512, len(b))], 0) >= 0 {
		return "", false
	}
	return string(b), true
}
