package keys

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// ring is a keychain in memory.
type ring struct {
	mu   sync.Mutex
	all  map[string]string
	fail error
}

func (r *ring) Get(a string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fail != nil {
		return "", r.fail
	}
	if r.all[a] == "" {
		return "", ErrAbsent
	}
	return r.all[a], nil
}

func (r *ring) Set(a, s string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fail == nil {
		r.all[a] = s
	}
	return r.fail
}

func (r *ring) Delete(a string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fail == nil {
		delete(r.all, a)
	}
	return r.fail
}

func none(string) string { return "" }

func at(provider, host string) Account {
	return Account{Provider: provider, Host: host, Variables: Names(provider)}
}

func find(t *testing.T, k Places, provider, host string) Found {
	t.Helper()
	f, err := k.Find(t.Context(), at(provider, host))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestTheEnvironmentComesBeforeTheKeychainAndThatBeforeTheFile(t *testing.T) {
	env := map[string]string{}
	r := &ring{all: map[string]string{}}
	k := Places{Getenv: func(n string) string { return env[n] }, Ring: r, Path: filepath.Join(t.TempDir(), "keys.json")}
	if f := find(t, k, "gemini", ""); f.Where != Nowhere || !f.Key.Empty() {
		t.Fatalf("%+v", f)
	}
	if err := k.write("gemini", "from-file"); err != nil {
		t.Fatal(err)
	}
	if f := find(t, k, "gemini", ""); f.Where != File || f.Key.Reveal() != "from-file" {
		t.Fatalf("%+v", f)
	}
	if where, warning, err := k.Set(t.Context(), Own("gemini"), " from-ring\n"); where != Keychain || warning != "" || err != nil {
		t.Fatal(where, warning, err)
	}
	if _, err := k.read("gemini"); !errors.Is(err, ErrAbsent) {
		t.Errorf("the old one is still in the file: %v", err)
	}
	if f := find(t, k, "gemini", ""); f.Where != Keychain || f.Key.Reveal() != "from-ring" {
		t.Fatalf("%+v", f)
	}
	env["GOOGLE_API_KEY"] = "from-env"
	if f := find(t, k, "gemini", ""); f.Where != Environment || f.Name != "GOOGLE_API_KEY" || f.Key.Reveal() != "from-env" {
		t.Fatalf("%+v", f)
	}
	if err := k.Remove(t.Context(), Own("gemini")); !errors.Is(err, ErrEnvironment) || len(r.all) != 0 {
		t.Error(err, r.all)
	}
}

func TestWithoutAKeychainAPrivateFileKeepsTheKeyAndSaysSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "keys.json")
	for name, r := range map[string]Ring{"none": nil, "absent": &ring{fail: ErrNoRing}, "broken": &ring{fail: errors.New("no such object path")}} {
		k := Places{Getenv: none, Ring: r, Path: path}
		where, warning, err := k.Set(t.Context(), Own("openai"), "sk-1")
		if where != File || !strings.Contains(warning, path) || err != nil {
			t.Fatal(name, where, warning, err)
		}
		info, err := os.Stat(path)
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Fatal(name, info.Mode(), err)
		}
		if f := find(t, k, "openai", ""); f.Where != File {
			t.Errorf("%s: %+v", name, f)
		}
		if err := k.Remove(t.Context(), Own("openai")); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAFileThatOthersCanReadIsNotUsed(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps no such modes")
	}
	path := filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(path, []byte(`{"openai":"sk-1"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if f, err := (Places{Getenv: none, Path: path}).Find(t.Context(), Own("openai")); err == nil || !f.Key.Empty() {
		t.Errorf("%+v %v", f, err)
	}
}

func TestABrokenFileIsNotRepeatedInTheError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(path, []byte(`{"openai": sk-secret-text}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (Places{Getenv: none, Path: path}).Find(t.Context(), Own("openai")); err == nil || strings.Contains(err.Error(), "sk-") {
		t.Error(err)
	}
}

func TestAKeySavedForOneServerDoesNotTravelToAnother(t *testing.T) {
	k := Places{Getenv: none, Ring: &ring{all: map[string]string{}}}
	if _, _, err := k.Set(t.Context(), Own("openai"), "sk-own"); err != nil {
		t.Fatal(err)
	}
	if f := find(t, k, "openai", "api.groq.com"); !f.Key.Empty() {
		t.Error("OpenAI's key would go to Groq")
	}
}

func TestAKeyIsNeverPrinted(t *testing.T) {
	key := Of("sk-secret")
	asJSON, err := json.Marshal(map[string]any{"found": Found{Key: key}})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		key.String(), string(asJSON), fmt.Sprint(key), fmt.Sprintf("%v %+v %#v %s %q %x %d", key, key, key, key, key, key, key),
		fmt.Sprintf("%+v", Found{Key: key}), fmt.Sprintf("%#v", &Found{Key: key}), fmt.Errorf("with %v", key).Error(),
	} {
		if strings.Contains(text, "secret") || strings.Contains(text, fmt.Sprintf("%x", "sk-secret")) {
			t.Error(text)
		}
	}
}

