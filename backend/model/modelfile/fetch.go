package modelfile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/model/modelfile/gguf"
)

// Hub is where models are fetched from: HF_ENDPOINT, else Hugging Face.
func Hub() string {
	if at := strings.TrimRight(os.Getenv("HF_ENDPOINT"), "/"); at != "" {
		return at
	}
	return "https://huggingface.co"
}

// Fetcher fetches model files. Its zero value fetches from Hub with the
// proxies of the environment.
type Fetcher struct {
	Endpoint  string
	Client    *http.Client
	Free      func(dir string) (int64, error) // bytes that a disk can take
	Now       func() time.Time
	FirstByte time.Duration // without an answer for this long, try again
	Stall     time.Duration // without a byte for this long, try again
	Backoff   time.Duration // before the second try; doubles up to half a minute
	Tries     int           // in a row without a byte
}

func (f Fetcher) filled() Fetcher {
	if f.Endpoint == "" {
		f.Endpoint = Hub()
	}
	if f.Client == nil {
		f.Client = &http.Client{Transport: http.DefaultTransport} // it asks the environment for proxies
	}
	if f.Free == nil {
		f.Free = Free
	}
	if f.Now == nil {
		f.Now = time.Now
	}
	f.FirstByte = either(f.FirstByte, 30*time.Second)
	f.Stall = either(f.Stall, 10*time.Second)
	f.Backoff = either(f.Backoff, 500*time.Millisecond)
	if f.Tries == 0 {
		f.Tries = 8
	}
	return f
}

func either(d, usual time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return usual
}

// errClosing is the cause of a download that ends because its program does: it
// goes on at the next start.
var errClosing = errors.New("the program ends")

// spare is left free on the disk besides the file.
const spare = 256 << 20

// part is a download under way; its record lies beside the part.
type part struct {
	Fetcher
	shelf  Shelf
	base   string // path of the finished file
	meter  *meter
	file   *os.File
	sum    hash.Hash // of the first off bytes
	off    int64
	looked bool // the hub was asked what the file is
	whole  bool // ask for the whole file: ranges cannot be trusted
	partRecord
}

// partRecord is kept beside a part.
type partRecord struct {
	record
	Tag    string `json:"tag,omitempty"`    // the server's ETag
	Paused bool   `json:"paused,omitempty"` // by the user; otherwise it goes on by itself
}

// Fetch brings a model onto the shelf and gives it there. What an earlier try
// had fetched is checked and kept. Cancelling ctx keeps the part. hear, which
// may be nil, is told at most a few times a second, and once for every stage.
func (f Fetcher) Fetch(ctx context.Context, s Shelf, m Model, hear func(Progress)) (Entry, error) {
	f = f.filled()
	p := &part{Fetcher: f, shelf: s, base: filepath.Join(s.Dir, m.File), meter: newMeter(m, f.Now, hear)}
	defer p.meter.close()
	p.Version, p.Model = 1, m
	held, err := lock(p.base)
	if err != nil {
		return Entry{}, err
	}
	defer held.release()
	if e := s.entry(m); e.State == Ready {
		p.meter.done(e.Bytes)
		p.meter.stage(Done)
		return e, nil
	}
	if err := p.run(ctx); err != nil {
		return Entry{}, p.ended(ctx, err)
	}
	p.meter.stage(Done)
	return s.Find(m.ID)
}

// run does the whole of it, from the part that is there to the finished file.
func (p *part) run(ctx context.Context) error {
	if err := p.open(ctx); err != nil {
		return err
	}
	defer p.file.Close()
	for restarts := 0; ; restarts++ {
		if err := p.pull(ctx); err != nil {
			return err
		}
		p.meter.stage(Verifying)
		if p.off == p.Model.Bytes && hex.EncodeToString(p.sum.Sum(nil)) == p.Model.SHA256 {
			return p.finish()
		}
		if err := p.restart(); err != nil {
			return err
		}
		if restarts > 0 {
			return &fault.Fault{
				Code: fault.ChecksumWrong, Message: "the server sent another file than " + p.Model.File + " twice: its SHA-256 is not the one expected",
				Hint: "the wrong file was deleted; try again later, or from another server (HF_ENDPOINT)",
			}
		}
	}
}

