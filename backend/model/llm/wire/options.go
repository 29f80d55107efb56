package wire

import (
	"net/http"
	"net/url"
)

// Options say which model of which server to speak with.
type Options struct {
	Provider   string       // the id to go by; "" for the package's own
	BaseURL    string       // "" for the provider's own server
	Key        string       // "" for servers that ask for none
	Model      string       // its name on the server
	HTTPClient *http.Client // nil for a plain one
}

// Checked gives the options as they are used, and the server's address; see
// Base and Key for what is refused. It opens no connection.
func (o Options) Checked(provider, standard string, drop ...string) (Options, *url.URL, error) {
	if o.Provider == "" {
		o.Provider = provider
	}
	base, err := Base(o.Provider, o.BaseURL, standard, drop...)
	if err != nil {
		return o, nil, err
	}
	o.Key, err = Key(o.Provider, o.Key)
	return o, base, err
}

// Peer is the model that the options name.
func (o Options) Peer() Peer { return Peer{provider: o.Provider, model: o.Model, key: o.Key} }
