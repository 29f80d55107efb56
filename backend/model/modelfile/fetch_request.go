package modelfile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"syscall"

	"aipack/backend/base/fault"
)

// Errors that another try may mend.
var (
	errJunk    = errors.New("the server sends something else than the file")
	errRange   = errors.New("the server sends another range than was asked for")
	errChanged = errors.New("the file may have changed on the server")
)

// get fetches from where the part ends.
func (p *part) get(ctx context.Context, dog *watchdog) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.address(), nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept-Encoding", "identity") // ranges count bytes of the file
	if p.off > 0 && !p.whole {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", p.off))
		if strings.HasPrefix(p.Tag, `"`) {
			req.Header.Set("If-Range", p.Tag)
		}
	}
	resp, err := p.Client.Do(req)
	if err != nil {
		return lost(err)
	}
	defer resp.Body.Close()
	dog.fed()
	switch resp.StatusCode {
	case http.StatusPartialContent:
		if err := p.ranged(resp.Header); err != nil {
			return err
		}
		return p.take(ctx, resp.Body, dog)
	case http.StatusOK:
		return p.full(ctx, resp, dog)
	case http.StatusRequestedRangeNotSatisfiable:
		p.whole = true
		return errRange
	}
	return p.refused(resp)
}

// ranged checks that the answer goes on where the part ends, in the same file.
// Where it does not, the next try asks for all and compares.
func (p *part) ranged(h http.Header) error {
	first, total, ok := contentRange(h.Get("Content-Range"))
	switch {
	case !ok || first != p.off || (total >= 0 && total != p.Model.Bytes):
		p.whole = true
		return errRange
	case p.Tag != "" && h.Get("ETag") != "" && h.Get("ETag") != p.Tag:
		p.whole = true
		return errChanged
	}
	return p.tagged(h)
}

// tagged keeps the server's mark of this version of the file.
func (p *part) tagged(h http.Header) error {
	if tag := h.Get("ETag"); tag != "" && tag != p.Tag && len(tag) < 256 {
		p.Tag = tag
		return p.keep()
	}
	return nil
}

// full reads an answer that begins at the file's beginning. What is on the
// disk already is compared as it passes; where it differs, the disk is wrong
// from there on.
func (p *part) full(ctx context.Context, resp *http.Response, dog *watchdog) error {
	if resp.ContentLength >= 0 && resp.ContentLength != p.Model.Bytes {
		return fmt.Errorf("%w: %d bytes instead of %d", errJunk, resp.ContentLength, p.Model.Bytes)
	}
	head := make([]byte, 4)
	if _, err := io.ReadFull(resp.Body, head); err != nil {
		return err
	}
	if string(head) != "GGUF" { // a sign-in page of a hotel, say: the part is not its to spoil
		return errJunk
	}
	body := io.MultiReader(bytes.NewReader(head), resp.Body)
	if p.off > 0 {
		if err := p.compare(ctx, body, dog); err != nil {
			return err
		}
	}
	p.whole = false
	if err := p.tagged(resp.Header); err != nil {
		return err
	}
	return p.take(ctx, body, dog)
}

// compare reads as many bytes as are on the disk, up to the first that differ.
func (p *part) compare(ctx context.Context, body io.Reader, dog *watchdog) error {
	p.meter.stage(Checking)
	came, there := make([]byte, 256<<10), make([]byte, 256<<10)
	sum := sha256.New()
	for at := int64(0); at < p.off; {
		n, err := io.ReadFull(body, came[:min(int64(len(came)), p.off-at)])
		if _, failed := p.file.ReadAt(there[:n], at); failed != nil {
			return fmt.Errorf("reading what was fetched before: %w", failed)
		}
		if !bytes.Equal(came[:n], there[:n]) {
			p.off, p.sum = at, sum
			if err := p.file.Truncate(at); err != nil {
				return err
			}
			return p.write(came[:n])
		}
		if err != nil {
			return err
		}
		sum.Write(came[:n])
		at += int64(n)
		dog.fed()
		p.meter.done(at)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// take writes what comes, up to the file's length.
func (p *part) take(ctx context.Context, body io.Reader, dog *watchdog) error {
	buf := make([]byte, 256<<10)
	for p.off < p.Model.Bytes {
		n, err := body.Read(buf[:min(int64(len(buf)), p.Model.Bytes-p.off)])
		if n > 0 {
			dog.fed()
			p.meter.stage(Fetching)
			if err := p.write(buf[:n]); err != nil {
				return err
			}
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, io.EOF) && p.off < p.Model.Bytes:
			return io.ErrUnexpectedEOF
		case err != nil && !errors.Is(err, io.EOF):
			return lost(err)
		}
	}
	return nil
}

func (p *part) write(b []byte) error {
	if _, err := p.file.WriteAt(b, p.off); err != nil {
		return unwritable(fmt.Errorf("writing %s: %w", p.Model.File, err))
	}
	p.sum.Write(b)
	p.off += int64(len(b))
	p.meter.done(p.off)
	return nil
}

// unwritable gives a failed write its code: no second try mends a disk.
func unwritable(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return &fault.Fault{Code: fault.DiskFull, Message: "the disk is full", Hint: "free some space, then start it again; what was fetched is kept", Err: err}
	}
	return &fault.Fault{Code: fault.PermissionDenied, Message: "the disk does not take the file", Hint: "check the folder of the models", Err: err}
}

// contentRange reads "bytes FIRST-LAST/TOTAL"; total is -1 where it is *.
func contentRange(s string) (first, total int64, ok bool) {
	rest, found := strings.CutPrefix(s, "bytes ")
	span, all, cut := strings.Cut(rest, "/")
	from, _, dash := strings.Cut(span, "-")
	if !found || !cut || !dash {
		return 0, 0, false
	}
	first, err := strconv.ParseInt(from, 10, 64)
	if err != nil || first < 0 {
		return 0, 0, false
	}
	if all == "*" {
		return first, -1, true
	}
	total, err = strconv.ParseInt(all, 10, 64)
	return first, total, err == nil && total > 0
}