// open takes up the part that is there, reading it again for its sum.
func (p *part) open(ctx context.Context) error {
	var old partRecord
	if err := readJSON(p.base+partEnding+recordEnding, &old); err == nil && old.check() == nil && p.same(old.Model) {
		p.Tag = old.Tag
		p.Model.Commit, p.Model.Bytes, p.Model.SHA256 = old.Model.Commit, old.Model.Bytes, old.Model.SHA256
	} else if err := os.Remove(p.base + partEnding); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var err error
	if p.file, err = os.OpenFile(p.base+partEnding, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return &fault.Fault{
			Code: fault.PermissionDenied, Message: "the folder of the models cannot be written to",
			Hint: "make " + p.shelf.Dir + " writable, or name another one with AIPACK_MODELS", Err: err,
		}
	}
	p.sum = sha256.New()
	info, err := p.file.Stat()
	if err != nil {
		return err
	}
	if p.Model.Bytes > 0 && info.Size() > p.Model.Bytes {
		return p.restart()
	}
	if info.Size() > 0 {
		p.meter.try(1, p.Model.Bytes)
		p.meter.stage(Checking)
		if p.off, err = rehash(ctx, p.file, p.sum, p.meter); err != nil {
			return err
		}
	}
	p.meter.done(p.off)
	return p.keep()
}

// same says whether a part's record is of the file that is wanted now.
func (p *part) same(old Model) bool {
	m := p.Model
	return old.File == m.File && old.Repo == m.Repo && (m.SHA256 == "" || old.SHA256 == m.SHA256) &&
		(m.Bytes == 0 || old.Bytes == m.Bytes) && (m.Commit == "" || old.Commit == m.Commit)
}

// rehash reads what is there.
func rehash(ctx context.Context, f *os.File, sum hash.Hash, m *meter) (int64, error) {
	buf := make([]byte, 1<<20)
	off := int64(0)
	for {
		if err := ctx.Err(); err != nil {
			return off, context.Cause(ctx)
		}
		n, err := f.ReadAt(buf, off)
		sum.Write(buf[:n])
		off += int64(n)
		m.done(off)
		if errors.Is(err, io.EOF) {
			return off, nil
		}
		if err != nil {
			return off, fmt.Errorf("reading what was fetched before: %w", err)
		}
	}
}

// restart throws away what was fetched.
func (p *part) restart() error {
	p.off, p.Tag = 0, ""
	p.sum = sha256.New()
	p.meter.done(0)
	return p.file.Truncate(0)
}

// keep writes the record beside the part.
func (p *part) keep() error {
	if err := writeJSON(p.base+partEnding+recordEnding, p.partRecord); err != nil {
		return unwritable(err)
	}
	return nil
}

// finish makes the part the file: only what is on the disk and has the right
// sum ever bears its name.
func (p *part) finish() error {
	if err := p.file.Sync(); err != nil {
		return unwritable(fmt.Errorf("writing %s: %w", p.Model.File, err))
	}
	if err := p.file.Close(); err != nil {
		return err
	}
	if _, listed := Named(p.Model.ID); !listed {
		header, err := gguf.Read(p.base + partEnding)
		if err != nil {
			return errors.Join(
				&fault.Fault{
					Code: fault.SyntaxError, Message: p.Model.File + " was fetched whole, and cannot be used; it was deleted",
					Hint: "choose a GGUF file in one part", Err: err,
				},
				os.Remove(p.base+partEnding), os.Remove(p.base+partEnding+recordEnding))
		}
		pinned := p.Model
		r := record{Version: recordVersion, Model: described(p.Model.File, p.base+partEnding, header)}
		r.Model.Repo, r.Model.Commit, r.Model.SHA256 = pinned.Repo, pinned.Commit, pinned.SHA256
		if err := writeJSON(p.base+recordEnding, r); err != nil {
			return err
		}
	}
	if err := os.Rename(p.base+partEnding, p.base); err != nil {
		return fmt.Errorf("putting %s in its place: %w", p.Model.File, err)
	}
	if err := os.Remove(p.base + partEnding + recordEnding); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return settle(p.shelf.Dir)
}

// ended says how a download that came to nothing stands.
func (p *part) ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		why := context.Cause(ctx)
		if !errors.Is(why, errClosing) && p.file != nil {
			p.Paused = true
			why = errors.Join(why, p.keep())
		}
		p.meter.stage(Paused)
		return &fault.Fault{Code: fault.Canceled, Message: "the download was stopped", Hint: "what was fetched is kept; start it again to go on", Err: why}
	}
	var f *fault.Fault
	if !errors.As(err, &f) {
		f = &fault.Fault{Code: fault.Internal, Message: "fetching " + p.Model.File + " failed", Hint: "start it again; what was fetched is kept", Err: err}
	}
	p.meter.failed(f)
	return f
}
