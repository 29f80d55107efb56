package keys

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/zalando/go-keyring"
)

// service is the name that the keychain's own program shows.
const service = "aipack"

// ErrNoRing says that the machine has no keychain.
var ErrNoRing = errors.New("this machine has no keychain")

// System is the keychain of the operating system: Keychain, Credential
// Manager, or the Secret Service.
func System() Ring { return system{} }

type system struct{}

// reachable keeps a server without a session bus from starting one: go-keyring
// would run dbus-launch.
func reachable() error {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" || os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return nil
	}
	if _, err := os.Stat(filepath.Join("/run/user", strconv.Itoa(os.Getuid()), "bus")); err != nil {
		return ErrNoRing
	}
	return nil
}

func told(err error) error {
	switch {
	case errors.Is(err, keyring.ErrNotFound):
		return ErrAbsent
	case errors.Is(err, keyring.ErrUnsupportedPlatform):
		return ErrNoRing
	}
	return err
}

func (system) Get(account string) (string, error) {
	if err := reachable(); err != nil {
		return "", err
	}
	text, err := keyring.Get(service, account)
	return text, told(err)
}

func (system) Set(account, secret string) error {
	if err := reachable(); err != nil {
		return err
	}
	return told(keyring.Set(service, account, secret))
}

func (system) Delete(account string) error {
	if err := reachable(); err != nil {
		return err
	}
	return told(keyring.Delete(service, account))
}