func TestWhatIsNoKeyIsRefused(t *testing.T) {
	k := Places{Getenv: none, Ring: &ring{all: map[string]string{}}}
	for _, text := range []string{"", "  ", "two words", "line\nbreak", "ключ", strings.Repeat("x", mostKey+1)} {
		if _, _, err := k.Set(t.Context(), Own("openai"), text); err == nil {
			t.Errorf("%q was kept", text)
		}
	}
}

type stuck struct{ ring }

func (*stuck) Get(string) (string, error) { time.Sleep(time.Hour); return "", nil }

func TestAKeychainThatHangsIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		_, err := (Places{Getenv: none, Ring: &stuck{}}).Find(context.Background(), Own("openai"))
		if err == nil || time.Since(begun) != quick {
			t.Errorf("%v after %s", err, time.Since(begun))
		}
		time.Sleep(time.Hour) // until the keychain gives up too
	})
}

func TestManyWritersLoseNothing(t *testing.T) {
	k := Places{Getenv: none, Path: filepath.Join(t.TempDir(), "keys.json")}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if _, _, err := k.Set(t.Context(), at("openai", fmt.Sprint("host", i)), fmt.Sprint("sk-", i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i := range 20 {
		if f := find(t, k, "openai", fmt.Sprint("host", i)); f.Key.Reveal() != fmt.Sprint("sk-", i) {
			t.Errorf("key %d is gone", i)
		}
	}
}

func TestAVaultKeepsInTheKeychainAlone(t *testing.T) {
	r := &ring{all: map[string]string{}}
	v := Vault{Ring: r}
	ctx := t.Context()
	if _, err := v.Get(ctx, "a"); !errors.Is(err, ErrAbsent) {
		t.Errorf("before: %v", err)
	}
	if err := v.Set(ctx, "a", Of("hunter2")); err != nil || r.all["a"] != "hunter2" {
		t.Errorf("%v", err)
	}
	if k, err := v.Get(ctx, "a"); err != nil || k.Reveal() != "hunter2" {
		t.Errorf("%v", err)
	}
	for range 2 { // the second finds nothing
		if err := v.Delete(ctx, "a"); err != nil || len(r.all) != 0 {
			t.Errorf("%v, %d left", err, len(r.all))
		}
	}
	for name, absent := range map[string]Vault{"none": {}, "absent": {Ring: &ring{fail: ErrNoRing}}} {
		if err := absent.Delete(ctx, "a"); !errors.Is(err, ErrNoRing) {
			t.Errorf("%s: %v", name, err)
		}
		if err := absent.Set(ctx, "a", Of("hunter2")); !errors.Is(err, ErrNoRing) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
