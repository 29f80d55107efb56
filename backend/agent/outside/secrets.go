package outside

import (
	"context"
	"errors"
	"strings"
	"sync"

	"aipack/backend/base/fault"
	"aipack/backend/model/llm/keys"
)

// Secrets are the values of variables that the user gave for one server. They lie in the
// keychain; where there is none, they last until the program ends. No file holds them.
type Secrets struct {
	vault keys.Vault

	mu    sync.Mutex
	lasts map[string]keys.Key // until the program ends, by account
}

// NewSecrets keeps them in a keychain; nil for a machine without one.
func NewSecrets(ring keys.Ring) *Secrets {
	return &Secrets{vault: keys.Vault{Ring: ring}, lasts: map[string]keys.Key{}}
}

// ForSession is where a value lies that lasts until the program ends.
const ForSession keys.Where = "session"

// account is whose a value is. It names whom the value is for: what was given for one
// program or address goes to no other that is set up under the same name.
func account(s Server, name string) string {
	to := s.origin()
	if to == "" {
		to = strings.Join(s.Command[:min(1, len(s.Command))], "")
	}
	return name + ", for the MCP server " + s.Name + " (" + to + ")"
}

// mostSecret is how long a value may be: Windows' keychain takes 2,560 bytes.
const mostSecret = 2048

// Set keeps a value, and says whether the keychain has it.
func (v *Secrets) Set(ctx context.Context, s Server, name, value string) (kept bool, err error) {
	wrong := func(why string) error {
		return &fault.Fault{Code: fault.WrongUse, Message: "the secret value " + why, Hint: "copy it once more from where you have it"}
	}
	switch value = strings.TrimSpace(value); {
	case value == "":
		return false, wrong("is empty")
	case len(value) > mostSecret:
		return false, wrong("is longer than 2,048 bytes")
	case strings.ContainsAny(value, "\r\n\x00"):
		return false, wrong("holds a line break")
	}
	at := account(s, name)
	err = v.vault.Set(ctx, at, keys.Of(value))
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.lasts, at)
	if err != nil {
		v.lasts[at] = keys.Of(value)
	}
	return err == nil, ctx.Err()
}

// find gives a value and where it lies, keys.Nowhere where there is none. The keychain is
// asked only for a server of which it has something, so that it asks nobody for a password in vain.
func (v *Secrets) find(ctx context.Context, s Server, name string) (keys.Key, keys.Where) {
	if v == nil {
		return keys.Key{}, keys.Nowhere
	}
	at := account(s, name)
	v.mu.Lock()
	value, lasts := v.lasts[at]
	v.mu.Unlock()
	if lasts {
		return value, ForSession
	}
	if s.Kept {
		if value, err := v.vault.Get(ctx, at); err == nil {
			return value, keys.Keychain
		}
	}
	return keys.Key{}, keys.Nowhere
}

// Forget forgets a server's values, in the keychain too.
func (v *Secrets) Forget(ctx context.Context, s Server) (err error) {
	if v == nil {
		return nil
	}
	for _, name := range s.Needs() {
		at := account(s, name)
		v.mu.Lock()
		delete(v.lasts, at)
		v.mu.Unlock()
		if !s.Kept {
			continue
		}
		if e := v.vault.Delete(ctx, at); e != nil && !errors.Is(e, keys.ErrNoRing) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// Where says where the value of a variable would come from.
func (o Options) Where(ctx context.Context, s Server, name string) keys.Where {
	if _, where := o.Secrets.find(ctx, s, name); where != keys.Nowhere {
		return where
	}
	if v, there := o.Environment(name); there && v != "" {
		return keys.Environment
	}
	return keys.Nowhere
}

// value is that of a variable: what was given for this server before what is in the environment.
func (o Options) value(ctx context.Context, s Server, name string) (string, error) {
	if key, where := o.Secrets.find(ctx, s, name); where != keys.Nowhere {
		return key.Reveal(), nil
	}
	if v, there := o.Environment(name); there && v != "" {
		return v, nil
	}
	return "", &fault.Fault{
		Code: fault.WrongUse, Message: "the variable " + name + " that it needs is not set",
		Hint: "set it in the environment that aipack is started from, or give its value in the window's Settings, Tool servers",
	}
}
