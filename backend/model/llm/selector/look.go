package selector

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"aipack/backend/model/llm/keys"
)

// Look says how one provider stands with what the user prefers for it.
func (s Chooser) Look(ctx context.Context, provider string, w Want) (Candidate, State, string) {
	return s.look(ctx, provider, w, probeLimit)
}

func (s Chooser) look(ctx context.Context, provider string, w Want, limit time.Duration) (Candidate, State, string) {
	c, state, reason := s.find(ctx, provider, w, limit)
	if state == Ready && s.Unfit != nil {
		if problem := s.Unfit(c); problem != "" {
			return c, NoTools, problem
		}
	}
	return c, state, reason
}

func (s Chooser) find(ctx context.Context, provider string, w Want, limit time.Duration) (Candidate, State, string) {
	set := w.Preferences[provider]
	c := Candidate{Provider: provider, Name: Name(provider), Model: first(w.Model, set.Model), BaseURL: first(w.BaseURL, set.BaseURL)}
	if s.Make[provider] == nil {
		return c, Absent, "this program does not hold it"
	}
	c.KeyName = keys.Name(provider)
	switch provider {
	case "ollama":
		return s.ollama(ctx, c, w.Provider == provider || w.Fallback == provider, limit)
	case "embedded":
		return s.embedded(ctx, c)
	}
	return s.keyed(ctx, c)
}

func first(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}

// address checks an address that the user gave.
func address(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, fmt.Errorf("its address is not valid: it must begin with http:// or https://")
	}
	if u.User != nil {
		return nil, fmt.Errorf("its address holds a password; save it as the key instead")
	}
	return u, nil
}

// near says that a host is this machine or in its own network.
func near(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".internal") {
		return true
	}
	ip := net.ParseIP(host)
	if ip == nil {
		return !strings.Contains(host, ".") // a name of the local network
	}
	return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified()
}

// nearby says that an address is of this machine or its own network.
func nearby(base string) bool {
	u, err := url.Parse(base)
	return err == nil && u.Hostname() != "" && near(u.Hostname())
}

// local says that a host is this machine itself.
func local(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// bare says that what is sent to an address crosses a network unencrypted.
func bare(base string) bool {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" {
		return false
	}
	return !local(u.Hostname())
}

func (s Chooser) embedded(ctx context.Context, c Candidate) (Candidate, State, string) {
	if s.Embedded == nil {
		return c, Absent, "this program does not hold it"
	}
	model, err := s.Embedded(ctx, c.Model)
	var lacking Lacking
	switch {
	case errors.As(err, &lacking):
		return c, Absent, err.Error()
	case err != nil:
		return c, NoModel, err.Error()
	}
	c.Model = first(model, UsualModel("embedded"))
	return c, Ready, c.Model + " is on this machine"
}

// Preferred are Ollama's models in the order that the specification's
// catalogue recommends them; one without a tag is any of its family.
func Preferred() []string {
	return []string{"qwen2.5-coder:7b", "qwen2.5-coder:14b", "qwen2.5-coder:32b", "qwen2.5-coder", "llama3.1", "mistral-nemo"}
}

func (s Chooser) order(ctx context.Context) []string {
	if s.Order != nil {
		return s.Order(ctx)
	}
	return Preferred()
}

// ollama looks at Ollama. A model that Ollama sends to its own cloud is one of
// the cloud: it is asked only where the user named it and chose Ollama, or
// keeps a key for it.
func (s Chooser) ollama(ctx context.Context, c Candidate, chosen bool, limit time.Duration) (Candidate, State, string) {
	base, err := ollamaAddress(first(c.BaseURL, s.Getenv("OLLAMA_HOST")))
	if err != nil {
		return c, Unreachable, err.Error()
	}
	c.BaseURL, c.Cloud = base.String(), !near(base.Hostname())
	if found, err := s.Keys.Find(ctx, sendable(keys.Account{Provider: "ollama", Host: base.Host, Variables: keys.Names("ollama")}, c.BaseURL)); err == nil {
		c.Key = found
	}
	models, err := Tags(ctx, s.HTTP, c.BaseURL, c.Key.Key, limit)
	if err != nil {
		return c, Unreachable, "it does not answer at " + c.BaseURL + ": " + err.Error()
	}
	order := Preferred()
	if c.Model == "" && !c.Cloud && local(base.Hostname()) {
		order = s.order(ctx)
	}
	model, note := pick(models, c.Model, order)
	if model.Name == "" {
		return c, NoModel, note
	}
	c.Model = model.Name
	if model.Remote {
		c.Cloud, c.Name = true, c.Name+"'s cloud"
		if !chosen && c.Key.Key.Empty() {
			return c, NoConsent, model.Name + " runs in Ollama's cloud, which is asked only when you choose Ollama as the provider"
		}
		note = model.Name + " runs in its cloud, not on your machine"
	}
	if note != "" {
		note = "; " + note
	}
	return c, Ready, "it answers at " + c.BaseURL + note
}

// pick chooses among what Ollama holds. A model that Ollama itself would send
// to its own cloud is taken only when the user names it.
func pick(models []Tag, want string, order []string) (model Tag, note string) {
	if want != "" {
		for _, m := range models {
			if m.Name == want || m.Name == want+":latest" {
				return m, ""
			}
		}
		return Tag{}, "it has no model " + want
	}
	var here []Tag
	for _, m := range models {
		if !m.Remote {
			here = append(here, m)
		}
	}
	best := order[0]
	for _, p := range order {
		for _, m := range here {
			if m.Name == p || !strings.Contains(p, ":") && strings.HasPrefix(m.Name, p+":") {
				if m.Name == best {
					return m, ""
				}
				return m, "it has no " + best + ", so " + m.Name + " is asked"
			}
		}
	}
	switch {
	case len(here) > 0:
		return here[0], "it has no " + best + ", so " + here[0].Name + " is asked"
	case len(models) > 0:
		return Tag{}, "it answers, but all its models run in its cloud: name one to ask it, or ollama pull " + best
	}
	return Tag{}, "it answers, but has no model: ollama pull " + best
}
