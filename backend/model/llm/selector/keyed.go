package selector

import (
	"context"
	"slices"

	"aipack/backend/model/llm/keys"
	"aipack/backend/model/llm/server"
)

// Account says whose key a provider's is, and where it may be. base is an
// address that the user gave, "" for none.
func (s Chooser) Account(provider, base string) (keys.Account, error) {
	if provider == "ollama" {
		u, err := ollamaAddress(first(base, s.Getenv("OLLAMA_HOST")))
		if err != nil {
			return keys.Account{}, err
		}
		return keys.Account{Provider: provider, Host: u.Host, Variables: keys.Names(provider)}, nil
	}
	account := keys.Own(provider)
	at := first(base, s.Getenv(baseVariable(provider)))
	if at == "" {
		return account, nil
	}
	u, err := address(at)
	if err != nil {
		return keys.Account{}, err
	}
	account.Host = u.Host
	if provider == "openai" {
		// OpenAI's key does not go to a server that is known to be another
		// company's, unless the environment names its address too.
		known, sure := server.Of(u)
		if sure && base != "" {
			account.Variables = nil
		}
		account.Variables = append(slices.Clone(known.KeyNames), account.Variables...)
	}
	return account, nil
}

// sendable leaves out what must not be sent to an address: a key of the
// environment does not cross a network unencrypted.
func sendable(a keys.Account, base string) keys.Account {
	if bare(base) {
		a.Variables = nil
	}
	return a
}

// keyed looks at a provider that wants a key. A server of the user's own that
// speaks OpenAI's protocol may want none.
func (s Chooser) keyed(ctx context.Context, c Candidate) (Candidate, State, string) {
	account, err := s.Account(c.Provider, c.BaseURL)
	c.BaseURL = first(c.BaseURL, s.Getenv(baseVariable(c.Provider)))
	if err != nil {
		c.Cloud = true
		return c, Unreachable, err.Error()
	}
	c.KeyName = first(account.Variables...)
	known, sure := server.Kind{}, false
	if c.Provider == "openai" {
		known, sure = server.At(c.BaseURL)
	}
	if c.Cloud = !nearby(c.BaseURL); account.Host != "" {
		c.Name += " at " + account.Host
	}
	if sure {
		c.Name = known.Title + " at " + account.Host
		if c.Model == "" {
			return c, NoModel, "no model is named: at " + known.Title + " it is " + known.Model
		}
	}
	c.Model = first(c.Model, s.usual(c.Provider))
	found, err := s.Keys.Find(ctx, sendable(account, c.BaseURL))
	if err != nil && account.Host == "" {
		return c, NoKey, "its key cannot be read: " + err.Error()
	}
	c.Key = found
	switch {
	case found.Where == keys.Environment:
		return c, Ready, found.Name + " found"
	case !found.Key.Empty():
		return c, Ready, "its key is in the " + string(found.Where)
	case account.Host != "" && !sure:
		return c, Ready, "its address is set: " + c.BaseURL
	case c.KeyName == "":
		return c, NoKey, "no key is saved for " + account.Host
	}
	return c, NoKey, c.KeyName + " is not set, and no key is saved"
}

// baseVariable is what the provider's own library reads its address from.
func baseVariable(provider string) string {
	switch provider {
	case "anthropic":
		return "ANTHROPIC_BASE_URL"
	case "openai":
		return "OPENAI_BASE_URL"
	}
	return "GOOGLE_GEMINI_BASE_URL"
}
