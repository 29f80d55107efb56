package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"aipack/backend/base/fault"
)

// WriteOptions say what may happen to files that are there.
type WriteOptions struct {
	Force bool     // replace files, keeping each as <name>.bak-<n>
	Over  []string // paths of those that are replaced in any case, and not kept: somebody else has them
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
// appears whole or not at all, none before all are on the disk, and no link leads out
// of the folder. Other failures are PERMISSION_DENIED or INTERNAL faults that name the
// file and say what to do.
func Write(dir string, files []File, o WriteOptions) ([]Written, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, trouble("opening the folder", dir, err)
	}
	defer root.Close()
	if err := inTheWay(root, files, o); err != nil {
		return nil, err
	}
	s, err := stage(root, files)
	if err != nil {
		return nil, err
	}
	return s.place(o.Over)
}

// Check gives the fault with which Write would refuse files without Force, nil
// where nothing is in their way; over as WriteOptions has it.
func Check(dir string, files []File, over ...string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return trouble("opening the folder", dir, err)
	}
	defer root.Close()
	return inTheWay(root, files, WriteOptions{Over: over})
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
			if !takesIn(root, f) && !slices.Contains(o.Over, f.Path) {
				there = append(there, f.Path)
			}
		}
		if f.Path == ComposeFile {
			own = OwnComposeIn(func(name string) bool { _, err := root.Lstat(name); return err == nil })
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
		Code: fault.FileExists, Message: strings.Join(append(said, own.Sentences()...), "; "),
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

// takesIn reports whether the file that is there is a .dockerignore whose patterns all
// stand in ours, so that ours says no less. The old one is kept all the same.
func takesIn(root *os.Root, f File) bool {
	if path.Base(f.Path) != ".dockerignore" {
		return false
	}
	old, err := root.ReadFile(filepath.FromSlash(f.Path))
	if err != nil || len(old) > 1<<20 {
		return false
	}
	ours := map[string]bool{}
	for line := range strings.Lines(f.Content) {
		ours[strings.TrimSpace(line)] = true
	}
	for line := range strings.Lines(string(old)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !ours[line] {
			return false
		}
	}
	return true
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
	if errors.Is(err, syscall.EXDEV) || errors.Is(err, syscall.ELOOP) || isEscape(err) {
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
