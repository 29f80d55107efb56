package selector

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sort"
	"strings"
	"syscall"
	"time"

	"aipack/backend/model/llm/keys"
)

// ollamaPort is where Ollama listens unless OLLAMA_HOST says otherwise.
const ollamaPort = "11434"

// ollamaAddress reads OLLAMA_HOST as Ollama's own client does: a host, a port
// or an address, with http and port 11434 where it names none.
func ollamaAddress(text string) (*url.URL, error) {
	text = strings.Trim(strings.TrimSpace(text), `"'`)
	if text == "" {
		text = "localhost"
	}
	port := ollamaPort
	scheme, rest, named := strings.Cut(text, "://")
	switch {
	case !named:
		scheme, rest = "http", text
	case scheme == "http":
		port = "80"
	case scheme == "https":
		port = "443"
	default:
		return nil, errors.New("its address is not valid: it must begin with http:// or https://")
	}
	hostPort, path, _ := strings.Cut(rest, "/")
	host, own, err := net.SplitHostPort(hostPort)
	if err == nil {
		port = own
	} else {
		host = strings.Trim(hostPort, "[]")
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1" // where it listens on every address
	}
	u, err := url.Parse(strings.TrimSuffix(scheme+"://"+net.JoinHostPort(host, port)+"/"+path, "/"))
	if err != nil || u.User != nil || u.Hostname() == "" || u.Port() != port {
		return nil, errors.New("its address is not valid, or holds a password")
	}
	return u, nil
}

// Tag is a model that Ollama has.
type Tag struct {
	Name   string
	Bytes  int64
	Remote bool // Ollama sends what it is asked to its own cloud
}

// OllamaCloud reports whether a model's name says that Ollama sends what it is
// asked to its own cloud (Ollama's documentation of cloud models).
func OllamaCloud(model string) bool {
	return strings.HasSuffix(model, "-cloud") || strings.HasSuffix(model, ":cloud")
}

// mostTags bounds the list that is read.
const mostTags = 4 << 20

// Tags asks Ollama for its models: GET /api/tags. They come sorted by name.
func Tags(ctx context.Context, client *http.Client, base string, key keys.Key, limit time.Duration) ([]Tag, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/api/tags", nil)
	if err != nil {
		return nil, errors.New("its address is not valid")
	}
	if !key.Empty() {
		request.Header.Set("Authorization", "Bearer "+key.Reveal())
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, plain(err, limit)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("HTTP status %d", answer.StatusCode)
	}
	var list struct {
		Models []struct {
			Name       string `json:"name"`
			Model      string `json:"model"`
			Size       int64  `json:"size"`
			RemoteHost string `json:"remote_host"`
		} `json:"models"`
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, mostTags)).Decode(&list); err != nil {
		if ctx.Err() != nil {
			return nil, plain(ctx.Err(), limit)
		}
		return nil, errors.New("what answers there is not Ollama")
	}
	out := []Tag{}
	for _, m := range list.Models {
		if name := first(m.Name, m.Model); name != "" {
			remote := m.RemoteHost != "" || OllamaCloud(name)
			out = append(out, Tag{Name: name, Bytes: m.Size, Remote: remote})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out, nil
}

// plain says in a few words why nobody answered.
func plain(err error, limit time.Duration) error {
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("the question was stopped")
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Errorf("no answer within %s", limit)
	case errors.Is(err, syscall.ECONNREFUSED):
		return errors.New("nothing listens there")
	case errors.As(err, &dns):
		return errors.New("there is no such host")
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return err
}
