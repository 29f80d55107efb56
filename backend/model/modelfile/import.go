package modelfile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/model/modelfile/gguf"
)

// Import takes a user's own GGUF file onto the shelf: as a hard link where the
// disk allows it, else as a copy, or, with inPlace, where it is. Its header is
// read and checked first.
func (s Shelf) Import(ctx context.Context, path string, inPlace bool, hear func(Progress)) (Entry, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return Entry{}, err
	}
	header, err := gguf.Read(path)
	if err != nil {
		return Entry{}, unusable(path, err)
	}
	if header.Parts > 1 {
		return Entry{}, &fault.Fault{
			Code: fault.SyntaxError, Message: filepath.Base(path) + " is one part of several",
			Hint: "join the parts with llama.cpp's llama-gguf-split --merge, then import the result",
		}
	}
	if header.Architecture == "" || header.Tensors == 0 {
		return Entry{}, &fault.Fault{Code: fault.SyntaxError, Message: filepath.Base(path) + " holds no model", Hint: "choose a GGUF file with a model's weights"}
	}
	file := tidy(filepath.Base(path))
	r := record{Version: recordVersion, Model: described(file, path, header), Source: path}
	base := filepath.Join(s.Dir, file)
	held, err := lock(base)
	if err != nil {
		return Entry{}, err
	}
	defer held.release()
	if _, listed := Named(file); listed {
		return s.adopt(ctx, path, base, file, hear)
	}
	if inPlace {
		r.Path = path
	} else if err := s.place(ctx, path, base, r.Model, hear); err != nil {
		return Entry{}, err
	}
	if err := writeJSON(base+recordEnding, r); err != nil {
		return Entry{}, err
	}
	return s.Find(r.Model.ID)
}

// Import takes in a user's file. It is listed while it is copied, and Cancel
// ends it.
func (d *Downloads) Import(ctx context.Context, path string, inPlace bool) (Entry, error) {
	file := tidy(filepath.Base(path))
	m, listed := Named(file)
	if !listed {
		m = Model{ID: ownID(file), Name: file, File: file}
	}
	ctx, j, err := d.enter(ctx, m)
	if err != nil {
		return Entry{}, err
	}
	if j == nil {
		return Entry{}, &fault.Fault{Code: fault.Busy, Message: file + " is being fetched or taken in already", Hint: "wait until that has ended, or cancel it"}
	}
	defer d.wg.Done()
	defer close(j.ended)
	e, err := d.Shelf.Import(ctx, path, inPlace, d.hear(j))
	d.mu.Lock()
	j.stop(nil)
	delete(d.jobs, m.ID)
	d.mu.Unlock()
	d.tell()
	return e, err
}

// adopt takes in a file that bears the name of one of the catalogue, if it is
// that one: fetched by other means, say.
func (s Shelf) adopt(ctx context.Context, path, base, file string, hear func(Progress)) (Entry, error) {
	m, _ := Named(file)
	if err := Verify(ctx, path, m, hear); err != nil {
		return Entry{}, err
	}
	if err := s.place(ctx, path, base, m, hear); err != nil {
		return Entry{}, err
	}
	return s.Find(m.ID)
}

func unusable(path string, err error) error {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return &fault.Fault{Code: fault.FileNotFound, Message: "there is no file " + path, Hint: "check the path"}
	case errors.Is(err, os.ErrPermission):
		return &fault.Fault{Code: fault.PermissionDenied, Message: "no permission to read " + path, Hint: "make the file readable"}
	}
	return &fault.Fault{Code: fault.SyntaxError, Message: filepath.Base(path) + " cannot be used", Hint: "choose a GGUF file with a model's weights", Err: err}
}

// tidy makes a name that is one plain path element out of any.
func tidy(name string) string {
	name = strings.Map(func(r rune) rune {
		if plainName("x" + string(r)) {
			return r
		}
		return '-'
	}, name)
	name = strings.TrimLeft(name, ".-")
	if stem := strings.TrimSuffix(strings.ToLower(name), ".gguf"); len(stem) < len(name) {
		name = name[:len(stem)]
	}
	if name == "" {
		name = "model"
	}
	return name[:min(len(name), 180)] + ".gguf"
}

