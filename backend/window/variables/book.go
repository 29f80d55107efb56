package variables

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"aipack/backend/model/llm/keys"
	"aipack/backend/store"
)

// Book is all that is kept.
type Book struct {
	Vault keys.Vault // the keychain

	history func() *store.DB
	log     func(string)

	mu      sync.Mutex
	session map[Account]keys.Key
}

// Account is whose variable it is.
type Account struct{ Folder, Service, Name string }

// String is its name in the keychain.
func (a Account) String() string {
	return fmt.Sprintf("%s, for proofs of %s in %s", a.Name, a.Service, a.Folder)
}

// The places where a value is kept; "" says that it is gone.
const (
	InHistory  = "history"
	InKeychain = "keychain"
	ForSession = "session"
)

// Row is a variable without the value of a secret.
type Row struct {
	Name   string
	Value  string // "" for a secret
	Secret bool
	Kept   string // InHistory, InKeychain, ForSession; "" for a secret whose value is gone
}

// In keeps values in the history that is open at the time.
func In(history func() *store.DB, ring keys.Ring, log func(string)) *Book {
	return &Book{Vault: keys.Vault{Ring: ring}, history: history, log: log, session: map[Account]keys.Key{}}
}

// Set keeps a value, and forgets the older one wherever it was.
func (v *Book) Set(at Account, value string, secret bool) error {
	if err := v.keep(at, value, secret); err != nil {
		return err
	}
	return v.history().SaveVariable(at.Folder, at.Service, store.Variable{Name: at.Name, Value: value, Secret: secret})
}

func (v *Book) keep(at Account, value string, secret bool) error {
	if !secret {
		return v.forget(at)
	}
	err := v.Vault.Set(context.Background(), at.String(), keys.Of(value))
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

// Remove forgets a variable.
func (v *Book) Remove(at Account) error {
	if err := v.forget(at); err != nil {
		return err
	}
	return v.history().RemoveVariable(at.Folder, at.Service, at.Name)
}

// forget takes a secret out of the keychain and the session. The keychain is
// asked for those alone that may lie there.
func (v *Book) forget(at Account) error {
	v.mu.Lock()
	_, held := v.session[at]
	delete(v.session, at)
	v.mu.Unlock()
	known, err := v.history().Variables(at.Folder, at.Service)
	if err != nil || held {
		return err
	}
	for _, one := range known {
		if one.Name != at.Name || !one.Secret {
			continue
		}
		if err := v.Vault.Delete(context.Background(), at.String()); err != nil && !errors.Is(err, keys.ErrNoRing) {
			return err
		}
	}
	return nil
}

// Secret gives a secret's value and where it is kept, "" where it is gone.
func (v *Book) Secret(ctx context.Context, at Account) (value keys.Key, kept string) {
	v.mu.Lock()
	value, held := v.session[at]
	v.mu.Unlock()
	if held {
		return value, ForSession
	}
	value, err := v.Vault.Get(ctx, at.String())
	if err == nil {
		return value, InKeychain
	}
	if !errors.Is(err, keys.ErrAbsent) && !errors.Is(err, keys.ErrNoRing) {
		v.log(err.Error())
	}
	return keys.Key{}, ""
}

// Given are the values that a service is started with; a secret that is gone
// is not among them.
func (v *Book) Given(folder, service string) (map[string]string, error) {
	known, err := v.history().Variables(folder, service)
	if err != nil {
		return nil, err
	}
	env := map[string]string{}
	for _, one := range known {
		if !one.Secret {
			env[one.Name] = one.Value
		} else if value, kept := v.Secret(context.Background(), Account{folder, service, one.Name}); kept != "" {
			env[one.Name] = value.Reveal()
		}
	}
	return env, nil
}

// glance is how long a keychain may take to say what it holds: the page waits.
const glance = 3 * time.Second

// List says what is kept for a service and where, without the secrets.
func (v *Book) List(folder, service string) ([]Row, error) {
	known, err := v.history().Variables(folder, service)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), glance)
	defer cancel()
	out := make([]Row, 0, len(known))
	for _, one := range known {
		row := Row{Name: one.Name, Value: one.Value, Secret: one.Secret, Kept: InHistory}
		if one.Secret {
			_, row.Kept = v.Secret(ctx, Account{folder, service, one.Name})
		} else if !v.history().Kept() {
			row.Kept = ForSession
		}
		out = append(out, row)
	}
	return out, nil
}

// Tidy forgets the variables of folders that the history knows no more, in the
// keychain too.
func (v *Book) Tidy() error {
	left, err := v.history().LeftVariables()
	for _, one := range left {
		err = errors.Join(err, v.Remove(Account{one.Folder, one.Service, one.Name}))
	}
	return err
}
