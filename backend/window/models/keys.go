package models

import (
	"context"
	"errors"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/model/llm/keys"
	"aipack/backend/window/page"
)

// account is whose key a provider's is.
func (ms *Models) account(id string) (keys.Account, error) {
	if keys.Name(id) == "" {
		return keys.Account{}, &fault.Fault{
			Code: fault.WrongUse, Message: "There is no key for " + id,
			Hint: "Only providers of the cloud, and Ollama behind a gateway, have one.",
		}
	}
	return ms.Gateway.Selector().Account(id, ms.Preferences.InForce().Of(id).BaseURL)
}

// SetKey keeps a provider's key in the keychain, or in a private file where
// there is none.
func (ms *Models) SetKey(id, key string) (KeyPlace, error) {
	return page.Guard(ms.Page, "Models.SetKey", func() (KeyPlace, error) {
		account, err := ms.account(id)
		if err != nil {
			return KeyPlace{}, err
		}
		where, warning, err := ms.Gateway.Keys().Set(context.Background(), account, key)
		if err != nil {
			return KeyPlace{}, &fault.Fault{Code: fault.WrongUse, Message: "The key was not kept: " + err.Error(), Hint: "Copy it once more from the provider's page."}
		}
		ms.Tested.Anew(id)
		return KeyPlace{string(where), warning}, nil
	})
}

// RemoveKey forgets a provider's key.
func (ms *Models) RemoveKey(id string) error {
	return page.Guarded(ms.Page, "Models.RemoveKey", func() error {
		account, err := ms.account(id)
		if err != nil {
			return err
		}
		err = ms.Gateway.Keys().Remove(context.Background(), account)
		ms.Tested.Anew(id)
		if errors.Is(err, keys.ErrEnvironment) {
			return &fault.Fault{
				Code: fault.WrongUse, Message: "The key is set in the environment as " + strings.Join(account.Variables, " or "),
				Hint: "aipack only reads the environment: unset it there.",
			}
		}
		return err
	})
}
