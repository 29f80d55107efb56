// Package checkpoint makes changes of files that were approved, keeps what the files were
// before, byte for byte, in the project's database, and puts that back. It never touches
// what git keeps. It asks nobody and judges no change.
package checkpoint

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"aipack/backend/agent/edit"
	"aipack/backend/base/fault"
	"aipack/backend/store/projectdb"
)

// Desk is where the files of one project are changed.
type Desk struct {
	root *os.Root
	db   *projectdb.Database
	turn sync.Mutex // one change at a time

	reached func(place string) // hears how far a change is, in tests
}

// Open opens a project's folder for changes, and clears away what a change left beside a
// file that was cut off.
func Open(dir string, db *projectdb.Database) (*Desk, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fault.OfFile("the project's folder cannot be opened", err, "check the path")
	}
	d := &Desk{root: root, db: db, reached: func(string) {}}
	if err := d.settle(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return d, nil
}

// Folder is the project's.
func (d *Desk) Folder() string { return d.root.Name() }

// Close ends the changes. What was kept stays.
func (d *Desk) Close() error { return d.root.Close() }

// settle removes files that changes were written into and that never took their places.
func (d *Desk) settle() error {
	left, err := d.db.Unsettled()
	for _, c := range left {
		if gone := d.root.Remove(filepath.FromSlash(c.Beside)); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			return fault.OfFile("a file that a change left cannot be removed: "+c.Beside, gone, "delete it")
		}
		if err := d.db.Settled(c.ID); err != nil {
			return err
		}
	}
	return err
}

// Where says in which conversation a change is made, and after which of its messages: 0 for
// a restoring, below 0 for the mark of one that Again makes undone.
type Where struct {
	Session string
	Message int
}

// Read is a file as it is; nil where there is none. Only what is a file, and no link, is
// read.
func (d *Desk) Read(file string) ([]byte, error) {
	now, _, err := d.look(file)
	return now, err
}

// usualMode are the rights of a new file, as far as the system's mask lets it have them.
const usualMode = 0o644

// look reads a file with its rights; they are 0 where there is none.
func (d *Desk) look(file string) ([]byte, fs.FileMode, error) {
	name := filepath.FromSlash(file)
	if err := d.straight(file); err != nil {
		return nil, 0, err
	}
	info, err := d.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0, nil
	case err != nil:
		return nil, 0, fault.OfFile(file+" cannot be looked at", err, "check it")
	case !info.Mode().IsRegular():
		return nil, 0, &fault.Fault{Code: fault.EditConflict, Message: file + " is no ordinary file", Hint: "links and folders are not changed; change the file that is meant"}
	}
	b, err := d.root.ReadFile(name)
	if err != nil {
		return nil, 0, fault.OfFile(file+" cannot be read", err, "check it")
	}
	if b == nil {
		b = []byte{}
	}
	return b, info.Mode().Perm(), nil
}

// straight refuses a path on which a link lies, also one within the project: what was
// decided on, and shown, would be another file than the one that is written, one of git's
// own for instance.
func (d *Desk) straight(file string) error {
	for at := path.Dir(file); at != "." && at != "/"; at = path.Dir(at) {
		info, err := d.root.Lstat(filepath.FromSlash(at))
		if err == nil && !info.IsDir() {
			return &fault.Fault{
				Code: fault.EditConflict, Message: at + " is no ordinary folder, so " + file + " is not looked at",
				Hint: "change the file where it lies, not through a link",
			}
		}
	}
	return nil
}

// Apply makes a change, once what the file is has been kept. It gives the checkpoint's
// number. Where the file is another one than the change was made of, nothing is done: the
// fault is EDIT_CONFLICT.
func (d *Desk) Apply(c edit.Change, where Where) (id int64, err error) {
	d.turn.Lock()
	defer d.turn.Unlock()
	now, mode, err := d.look(c.Path)
	if err != nil {
		return 0, err
	}
	if (now == nil) != (c.Before == nil) || !bytes.Equal(now, c.Before) {
		return 0, &fault.Fault{Code: fault.EditConflict, Message: c.Path + " has changed since the change was made for it; nothing was written", Hint: "read it again"}
	}
	if id, err = d.put(c.Path, now, c.After, mode, where); err != nil {
		return id, err
	}
	return id, d.db.Settled(id)
}

// put writes a content into a file, or removes it where that is nil. The checkpoint is
// still to be settled.
func (d *Desk) put(file string, now, then []byte, mode fs.FileMode, where Where) (int64, error) {
	row := projectdb.Checkpoint{Session: where.Session, Message: where.Message, Path: file, Was: sum(now), Mode: uint32(mode), Became: sum(then)}
	if then != nil {
		row.Beside = path.Join(path.Dir(file), ".aipack-"+strings.ToLower(rand.Text())+".tmp")
		row.Folder = d.missing(path.Dir(file))
	}
	packed, err := pack(now)
	if err != nil {
		return 0, err
	}
	id, err := d.db.SaveCheckpoint(row, packed)
	if err != nil {
		return 0, fmt.Errorf("keeping what %s is, so nothing was written: %w", file, err)
	}
	d.reached("kept")
	if then == nil {
		if err := d.root.Remove(filepath.FromSlash(file)); err != nil {
			return id, fault.OfFile(file+" cannot be deleted", err, "check your rights")
		}
		return id, nil
	}
	if err := d.write(file, row.Beside, then, mode); err != nil {
		return id, errors.Join(fault.OfFile(file+" cannot be written", err, "check your rights, and the room on the disk"), d.settle())
	}
	d.reached("placed")
	return id, nil
}

// write puts a content beside a file and then in its place: it is there whole or not at
// all.
func (d *Desk) write(file, beside string, content []byte, mode fs.FileMode) error {
	if err := d.root.MkdirAll(filepath.FromSlash(path.Dir(file)), 0o755); err != nil {
		return err
	}
	f, err := d.root.OpenFile(filepath.FromSlash(beside), os.O_WRONLY|os.O_CREATE|os.O_EXCL, cmp.Or(mode, usualMode))
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	if mode != 0 && err == nil {
		err = f.Chmod(mode) // the system's mask may take some of the rights that the old file has
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	d.reached("beside")
	return d.root.Rename(filepath.FromSlash(beside), filepath.FromSlash(file))
}

// missing is the uppermost folder of a path that is not there; "" where all are.
func (d *Desk) missing(dir string) (first string) {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if _, err := d.root.Lstat(filepath.FromSlash(dir)); err == nil {
			break
		}
		first = dir
	}
	return first
}

// sum names a content; "" stands for none.
func sum(content []byte) string {
	if content == nil {
		return ""
	}
	s := sha256.Sum256(content)
	return hex.EncodeToString(s[:])
}

var packer = sync.OnceValues(func() (*zstd.Encoder, error) { return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1)) })

func pack(content []byte) ([]byte, error) {
	e, err := packer()
	if err != nil || content == nil {
		return nil, err
	}
	return e.EncodeAll(content, []byte{}), nil
}

var unpacker = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
})

// content is what a file was, nil where it was not there. Damage is an error: what is put
// back is what was kept.
func (d *Desk) content(name string) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	packed, err := d.db.Content(name)
	if err != nil {
		return nil, err
	}
	u, err := unpacker()
	if err != nil {
		return nil, err
	}
	b, err := u.DecodeAll(packed, []byte{})
	if err == nil && sum(b) != name {
		err = errors.New("what is kept of it is damaged")
	}
	return b, err
}
