package window

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"aipack/backend/llm/keys"
	"aipack/backend/store"
)

// values are what the user gives a project's services to be proved and
// previewed with. They lie in the history, the values of secrets in the
// keychain. Where there is none, a secret lasts until aipack ends: it is never
// written into a file.
type values struct {
	archive *archive
	vault   keys.Vault
	log     func(string)

	mu      sync.Mutex
	session map[account]keys.Key
}

// account is whose variable it is.
type account struct{ folder, service, name string }

// String is its name in the keychain.
func (a account) String() string {
	return fmt.Sprintf("%s, for proofs of %s in %s", a.name, a.service, a.folder)
}

// The places where a value is kept; "" says that it is gone.
const (
	keptInHistory  = "history"
	keptInKeychain = "keychain"
	keptForSession = "session"
)

func newValues(kept *archive, ring keys.Ring, log func(string)) *values {
	return &values{archive: kept, vault: keys.Vault{Ring: ring}, log: log, session: map[account]keys.Key{}}
}

// set keeps a value, and forgets the older one wherever it was.
func (v *values) set(at account, value string, secret bool) error {
	if err := v.keep(at, value, secret); err != nil {
		return err
	}
	return v.archive.SaveVariable(at.folder, at.service, store.Variable{Name: at.name, Value: value, Secret: secret})
}

func (v *values) keep(at account, value string, secret bool) error {
	if !secret {
		return v.forget(at)
	}
	err := v.vault.Set(context.Background(), at.String(), keys.Of(value))
	if err != nil && !errors.Is(err, keys.ErrNoRing) {
		v.log(err.Error())
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.session, at)
	if err != nil {
		v.session[at] = keys.Of(value)
	}
	return nil
}

// remove forgets a variable.
func (v *values) remove(at account) error {
	if err := v.forget(at); err != nil {
		return err
	}
	return v.archive.RemoveVariable(at.folder, at.service, at.name)
}

// forget takes a secret out of the keychain and the session. The keychain is
// asked for those alone that may lie there.
func (v *values) forget(at account) error {
	v.mu.Lock()
	_, held := v.session[at]
	delete(v.session, at)
	v.mu.Unlock()
	known, err := v.archive.Variables(at.folder, at.service)
	if err != nil || held {
		return err
	}
	for _, one := range known {
		if one.Name != at.name || !one.Secret {
			continue
		}
		if err := v.vault.Delete(context.Background(), at.String()); err != nil && !errors.Is(err, keys.ErrNoRing) {
			return err
		}
	}
	return nil
}

// secret gives a secret's value and where it is kept, "" where it is gone.
func (v *values) secret(ctx context.Context, at account) (value keys.Key, kept string) {
	v.mu.Lock()
	value, held := v.session[at]
	v.mu.Unlock()
	if held {
		return value, keptForSession
	}
	value, err := v.vault.Get(ctx, at.String())
	if err == nil {
		return value, keptInKeychain
	}
	if !errors.Is(err, keys.ErrAbsent) && !errors.Is(err, keys.ErrNoRing) {
		v.log(err.Error())
	}
	return keys.Key{}, ""
}

// given are the values that a service is started with; a secret that is gone
// is not among them.
func (v *values) given(folder, service string) (map[string]string, error) {
	known, err := v.archive.Variables(folder, service)
	if err != nil {
		return nil, err
	}
	env := map[string]string{}
	for _, one := range known {
		if !one.Secret {
			env[one.Name] = one.Value
		} else if value, kept := v.secret(context.Background(), account{folder, service, one.Name}); kept != "" {
			env[one.Name] = value.Reveal()
		}
	}
	return env, nil
}

// glance is how long a keychain may take to say what it holds: the page waits.
const glance = 3 * time.Second

// list says what is kept for a service and where, without the secrets.
func (v *values) list(folder, service string) ([]ProofVariable, error) {
	known, err := v.archive.Variables(folder, service)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), glance)
	defer cancel()
	out := make([]ProofVariable, 0, len(known))
	for _, one := range known {
		row := ProofVariable{Name: one.Name, Value: one.Value, Secret: one.Secret, Kept: keptInHistory}
		if one.Secret {
			_, row.Kept = v.secret(ctx, account{folder, service, one.Name})
		} else if !v.archive.Kept() {
			row.Kept = keptForSession
		}
		out = append(out, row)
	}
	return out, nil
}

// tidy forgets the variables of folders that the history knows no more, in the
// keychain too.
func (v *values) tidy() error {
	left, err := v.archive.LeftVariables()
	for _, one := range left {
		err = errors.Join(err, v.remove(account{one.Folder, one.Service, one.Name}))
	}
	return err
}
