package window

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/base/fault"
	"aipack/backend/model/llm/keys"
	"aipack/backend/window/variables"
)

// vault is a keychain in memory; fail says that it cannot be used.
type vault struct {
	all  map[string]string
	fail error
}

func (v vault) Get(account string) (string, error) {
	if text, there := v.all[account]; there || v.fail != nil {
		return text, v.fail
	}
	return "", keys.ErrAbsent
}

func (v vault) Set(account, secret string) error {
	if v.fail == nil {
		v.all[account] = secret
	}
	return v.fail
}

func (v vault) Delete(account string) error {
	delete(v.all, account)
	return v.fail
}

// given are the values that a proof of the service would get.
func given(t *testing.T, a *App, run string) map[string]string {
	t.Helper()
	r, err := a.registry.Run(run)
	if err != nil {
		t.Fatal(err)
	}
	env, err := a.values.Given(r.Path(), ".")
	if err != nil {
		t.Fatal(err)
	}
	return env
}

func setVariable(t *testing.T, a *App, run, name, value string) []variables.ProofVariable {
	t.Helper()
	list, err := a.Variables.Set(run, ".", name, value)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestVariablesAreKeptWithTheProject(t *testing.T) {
	data, ring := t.TempDir(), vault{all: map[string]string{}}
	a, page := opened(t, data)
	a.values.Vault.Ring = ring
	dir := sample(t, a, "node-express")
	run := analysed(t, a, page, dir).RunID
	setVariable(t, a, run, "MODE", "demo")
	setVariable(t, a, run, "STRIPE_KEY", "hunter2")
	list := setVariable(t, a, run, "BACKEND", "amqp://shop:hunter2@mq")
	want := []variables.ProofVariable{{Name: "BACKEND", Secret: true, Kept: variables.InKeychain}, {Name: "MODE", Value: "demo", Kept: variables.InHistory}, {Name: "STRIPE_KEY", Secret: true, Kept: variables.InKeychain}}
	if d := cmp.Diff(want, list); d != "" {
		t.Error(d)
	}
	a.Close()

	b, page := opened(t, data) // another start, and another analysis of the project
	b.values.Vault.Ring = ring
	run = analysed(t, b, page, dir).RunID
	env := map[string]string{"MODE": "demo", "STRIPE_KEY": "hunter2", "BACKEND": "amqp://shop:hunter2@mq"}
	if d := cmp.Diff(env, given(t, b, run)); d != "" {
		t.Error(d)
	}
	if value, err := b.Variables.Reveal(run, ".", "STRIPE_KEY"); err != nil || value != "hunter2" {
		t.Errorf("%q, %v", value, err)
	}
	// Without its password the address is none to hide.
	if list = setVariable(t, b, run, "BACKEND", "amqp://mq"); list[0] != (variables.ProofVariable{Name: "BACKEND", Value: "amqp://mq", Kept: variables.InHistory}) || len(ring.all) != 1 {
		t.Errorf("%+v, the keychain has %d", list[0], len(ring.all))
	}
	if list, err := b.Variables.Remove(run, ".", "STRIPE_KEY"); err != nil || len(list) != 2 || len(ring.all) != 0 {
		t.Errorf("%+v, %v, the keychain has %d", list, err, len(ring.all))
	}
	files, err := b.Plan.Files(run, "", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.Contains(f.Content, "amqp://mq") {
			t.Errorf("%s would be exported with a value", f.Path)
		}
	}
}

// TestWithoutAKeychainASecretLastsForTheSession: it is in no file, and the next
// start says that its value is gone.
func TestWithoutAKeychainASecretLastsForTheSession(t *testing.T) {
	data := t.TempDir()
	a, page := opened(t, data)
	a.values.Vault.Ring = vault{fail: keys.ErrNoRing}
	dir := sample(t, a, "node-express")
	run := analysed(t, a, page, dir).RunID
	if list := setVariable(t, a, run, "STRIPE_KEY", "hunter2"); list[0].Kept != variables.ForSession || given(t, a, run)["STRIPE_KEY"] != "hunter2" {
		t.Errorf("%+v", list)
	}
	a.Close()
	files, err := filepath.Glob(filepath.Join(data, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		if b, err := os.ReadFile(file); err == nil && bytes.Contains(b, []byte("hunter2")) {
			t.Errorf("the secret lies in %s", file)
		}
	}

	b, page := opened(t, data)
	b.values.Vault.Ring = vault{fail: keys.ErrNoRing}
	run = analysed(t, b, page, dir).RunID
	list, err := b.Variables.List(run, ".")
	if err != nil || len(list) != 1 || list[0] != (variables.ProofVariable{Name: "STRIPE_KEY", Secret: true}) {
		t.Errorf("%+v, %v", list, err)
	}
	if _, set := given(t, b, run)["STRIPE_KEY"]; set {
		t.Error("a value that is gone is given")
	}
	if _, err := b.Variables.Reveal(run, ".", "STRIPE_KEY"); fault.CodeOf(err) != fault.FileNotFound {
		t.Errorf("%v", err)
	}
}

func TestVariablesThatNoEnvironmentCarriesAreRefused(t *testing.T) {
	a, page := opened(t, t.TempDir())
	run := analysed(t, a, page, sample(t, a, "node-express")).RunID
	for _, one := range [][2]string{{"", "x"}, {"A B", "hunter2"}, {"1A", "x"}, {"A=B", "x"}, {"A", "hunter2\x00"}, {"A", strings.Repeat("x", 64<<10+1)}} {
		_, err := a.Variables.Set(run, ".", one[0], one[1])
		if fault.CodeOf(err) != fault.WrongUse || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %.80v", one[0], err)
		}
	}
}

// TestVariablesGoWithTheirProject: a day after its runs were deleted, nothing
// of it is left, in the keychain neither.
func TestVariablesGoWithTheirProject(t *testing.T) {
	a, page := opened(t, t.TempDir())
	ring := vault{all: map[string]string{}}
	a.values.Vault.Ring = ring
	run := analysed(t, a, page, sample(t, a, "node-express")).RunID
	setVariable(t, a, run, "STRIPE_KEY", "hunter2")
	if err := a.values.Set(variables.Account{Folder: "/gone", Service: ".", Name: "API_KEY"}, "hunter3", true); err != nil {
		t.Fatal(err)
	}
	if err := a.values.Tidy(); err != nil {
		t.Fatal(err)
	}
	left, err := a.store.Variables("/gone", ".")
	if err != nil || len(left) != 0 || len(ring.all) != 1 || given(t, a, run)["STRIPE_KEY"] != "hunter2" {
		t.Errorf("%+v, %v, the keychain has %d", left, err, len(ring.all))
	}
}
