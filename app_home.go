//go:build !headless || window

package main

import (
	"embed"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"aipack/backend/fault"
	"aipack/backend/whole"
)

// samples are small projects that show what aipack does, the fixtures of the
// tests themselves.
//
//go:embed all:testdata/repos/single/node-express all:testdata/repos/single/python-fastapi all:testdata/repos/monorepo/turborepo
var samples embed.FS

// sampleFolders says where each sample lies.
var sampleFolders = map[string]string{
	"node-express":   "testdata/repos/single/node-express",
	"python-fastapi": "testdata/repos/single/python-fastapi",
	"turborepo":      "testdata/repos/monorepo/turborepo",
}

// Samples lists the projects that come with aipack.
func (a *App) Samples() ([]Sample, error) {
	return guard(a, "Samples", func() ([]Sample, error) {
		return []Sample{
			{"node-express", "Node service", "javascript"},
			{"python-fastapi", "Python service", "python"},
			{"turborepo", "Monorepo with two services", "typescript"},
		}, nil
	})
}

// OpenSample unpacks a sample into the data folder, unless it is there
// already, and gives its path.
func (a *App) OpenSample(name string) (string, error) {
	return guard(a, "OpenSample", func() (string, error) {
		from, ok := sampleFolders[name]
		if !ok {
			return "", &fault.Fault{Code: fault.FileNotFound, Message: "There is no sample " + name, Hint: "Choose one of the list."}
		}
		to := filepath.Join(a.data, "samples", name)
		content, err := fs.Sub(samples, from)
		if err != nil {
			return "", err
		}
		return to, unpack(content, to)
	})
}

// unpack writes the files that are not there yet.
func unpack(from fs.FS, to string) error {
	return fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(to, filepath.FromSlash(name))
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		if _, err := os.Lstat(target); err == nil {
			return nil
		}
		content, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		return whole.Write(target, content, 0o644) // half a file would stay for ever
	})
}

// PickFolder asks for a folder; "" when the user thinks better of it.
func (a *App) PickFolder() (string, error) {
	return guard(a, "PickFolder", func() (string, error) { return a.frame.pickFolder("Open a project folder") })
}

// Look judges a path that was dropped, pasted or given on the command line.
func (a *App) Look(name string) (FolderInfo, error) {
	return guard(a, "Look", func() (FolderInfo, error) { return look(name), nil })
}

func look(name string) FolderInfo {
	full := resolve(name)
	info := FolderInfo{Path: full, Name: filepath.Base(full), Kind: "project", Parent: filepath.Dir(full)}
	if strings.TrimSpace(name) == "" {
		return FolderInfo{Message: "Give the path of a folder."}
	}
	stat, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info.Message = "There is no folder " + full + "."
		return info
	case errors.Is(err, fs.ErrPermission):
		info.Exists = true
		info.Message = "You may not read " + full + "."
		return info
	case err != nil:
		info.Message = "This is no path that can be looked at: " + full + "."
		return info
	}
	info.Exists, info.IsFolder = true, stat.IsDir()
	home, homeErr := os.UserHomeDir()
	switch {
	case !info.IsFolder:
		info.Kind = "file"
		info.Message = info.Name + " is a file; its folder is " + info.Parent + "."
	case full == info.Parent:
		info.Kind = "root"
		info.Message = "This is the whole disk. Choose the folder of one project."
	case homeErr == nil && full == filepath.Clean(home):
		info.Kind = "home"
		info.Message = "This is your home folder. Choose the folder of one project."
	}
	return info
}

// resolve makes an absolute path of what people paste: with quotes, as a
// file:// address, with a tilde.
func resolve(name string) string {
	name = strings.TrimSpace(name)
	if len(name) > 1 && (name[0] == '"' || name[0] == '\'') && name[len(name)-1] == name[0] {
		name = name[1 : len(name)-1]
	}
	if u, err := url.Parse(name); err == nil && u.Scheme == "file" && u.Path != "" {
		name = filepath.FromSlash(u.Path)
	}
	if home, err := os.UserHomeDir(); err == nil && (name == "~" || strings.HasPrefix(name, "~/")) {
		name = filepath.Join(home, name[1:])
	}
	if full, err := filepath.Abs(name); err == nil {
		return full
	}
	return path.Clean(name)
}

// mostRecent is how many folders Home lists.
const mostRecent = 50

// Recents gives the newest run of each folder.
func (a *App) Recents() ([]RunRow, error) {
	return guard(a, "Recents", func() ([]RunRow, error) {
		runs, err := a.store.Recents(mostRecent)
		if err != nil {
			return nil, err
		}
		return rows(runs), nil
	})
}
