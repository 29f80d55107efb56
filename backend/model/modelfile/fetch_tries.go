package modelfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"aipack/backend/base/fault"
)

// pull fetches until all bytes are there, over as many connections as it takes.
func (p *part) pull(ctx context.Context) error {
	fails, roomy := 0, false
	for try := 1; ; try++ {
		if p.Model.Bytes > 0 && p.off >= p.Model.Bytes {
			return nil
		}
		p.meter.try(try, p.Model.Bytes)
		before := p.off
		err := p.attempt(ctx, &roomy)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		var last *fault.Fault
		if errors.As(err, &last) {
			return last
		}
		if p.off > before {
			fails, try = 0, 0
		}
		if err == nil {
			continue
		}
		if fails++; fails >= p.Tries {
			return &fault.Fault{
				Code: fault.NetworkError, Message: fmt.Sprintf("fetching %s failed %d times in a row", p.Model.File, fails),
				Hint: "check the connection; what was fetched is kept, start it again to go on", Err: err,
			}
		}
		if err := p.wait(ctx, fails, err); err != nil {
			return err
		}
	}
}

// later is an error that says when to try again.
type later struct {
	error
	after time.Duration
}

// longestWait bounds the pause between two tries, a server's wish included.
const longestWait = 30 * time.Second

// wait pauses before the next try.
func (p *part) wait(ctx context.Context, fails int, why error) error {
	pause := min(p.Backoff<<min(fails-1, 10), longestWait)
	var l later
	if errors.As(why, &l) {
		pause = min(max(pause, l.after), 2*longestWait)
	}
	p.meter.waiting(reason(why), pause)
	t := time.NewTimer(pause)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

// reason says why a try failed, for whoever waits for the next.
func reason(err error) string {
	var dns *net.DNSError
	switch {
	case errors.As(err, &dns):
		return dns.Name + " was not found: there may be no internet connection"
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "the connection broke"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the server refused the connection"
	}
	return err.Error()
}

// attempt is one connection: what the file is, if that is not known yet, then
// its bytes. A fault ends the download; any other error is worth another try.
func (p *part) attempt(ctx context.Context, roomy *bool) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	dog := p.watch(cancel)
	defer dog.stop()
	if !p.looked {
		if err := p.look(ctx); err != nil {
			return err
		}
	}
	if !*roomy {
		if err := p.roomFor(p.Model.Bytes - p.off); err != nil {
			return err
		}
		*roomy = true
	}
	err := p.get(ctx, dog)
	if errors.Is(context.Cause(ctx), errStalled) {
		return errStalled
	}
	return err
}

// roomFor refuses a download that the disk cannot take.
func (p *part) roomFor(bytes int64) error {
	free, err := p.Free(p.shelf.Dir)
	if err != nil {
		return nil //nolint:nilerr // where the disk cannot be asked, writing to it will tell
	}
	if free >= bytes+spare {
		return nil
	}
	return &fault.Fault{
		Code: fault.DiskFull, Message: fmt.Sprintf("the disk is too full for %s: %s are free, %s are needed", p.Model.File, FileSize(free), FileSize(bytes+spare)),
		Hint: "free some space, or choose another folder with AIPACK_MODELS (now " + p.shelf.Dir + ")",
	}
}

// errStalled ends a connection on which nothing comes.
var errStalled = errors.New("no byte came for a while")

// watchdog ends a connection on which nothing comes.
type watchdog struct {
	timer *time.Timer
	every time.Duration
}

func (p *part) watch(cancel context.CancelCauseFunc) *watchdog {
	return &watchdog{every: p.Stall, timer: time.AfterFunc(p.FirstByte, func() {
		p.meter.stage(Stalled)
		cancel(errStalled)
	})}
}

func (w *watchdog) fed()  { w.timer.Reset(w.every) }
func (w *watchdog) stop() { w.timer.Stop() }

// address is the file's on the hub, of the pinned commit.
func (p *part) address() string {
	commit := p.Model.Commit
	if commit == "" {
		commit = "main"
	}
	return p.Endpoint + "/" + p.Model.Repo + "/resolve/" + commit + "/" + url.PathEscape(p.Model.File)
}