// described is a model that only its own header tells about.
func described(file, path string, h gguf.Header) Model {
	m := Model{
		ID: ownID(file), Name: strings.TrimSuffix(file, ".gguf"), File: file, Context: h.Context, Cache: h.Cache, Weights: h.Parameters, Active: h.Active,
		Quantisation: h.Quantisation, Architecture: h.Architecture, Licence: h.Licence, Vectors: h.Encoder,
	}
	if h.Name != "" && len(h.Name) < 80 {
		m.Name = h.Name
	}
	if h.Parameters > 0 {
		m.Parameters = gguf.Count(h.Parameters)
	}
	if info, err := os.Stat(path); err == nil {
		m.Bytes = info.Size()
		m.Need = m.OnDevice()
	}
	return m
}

// place puts a file onto the shelf: a link, else a copy that bears its name
// only when it is whole.
func (s Shelf) place(ctx context.Context, from, to string, m Model, hear func(Progress)) error {
	if there, err := os.Stat(to); err == nil {
		if source, err := os.Stat(from); err == nil && os.SameFile(source, there) {
			return nil
		}
		return &fault.Fault{
			Code: fault.FileExists, Message: "there is a model named " + filepath.Base(to) + " already",
			Hint: "remove it first (aipack model remove), or rename the new file",
		}
	}
	link := s.link
	if link == nil {
		link = os.Link
	}
	if link(from, to) == nil {
		return nil
	}
	if free, err := Free(filepath.Dir(to)); err == nil && free < m.Bytes+spare {
		return &fault.Fault{
			Code: fault.DiskFull, Message: fmt.Sprintf("the disk is too full for a copy: %s are free, %s are needed", FileSize(free), FileSize(m.Bytes+spare)),
			Hint: "use the file where it is (aipack model import --in-place), or free some space",
		}
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	next := to + ".copy"
	out, err := os.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	meter := newMeter(m, time.Now, hear)
	defer meter.close()
	meter.stage(Copying)
	err = through(ctx, in, out, meter)
	if ctx.Err() != nil {
		return errors.Join(&fault.Fault{Code: fault.Canceled, Message: "taking the file in was stopped", Hint: "nothing of it is kept"}, out.Close(), os.Remove(next))
	}
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return errors.Join(unwritable(err), os.Remove(next))
	}
	if err := os.Rename(next, to); err != nil {
		return err
	}
	meter.stage(Done)
	return settle(filepath.Dir(to))
}

// through copies, telling how far it is.
func through(ctx context.Context, in io.Reader, out io.Writer, m *meter) error {
	buf := make([]byte, 1<<20)
	done := int64(0)
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		n, err := in.Read(buf)
		if _, failed := out.Write(buf[:n]); failed != nil {
			return failed
		}
		done += int64(n)
		m.done(done)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Verify reads a whole file and compares its sum, or, for one whose sum nobody
// knows, its header.
func Verify(ctx context.Context, path string, m Model, hear func(Progress)) error {
	if m.SHA256 == "" {
		_, err := gguf.Read(path)
		if err != nil {
			return unusable(path, err)
		}
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return unusable(path, err)
	}
	defer f.Close()
	meter := newMeter(m, time.Now, hear)
	defer meter.close()
	meter.stage(Verifying)
	sum := sha256.New()
	if err := through(ctx, f, sum, meter); err != nil {
		if ctx.Err() != nil {
			return &fault.Fault{Code: fault.Canceled, Message: "checking was stopped", Err: ctx.Err()}
		}
		return unusable(path, err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != m.SHA256 {
		return &fault.Fault{
			Code: fault.ChecksumWrong, Message: filepath.Base(path) + " is not the file that was published: its SHA-256 is " + got + " instead of " + m.SHA256,
			Hint: "remove it and download it again",
		}
	}
	meter.stage(Done)
	return nil
}
