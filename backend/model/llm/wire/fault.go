package wire

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"syscall"

	"aipack/backend/model/llm"
)

// Peer is the model at the other end.
type Peer struct {
	provider string
	model    string
	key      string // never shown
	Looks    string // what an address of the server looks like, a sentence; "" where nobody knows
}

// Provider is the id that the server goes by.
func (p Peer) Provider() string { return p.provider }

// Model is the model's name on the server.
func (p Peer) Model() string { return p.model }

// Fault makes an *llm.Error of what a library returned, with what was seen of
// the exchange. err may be nil where only the exchange knows of a fault.
func (p Peer) Fault(ctx context.Context, x *Exchange, err error) *llm.Error {
	e := p.fault(ctx, x, err)
	e.Provider, e.Model = p.provider, p.model
	e.Message, e.Hint = redact(e.Message, p.key), redact(e.Hint, p.key)
	return e
}

func (p Peer) fault(ctx context.Context, x *Exchange, err error) *llm.Error {
	if reason := ctx.Err(); reason != nil {
		if errors.Is(reason, context.DeadlineExceeded) {
			return &llm.Error{Kind: llm.TimedOut, Message: "no answer within the time limit", Err: reason}
		}
		return &llm.Error{Kind: llm.Cancelled, Message: "stopped", Err: reason}
	}
	if known := (*llm.Error)(nil); errors.As(err, &known) {
		e := *known
		return &e
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case errors.Is(x.broken, errMoved):
		return &llm.Error{
			Kind: llm.BadRequest, Status: x.status, Message: "the server points to another address, " + x.moved,
			Hint: "set that address as the provider's base URL if you trust it",
		}
	case x.page:
		return p.page(x.status)
	case x.status >= http.StatusBadRequest:
		e := told(readReport(x.body), x.status)
		if e.Kind == llm.BadRequest && x.status == http.StatusNotFound {
			e.Hint = p.place(e.Hint)
		}
		if e.RetryAfter == 0 {
			e.RetryAfter = x.retryAfter
		}
		return e
	case errors.Is(x.broken, errLarge):
		return &llm.Error{Kind: llm.BadAnswer, Message: errLarge.Error()}
	case x.broken != nil:
		return broken(x.broken, x.status)
	case x.status == 0 && err != nil:
		return &llm.Error{Kind: llm.BadRequest, Message: "the request cannot be written: " + oneLine(err.Error())}
	case err == nil && x.whole:
		return p.unstreamed(x.tail)
	case err == nil && !x.ended:
		return &llm.Error{Kind: llm.BadAnswer, Message: "the answer has a line that is too long"}
	case err == nil:
		return &llm.Error{Kind: llm.Unreachable, Message: "the connection was cut in the middle of the answer"}
	}
	return &llm.Error{Kind: llm.BadAnswer, Message: "the answer is not what the protocol says: " + oneLine(err.Error())}
}

// place is the hint of a fault that the address may be the reason of.
func (p Peer) place(otherwise string) string {
	if p.Looks == "" {
		return otherwise
	}
	return p.Looks
}

// unstreamed is the fault of an answer that came as one JSON document. LM
// Studio and OpenRouter report faults so, with the status of a success.
func (p Peer) unstreamed(answer []byte) *llm.Error {
	var report struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(answer, &report) == nil && len(report.Error) > 0 && string(report.Error) != "null" {
		e := Told(answer, 0)
		if strings.Contains(strings.ToLower(e.Message), "unexpected endpoint") {
			e.Kind, e.Hint = llm.BadRequest, p.place("the server has no such path: check the base URL")
		}
		return e
	}
	return &llm.Error{
		Kind: llm.BadAnswer, Message: "the server gave its answer in one piece, not as a stream",
		Hint: p.place("check that the address belongs to a server of this kind"),
	}
}

// page is the fault of a web page in an answer's place: a proxy, a login page,
// or an address that belongs to something else.
func (p Peer) page(status int) *llm.Error {
	e := &llm.Error{Kind: llm.BadAnswer, Status: status, Message: "the server answered with a web page, not as a model would",
		Hint: p.place("check the base URL, and whether a proxy or login page stands in between")}
	if status >= http.StatusBadRequest {
		e.Kind = kindOfStatus(status)
	}
	return e
}

func broken(err error, status int) *llm.Error {
	var (
		timeout net.Error
		name    *net.DNSError
		unknown x509.UnknownAuthorityError
		invalid x509.CertificateInvalidError
		host    x509.HostnameError
	)
	switch {
	case errors.As(err, &name):
		return &llm.Error{Kind: llm.Unreachable, Message: "no server of that name is known", Hint: "check the address and the network", Err: err}
	case errors.Is(err, syscall.ECONNREFUSED):
		return &llm.Error{Kind: llm.Unreachable, Message: "nothing listens at the server's address", Hint: "start the server, or check its address", Err: err}
	case errors.As(err, &unknown), errors.As(err, &invalid), errors.As(err, &host):
		return &llm.Error{
			Kind: llm.Unreachable, Message: "the server's certificate is not to be trusted",
			Hint: "check the address, and whether a proxy stands in between", Err: err,
		}
	case errors.As(err, &timeout) && timeout.Timeout():
		return &llm.Error{Kind: llm.TimedOut, Message: "the server did not answer in time", Err: err}
	case status != 0:
		return &llm.Error{Kind: llm.Unreachable, Message: "the connection was cut in the middle of the answer", Err: err}
	}
	return &llm.Error{Kind: llm.Unreachable, Message: "no connection: " + oneLine(bare(err)), Err: err}
}

// bare is a transport's error without the address that it was sent to.
func bare(err error) string {
	var op *net.OpError
	if errors.As(err, &op) && op.Err != nil {
		return op.Err.Error()
	}
	return err.Error()
}

// redact takes the key out of a text, and whatever looks like one: servers
// repeat keys, whole or masked, in their messages.
func redact(text, key string) string {
	if len(key) >= 4 {
		text = strings.ReplaceAll(text, key, "[key]")
	}
	words := strings.Split(text, " ")
	for i, word := range words {
		if looksLikeKey(word) {
			words[i] = "[key]"
		}
	}
	return strings.Join(words, " ")
}

func looksLikeKey(word string) bool {
	if strings.Contains(word, "***") {
		return true
	}
	word = strings.TrimLeft(word, `"'(=`)
	for _, prefix := range []string{"sk-", "gsk_", "xai-", "AIza"} {
		if strings.HasPrefix(word, prefix) && len(word) >= len(prefix)+8 {
			return true
		}
	}
	return false
}

// NoKey is the fault of a provider that asks for a key and got none.
func NoKey(provider, model, variable string) *llm.Error {
	return &llm.Error{
		Kind: llm.Unauthorised, Provider: provider, Model: model, Message: "no key is set",
		Hint: "set " + variable + ", or the provider's key in Settings",
	}
}
