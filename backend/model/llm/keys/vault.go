package keys

import (
	"context"
	"errors"
	"fmt"
)

// Vault keeps secrets that are no provider's keys in the system's keychain,
// and nowhere else: without one it refuses.
type Vault struct {
	Ring Ring // System(); nil for a machine without keychain
}

// Get gives a secret; ErrAbsent where there is none, any other error where the
// keychain cannot be asked.
func (v Vault) Get(ctx context.Context, account string) (Key, error) {
	text, err := v.do(ctx, "asking", func() (string, error) { return v.Ring.Get(account) })
	return Of(text), err
}

// Set keeps a secret.
func (v Vault) Set(ctx context.Context, account string, secret Key) error {
	_, err := v.do(ctx, "writing to", func() (string, error) { return "", v.Ring.Set(account, secret.Reveal()) })
	return err
}

// Delete forgets a secret; one that is not there is no error.
func (v Vault) Delete(ctx context.Context, account string) error {
	_, err := v.do(ctx, "removing a secret from", func() (string, error) { return "", v.Ring.Delete(account) })
	return absentIsFine(err)
}

func (v Vault) do(ctx context.Context, doing string, ask func() (string, error)) (string, error) {
	if v.Ring == nil {
		return "", ErrNoRing
	}
	text, err := within(ctx, patient, ask)
	if err != nil && !errors.Is(err, ErrAbsent) {
		err = fmt.Errorf("%s the keychain: %w", doing, err)
	}
	return text, err
}