// look asks the hub what the file is: the first answer, before it leads to
// where the bytes are, names sum, size and commit (X-Linked-Etag,
// X-Linked-Size, X-Repo-Commit; huggingface_hub's get_hf_file_metadata).
func (p *part) look(ctx context.Context) error {
	client := *p.Client
	client.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		if len(via) < 5 && r.URL.Host == via[0].URL.Host && r.Response.Header.Get("X-Linked-Etag") == "" {
			return nil // a repository that was renamed
		}
		return http.ErrUseLastResponse
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, p.address(), nil)
	if err != nil {
		return &fault.Fault{Code: fault.WrongUse, Message: "the hub address " + p.Endpoint + " is not valid", Hint: "correct HF_ENDPOINT", Err: err}
	}
	req.Header.Set("Accept-Encoding", "identity")
	resp, err := client.Do(req)
	if err != nil {
		return lost(err)
	}
	resp.Body.Close()
	if resp.StatusCode >= 400 && resp.StatusCode != http.StatusMethodNotAllowed && resp.StatusCode != http.StatusNotImplemented {
		return p.refused(resp)
	}
	return p.pin(resp.Header)
}

// pin holds on to what the hub says the file is. What was pinned before wins.
func (p *part) pin(h http.Header) error {
	sum := strings.ToLower(strings.Trim(strings.TrimPrefix(h.Get("X-Linked-Etag"), "W/"), `"`))
	size, _ := strconv.ParseInt(h.Get("X-Linked-Size"), 10, 64)
	_, listed := Named(p.Model.ID)
	if isHex(sum, 64) && size > 0 {
		if (p.Model.SHA256 != "" && sum != p.Model.SHA256) || (p.Model.Bytes != 0 && size != p.Model.Bytes) {
			if listed {
				return &fault.Fault{
					Code: fault.ChecksumWrong, Message: "the server has another file under the name " + p.Model.File + "; nothing was fetched",
					Hint: "check HF_ENDPOINT: a mirror must hold the files as they were published",
				}
			}
			if err := p.restart(); err != nil {
				return err
			}
		}
		p.Model.SHA256, p.Model.Bytes = sum, size
		if commit := h.Get("X-Repo-Commit"); p.Model.Commit == "" && isHex(commit, 40) {
			p.Model.Commit = commit
		}
	}
	if p.Model.SHA256 == "" || p.Model.Bytes <= 0 {
		return &fault.Fault{
			Code: fault.ChecksumWrong, Message: "the server does not say what " + p.Model.File + " should be, so it cannot be checked; nothing was fetched",
			Hint: "fetch it with the hub's own tools, then take it in with aipack model import",
		}
	}
	p.looked = true
	p.meter.try(1, p.Model.Bytes)
	return p.keep()
}

// refused judges a status that is an answer, and no file.
func (p *part) refused(resp *http.Response) error {
	code := resp.StatusCode
	switch {
	case code == http.StatusTooManyRequests || code == http.StatusRequestTimeout || code >= 500:
		seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
		return later{fmt.Errorf("the server answers %s", resp.Status), time.Duration(max(0, min(seconds, 3600))) * time.Second}
	case code == http.StatusNotFound || code == http.StatusGone:
		return &fault.Fault{
			Code: fault.ModelNotFound, Message: "the server has no " + p.Model.File + " in " + p.Model.Repo,
			Hint: "check the name, and HF_ENDPOINT if it is set",
		}
	case code == http.StatusUnauthorized || code == http.StatusForbidden || code == http.StatusProxyAuthRequired || code == http.StatusUnavailableForLegalReasons:
		return &fault.Fault{
			Code: fault.PermissionDenied, Message: "the server does not give " + p.Model.File + " out: " + resp.Status,
			Hint: "check the proxy, or fetch the file by other means and take it in with aipack model import",
		}
	}
	return &fault.Fault{Code: fault.NetworkError, Message: "the server answers " + resp.Status, Hint: "check HF_ENDPOINT and the proxy"}
}

// lost strips an address from an error: signed ones are secrets.
func lost(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
