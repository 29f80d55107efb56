package keys

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"aipack/backend/base/atomicfile"
)

// writing keeps two writers of one process apart.
var writing sync.Mutex

// load reads the file. One that others may read is refused, as ssh refuses a
// private key.
func (k Places) load() (map[string]string, error) {
	all := map[string]string{}
	info, err := os.Stat(k.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return all, nil
	}
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("the file of keys %s can be read by others, so it is not used: chmod 600 it", k.Path)
	}
	var content []byte
	if err == nil {
		content, err = os.ReadFile(k.Path)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the file of keys: %w", err)
	}
	if json.Unmarshal(content, &all) != nil {
		// The decoder's own error could repeat a part of a key.
		return nil, fmt.Errorf("the file of keys %s is not the JSON that aipack writes", k.Path)
	}
	return all, nil
}

func (k Places) read(name string) (string, error) {
	if k.Path == "" {
		return "", ErrAbsent
	}
	all, err := k.load()
	if err != nil {
		return "", err
	}
	if all[name] == "" {
		return "", ErrAbsent
	}
	return all[name], nil
}

func (k Places) write(name, text string) error {
	return k.change(func(all map[string]string) { all[name] = text })
}

func (k Places) drop(name string) error {
	if k.Path == "" {
		return ErrAbsent
	}
	if _, err := os.Stat(k.Path); errors.Is(err, fs.ErrNotExist) {
		return ErrAbsent
	}
	return k.change(func(all map[string]string) { delete(all, name) })
}

// change replaces the file by a new one, whole or not at all.
func (k Places) change(how func(map[string]string)) error {
	if k.Path == "" {
		return errors.New("there is no place to keep a key in")
	}
	writing.Lock()
	defer writing.Unlock()
	all, err := k.load()
	if err != nil {
		return err
	}
	how(all)
	content, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(k.Path), 0o700); err != nil {
		return fmt.Errorf("making the folder of the keys: %w", err)
	}
	if err := atomicfile.Write(k.Path, append(content, '\n'), 0o600); err != nil {
		return fmt.Errorf("writing the file of keys: %w", err)
	}
	return nil
}
