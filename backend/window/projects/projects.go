package projects

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"aipack/backend/window/openpath"
	"aipack/backend/window/page"
)

// Projects are the folders that an analysis may begin with.
type Projects struct {
	Page  *page.Link
	Files fs.FS  // by where they lie in testdata/repos
	Data  string // the data folder: samples are unpacked there
}

// Pick asks for a folder; "" when the user thinks better of it.
func (p *Projects) Pick() (string, error) {
	return page.Guard(p.Page, "Projects.Pick", func() (string, error) { return p.Page.Frame.PickFolder("Open a project folder") })
}

// Look judges a path that was dropped, pasted or given on the command line.
func (p *Projects) Look(name string) (FolderInfo, error) {
	return page.Guard(p.Page, "Projects.Look", func() (FolderInfo, error) { return look(name), nil })
}

func look(name string) FolderInfo {
	full := openpath.Folder(name)
	info := FolderInfo{Path: full, Name: filepath.Base(full), Kind: "project", Parent: filepath.Dir(full)}
	if strings.TrimSpace(name) == "" {
		return FolderInfo{Message: "Give the path of a folder."}
	}
	stat, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info.Message = "There is no such folder."
		return info
	case errors.Is(err, fs.ErrPermission):
		info.Exists = true
		info.Message = "You may not read this folder."
		return info
	case err != nil:
		info.Message = "This is no path of a folder."
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
