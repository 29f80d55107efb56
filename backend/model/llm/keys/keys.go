// Package keys finds the providers' keys and keeps them: in the environment,
// which it only reads, in the system's keychain, or, where there is none, in a
// file that only the user can read. It never writes a key anywhere else, and
// its Key cannot be printed by mistake.
package keys

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Key is a secret. However it is printed or marshalled, it shows a mark.
type Key struct{ text string }

// Of makes a key of its text.
func Of(text string) Key { return Key{text: text} }

// Reveal gives the text, for the one place that sends it.
func (k Key) Reveal() string { return k.text }

// Empty says that there is none.
func (k Key) Empty() bool { return k.text == "" }

const mark = "«key»"

// String gives the mark.
func (Key) String() string { return mark }

// Format shows the mark for every verb.
func (Key) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, mark) }

// MarshalText gives the mark.
func (Key) MarshalText() ([]byte, error) { return []byte(mark), nil }

// Where says where a key was found.
type Where string

// The places, in the order they are looked at.
const (
	Nowhere     Where = ""
	Environment Where = "environment"
	Keychain    Where = "keychain"
	File        Where = "file"
)

// Found is a key and where it lies.
type Found struct {
	Key   Key
	Where Where
	Name  string // the environment's variable, where it lies there
}

// Names are the environment's variables that a provider's key is read from:
// those that its own library and tools read.
func Names(provider string) []string {
	switch provider {
	case "anthropic":
		return []string{"ANTHROPIC_API_KEY"}
	case "openai":
		return []string{"OPENAI_API_KEY"}
	case "gemini":
		return []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}
	case "ollama":
		return []string{"OLLAMA_API_KEY"}
	}
	return nil
}

// Name is the first variable that a provider's key is read from, "" for a
// provider that has none.
func Name(provider string) string {
	if all := Names(provider); len(all) > 0 {
		return all[0]
	}
	return ""
}

// Account is whose key is meant.
type Account struct {
	Provider  string
	Host      string   // a server that is not the provider's own, "" for that one
	Variables []string // of the environment that the key may be in, the first first
}

// Own is a provider's own server.
func Own(provider string) Account { return Account{Provider: provider, Variables: Names(provider)} }

// name is what a key is kept by in the keychain and in the file. A server of
// another company that speaks OpenAI's protocol has a key of its own: one that
// was saved for OpenAI must not travel there.
func (a Account) name() string {
	if a.Host == "" {
		return a.Provider
	}
	return a.Provider + "@" + a.Host
}

// Ring is a keychain. ErrAbsent says that it holds no such key; any other
// error, that it cannot be used.
type Ring interface {
	Get(account string) (string, error)
	Set(account, secret string) error
	Delete(account string) error
}

// ErrAbsent says that there is no such key.
var ErrAbsent = errors.New("there is no such key")

// ErrEnvironment says that a key cannot be removed, since the environment holds it.
var ErrEnvironment = errors.New("the key is set in the environment, which aipack only reads")

// Places looks in the three places. It is safe for concurrent use.
type Places struct {
	Getenv func(string) string // os.Getenv
	Ring   Ring                // System(); nil for a machine without keychain
	Path   string              // of the file
}

// Find looks for a key. The environment comes first. A place that cannot be
// read is an error only where no other place has the key.
func (k Places) Find(ctx context.Context, a Account) (Found, error) {
	for _, name := range a.Variables {
		if text := strings.TrimSpace(k.Getenv(name)); text != "" {
			return Found{Of(text), Environment, name}, nil
		}
	}
	name := a.name()
	var problem error
	if k.Ring != nil {
		text, err := within(ctx, quick, func() (string, error) { return k.Ring.Get(name) })
		if err == nil && text != "" {
			return Found{Of(text), Keychain, ""}, nil
		}
		if err != nil && !errors.Is(err, ErrAbsent) {
			problem = fmt.Errorf("asking the keychain: %w", err)
		}
	}
	text, err := k.read(name)
	if err == nil {
		return Found{Of(text), File, ""}, nil
	}
	if !errors.Is(err, ErrAbsent) {
		return Found{}, err
	}
	// A keychain that is not there is the usual case on servers, and no news.
	if problem != nil && !errors.Is(problem, ErrNoRing) {
		return Found{}, problem
	}
	return Found{}, nil
}

// Warning is what the user is told when a key went into the file.
const Warning = "This machine has no keychain that can be used, so the key is kept in a file that only you can read."

// Set keeps a key in the keychain, else in the file, and says where; warning
// is not empty for the file.
func (k Places) Set(ctx context.Context, a Account, text string) (where Where, warning string, err error) {
	text = strings.TrimSpace(text)
	if err := proper(text); err != nil {
		return Nowhere, "", err
	}
	name := a.name()
	if k.Ring != nil {
		_, err := within(ctx, patient, func() (string, error) { return "", k.Ring.Set(name, text) })
		if err == nil {
			// An older one in the file would come back when this one is removed.
			return Keychain, "", absentIsFine(k.drop(name))
		}
		if ctx.Err() != nil {
			return Nowhere, "", ctx.Err()
		}
	}
	if err := k.write(name, text); err != nil {
		return Nowhere, "", err
	}
	return File, Warning + " (" + k.Path + ")", nil
}

// Remove forgets a key in the keychain and in the file. One in the environment
// stays: ErrEnvironment.
func (k Places) Remove(ctx context.Context, a Account) error {
	name := a.name()
	var problem error
	if k.Ring != nil {
		_, err := within(ctx, patient, func() (string, error) { return "", k.Ring.Delete(name) })
		if err != nil && !errors.Is(err, ErrAbsent) && !errors.Is(err, ErrNoRing) {
			problem = fmt.Errorf("removing the key from the keychain: %w", err)
		}
	}
	err := k.drop(name)
	if errors.Is(err, ErrAbsent) {
		err = problem // a keychain that cannot be used matters only where the key is nowhere else
	}
	if err != nil {
		return err
	}
	for _, n := range a.Variables {
		if k.Getenv(n) != "" {
			return ErrEnvironment
		}
	}
	return nil
}

func absentIsFine(err error) error {
	if errors.Is(err, ErrAbsent) {
		return nil
	}
	return err
}

// mostKey bounds a key: no provider's is longer, and Windows' keychain takes
// 2,560 bytes.
const mostKey = 2048

// proper refuses what no header can carry.
func proper(text string) error {
	if text == "" {
		return errors.New("the key is empty")
	}
	if len(text) > mostKey {
		return fmt.Errorf("the key is longer than %d characters", mostKey)
	}
	for _, r := range text {
		if r <= ' ' || r > '~' {
			return errors.New("the key holds a character that no key has, such as a space or a line break")
		}
	}
	return nil
}

// How long a keychain may take: it may ask the user for a password, which is
// waited for when a key is saved but not when one is looked for.
const (
	quick   = 3 * time.Second
	patient = 60 * time.Second
)

// within bounds a call that knows no context. What it is still doing then goes
// on by itself; its result is dropped.
func within(ctx context.Context, limit time.Duration, do func() (string, error)) (string, error) {
	type result struct {
		text string
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := do()
		done <- result{text, err}
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case r := <-done:
		return r.text, r.err
	case <-timer.C:
		return "", fmt.Errorf("the keychain did not answer within %s", limit)
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
