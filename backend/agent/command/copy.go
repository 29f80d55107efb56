package command

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/prove/sandbox"
	"aipack/backend/prove/sandbox/told"
	"aipack/backend/secret/credential"
)

// Bounds of a copy.
const (
	mostCopied = 200_000 // files and folders
	mostBytes  = 4 << 30
)

// copies are the names of copies, in the system's folder for what is temporary.
const copies = "aipack-command-*"

// sweep removes copies that a program left which was killed: no command takes so long.
func sweep(now time.Time) {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), copies)) // the pattern is none that could be wrong
	for _, folder := range left {
		if info, err := os.Lstat(folder); err == nil && info.IsDir() && now.Sub(info.ModTime()) > 2*backgroundLimit {
			_ = os.RemoveAll(folder) // what is another user's stays
		}
	}
}

// sum names a file's content.
type sum [sha256.Size]byte

// copyFolder copies a project, without its files of credentials, and gives what it
// copied. Links stay links, and none is followed.
func copyFolder(ctx context.Context, from, to string) (map[string]sum, error) {
	source, err := os.OpenRoot(from)
	if err != nil {
		return nil, fault.OfFile("the project's folder cannot be opened", err, "check the path")
	}
	defer source.Close()
	target, err := os.OpenRoot(to)
	if err != nil {
		return nil, err
	}
	defer target.Close()
	sums, n, bytes := map[string]sum{}, 0, int64(0)
	err = fs.WalkDir(source.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || name == "." {
			return err
		}
		if _, secret := credential.Named(name); secret {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if n++; n > mostCopied || bytes > mostBytes {
			return &fault.Fault{
				Code: fault.DiskFull, Message: "the project is too large to be copied for a command",
				Hint: "start Docker or another builder: it is sent what a build needs then",
			}
		}
		local := filepath.FromSlash(name)
		switch {
		case d.IsDir():
			return target.Mkdir(local, 0o755)
		case d.Type()&fs.ModeSymlink != 0:
			where, err := source.Readlink(local)
			if err != nil {
				return err
			}
			return target.Symlink(where, local)
		case !d.Type().IsRegular():
			return nil // a socket, a pipe
		}
		s, size, err := copyFile(source, target, local)
		sums[name], bytes = s, bytes+size
		return err
	})
	if err != nil && fault.CodeOf(err) == fault.Internal && ctx.Err() == nil {
		err = fmt.Errorf("copying the project for a command: %w", err)
	}
	return sums, err
}

func copyFile(source, target *os.Root, name string) (s sum, size int64, err error) {
	in, err := source.Open(name)
	if err != nil {
		return s, 0, err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return s, 0, err
	}
	out, err := target.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, info.Mode().Perm()|0o200)
	if err != nil {
		return s, 0, err
	}
	h := sha256.New()
	size, err = io.Copy(io.MultiWriter(out, h), in)
	err = errors.Join(err, out.Close(), target.Chtimes(name, info.ModTime(), info.ModTime())) // tools look at which of two is newer
	return sum(h.Sum(nil)), size, err
}

// changed are the files of a copy that are others than they were, or gone, and how many
// more there are. git's own are not looked at.
func changed(ctx context.Context, folder string, before map[string]sum) (files []sandbox.File, left int, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, 0, err
	}
	defer root.Close()
	gone, room := map[string]bool{}, int64(told.MostBytes)
	for name := range before {
		gone[name] = true
	}
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil: // what the command made unreadable
			left++
			return nil
		case d.IsDir():
			if d.Name() == ".git" {
				return fs.SkipDir
			}
			return nil
		}
		was, known := before[name]
		if !d.Type().IsRegular() {
			if known {
				left++
				delete(gone, name)
			}
			return nil
		}
		delete(gone, name)
		content, err := readChanged(root, filepath.FromSlash(name), was, known, min(told.MostOfFile, room))
		switch {
		case err == nil && content == nil:
		case err != nil || len(files) >= told.MostFiles:
			left++
		default:
			room -= int64(len(content))
			files = append(files, sandbox.File{Path: name, Content: content})
		}
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(gone)) {
		switch {
		case slices.Contains(strings.Split(name, "/"), ".git"):
		case len(files) >= told.MostFiles:
			left++
		default:
			files = append(files, sandbox.File{Path: name})
		}
	}
	slices.SortFunc(files, func(a, b sandbox.File) int { return strings.Compare(a.Path, b.Path) })
	return files, left, err
}

// readChanged reads a file that has another content than it had, nil where it has not.
func readChanged(root *os.Root, name string, was sum, known bool, most int64) ([]byte, error) {
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	size, err := io.Copy(h, f)
	switch {
	case err != nil:
		return nil, err
	case known && sum(h.Sum(nil)) == was:
		return nil, nil
	case size > most:
		return nil, errors.New("it is too long")
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	content := make([]byte, size)
	_, err = io.ReadFull(f, content)
	return content, err
}

// removeAll removes a folder, also what a command has made unwritable in it.
func removeAll(folder string) error {
	_ = filepath.WalkDir(folder, func(p string, d fs.DirEntry, err error) error { // what cannot be changed is seen below
		if d != nil && d.IsDir() {
			_ = os.Chmod(p, 0o700) // as above
		}
		return nil
	})
	return os.RemoveAll(folder)
}
