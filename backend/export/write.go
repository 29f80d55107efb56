package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"aipack/backend/fault"
)

// WriteOptions say what may happen to files that are there.
type WriteOptions struct {
	Force bool // replace files, keeping each as <name>.bak-<n>
}

// Written says what became of one file.
type Written struct {
	Path   string // as in File
	Backup string // where the old one lies now; "" if there was none
	Same   bool   // it was there already, with this content, and was left alone
}

// Write puts files below a folder. Nothing is overwritten, and no compose file of
// the project's own put out of use, unless Force says so, and then a copy stays: a
// FILE_EXISTS fault names what is in the way, before anything is written. Each file
// appears whole or not at all, and no link leads out of the folder. Other failures are
// PERMISSION_DENIED or INTERNAL faults that name the file and say what to do.
func Write(dir string, files []File, o WriteOptions) ([]Written, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, trouble("opening the folder", dir, err)
	}
	defer root.Close()
	if err := inTheWay(root, files, o); err != nil {
		return nil, err
	}
	var done []Written
	for _, f := range files {
		w, err := writeOne(root, f)
		if err != nil {
			return done, err
		}
		done = append(done, w)
	}
	return done, nil
}

// Check gives the fault with which Write would refuse files without Force, nil
// where nothing is in their way.
func Check(dir string, files []File) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return trouble("opening the folder", dir, err)
	}
	defer root.Close()
	return inTheWay(root, files, WriteOptions{})
}

// inTheWay looks at everything before anything is changed.
func inTheWay(root *os.Root, files []File, o WriteOptions) error {
	var there []string
	var own OwnCompose
	for _, f := range files {
		info, err := root.Lstat(filepath.FromSlash(f.Path))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return trouble("looking at", f.Path, err)
		case !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0:
			return &fault.Fault{Code: fault.FileExists, Message: f.Path + " is not a file", Hint: "Move it away, or choose another folder."}
		default:
			if same, err := holds(root, f); err == nil && same {
				continue
			}
			there = append(there, f.Path)
		}
		if f.Path == ComposeFile {
			own = ComposeBeside(func(name string) bool { _, err := root.Lstat(name); return err == nil })
		}
	}
	if o.Force || len(there) == 0 && own == (OwnCompose{}) {
		return nil
	}
	return standsThere(there, own)
}

// standsThere says what of the project's own is in the way.
func standsThere(there []string, own OwnCompose) error {
	var said, kept []string
	if len(there) > 0 {
		verb := " is"
		if len(there) > 1 {
			verb = " are"
		}
		said = append(said, listedPaths(there)+verb+" there already")
		kept = append(kept, "what is replaced is kept, "+path.Base(there[0])+" as "+path.Base(there[0])+".bak-1")
	}
	for _, name := range []string{own.Unread, own.Override} {
		if name != "" {
			kept = append(kept, name+" stays as it is")
		}
	}
	return &fault.Fault{
		Code: fault.FileExists, Message: strings.Join(append(said, own.Told()...), "; "),
		Hint: "Write into another folder with --out and compare, or use --force: " + strings.Join(kept, ", ") + ".",
	}
}

// mostListed bounds the files that a fault names.
const mostListed = 5

func listedPaths(paths []string) string {
	if len(paths) > mostListed {
		paths = append(paths[:mostListed:mostListed], strconv.Itoa(len(paths)-mostListed)+" more")
	}
	if len(paths) < 2 {
		return strings.Join(paths, "")
	}
	return strings.Join(paths[:len(paths)-1], ", ") + " and " + paths[len(paths)-1]
}

// holds reports whether the file is there with the same content.
func holds(root *os.Root, f File) (bool, error) {
	info, err := root.Lstat(filepath.FromSlash(f.Path))
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(f.Content)) {
		return false, err
	}
	old, err := root.ReadFile(filepath.FromSlash(f.Path))
	return err == nil && string(old) == f.Content, err
}

func writeOne(root *os.Root, f File) (Written, error) {
	w := Written{Path: f.Path}
	name := filepath.FromSlash(f.Path)
	if same, err := holds(root, f); err == nil && same {
		w.Same = true
		return w, nil
	}
	absent := absentAbove(root, name)
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		removeEmpty(root, absent)
		return w, trouble("making the folder of", f.Path, err)
	}
	temp, err := writeTemp(root, name, f.Content)
	if err != nil {
		removeEmpty(root, absent)
		return w, trouble("writing", f.Path, err)
	}
	backup, err := keep(root, name)
	if err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		_ = root.Remove(temp) // the first error is the one to tell
		return w, trouble("writing", f.Path, err)
	}
	if backup != "" {
		w.Backup = filepath.ToSlash(backup)
	}
	return w, nil
}

// absentAbove lists the folders above a file that are not there, the innermost first.
func absentAbove(root *os.Root, name string) (absent []string) {
	for dir := filepath.Dir(name); dir != "."; dir = filepath.Dir(dir) {
		if _, err := root.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		absent = append(absent, dir)
	}
	return absent
}

// removeEmpty removes folders that were made for a file which could not be written.
func removeEmpty(root *os.Root, dirs []string) {
	for _, dir := range dirs {
		if root.Remove(dir) != nil { // it holds something: so do those above
			return
		}
	}
}

// writeTemp writes a new file beside the target and brings it to the disk.
func writeTemp(root *os.Root, name, content string) (string, error) {
	temp := name + ".new-" + strconv.Itoa(os.Getpid())
	if err := ignoreAbsent(root.Remove(temp)); err != nil { // left by a process of the same number
		return "", err
	}
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(content)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = root.Remove(temp)
	}
	return temp, err
}

// keep gives what is there a second name, the first free one for backups, so
// that the file is there at every moment. Where links cannot be made it is
// moved. A symbolic link is kept as it is: what it points to is not ours.
func keep(root *os.Root, name string) (string, error) {
	if _, err := root.Lstat(name); err != nil {
		return "", ignoreAbsent(err)
	}
	for n := 1; n < 10_000; n++ {
		backup := name + ".bak-" + strconv.Itoa(n)
		_, err := root.Lstat(backup)
		if errors.Is(err, fs.ErrNotExist) {
			if root.Link(name, backup) == nil {
				return backup, nil
			}
			return backup, root.Rename(name, backup)
		}
		if err != nil {
			return "", err
		}
	}
	return "", errors.New("there are 10,000 backups of it; remove some")
}

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// trouble makes a fault that names the file and a way out.
func trouble(doing, name string, err error) error {
	f := fault.OfFile(doing+" "+name, cause(err), "Check the folder's name.")
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		f.Code, f.Hint = fault.NotAFolder, "A part of the path is a file; write to another folder."
	case errors.Is(err, syscall.EXDEV), errors.Is(err, syscall.ELOOP), isEscape(err):
		f.Code, f.Hint = fault.PathTraversal, "A link there leads out of the folder; remove it, or write to another folder."
	}
	return f
}

// cause takes the system call and the path off an error: the message has them.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}

// isEscape recognises os.Root's refusal, which has no value to compare with
// (golang.org/issue/67002).
func isEscape(err error) bool {
	return fmt.Sprint(cause(err)) == "path escapes from parent"
}
